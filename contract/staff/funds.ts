// Fund products as the staff see them: what is set aside against what is promised, and redemptions that wait.

import { z } from 'zod';
import { decimal, idText, timeMs } from '../fields.ts';
import { changes, reads } from './drafts.ts';

const redemption = z.object({
  id: z.string(),
  uid: z.string(),
  product: z.string(),
  /** USD. */
  amount: decimal,
  penalty: decimal,
  /** When it is confirmed by itself. */
  confirmedBy: timeMs,
});

export const fundStaffEndpoints = {
  funds: reads({
    path: '/staff/api/funds',
    summary:
      'Fund products of real users: what runs, what is promised and what the books have set aside for it; redemptions that wait, the first to be confirmed by itself first',
    input: z.object({}),
    answer: z.object({
      /** USD of the fund account: nothing is promised from the first, all of the second. */
      free: decimal,
      setAside: decimal,
      promised: decimal,
      products: z.array(
        z.object({
          id: z.string(),
          /** Empty where its setting is gone. */
          title: z.string(),
          sold: z.boolean(),
          count: z.number().int(),
          running: decimal,
          promised: decimal,
          /** USD that can still be bought for sure. */
          capacity: decimal,
        }),
      ),
      redemptions: z.array(redemption),
    }),
    right: { act: 'funds', grants: ['read', 'do'] },
  }),
  fund_confirm: changes({
    method: 'POST',
    path: '/staff/api/funds/confirm',
    summary: 'Confirm a redemption that waits: it can’t be refused, and is confirmed by itself at its time',
    input: z.object({ id: idText }),
    answer: z.object({}),
    right: { act: 'funds', grants: ['do'] },
  }),
};
