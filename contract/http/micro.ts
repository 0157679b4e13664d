// Short up/down options ("contracts").

import { z } from 'zod';
import { decimal, page, timeMs, typed, whole } from '../fields.ts';
import { receipt } from '../receipts.ts';
import { changes, reads, SIGNED_IN } from './drafts.ts';

export const microOrder = z.object({
  Id: z.string(),
  /** 1 = up, 2 = down. */
  Type: z.union([z.literal(1), z.literal(2)]),
  Number: decimal,
  /** Empty until the pair's next tick opens it, and for one that no tick opened. */
  OpenPrice: z.string(),
  /** Empty until settled, and for a void order. */
  EndPrice: z.string(),
  ProfitRatio: decimal,
  Seconds: z.number().int(),
  RemainMilliSeconds: z.number().int(),
  /** 1 = in transaction, from its acceptance on; 3 = closed. */
  Status: z.union([z.literal(1), z.literal(3)]),
  Outcome: z.enum(['', 'win', 'loss', 'tie', 'void', 'no_tick', 'reset']),
  FactProfits: decimal,
  CreatedAtST: z.string(),
  CompleteAtST: z.string(),
  CreatedAt: timeMs,
  ExpiresAt: timeMs,
  ForexTradeList: z.object({
    Id: z.number().int(),
    Code: z.string(),
    ShowCode: z.string(),
    PricePrecision: z.number().int(),
  }),
});
export type MicroOrderView = z.infer<typeof microOrder>;

/** As buying it answers. A key that was answered before there were receipts is answered without one again. */
export const acceptedMicroOrder = microOrder.extend({ Receipt: receipt.optional() });
export type AcceptedMicroOrder = z.infer<typeof acceptedMicroOrder>;

export const microEndpoints = {
  get_seconds: reads({
    path: '/v2/api/micro/get_seconds',
    summary: 'Durations with their ratio and least amount, and preset amounts',
    input: z.object({ sec: typed, number: typed }),
    answer: z.object({
      seconds: z.array(
        z.object({
          Id: z.number().int(),
          Seconds: z.number().int(),
          ProfitRatio: decimal,
          LimitAmount: decimal,
          MaxAmount: decimal,
        }),
      ),
      numbers: z.array(z.object({ Number: decimal })),
      /** ms after acceptance from which on the next price opens a contract. */
      OpenDelay: z.number().int(),
    }),
  }),
  micro_submit: changes({
    path: '/v2/api/micro/submit',
    summary: 'Buy up or down',
    whileClosing: 'refused',
    input: z.object({ forex_id: whole(1, 1_000_000), type: whole(1, 2), number: typed, seconds: typed }),
    answer: acceptedMicroOrder,
  }),
  micro_orders: reads({
    path: '/v2/api/micro/orders',
    summary: 'My contracts by status',
    input: z.object({
      status: z.union([z.literal('1'), z.literal('3'), z.literal(1), z.literal(3)]).transform(Number),
      page,
    }),
    answer: z.object({ data: z.array(microOrder), total: z.number().int() }),
    roles: SIGNED_IN,
  }),
};
