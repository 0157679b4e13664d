// Leveraged orders ("futures").

import { z } from 'zod';
import { decimal, idText, page, timeMs, typed, typedIfSent, whole } from '../fields.ts';
import { receipt } from '../receipts.ts';
import { changes, reads, SIGNED_IN } from './drafts.ts';

/** 0 pending, 1 holding, 2 cancelled, 3 closed. */
export const FOREX_STATUS = { pending: 0, open: 1, cancelled: 2, closed: 3 } as const;
/** Of a closed order, and of one that was cancelled. */
const closeReason = z.enum([
  '',
  'user',
  'stop_loss',
  'take_profit',
  'stop_out',
  'trader',
  'copy_stop',
  'reset',
  'frozen',
  'break',
  'not_offered',
  'limit',
  'loss',
  'night',
  'house',
]);

export const forexOrder = z.object({
  Id: z.string(),
  /** The master's order that this one copies; empty for an order of one's own. */
  OriginId: z.string(),
  /** Of a copy: the relation that it was opened in, as follow_relations lists it. Left out of an order of one's own, and by keys that were answered before. */
  FollowId: z.string().optional(),
  /** 1 = buy, 2 = sell. */
  OrderType: z.union([z.literal(1), z.literal(2)]),
  Quantity: decimal,
  /** The target of a pending order, else the open price. */
  OriginPrice: decimal,
  /** The open price; the target while pending. */
  Price: decimal,
  /** The newest closing-side price while open, the close price when closed; empty where there is none. */
  UpdatePrice: z.string(),
  /** Without fee and nights. */
  FactProfits: decimal,
  CautionMoney: decimal,
  TradeFee: decimal,
  /** Overnight financing so far, below 0 where it was paid to the user; in lists alone. */
  Nights: decimal.optional(),
  TargetLossPrice: decimal,
  TargetProfitPrice: decimal,
  Status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  Multiple: z.number().int(),
  /** Why it ended; empty while it has not, and of one that was cancelled before reasons were kept. */
  CloseReason: closeReason,
  CreateTimeHandler: z.string(),
  CompleteTimeHandler: z.string(),
  CreateTime: timeMs,
  OpenTime: timeMs.nullable(),
  CompleteTime: timeMs.nullable(),
  /** What the live result needs: the browser computes it with the server's own function. */
  ForexContNum: decimal,
  Markup: decimal,
  ForexTradeLists: z.object({
    Id: z.number().int(),
    Code: z.string(),
    ShowCode: z.string(),
    PricePrecision: z.number().int(),
  }),
});
export type ForexOrderView = z.infer<typeof forexOrder>;

/** As the call that changed it answers. A key that was answered before there were receipts is answered without one again. */
export const acceptedForexOrder = forexOrder.extend({ Receipt: receipt.optional() });
export type AcceptedForexOrder = z.infer<typeof acceptedForexOrder>;

export const forexEndpoints = {
  forex_submit: changes({
    path: '/v2/api/forex/submit',
    summary: 'Open a market order, or place a pending one',
    whileClosing: 'refused',
    input: z.object({
      /** 1 = buy, 2 = sell */
      type: whole(1, 2),
      cont: typed,
      forex_id: whole(1, 1_000_000),
      /** 1 = market, 0 = pending */
      status: whole(0, 1),
      target_price: typed,
      stop_loss_price: typed,
      target_profit_price: typed,
      multiple: typed,
      /** Of a market order, both or none: the price that the user saw, and by how many pips a worse fill may pass it. */
      expected_price: typedIfSent,
      max_deviation: typedIfSent,
    }),
    answer: acceptedForexOrder,
  }),
  my_deal: reads({
    path: '/v2/api/forex/my_deal',
    summary:
      'My futures orders by status; 3 includes cancelled ones. Over all pages: all_fact_profits is the sum of FactProfits, all_net_profits is what is left of it after fees and nights',
    /** `copies`: 1 copies alone, 0 none of them; empty both. */
    input: z.object({
      status: whole(0, 3),
      page,
      copies: z
        .union([whole(0, 1), z.literal('')])
        .optional()
        .default(''),
    }),
    answer: z.object({
      data: z.array(forexOrder),
      total: z.number().int(),
      all_fact_profits: decimal,
      all_net_profits: decimal,
    }),
    roles: SIGNED_IN,
  }),
  forex_close: changes({
    path: '/v2/api/forex/close',
    summary: 'Close a position at the market',
    whileClosing: 'passes',
    input: z.object({ id: idText }),
    answer: acceptedForexOrder,
  }),
  forex_close_all: changes({
    method: 'POST',
    path: '/v3/api/forex/close_all',
    summary: 'Close every position whose market is open',
    whileClosing: 'passes',
    input: z.object({}),
    answer: z.object({
      closed: z.array(z.string()),
      left: z.array(z.string()),
      /** By the order's id. */
      receipts: z.record(z.string(), receipt).optional(),
    }),
  }),
  cancel_trade: changes({
    path: '/v2/api/forex/cancel_trade',
    summary: 'Cancel a pending order',
    whileClosing: 'passes',
    input: z.object({ id: idText }),
    answer: acceptedForexOrder,
  }),
  set_stop_price: changes({
    path: '/v2/api/forex/set_stop_price',
    summary: 'Set or remove (0) stop-loss and take-profit; one that is not sent stays',
    whileClosing: 'passes',
    input: z.object({ id: idText, stop_loss_price: typedIfSent, target_profit_price: typedIfSent }),
    answer: acceptedForexOrder,
  }),
};
