// The pairs and the one chosen: fetched, remembered for this browser session, kept up to date by the socket.

import { ApiError } from '@fairtick/contract/client/failures';
import { isRecord } from '@fairtick/contract/client/is-record';
import { readStored, writeStored } from '@fairtick/contract/client/storage';
import type { TradePair } from '@fairtick/contract/http/market';
import { createStore } from 'zustand/vanilla';
import { QUERY, refresh } from '../transport/query.ts';
import { call } from './api.ts';
import { onReconnect, socket, startConnection } from './connection.ts';
import { mergePairs } from './quote.ts';
import { takePairs, takeTick } from './quotes.ts';
import { onSettings } from './settings.ts';

/** pending: nothing known yet. failed: nothing known and the last try failed. ready: pairs are there, old or new. */
export type PairsState = 'pending' | 'failed' | 'ready';

export interface MarketState {
  readonly pairs: readonly TradePair[];
  readonly state: PairsState;
  readonly currentPairId: number | undefined;
}

/** Nobody has to press "Try again": with nothing to show, the list is asked for once more after so long. */
const AGAIN_MS = 5_000;

const PAIRS_KEY = 'pairs';
const CURRENT_KEY = 'current-pair';

const remembered = rememberedPairs();
export const marketStore = createStore<MarketState>(() => ({
  pairs: remembered,
  state: remembered.length > 0 ? 'ready' : 'pending',
  currentPairId: rememberedCurrent(),
}));
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

/** Fetches the pairs anew; the shell calls it on every visit of /, /trade and /order. */
export async function refreshPairs(): Promise<void> {
  try {
    const pairs = await call('trade_list', {}, { raceKey: 'trade_list', quiet: true });
    takePairs(pairs);
    marketStore.setState((state) => ({ pairs: mergePairs(state.pairs, pairs), state: 'ready' }));
    writeStored('session', PAIRS_KEY, pairs);
  } catch (error) {
    // Cancelled by a newer fetch of the same list: that one tells.
    if (error instanceof ApiError && error.failure === 'cancelled') return;
    marketStore.setState((state) => ({ state: state.pairs.length > 0 ? 'ready' : 'failed' }));
    if (marketStore.getState().state === 'failed') setTimeout(() => void refreshPairs(), AGAIN_MS);
  }
}

let listening = false;
/** Begins to listen; harmless when already listening. */
export function startMarket(): void {
  if (listening) return;
  listening = true;
  startConnection();
  socket.subscribe('DAY_MARKET', (data) => {
    if (takeTick(data)) refresh(QUERY.market);
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

export function setCurrentPair(pairId: number): void {
  marketStore.setState({ currentPairId: pairId });
  writeStored('session', CURRENT_KEY, pairId);
}
