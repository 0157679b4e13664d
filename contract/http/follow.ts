// Traders whom others will be able to follow: who they are, what their closed orders came to, and how one becomes one. Following itself is not served yet.

import { z } from 'zod';
import { decimal, idText, nothing, page, timeMs, typed, whole } from '../fields.ts';
import { changes, EVERYONE, reads } from './drafts.ts';
import { typedText } from './names.ts';

const REAL = ['real'] as const;
/** As fast as somebody turns pages. */
const PAGES = { max: 120, perSeconds: 60, by: 'user' } as const;

/** A figure that there is not yet is empty. */
const figure = z.string().regex(/^(-?\d+(\.\d+)?)?$/);

const risk = {
  /** What closing all open positions now would bring, USD: fees and nights taken off. */
  open_result: decimal,
  /** The longest way down from a peak of the hourly equity, open results included, in percent; empty before there are two hours. */
  drawdown: figure,
};

const trader = z.object({
  id: z.string(),
  user_id: z.string(),
  /** Address of an image; empty for the app's own. */
  avatar: z.string(),
  nickname: z.string(),
  /** Of those who follow: how many, their open and closed copies, the margin of the open ones and the net result of the closed ones. */
  follow_num: z.number().int(),
  position_num: z.number().int(),
  total_num: z.number().int(),
  total_amount: decimal,
  /** The caller's own multiple and greatest amount where they follow, else what the trader suggests. */
  position_quantity: z.number().int(),
  max_amount: decimal,
  total_profits: decimal,
  is_followed: z.boolean(),
  /** Of the trader's own closed orders: net result by margin over three weeks, in percent; net result over life, USD. */
  profit_percent: decimal,
  total_profit: decimal,
  ...risk,
  /** Closed orders of the trader's own, over life. */
  own_num: z.number().int(),
  state: z.enum(['active', 'suspended', 'left']),
});
export type TraderView = z.infer<typeof trader>;

const windowFigures = z.object({ rate: decimal, win: decimal, profit: decimal, trades: z.number().int() });

const record = z.object({
  user_id: z.string(),
  /** Days since the first approval. */
  days: z.number().int(),
  three_week: windowFigures,
  total: windowFigures,
  /** Time-weighted, in percent, open results included; empty where the record is younger. */
  return_7: figure,
  return_30: figure,
  return_90: figure,
  return_life: figure,
  /** Of at least 21 days. */
  sharpe: figure,
  ...risk,
  open_margin: decimal,
  /** Own net value at risk, USD. */
  equity: decimal,
  /** Gains by losses; empty where nothing was lost. */
  profit_factor: figure,
  average_gain: decimal,
  average_loss: decimal,
  held_gain: timeMs,
  held_loss: timeMs,
  worst_order: decimal,
  /** Why the ranking does not have them yet: fewer than 10 closed orders in three weeks, less than 14 days, less than 500 USD. */
  unlisted: z.array(z.enum(['few_orders', 'new', 'little_equity'])),
  /** One point a day: what 100 have become. */
  curve: z.array(z.object({ time: timeMs, value: decimal })),
});
export type TraderRecord = z.infer<typeof record>;

const rankEntry = z.object({
  user: z.object({ id: z.string(), nickname: z.string(), avatar: z.string() }),
  multiple: z.number().int(),
  three_week_rate: decimal,
  three_week_win: decimal,
  three_week_profit: decimal,
  total_rate: decimal,
  total_trade_num: z.number().int(),
  code: z.string(),
  /** What the order goes by: as three_week_rate, with what is open charged where it loses. In percent. */
  rank_rate: decimal,
  ...risk,
});
export type RankEntry = z.infer<typeof rankEntry>;

const followOrder = z.object({
  Id: z.string(),
  ForexTradeLists: z.object({ ShowCode: z.string() }),
  /** 1 = buy, 2 = sell. */
  OrderType: z.union([z.literal(1), z.literal(2)]),
  Quantity: decimal,
  Status: z.union([z.literal(1), z.literal(3)]),
  OriginPrice: decimal,
  Price: decimal,
  UpdatePrice: z.string(),
  FactProfits: decimal,
  /** 1 = an order of the trader's own, 2 = a copy. */
  FollowType: z.union([z.literal(1), z.literal(2)]),
  CreateTimeHandler: z.string(),
  Multiple: z.number().int(),
  /** FactProfits without the fee and what nights took: what every figure is made of. */
  NetProfits: decimal,
  CompleteTime: timeMs.nullable(),
});
export type FollowOrder = z.infer<typeof followOrder>;

const profile = z.object({
  /** 0 has not applied, 1 waits, 2 approved, 3 rejected, 4 suspended, 5 left. */
  status: whole(0, 5),
  /** Of a rejection or suspension, as the staff wrote it. */
  reason: z.string(),
  /** What they are called now, and whether they chose it. */
  nickname: z.string(),
  nickname_chosen: z.boolean(),
  avatar: z.string(),
  multiple: z.number().int(),
  max_amount: decimal,
  /** Of new net gains of those who follow, in percent. */
  share_rate: decimal,
  max_followers: z.number().int(),
  applied: timeMs.nullable(),
  /** Until when a waiting application is answered. */
  due: timeMs.nullable(),
  approved: timeMs.nullable(),
  verified: z.boolean(),
  closed_orders: z.number().int(),
  needed_orders: z.number().int(),
  /** What applying agrees to, in the language asked for. */
  agreement: z.object({
    version: z.number().int(),
    /** SHA-256 of version, language and text, hexadecimal. */
    hash: z.string(),
    lang: z.string(),
    paragraphs: z.array(z.string()),
  }),
  /** What was agreed to by the newest application; null where there is none. */
  agreed: z.object({ version: z.number().int(), hash: z.string(), time: timeMs }).nullable(),
});
export type TraderProfile = z.infer<typeof profile>;

export const followEndpoints = {
  follow_list: reads({
    path: '/api/follow/list',
    summary:
      'The ranking: three weeks of closed orders, with losses that are still open charged. The formula is public, and nobody is put anywhere by hand',
    input: nothing,
    answer: z.array(rankEntry),
    rate: PAGES,
  }),
  trader_list: reads({
    path: '/api/follow/trader_list',
    summary: 'Traders, those of the ranking first and in its order',
    input: z.object({ page }),
    answer: z.object({ data: z.array(trader), total: z.number().int() }),
    rate: PAGES,
  }),
  trader_detail: reads({
    path: '/api/follow/trader_detail',
    summary: 'One trader by the number of their user. Who leads no more stays readable',
    input: z.object({ id: idText }),
    answer: trader,
    rate: PAGES,
  }),
  trader_record: reads({
    path: '/v3/api/follow/record',
    summary: "A trader's whole record: returns, falls and averages, computed from closed orders and hourly equity",
    input: z.object({ id: idText }),
    answer: record,
    rate: PAGES,
  }),
  my_deal_follow_order: reads({
    path: '/v2/api/forex/my_deal_follow_order',
    summary:
      "A trader's own closed orders (status 3), newest first, for everybody. What is open is for those who follow; copies are not served yet",
    input: z.object({
      page,
      user_id: idText,
      follower_user_id: z
        .union([idText, z.literal('')])
        .optional()
        .default(''),
      status: whole(1, 3).pipe(z.union([z.literal(1), z.literal(3)])),
    }),
    answer: z.object({ data: z.array(followOrder), total: z.number().int() }),
    roles: EVERYONE,
    rate: PAGES,
  }),
  apply_trader: changes({
    method: 'POST',
    path: '/api/follow/apply_trader',
    summary:
      'Apply to become a trader, which agrees to the newest agreement in the language asked for. `agreement`: the hash of what was read, where the caller holds one',
    whileClosing: 'passes',
    input: z.object({ agreement: z.string().max(64).optional().default('') }),
    answer: nothing,
    roles: REAL,
    rate: { max: 20, perSeconds: 3_600, by: 'user' },
  }),
  follow_profile: reads({
    path: '/v3/api/follow/profile',
    summary: "The caller's own standing as a trader, and what applying agrees to",
    input: nothing,
    answer: profile,
    roles: REAL,
  }),
  follow_profile_change: changes({
    method: 'POST',
    path: '/v3/api/follow/profile',
    summary: 'Choose a nickname, and what is suggested to those who would follow. What is left out or empty stays',
    whileClosing: 'passes',
    input: z.object({ nickname: typedText(200), multiple: typed, max_amount: typed }),
    answer: nothing,
    roles: REAL,
    rate: { max: 30, perSeconds: 3_600, by: 'user' },
  }),
};
