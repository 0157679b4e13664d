// Pairs, categories, candles, search and the public log's readable side.

import { z } from 'zod';
import { base64, decimal, nothing, timeMs, whole } from '../fields.ts';
import { TRADABILITY } from '../tradability.ts';
import { reads } from './drafts.ts';

export const statusReason = z.enum(TRADABILITY);

export const tradePair = z.object({
  Id: z.number().int(),
  Code: z.string(),
  ShowCode: z.string(),
  Logo: z.string(),
  CategoryId: z.number().int(),
  MarketStatus: z.union([z.literal(0), z.literal(1)]),
  StatusReason: statusReason,
  PricePrecision: z.number().int(),
  /** Close = newest mid, Open = mid 24 h ago, Change in percent. Empty text before the first price. */
  ForexQuotations: z.object({
    Open: z.string(),
    Close: z.string(),
    Change: z.string(),
    Bid: z.string(),
    Ask: z.string(),
    Time: timeMs,
  }),
  HasForexMultiple: z.array(z.object({ Value: z.number().int() })),
  /** 1 = fixed margin. */
  MarginMode: z.union([z.literal(1), z.literal(2)]),
  ForexContNum: decimal,
  ForexMinCont: decimal,
  ForexMaxCont: decimal,
  /** The quantity step. */
  Pip: decimal,
  ForexFeeRate: decimal,
  Markup: decimal,
  Base: z.string(),
  Quote: z.string(),
  /** The pair whose mid turns the quote currency into USD; null where it is USD already. */
  RatePairId: z.number().int().nullable(),
  RateInverse: z.boolean(),
});
export type TradePair = z.infer<typeof tradePair>;

/** What else is public about a pair: when it trades, and what it costs beside fee and spread. */
export const pairTerms = z.object({
  Id: z.number().int(),
  ShowCode: z.string(),
  Quote: z.string(),
  /** fx: Sunday 17:00 to Friday 17:00; metal and index: the same with a rest from 17:00 to 18:00 a day; always: without end. */
  Hours: z.enum(['fx', 'metal', 'index', 'always']),
  /** Whose wall clock those hours are: an IANA name. */
  TimeZone: z.string(),
  /** The market's clock at this answer; the two times below are on it. */
  MarketTime: timeMs,
  InHours: z.boolean(),
  /** null where it never closes. */
  NextOpen: timeMs.nullable(),
  NextClose: timeMs.nullable(),
  /** Trading days without trading, as MM-DD (each year) or YYYY-MM-DD. */
  Holidays: z.array(z.string()),
  /** Added to the ask and taken from the bid, the same for everybody. */
  Markup: decimal,
  /** Taken per lot and night, in the quote currency; below 0 it is paid to the user. */
  FinancingBuy: decimal,
  FinancingSell: decimal,
  /** At 17:00 of TimeZone. fx: Monday to Friday, three-fold on Wednesday; weekdays: Monday to Friday; daily: every night. */
  FinancingNights: z.enum(['fx', 'weekdays', 'daily']),
  /** ms: a market order or an option needs a younger quote; null where its age does not count. Follows the pace of the pair’s quotes, as they come. */
  FreshMs: z.number().int().nullable(),
});
export type PairTerms = z.infer<typeof pairTerms>;

export const candle = z.object({
  /** Start, UTC ms. */
  Time: timeMs,
  Open: decimal,
  High: decimal,
  Low: decimal,
  Close: decimal,
  Volume: z.number(),
  /** Where it comes from: a feed's name, or 'simulated-history'. */
  Source: z.string(),
});
export type Candle = z.infer<typeof candle>;

export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '1day'] as const;
export type Period = (typeof PERIODS)[number];
export const period = z.enum(PERIODS);

export const tick = z.object({
  pair: z.string(),
  seq: z.number().int(),
  bid: decimal,
  ask: decimal,
  sourceTime: timeMs,
  receivedTime: timeMs,
  source: z.string(),
  index: z.number().int(),
});

/** The feed as the user must see it: a replayed or simulated market is never shown as live. */
const marketStatus = z.object({
  source: z.enum(['kraken', 'replay', 'simulated']),
  state: z.enum(['live', 'starting', 'down', 'ended']),
  /** One plain word of why it is not live; empty when it is. */
  reason: z.string(),
  serverTime: timeMs,
  /** Market time: differs from serverTime in a replay. */
  marketTime: timeMs,
  logSize: z.number().int(),
  verifierKey: z.string(),
});

export const marketEndpoints = {
  trade_list: reads({
    path: '/v2/api/forex/trade_list',
    summary: 'All pairs with their newest quote',
    input: nothing,
    answer: z.array(tradePair),
  }),
  getCategories: reads({
    path: '/v2/api/forex/getCategories',
    summary: 'Categories of pairs',
    input: nothing,
    answer: z.array(z.object({ Id: z.number().int(), NameShowTrans: z.string() })),
  }),
  kline: reads({
    path: '/v2/api/forex/kline',
    summary: 'Candles, oldest first; `to` (exclusive, ms) and `limit` for older ones',
    input: z.object({
      forex_id: whole(1, 1_000_000),
      period,
      to: whole(0, 9e15).optional(),
      limit: whole(1, 1000).optional().default(300),
    }),
    answer: z.array(candle),
  }),
  abbreviated_cache_kline: reads({
    path: '/v2/api/forex/abbreviated_cache_kline',
    summary: 'The newest 60 candles for a small chart, oldest first',
    input: z.object({ forex_id: whole(1, 1_000_000), period: period.optional().default('1min') }),
    answer: z.array(candle),
  }),
  search: reads({
    path: '/v2/api/forex/search',
    summary: 'Pairs whose code or name contains the text',
    input: z.object({ name: z.string().max(32).optional().default('') }),
    answer: z.array(
      z.object({ Id: z.number().int(), ShowCode: z.string(), ForexQuotations: z.object({ Close: z.string() }) }),
    ),
  }),
  pair_terms: reads({
    path: '/v3/api/pair_terms',
    summary: 'When a pair trades, its markup and its overnight financing',
    input: z.object({ forex_id: whole(1, 1_000_000) }),
    answer: pairTerms,
  }),
  market_status: reads({
    path: '/v3/api/market',
    summary: 'The feed, the market clock and the log',
    input: nothing,
    answer: marketStatus,
  }),
  ticks: reads({
    path: '/v3/api/ticks',
    summary: 'Logged ticks of a pair by number, `to` exclusive, at most 1,000',
    input: z.object({ pair: z.string().max(16), from: whole(0, 9e15), to: whole(0, 9e15) }),
    answer: z.array(tick),
  }),
  consistency: reads({
    path: '/v3/api/log/consistency',
    summary: 'Proof that the log of size `to` extends the log of size `from`',
    input: z.object({
      from: whole(1, 9e15),
      to: whole(1, 9e15),
      /** The log of ticks where it is not said. */
      log: z.enum(['ticks', 'acceptances', 'candles']).optional(),
    }),
    answer: z.object({ proof: z.array(base64) }),
  }),
};
