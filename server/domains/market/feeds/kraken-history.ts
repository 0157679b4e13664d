// Fetches the source's own past over the open connection: one period after the other, a snapshot of bars each, then lets go of it.

import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import { type Bar, PERIOD_MINUTES, type PeriodMinutes } from '../feed.ts';
import { type OhlcRow, ohlcRequest, type Request } from './kraken-frames.ts';

/** A symbol that has not traded for long may send no bars at all: the next period then does not wait for it. */
const PERIOD_LIMIT_MS = 5_000;
export const KRAKEN_HISTORY_SOURCE = 'kraken-history';

export interface HistoryFetch {
  readonly clock: Clock;
  readonly symbols: readonly string[];
  /** Sends and answers the request's number. */
  readonly send: (request: Request) => number;
  readonly deliver: (symbol: string, period: PeriodMinutes, bars: readonly Bar[]) => void;
}

export class KrakenHistory {
  readonly #fetch: HistoryFetch;
  #index = -1;
  #reqId: number | undefined;
  #pending = new Set<string>();
  #cancel: CancelTimer = () => {};

  constructor(fetch: HistoryFetch) {
    this.#fetch = fetch;
  }

  start(): void {
    this.#next();
  }

  stop(): void {
    this.#cancel();
    this.#index = PERIOD_MINUTES.length;
    this.#pending.clear();
  }

  /** Bars of a snapshot; updates of running bars are not ours. */
  rows(rows: readonly OhlcRow[]): void {
    const period = PERIOD_MINUTES[this.#index];
    if (period === undefined) return;
    for (const symbol of new Set(rows.map((row) => row.symbol))) {
      const own = rows.filter((row) => row.symbol === symbol && row.minutes === period);
      if (own.length === 0 || !this.#pending.has(symbol)) continue;
      const bars = own.map((row) => ({
        time: row.begin,
        open: row.open,
        high: row.high,
        low: row.low,
        close: row.close,
        volume: row.trades,
      }));
      this.#fetch.deliver(
        symbol,
        period,
        bars.sort((a, b) => a.time - b.time),
      );
      this.#answered(symbol);
    }
  }

  refused(reqId: number | undefined, symbol: string | undefined): void {
    if (reqId !== undefined && reqId === this.#reqId && symbol !== undefined) this.#answered(symbol);
  }

  #answered(symbol: string): void {
    this.#pending.delete(symbol);
    if (this.#pending.size === 0) this.#next();
  }

  #next(): void {
    const { clock, symbols, send } = this.#fetch;
    this.#cancel();
    const done = PERIOD_MINUTES[this.#index];
    if (done !== undefined) send(ohlcRequest('unsubscribe', symbols, done));
    this.#index += 1;
    const period = PERIOD_MINUTES[this.#index];
    if (period === undefined) return;
    this.#pending = new Set(symbols);
    this.#reqId = send(ohlcRequest('subscribe', symbols, period));
    this.#cancel = clock.after(PERIOD_LIMIT_MS, () => this.#next());
  }
}
