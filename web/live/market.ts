// Pairs, quotes, candles and the feed's state: from trade_list and DAY_MARKET to the cells that show them.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { Candle, Period, TradePair } from '@fairtick/contract/http/market';
import type { DayMarket } from '@fairtick/contract/socket/messages';
import { systemClock } from '@fairtick/kernel/clock';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ApiError, call } from './api.ts';
import { liveSocket, onReconnect, startLive } from './connection.ts';
import { KeyedStore, useKeyed } from './keyed-store.ts';
import { QUERY, queryClient, refresh } from './query.ts';
import { mergePairs, type Quote, quoteFromPair, quoteFromTick } from './quote.ts';
import { onSettings } from './settings.ts';
import { isRecord, readStored, writeStored } from './storage.ts';

export { useConnection } from './connection.ts';
export type { Quote } from './quote.ts';

/** pending: nothing known yet. failed: nothing known and the last try failed. ready: pairs are there, old or new. */
export type PairsState = 'pending' | 'failed' | 'ready';

interface MarketState {
  readonly pairs: readonly TradePair[];
  readonly state: PairsState;
  readonly currentPairId: number | undefined;
}

const PAIRS_KEY = 'pairs';
const CURRENT_KEY = 'current-pair';
const SPARK_STALE_MS = 60_000;
const STATUS_EVERY_MS = 30_000;

const remembered = rememberedPairs();
const market = createStore<MarketState>(() => ({
  pairs: remembered,
  state: remembered.length > 0 ? 'ready' : 'pending',
  currentPairId: rememberedCurrent(),
}));
const quotes = new KeyedStore<number, Quote>();
const idByCode = new Map<string, number>();
takePairs(remembered);

/** What trade_list gave in this browser session: written by this module only, read back with that much trust. */
function rememberedPairs(): readonly TradePair[] {
  const value = readStored('session', PAIRS_KEY);
  return Array.isArray(value) ? value.filter(isStoredPair) : [];
}

function isStoredPair(value: unknown): value is TradePair {
  return isRecord(value) && typeof value.Id === 'number' && isRecord(value.ForexQuotations) && 'RateInverse' in value;
}

function rememberedCurrent(): number | undefined {
  const value = readStored('session', CURRENT_KEY);
  return typeof value === 'number' ? value : undefined;
}

function takePairs(pairs: readonly TradePair[]): void {
  for (const pair of pairs) {
    idByCode.set(pair.Code, pair.Id);
    const quote = quoteFromPair(pair);
    const known = quotes.get(pair.Id);
    // A tick that the socket brought while the list was under way is newer than the list.
    if (!known || quote.time >= known.time) quotes.set(pair.Id, { ...quote, index: known?.index ?? quote.index });
    else if (known.status !== quote.status && pair.StatusReason !== 'open') {
      quotes.set(pair.Id, { ...known, status: quote.status });
    }
  }
}

/** Fetches the pairs anew; the shell calls it on every visit of /, /trade and /order. */
export async function refreshPairs(): Promise<void> {
  try {
    const pairs = await call('trade_list', {}, { raceKey: 'trade_list', quiet: true });
    takePairs(pairs);
    market.setState((state) => ({ pairs: mergePairs(state.pairs, pairs), state: 'ready' }));
    writeStored('session', PAIRS_KEY, pairs);
  } catch (error) {
    // Cancelled by a newer fetch of the same list: that one tells.
    if (error instanceof ApiError && error.failure === 'cancelled') return;
    market.setState((state) => ({ state: state.pairs.length > 0 ? 'ready' : 'failed' }));
  }
}

let listening = false;
/** Begins to listen; harmless when already listening. */
export function startMarket(): void {
  if (listening) return;
  listening = true;
  startLive();
  liveSocket.subscribe('DAY_MARKET', (data) => {
    if (isDayMarket(data)) takeTick(data);
  });
  onReconnect(() => {
    void refreshPairs();
    refresh(QUERY.market, QUERY.spark, QUERY.candles);
  });
  onSettings((now, before) => {
    if (now.lang !== before.lang) refresh(QUERY.categories);
  });
  void refreshPairs();
}

/** The two parts that are read at once; the rest is the server's word. */
function isDayMarket(data: unknown): data is DayMarket {
  return isRecord(data) && typeof data.symbol === 'string' && isRecord(data.quotation);
}

function takeTick(data: DayMarket): void {
  const pairId = idByCode.get(data.symbol);
  if (pairId === undefined) return;
  const before = quotes.get(pairId);
  if (before && data.quotation.index < before.index) return;
  quotes.set(pairId, quoteFromTick(data, before));
  if (before && before.status !== data.status) refresh(QUERY.market);
}

export function usePairs(): { readonly pairs: readonly TradePair[]; readonly state: PairsState } {
  useEffect(startMarket, []);
  const pairs = useStore(market, (state) => state.pairs);
  const state = useStore(market, (value) => value.state);
  return { pairs, state };
}

export const usePair = (pairId: number | undefined): TradePair | undefined =>
  useStore(market, (state) => state.pairs.find((pair) => pair.Id === pairId));

export const findPair = (pairId: number | undefined): TradePair | undefined =>
  market.getState().pairs.find((pair) => pair.Id === pairId);

/** The newest quote of a pair; undefined while there is none. */
export const useQuote = (pairId: number | undefined): Quote | undefined => useKeyed(quotes, pairId ?? -1);
/** The same where somebody looks; elsewhere the newest at whatever moment it is drawn, and no drawing for its sake. */
export const useQuoteInSight = (pairId: number, inSight: boolean): Quote | undefined =>
  useKeyed(quotes, inSight ? pairId : -1) ?? quotes.get(pairId);
export const quoteOf = (pairId: number): Quote | undefined => quotes.get(pairId);

/** For charts and other things outside React that follow one pair. */
export const onQuote = (pairId: number, changed: () => void): (() => void) => quotes.subscribe(pairId, changed);

/** The chosen pair, or the first one while none is chosen or the chosen one is gone. */
export function useCurrentPair(): TradePair | undefined {
  return useStore(market, (state) => state.pairs.find((pair) => pair.Id === state.currentPairId) ?? state.pairs[0]);
}

export function setCurrentPair(pairId: number): void {
  market.setState({ currentPairId: pairId });
  writeStored('session', CURRENT_KEY, pairId);
}

export function useCategories(): AnswerOf<'getCategories'> | undefined {
  return useQuery(
    {
      queryKey: [QUERY.categories],
      queryFn: ({ signal }) => call('getCategories', {}, { quiet: true, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  ).data;
}

/** The newest 60 candles for a small chart; the last one follows the price by itself only on the next fetch (a minute). */
export function useSparkline(pairId: number, period: Period = '1min'): readonly Candle[] | undefined {
  return useQuery(
    {
      queryKey: [QUERY.spark, pairId, period],
      queryFn: ({ signal }) => call('abbreviated_cache_kline', { forex_id: pairId, period }, { quiet: true, signal }),
      staleTime: SPARK_STALE_MS,
      refetchInterval: SPARK_STALE_MS,
    },
    queryClient,
  ).data;
}

/** How far the server's clock is ahead of this device's, in ms, by the last answer that told. */
let clockAheadMs = 0;
export const serverNow = (): number => systemClock.now() + clockAheadMs;

async function fetchStatus(signal: AbortSignal): Promise<AnswerOf<'market_status'>> {
  const sentMs = systemClock.now();
  const status = await call('market_status', {}, { quiet: true, signal });
  clockAheadMs = status.serverTime - (sentMs + systemClock.now()) / 2;
  return status;
}

/** The feed's name and state, the market clock and the log's key; undefined until first known. */
export function useMarketStatus(): AnswerOf<'market_status'> | undefined {
  return useQuery(
    {
      queryKey: [QUERY.market],
      queryFn: ({ signal }) => fetchStatus(signal),
      staleTime: STATUS_EVERY_MS,
      refetchInterval: STATUS_EVERY_MS,
    },
    queryClient,
  ).data;
}
