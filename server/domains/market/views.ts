// The market's things under the contract's field names. The one place that knows both.

import type { Candle, PairTerms, Period, TradePair } from '@fairtick/contract/http/market';
import type { LanguageKey } from '@fairtick/contract/languages';
import { text } from '@fairtick/contract/texts/index';
import { HOLIDAYS, isOpen, MARKET_ZONE, nextClose, nextOpen } from '@fairtick/engine/hours';
import type { Pair, Tick } from '@fairtick/engine/types';
import { formatFixed, formatUnits } from '@fairtick/kernel/decimal';
import type { KeptCandle } from './candles.ts';
import type { FeedState, PeriodMinutes } from './feed.ts';
import type { Category } from './pairs.ts';
import type { Quotation } from './quotations.ts';
import type { PairStatus } from './statuses.ts';

const MINUTES: Readonly<Record<Period, PeriodMinutes>> = {
  '1min': 1,
  '5min': 5,
  '15min': 15,
  '30min': 30,
  '60min': 60,
  '1day': 1440,
};
const NAMES: Readonly<Record<PeriodMinutes, Period>> = {
  1: '1min',
  5: '5min',
  15: '15min',
  30: '30min',
  60: '60min',
  1440: '1day',
};

export const periodOf = (name: Period): PeriodMinutes => MINUTES[name];
export const periodName = (period: PeriodMinutes): Period => NAMES[period];

export function toTradePair(pair: Pair, status: PairStatus, quotation: Quotation | undefined): TradePair {
  return {
    Id: pair.id,
    Code: pair.code,
    ShowCode: pair.showCode,
    Logo: pair.logo,
    CategoryId: pair.categoryId,
    MarketStatus: status.marketStatus,
    StatusReason: status.reason,
    PricePrecision: pair.pricePrecision,
    ForexQuotations: toQuotations(pair, quotation),
    HasForexMultiple: pair.multiples.map((value) => ({ Value: value })),
    MarginMode: pair.marginMode,
    ForexContNum: formatUnits(pair.contNum),
    ForexMinCont: formatUnits(pair.minQuantity),
    ForexMaxCont: formatUnits(pair.maxQuantity),
    Pip: formatUnits(pair.quantityStep),
    ForexFeeRate: formatUnits(pair.feeRate),
    Markup: formatUnits(pair.markup),
    Base: pair.base,
    Quote: pair.quote,
    RatePairId: pair.ratePairId ?? null,
    RateInverse: pair.rateInverse,
  };
}

/** `marketMs`: the market's clock now, UTC ms; `freshMs`: by the pace of its quotes now. */
export function toPairTerms(pair: Pair, marketMs: number, freshMs: number | undefined): PairTerms {
  const inHours = isOpen(pair.hours, marketMs);
  const closes = nextClose(pair.hours, marketMs);
  const from = inHours ? closes : marketMs;
  const opens = from === undefined ? undefined : nextOpen(pair.hours, from);
  return {
    Id: pair.id,
    ShowCode: pair.showCode,
    Quote: pair.quote,
    Hours: pair.hours,
    TimeZone: MARKET_ZONE,
    MarketTime: marketMs,
    InHours: inHours,
    NextOpen: opens ?? null,
    NextClose: closes ?? null,
    Holidays: pair.hours === 'always' ? [] : [...HOLIDAYS],
    Markup: formatUnits(pair.markup),
    FinancingBuy: formatUnits(pair.financingBuy),
    FinancingSell: formatUnits(pair.financingSell),
    FinancingNights: pair.financingNights,
    FreshMs: freshMs ?? null,
  };
}

/** Prices with PricePrecision places; empty texts and time 0 before the first price. */
export function toQuotations(pair: Pair, quotation: Quotation | undefined): TradePair['ForexQuotations'] {
  if (!quotation) return { Open: '', Close: '', Change: '', Bid: '', Ask: '', Time: 0 };
  const { tick, open, close, change } = quotation;
  const places = pair.pricePrecision;
  return {
    Open: formatFixed(open, places),
    Close: formatFixed(close, places),
    Change: formatUnits(change, 2),
    Bid: formatFixed(tick.bid, places),
    Ask: formatFixed(tick.ask, places),
    Time: tick.receivedTime,
  };
}

export function toCandle(candle: KeptCandle, pricePrecision: number): Candle {
  return {
    Time: candle.time,
    Open: formatFixed(candle.open, pricePrecision),
    High: formatFixed(candle.high, pricePrecision),
    Low: formatFixed(candle.low, pricePrecision),
    Close: formatFixed(candle.close, pricePrecision),
    Volume: candle.volume,
    Source: candle.source,
  };
}

/** As the public log's readable side has it. */
export function toTick(tick: Tick, pair: Pick<Pair, 'code' | 'pricePrecision'>) {
  return {
    pair: pair.code,
    seq: tick.seq,
    bid: formatFixed(tick.bid, pair.pricePrecision),
    ask: formatFixed(tick.ask, pair.pricePrecision),
    sourceTime: tick.sourceTime,
    receivedTime: tick.receivedTime,
    source: tick.source,
    index: tick.logIndex,
  };
}

export const toCategory = (category: Category, lang: LanguageKey) => ({
  Id: category.id,
  NameShowTrans: text(lang, category.nameKey),
});

/** The feed's state in the contract's words; a source that has paused counts as down, with its reason. */
export function toFeedState(state: FeedState): 'live' | 'starting' | 'down' | 'ended' {
  if (state === 'connecting') return 'starting';
  return state === 'paused' ? 'down' : state;
}
