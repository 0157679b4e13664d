// Traders and those who follow them: who they are, what their closed orders came to, how one becomes one, and what a follower sets, sees and leaves.

import { z } from 'zod';
import { decimal, idText, nothing, page, timeMs, typed, whole } from '../fields.ts';
import { SKIP_REASONS } from '../trader-words.ts';
import { changes, EVERYONE, reads, SIGNED_IN } from './drafts.ts';
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
  /** Of new net gains of whoever begins to follow now, in percent. */
  share_rate: decimal,
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
  /** The least that any seven days in a row brought; empty before there were seven. */
  worst_week: figure,
  /** What all who follow or did have made by closed copies, real money, USD; of how many of them that is, and how many have gained. */
  followers_net: decimal,
  followers_settled: z.number().int(),
  followers_gaining: z.number().int(),
  /** Under copy now: of each who follows the lesser of their greatest amount and what their account is worth, USD. Worked out anew each minute. */
  assets: decimal,
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
  PairId: z.number().int(),
  /** What one of the quote currency was in USD as it opened, with 12 places at most. */
  OpenRate: z.string().regex(/^\d+(\.\d{1,12})?$/),
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

const mode = z.enum(['lots', 'proportional']);

const followed = z.object({
  trader,
  /** What holds for orders that the trader opens from now on. */
  mode,
  multiple: z.number().int(),
  max_amount: decimal,
  stop_amount: decimal,
  /** A higher stop that was asked for, and from when it holds; null where there is none. */
  stop_next: decimal.nullable(),
  stop_next_from: timeMs.nullable(),
  paused: z.boolean(),
  /** Of new net gains, in percent; bound when following began. */
  share_rate: decimal,
  since: timeMs,
  /** Margin of the open copies, of max_amount. */
  used: decimal,
  open_num: z.number().int(),
  /** Numbers of the open copies, and what they have cost so far: fees and nights. */
  copies: z.array(z.string()),
  open_cost: decimal,
  closed_num: z.number().int(),
  /** Net results of closed copies since following began, and what closing the open ones now would bring, fees and nights taken off. */
  net: decimal,
  open_net: decimal,
  /** Of the share: set aside now, and paid so far. */
  accrued: decimal,
  paid: decimal,
  /** What stands against the stop: it ends the relation at minus stop_amount. */
  stop_result: decimal,
});
export type FollowedView = z.infer<typeof followed>;

const follower = z.object({
  follow_id: z.string(),
  avatar: z.string(),
  /** Masked: two signs at most. */
  nickname: z.string(),
  /** Net result by margin of that follower's closed copies, in percent. */
  profitability: decimal,
  /** Net result of that follower's closed copies, USD. */
  total_profits: decimal,
  /** Paid to the trader of it. */
  paid: decimal,
});
export type FollowerView = z.infer<typeof follower>;

const skip = z.object({
  trader_id: z.string(),
  nickname: z.string(),
  order_id: z.string(),
  pair: z.string(),
  reason: z.enum(SKIP_REASONS),
  wanted: decimal,
  time: timeMs,
});
export type SkipView = z.infer<typeof skip>;

/** Empty: lots, as the document's call means it. */
const modeTyped = z
  .union([mode, z.literal('')])
  .optional()
  .default('');

const flagTyped = z
  .union([whole(0, 1), z.literal('')])
  .optional()
  .default('');

export const followEndpoints = {
  follow_trader: changes({
    method: 'POST',
    path: '/api/follow/follow_trader',
    summary:
      'Follow a trader from their next order on. `multiple` 1 to 100; `max_amount`: USD of margin in open copies; `mode`: lots, or in proportion to what the trader has; `stop_amount`: the loss at which it ends, max_amount where it is left out',
    whileClosing: 'refused',
    input: z.object({ trader_id: idText, multiple: typed, max_amount: typed, mode: modeTyped, stop_amount: typed }),
    answer: nothing,
    roles: SIGNED_IN,
    rate: { max: 30, perSeconds: 3_600, by: 'user' },
  }),
  canal_follow: changes({
    method: 'POST',
    path: '/api/follow/canal_follow',
    summary:
      'Stop following. Open copies stay, and follow the trader’s closings no more; with `close` 1 they close now, at the market’s price, but for those whose market is closed. Answers how many were `closed`, and how many are `left`',
    whileClosing: 'passes',
    input: z.object({ trader_id: idText, close: flagTyped }),
    answer: z.object({ closed: z.number().int(), left: z.number().int() }),
    roles: SIGNED_IN,
    rate: { max: 60, perSeconds: 3_600, by: 'user' },
  }),
  follow_settings: changes({
    method: 'POST',
    path: '/v3/api/follow/settings',
    summary:
      'Set anew what holds for orders that the trader opens from now on; what is left out or empty stays. A lower stop holds at once, a higher one after 24 hours. `paused` 1: no new copies',
    whileClosing: 'passes',
    input: z.object({
      trader_id: idText,
      multiple: typed,
      max_amount: typed,
      mode: modeTyped,
      stop_amount: typed,
      paused: flagTyped,
    }),
    answer: nothing,
    roles: SIGNED_IN,
    rate: { max: 30, perSeconds: 86_400, by: 'user' },
  }),
  followed_trader: reads({
    path: '/api/follow/followed_trader',
    summary: 'Traders whom the caller follows, what was set, and what it came to',
    input: nothing,
    answer: z.array(followed),
    roles: SIGNED_IN,
    rate: PAGES,
  }),
  follow_relations: reads({
    path: '/v3/api/follow/relations',
    summary: 'Every relation of the caller that there ever was, and with whom: what a copy belongs to. Newest first',
    input: nothing,
    answer: z.array(z.object({ id: z.string(), trader_id: z.string(), nickname: z.string() })),
    roles: SIGNED_IN,
    rate: PAGES,
  }),
  follow_skips: reads({
    path: '/v3/api/follow/skips',
    summary: 'Orders of followed traders that were not copied, and why; newest first',
    input: z.object({ page }),
    answer: z.object({ data: z.array(skip), total: z.number().int() }),
    roles: SIGNED_IN,
    rate: PAGES,
  }),
  my_follower: reads({
    path: '/api/follow/my_follower',
    summary: "A trader's followers: `position_profits` is set aside and not yet paid, `total_profits` was paid",
    input: z.object({ page }),
    answer: z.object({
      data: z.array(follower),
      total: z.number().int(),
      total_profits: decimal,
      position_profits: decimal,
      follow_num: z.number().int(),
    }),
    roles: REAL,
    rate: PAGES,
  }),
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
      "A trader's own closed orders (status 3) for everybody, and open ones (status 1) for those who follow. With `follower_user_id` copies of one follower, for that follower alone and for the trader. Newest first",
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
  follow_end: changes({
    method: 'POST',
    path: '/v3/api/follow/end',
    summary:
      'Lead no more. Whoever follows keeps their open copies; what is set aside is paid as it falls due, and the record stays public',
    whileClosing: 'passes',
    input: nothing,
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
