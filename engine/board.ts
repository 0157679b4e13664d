// The quote board: pairs, their newest ticks, the recent ticks of the log, and whether a market trades. No orders.

import { ONE_RATE, type Rate } from '@fairtick/kernel/decimal';
import { sessionAt } from './hours.ts';
import { isFresh, midPrice, rateFromMid } from './quotes.ts';
import { CatchUpError, type EngineOptions, type Restart } from './surface.ts';
import type { Pair, QuoteView, Tick } from './types.ts';

/** Ticks kept when the caller names no number: minutes of a busy market. */
const RECENT_TICKS = 65_536;

class Snapshot implements QuoteView {
  readonly logIndex: number;
  readonly #quotes: readonly (Tick | undefined)[];
  readonly #places: ReadonlyMap<number, number>;

  constructor(logIndex: number, quotes: readonly (Tick | undefined)[], places: ReadonlyMap<number, number>) {
    this.logIndex = logIndex;
    this.#quotes = quotes;
    this.#places = places;
  }

  quote(pairId: number): Tick | undefined {
    const place = this.#places.get(pairId);
    return place === undefined ? undefined : this.#quotes[place];
  }
}

/** A pair on the board. The session is the stretch of market time for which open or closed is already worked out. */
interface BoardRow {
  pair: Pair;
  newest: Tick | undefined;
  sessionFrom: number;
  sessionUntil: number;
  sessionOpen: boolean;
  /** The rates that its newest tick gives, once worked out: USD for a unit of the base currency, and for a unit of the quote currency. */
  direct: Rate | undefined;
  inverse: Rate | undefined;
}

export class QuoteBoard {
  readonly #rows: BoardRow[] = [];
  readonly #places = new Map<number, number>();
  readonly #marketTime: (tick: Tick) => number;
  readonly #holidays: readonly string[] | undefined;
  /** Ticks #first..#next-1 of the log, without a hole, each at logIndex % capacity. */
  readonly #recent: (Tick | undefined)[];
  readonly #capacity: number;
  #first = 0;
  #next = 0;
  /** The newest tick of each pair before #first. */
  #before: (Tick | undefined)[] = [];
  #newest: Tick | undefined;
  /** Ticks up to here were evaluated before this engine was rebuilt. */
  #floor = -1;

  constructor(options: EngineOptions) {
    this.#marketTime = options.marketTime;
    this.#holidays = options.holidays;
    this.#capacity = options.recentTicks ?? RECENT_TICKS;
    if (!Number.isSafeInteger(this.#capacity) || this.#capacity < 1)
      throw new RangeError('recentTicks must be positive');
    this.#recent = new Array(this.#capacity);
    for (const pair of options.pairs) this.setPair(pair);
  }

  get newest(): Tick | undefined {
    return this.#newest;
  }

  get lastIndex(): number {
    return this.#next - 1;
  }

  get evaluatedBefore(): number {
    return this.#floor;
  }

  get pairCount(): number {
    return this.#rows.length;
  }

  get recentCount(): number {
    return this.#next - this.#first;
  }

  setPair(pair: Pair): void {
    const place = this.#places.get(pair.id);
    const fresh = { pair, sessionFrom: 1, sessionUntil: 0, sessionOpen: false, direct: undefined, inverse: undefined };
    if (place === undefined) {
      this.#places.set(pair.id, this.#rows.length);
      this.#rows.push({ ...fresh, newest: undefined });
      return;
    }
    const row = this.#row(place);
    if (row.pair.pricePrecision !== pair.pricePrecision) throw new Error(`pair ${pair.id}: price precision is fixed`);
    Object.assign(row, fresh);
  }

  /** The dense number of a pair. Throws on a pair that the engine was never told of. */
  placeOf(pairId: number): number {
    const place = this.#places.get(pairId);
    if (place === undefined) throw new RangeError(`unknown pair ${pairId}`);
    return place;
  }

  #row(place: number): BoardRow {
    const row = this.#rows[place];
    if (!row) throw new RangeError(`no pair at place ${place}`);
    return row;
  }

  quoteAt(place: number): Tick | undefined {
    return this.#rows[place]?.newest;
  }

  quotes(): Tick[] {
    return this.#rows.flatMap((row) => row.newest ?? []);
  }

  restore(restart: Restart): void {
    if (this.#newest || this.#next !== 0) throw new Error('restore comes before the first tick');
    for (const tick of restart.quotes) {
      if (tick.logIndex > restart.evaluatedThrough) throw new RangeError('a quote is newer than evaluatedThrough');
      this.#row(this.placeOf(tick.pairId)).newest = tick;
      if (!this.#newest || tick.logIndex > this.#newest.logIndex) this.#newest = tick;
    }
    this.#before = this.#rows.map((row) => row.newest);
    this.#floor = restart.evaluatedThrough;
    this.#first = restart.evaluatedThrough + 1;
    this.#next = this.#first;
  }

  /** Takes the log's next tick; returns the pair's dense number. A jump forward forgets the ticks before it. Rule E2. */
  push(tick: Tick): number {
    const place = this.placeOf(tick.pairId);
    if (tick.logIndex < this.#next) throw new RangeError(`tick ${tick.logIndex} is not after ${this.#next - 1}`);
    if (this.#newest && tick.receivedTime < this.#newest.receivedTime) throw new RangeError('received time goes back');
    if (tick.logIndex > this.#next) {
      this.#before = this.#rows.map((row) => row.newest);
      this.#first = tick.logIndex;
    } else if (tick.logIndex - this.#first === this.#capacity) {
      const oldest = this.#recent[this.#first % this.#capacity];
      if (oldest) this.#before[this.placeOf(oldest.pairId)] = oldest;
      this.#first += 1;
    }
    this.#recent[tick.logIndex % this.#capacity] = tick;
    this.#next = tick.logIndex + 1;
    this.#newest = tick;
    const row = this.#row(place);
    row.newest = tick;
    row.direct = undefined;
    row.inverse = undefined;
    return place;
  }

  /** Whether a pair is enabled and inside its hours at the market time of `deciding`. */
  isInHours(place: number, deciding: Tick): boolean {
    const row = this.#row(place);
    if (!row.pair.enabled) return false;
    if (row.pair.hours === 'always') return true;
    const at = this.#marketTime(deciding);
    if (at < row.sessionFrom || at >= row.sessionUntil) {
      const session = sessionAt(row.pair.hours, at, this.#holidays);
      row.sessionFrom = session.from;
      row.sessionUntil = session.until;
      row.sessionOpen = session.open;
    }
    return row.sessionOpen;
  }

  /** In hours, and its newest tick fresh when `deciding` was received. */
  isTradable(place: number, deciding: Tick): boolean {
    const quote = this.quoteAt(place);
    return quote !== undefined && isFresh(quote, deciding.receivedTime) && this.isInHours(place, deciding);
  }

  /** USD for one unit of a quote currency now; undefined while its rate pair has no quote. Rule E4. */
  rate(ratePairId: number | undefined, rateInverse: boolean): Rate | undefined {
    if (ratePairId === undefined) return ONE_RATE;
    const row = this.#row(this.placeOf(ratePairId));
    if (!row.newest) return undefined;
    const kept = rateInverse ? row.inverse : row.direct;
    if (kept !== undefined) return kept;
    const rate = rateFromMid(midPrice(row.newest, row.pair.pricePrecision), rateInverse);
    if (rateInverse) row.inverse = rate;
    else row.direct = rate;
    return rate;
  }

  pricePrecision(place: number): number {
    return this.#row(place).pair.pricePrecision;
  }

  /** The board as it stands, frozen. */
  view(): QuoteView {
    const quotes = this.#rows.map((row) => row.newest);
    return new Snapshot(this.lastIndex, quotes, this.#places);
  }

  /** The board as it stood when the tick at `logIndex` (among the recent ones) had just arrived. */
  viewAt(logIndex: number): QuoteView {
    const quotes: (Tick | undefined)[] = new Array(this.#rows.length);
    let missing = 0;
    for (const [place, row] of this.#rows.entries()) {
      if (row.newest && row.newest.logIndex > logIndex) missing += 1;
      else quotes[place] = row.newest;
    }
    for (let at = logIndex; missing > 0 && at >= this.#first; at -= 1) {
      const tick = this.recent(at);
      const place = this.placeOf(tick.pairId);
      if (quotes[place] !== undefined) continue;
      quotes[place] = tick;
      missing -= 1;
    }
    for (const [place, row] of this.#rows.entries()) {
      if (quotes[place] === undefined && row.newest) quotes[place] = this.#before[place];
    }
    return new Snapshot(logIndex, quotes, this.#places);
  }

  recent(logIndex: number): Tick {
    const tick = this.#recent[logIndex % this.#capacity];
    if (!tick || tick.logIndex !== logIndex) throw new CatchUpError(`tick ${logIndex} is no longer at hand`);
    return tick;
  }

  /** Throws CatchUpError unless every tick after `logIndex` is still at hand. Rule E41. */
  requireSince(logIndex: number): void {
    if (logIndex < this.lastIndex && logIndex + 1 < this.#first)
      throw new CatchUpError(`ticks since ${logIndex} are no longer at hand: the oldest kept is ${this.#first}`);
  }
}
