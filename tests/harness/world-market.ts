// The market of a server under test: ticks go into the real log and come out as quotes, hours and states; no feed, no candles, no intake.

import type { OpeningBounds } from '@fairtick/engine/pace';
import type { Pair, QuoteView, Tick } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import { price, readUnits } from '@fairtick/kernel/decimal';
import {
  evaluatedThrough,
  firstTicksAfter,
  lastTicksAt,
  type NewTick,
  Paces,
  ticksAfter,
  ticksAt,
  tradability,
} from '@fairtick/server/domains/market/index';
import type { Pool } from '@fairtick/server/platform/database/pools';
import type { TradingMarket } from '@fairtick/server/trading/trading-market';

/** The log counts as past a moment this long after it (rules §7). */
const GRACE_MS = 2_000;

export type Feed = 'up' | 'down';

export class WorldMarket implements TradingMarket {
  readonly #db: Pool;
  readonly #clock: Clock;
  readonly #pairs: Map<number, Pair>;
  readonly #paces = new Paces();
  #quotes: ReadonlyMap<number, Tick> = new Map();
  #logIndex = -1;
  #newestReceived = 0;
  #passed = 0;
  /** What the ticks are from: live ones are held to their pace. */
  source: Tick['source'] = 'simulated';
  /** Whether the feed is there: a test may take it away. */
  feed: Feed = 'up';
  /** Called before each read of the log's newest pages: a test may hold a reader there. */
  beforeTicksAfter: () => Promise<void> = () => Promise.resolve();
  /** Called after such a read with the number of ticks it found, before the reader learns of them. */
  afterTicksAfter: (found: number) => Promise<void> = () => Promise.resolve();

  constructor(options: { db: Pool; clock: Clock; pairs: readonly Pair[] }) {
    this.#db = options.db;
    this.#clock = options.clock;
    this.#pairs = new Map(options.pairs.map((pair) => [pair.id, pair]));
  }

  /** What a start finds in the log. */
  async load(): Promise<void> {
    const { rows } = await this.#db.query<{ size: bigint }>('SELECT size FROM log_state');
    const newest = Number(rows[0]?.size ?? 0n) - 1;
    for (const tick of (await this.ticksAt(newest)).toSorted((a, b) => a.logIndex - b.logIndex)) this.take(tick);
  }

  /** A tick as the log takes it: received now, and never at a moment that was called past. */
  received(code: string, bid: string, ask: string): NewTick {
    const pair = this.byCode(code);
    return {
      pairId: pair.id,
      code,
      pricePrecision: pair.pricePrecision,
      bid: price(readUnits(bid)),
      ask: price(readUnits(ask)),
      sourceTime: this.#clock.now(),
      receivedTime: Math.max(this.#clock.now(), this.#passed + 1),
      source: this.source,
    };
  }

  take(tick: Tick): void {
    this.#quotes = new Map(this.#quotes).set(tick.pairId, tick);
    this.#paces.take(tick);
    this.#logIndex = tick.logIndex;
    this.#newestReceived = Math.max(this.#newestReceived, tick.receivedTime);
  }

  byCode(code: string): Pair {
    const pair = [...this.#pairs.values()].find((one) => one.code === code);
    if (!pair) throw new Error(`no pair ${code}`);
    return pair;
  }

  /** Changes a pair's public terms, as an operator would between two orders. */
  setPair(code: string, change: Partial<Pair>): void {
    const pair = { ...this.byCode(code), ...change };
    this.#pairs.set(pair.id, pair);
  }

  view(): QuoteView {
    const quotes = this.#quotes;
    return { logIndex: this.#logIndex, quote: (pairId) => quotes.get(pairId) };
  }

  pair(pairId: number): Pair | undefined {
    return this.#pairs.get(pairId);
  }

  pairs(): readonly Pair[] {
    return [...this.#pairs.values()];
  }

  marketTime(tick: Tick): number {
    return tick.receivedTime;
  }

  marketNow(): number {
    return Math.max(this.#clock.now(), this.#newestReceived);
  }

  statusNow(pairId: number): ReturnType<TradingMarket['statusNow']> {
    return tradability({
      pair: this.#pairs.get(pairId),
      feed: this.feed,
      tick: this.#quotes.get(pairId),
      quotes: this.view(),
      nowMs: this.#clock.now(),
      marketMs: this.#clock.now(),
    });
  }

  openingHold(pairId: number, nowMs: number, bounds: OpeningBounds): ReturnType<TradingMarket['openingHold']> {
    return this.#paces.hold(this.#pairs.get(pairId) ?? { id: pairId }, nowMs, bounds);
  }

  passedTimeMs(): number {
    this.#passed = Math.max(this.#passed, this.#newestReceived - 1, this.#clock.now() - GRACE_MS);
    return this.#passed;
  }

  lastTicksAt(wanted: readonly { pairId: number; timeMs: number }[]): Promise<readonly (Tick | undefined)[]> {
    return lastTicksAt(this.#db, wanted);
  }

  firstTicksAfter(
    wanted: readonly { pairId: number; logIndex: number; fromMs: number }[],
  ): Promise<readonly (Tick | undefined)[]> {
    return firstTicksAfter(this.#db, wanted);
  }

  async ticksAfter(logIndex: number, limit: number): Promise<readonly Tick[]> {
    await this.beforeTicksAfter();
    const ticks = await ticksAfter(this.#db, logIndex, limit);
    await this.afterTicksAfter(ticks.length);
    return ticks;
  }

  ticksAt(logIndex: number): Promise<readonly Tick[]> {
    return ticksAt(this.#db, [...this.#pairs.keys()], logIndex);
  }

  evaluatedThrough(): Promise<number> {
    return evaluatedThrough(this.#db);
  }
}
