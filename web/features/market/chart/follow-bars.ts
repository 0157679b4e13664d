// The bars of one pair and period: the newest page, older pages on demand, the running bar, and a fresh page after a gap or reconnect.

import { ApiError } from '@fairtick/contract/client/failures';
import { isRecord } from '@fairtick/contract/client/is-record';
import type { Period, TradePair } from '@fairtick/contract/http/market';
import type { KlineUpdate } from '@fairtick/contract/socket/messages';
import { call } from '../../../stores/api.ts';
import { onReconnect, socket } from '../../../stores/connection.ts';
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

export function followBars(pair: BarPair, period: Period, sink: BarSink): FollowedBars {
  const follower = new BarFollower(pair, period, sink);
  const leave = [
    socket.subscribe(`KLINE.${pair.Code}`, (data) => follower.takeUpdate(data)),
    onReconnect(() => void follower.loadNewest()),
    () => follower.stop(),
  ];
  void follower.loadNewest();
  return {
    loadOlder: () => void follower.loadOlder(),
    retry: () => void follower.loadNewest(),
    stop: () => {
      for (const one of leave) one();
    },
  };
}

type BarPair = Pick<TradePair, 'Id' | 'Code'>;

class BarFollower {
  readonly #pair: BarPair;
  readonly #period: Period;
  readonly #sink: BarSink;
  readonly #key: string;
  readonly #abort = new AbortController();
  #bars: readonly Bar[];
  #exhausted = false;
  #busy: 'older' | 'newest' | undefined;

  constructor(pair: BarPair, period: Period, sink: BarSink) {
    this.#pair = pair;
    this.#period = period;
    this.#sink = sink;
    this.#key = `${pair.Id}/${period}`;
    this.#bars = remembered.get(this.#key) ?? [];
    if (this.#bars.length > 0) sink.replaced(this.#bars, false);
  }

  stop(): void {
    this.#abort.abort();
  }

  async loadNewest(): Promise<void> {
    if (this.#busy === 'newest') return;
    this.#busy = 'newest';
    try {
      const page = await this.#fetchPage();
      // Bars kept from before the page's start stay only when they touch it; else a hole would be drawn as none.
      const touches = this.#bars.some((bar) => bar.time === page[0]?.time);
      this.#take(touches ? joinBars(this.#bars, page) : page, false);
    } catch (error) {
      if (!isCancelled(error)) this.#sink.failed();
    } finally {
      this.#busy = undefined;
    }
  }

  async loadOlder(): Promise<void> {
    const first = this.#bars[0];
    if (this.#busy || this.#exhausted || !first || this.#bars.length >= MAX_BARS) return;
    this.#busy = 'older';
    try {
      const page = await this.#fetchPage(first.time * 1000);
      this.#exhausted = page.length === 0;
      if (page.length > 0) this.#take(joinBars(page, this.#bars), true);
    } catch {
      // The next scroll to the edge tries again.
    } finally {
      this.#busy = undefined;
    }
  }

  /** Data of KLINE. */
  takeUpdate(data: unknown): void {
    if (!isKline(data) || data.kline.Period !== this.#period) return;
    const bar = barOfUpdate(data.kline);
    const fit = fitOf(this.#bars.at(-1), bar, this.#period);
    if (fit === 'stale') return;
    // A pair without candles got its first one; while the first page is on its way, that page brings it.
    if (fit === 'first') {
      if (this.#busy === undefined) this.#take([bar], false);
      return;
    }
    this.#bars = fit === 'replace' ? [...this.#bars.slice(0, -1), bar] : [...this.#bars, bar];
    remember(this.#key, this.#bars);
    this.#sink.updated(bar);
    // A quiet market skips bars too; the server knows which, so ask once and go on.
    if (fit === 'gap') void this.loadNewest();
  }

  async #fetchPage(to?: number): Promise<readonly Bar[]> {
    const page = { forex_id: this.#pair.Id, period: this.#period, limit: PAGE, to };
    return barsOf(await call('kline', page, { quiet: true, signal: this.#abort.signal }));
  }

  #take(bars: readonly Bar[], older: boolean): void {
    this.#bars = bars;
    remember(this.#key, bars);
    this.#sink.replaced(bars, older);
  }
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
