// The tickets of users: between the steps of what takes more than one, and the links of letters.

import { Tickets } from '../../platform/sign-in/ticket-table.ts';

/** So long a browser may take between two steps. */
const TICKET_MS = 5 * 60_000;
const TICKET_TRIES = 5;

export const userTickets = new Tickets<'login' | 'passkey_login' | 'step_up' | 'totp' | 'passkey' | 'not_me'>({
  table: 'user_tickets',
  owner: 'user_id',
  goodMs: TICKET_MS,
  tries: TICKET_TRIES,
});
