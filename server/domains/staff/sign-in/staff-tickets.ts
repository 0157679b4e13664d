// The tickets of the staff.

import { Tickets } from '../../../platform/sign-in/ticket-table.ts';
import { TICKET_MS, TICKET_TRIES } from '../rules.ts';

export const staffTickets = new Tickets<
  'join_passkey' | 'join_code' | 'sign_in_passkey' | 'sign_in_code' | 'step_up_passkey'
>({ table: 'staff_tickets', owner: 'staff_id', goodMs: TICKET_MS, tries: TICKET_TRIES });
