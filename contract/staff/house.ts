// The house's own money, and corrections of a user's balance: always by two people.

import { z } from 'zod';
import { decimal, idText, typed } from '../fields.ts';
import { changes, reads } from './drafts.ts';
import { ASSIGNED, HOUSE_MOVES } from './house-moves.ts';

const reason = z.string().max(500);
const proposed = z.object({ proposal: z.string() });

export const houseEndpoints = {
  house: reads({
    path: '/staff/api/house',
    summary: "The house's accounts of real money. What stands outside is below nothing: the world owes it",
    input: z.object({}),
    answer: z.array(z.object({ account: z.string(), available: decimal })),
    right: { act: 'books', grants: ['read', 'propose', 'check'] },
  }),
  house_propose: changes({
    method: 'POST',
    path: '/staff/api/house/propose',
    summary:
      "Propose to move the house's money: capital in and out, its share of a product, a settlement between the pools, fees earned",
    input: z.object({
      move: z.enum(HOUSE_MOVES),
      /** USD. */
      amount: typed,
      account: z
        .union([z.enum(ASSIGNED), z.literal('')])
        .optional()
        .default(''),
      reason,
    }),
    answer: proposed,
    right: { act: 'books', grants: ['propose'] },
    elevated: true,
  }),
  correction_propose: changes({
    method: 'POST',
    path: '/staff/api/house/correct',
    summary: "Propose to correct a user's balance against capital. The user reads the reason",
    input: z.object({
      id: idText,
      /** USD. */
      amount: typed,
      direction: z.enum(['give', 'take']),
      reason,
    }),
    answer: proposed,
    right: { act: 'books', grants: ['propose'] },
    elevated: true,
  }),
};
