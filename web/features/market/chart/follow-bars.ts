// The bars of one pair and period: the newest page, older pages on demand, live updates, and a fresh page after a gap or reconnect.

import type { Period } from '@fairtick/contract/http/market';
import type { KlineUpdate } from '@fairtick/contract/socket/messages';
import { call } from '../../../stores/api.ts';
import { onReconnect, socket } from '../../../stores/connection.ts';
import { ApiError } from '../../../transport/failures.ts';
import { isRecord } from '../../../transport/is-record.ts';
import { type Bar, barOfUpdate, barsOf, fitOf, joinBars } from './bars.ts';

export interface BarSink {
  /** The whole row anew. `older` says that only bars to the left were added. */
  readonly replaced: (bars: readonly Bar[], older: boolean) => void;
  readonly updated: (bar: Bar) => void;
  readonly failed: () => void;
}

const PAGE = 300;
/** Enough to scroll through months of hours; more would slow a phone. */
const MAX_BARS = 6_000;
const remembered = new Map<string, readonly Bar[]>();
const MAX_REMEMBERED = 12;

export interface FollowedBars {
  readonly loadOlder: () => void;
  readonly retry: () => void;
  readonly stop: () => void;
}

export function followBars(pair: { Id: number; Code: string }, period: Period, sink: BarSink): FollowedBars {
  const fetchPage = async (to?: number): Promise<readonly Bar[]> =>
    barsOf(await call('kline', { forex_id: pair.Id, period, limit: PAGE, to }, { quiet: true, signal: abort.signal }));
  const key = `${pair.Id}/${period}`;
  const abort = new AbortController();
  let bars = remembered.get(key) ?? [];
  let exhausted = false;
  let busy: 'older' | 'newest' | undefined;
  if (bars.length > 0) sink.replaced(bars, false);

  const take = (next: readonly Bar[], older: boolean): void => {
    bars = next;
    remember(key, bars);
    sink.replaced(bars, older);
  };

  async function loadNewest(): Promise<void> {
    if (busy === 'newest') return;
    busy = 'newest';
    try {
      const page = await fetchPage();
      // Bars kept from before the page's start stay only when they touch it; else a hole would be drawn as none.
      const touches = bars.some((bar) => bar.time === page[0]?.time);
      take(touches ? joinBars(bars, page) : page, false);
    } catch (error) {
      if (!isCancelled(error)) sink.failed();
    } finally {
      busy = undefined;
    }
  }

  async function loadOlder(): Promise<void> {
    const first = bars[0];
    if (busy || exhausted || !first || bars.length >= MAX_BARS) return;
    busy = 'older';
    try {
      const page = await fetchPage(first.time * 1000);
      exhausted = page.length === 0;
      if (page.length > 0) take(joinBars(page, bars), true);
    } catch {
      // The next scroll to the edge tries again.
    } finally {
      busy = undefined;
    }
  }

  function takeLive(data: unknown): void {
    if (!isKline(data) || data.kline.Period !== period) return;
    const bar = barOfUpdate(data.kline);
    const fit = fitOf(bars.at(-1), bar, period);
    if (fit === 'stale') return;
    // A pair without candles got its first one; while the first page is on its way, that page brings it.
    if (fit === 'first') {
      if (busy === undefined) take([bar], false);
      return;
    }
    bars = fit === 'replace' ? [...bars.slice(0, -1), bar] : [...bars, bar];
    remember(key, bars);
    sink.updated(bar);
    // A quiet market skips bars too; the server knows which, so ask once and go on.
    if (fit === 'gap') void loadNewest();
  }

  const leave = [
    socket.subscribe(`KLINE.${pair.Code}`, takeLive),
    onReconnect(() => void loadNewest()),
    () => abort.abort(),
  ];
  void loadNewest();
  return {
    loadOlder: () => void loadOlder(),
    retry: () => void loadNewest(),
    stop: () => {
      for (const one of leave) one();
    },
  };
}

const isCancelled = (error: unknown): boolean => error instanceof ApiError && error.failure === 'cancelled';

function isKline(data: unknown): data is KlineUpdate {
  return isRecord(data) && isRecord(data.kline) && typeof data.kline.Time === 'number';
}

function remember(key: string, bars: readonly Bar[]): void {
  remembered.delete(key);
  remembered.set(key, bars.slice(-PAGE));
  const oldest = remembered.keys().next().value;
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}
