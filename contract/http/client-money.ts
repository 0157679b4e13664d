// The proof of client money: what the clients' pool must hold against what it holds, for anybody to read.

import { z } from 'zod';
import { BOOK_CHECKS } from '../client-money.ts';
import { decimal, nothing, timeMs } from '../fields.ts';
import { reads } from './drafts.ts';

/** For the staff too. */
export const clientMoneyAnswer = z.object({
  /** Made each hour. Null before the first one. */
  proof: z
    .object({
      time: timeMs,
      /** `users`, `withdrawals` and `receipts` together. */
      required: decimal,
      /** All that real users have. */
      users: decimal,
      /** Approved and not paid yet. */
      withdrawals: decimal,
      /** Came, and nobody has claimed it yet. */
      receipts: decimal,
      /** In the clients' pool. */
      held: decimal,
      /** The operator's own, out of which a shortfall is settled. */
      house: decimal,
      /** What the clients' pool is short of; 0 where it holds enough. */
      short: decimal,
      short_since: timeMs.nullable(),
      broken: z.array(z.enum(BOOK_CHECKS)),
    })
    .nullable(),
  /** Withdrawals are taken and wait, until a proof holds. */
  paused: z.boolean(),
});

export const clientMoneyEndpoints = {
  client_money: reads({
    path: '/v3/api/client_money',
    summary: 'The newest proof of client money: what all real users have against what the clients’ pool holds, in USD',
    input: nothing,
    answer: clientMoneyAnswer,
    rate: { max: 60, perSeconds: 60, by: 'address' },
  }),
};
