// A market of our own making for machines without a source. Of a seed, the same seed and clock give the same ticks. Never shown as live.

import { isOpen } from '@fairtick/engine/hours';
import type { Pair } from '@fairtick/engine/types';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import { price, UNIT, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import type { Feed, FeedSink, LastPrice } from '../feed.ts';
import { simulatedHistory } from './simulated-history.ts';
import { PriceModel, SIMULATED_PAIRS, spreadPointsAt, ticksPerSecondAt } from './simulated-model.ts';

export interface SimulatedOptions {
  /** undefined: prices are by `random`, and nothing repeats them. */
  readonly seed: number | undefined;
  readonly random: Random;
  readonly pairs: readonly Pair[];
  readonly clock: Clock;
  /** 'always' (default of the product) or 'market': closed when the real market is. */
  readonly hours: 'always' | 'market';
  /** Where pairs were last, of whatever source; the market goes on from there. */
  readonly last: ReadonlyMap<string, LastPrice>;
}

/** No quote is rarer than this, so that an option can always be opened on a fresh price (rules §7: 5 s). */
const LONGEST_GAP_MS = 4_000;
/** After a stall longer than this the missed quotes are skipped instead of poured out. */
const STALL_MS = 1_000;
const HISTORY_SOURCE = 'simulated-history';

interface Arrival {
  readonly pair: Pair;
  /** Monotonic ms. */
  due: number;
}

export class SimulatedFeed implements Feed {
  readonly name = 'simulated';
  readonly clock = 'received';
  readonly codes: ReadonlySet<string>;
  readonly #options: SimulatedOptions;
  readonly #pairs: readonly Pair[];
  readonly #random: Random;
  readonly #mids: ReadonlyMap<string, number>;
  readonly #model: PriceModel;
  #arrivals: Arrival[] = [];
  #advancedTo = 0;
  #sourceTime = 0;
  #cancel: CancelTimer | undefined;

  constructor(options: SimulatedOptions) {
    this.#options = options;
    this.#pairs = options.pairs.filter((pair) => SIMULATED_PAIRS.has(pair.code));
    this.codes = new Set(this.#pairs.map((pair) => pair.code));
    // A restarted market must not repeat its own ticks: the seed is stirred with the moment it stopped.
    const stirred = Math.max(0, ...[...options.last.values()].map((last) => last.sourceTime));
    const { seed, random } = options;
    this.#random = seed === undefined ? random : seededRandom(seed ^ Math.floor(stirred / 1_000));
    const known = [...options.last].map(
      ([code, last]) => [code, Number(last.bid + last.ask) / 2 / Number(UNIT)] as const,
    );
    this.#mids = new Map(known);
    this.#model = new PriceModel(this.#random, this.#mids);
  }

  marketNow(): number {
    return this.#options.clock.now();
  }

  hoursOf(pair: Pair): Pair['hours'] {
    return this.#options.hours === 'always' ? 'always' : pair.hours;
  }

  async start(sink: FeedSink, missing: ReadonlySet<string>): Promise<void> {
    const { clock } = this.#options;
    this.#writeHistory(sink, missing);
    this.#advancedTo = clock.monotonic();
    this.#arrivals = this.#pairs.map((pair) => ({ pair, due: this.#nextDue(pair) }));
    sink.status({ state: 'live', reason: '' });
    for (const pair of this.#pairs) sink.symbol({ code: pair.code, state: 'live', reason: '' });
    this.#schedule(sink);
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#arrivals = [];
  }

  #writeHistory(sink: FeedSink, missing: ReadonlySet<string>): void {
    if (!this.#pairs.some((pair) => missing.has(pair.code))) return;
    const { seed, random, clock, hours } = this.#options;
    const histories = simulatedHistory({
      // What has been foretells nothing of what comes.
      seed: seed ?? random.uint32(),
      pairs: this.#pairs,
      endTime: clock.now(),
      mids: this.#mids,
      hours,
    });
    for (const [code, history] of histories) {
      if (!missing.has(code)) continue;
      for (const [period, bars] of history) sink.history(code, period, bars, HISTORY_SOURCE);
    }
  }

  #nextDue(pair: Pair): number {
    const { clock } = this.#options;
    const meanMs = 1_000 / ticksPerSecondAt(pair.code, clock.now());
    const waitMs = -Math.log(1 - this.#random.unit()) * meanMs;
    return clock.monotonic() + Math.min(LONGEST_GAP_MS, Math.max(1, Math.round(waitMs)));
  }

  #schedule(sink: FeedSink): void {
    const { clock } = this.#options;
    const first = this.#arrivals.reduce((least, arrival) => Math.min(least, arrival.due), Infinity);
    if (first === Infinity) return;
    this.#cancel = clock.after(Math.max(1, first - clock.monotonic()), () => {
      this.#emitDue(sink);
      this.#schedule(sink);
    });
  }

  #emitDue(sink: FeedSink): void {
    const { clock } = this.#options;
    const nowMono = clock.monotonic();
    const now = clock.now();
    this.#model.advance(nowMono - this.#advancedTo, now);
    this.#advancedTo = nowMono;
    // The wall clock may be set back; the source's own time never is.
    this.#sourceTime = Math.max(this.#sourceTime, now);
    for (const arrival of this.#arrivals) {
      if (arrival.due > nowMono) continue;
      const stalled = nowMono - arrival.due > STALL_MS;
      arrival.due = this.#nextDue(arrival.pair);
      if (!stalled && isOpen(this.hoursOf(arrival.pair), now)) this.#emit(arrival.pair, sink);
    }
  }

  #emit(pair: Pair, sink: FeedSink): void {
    const scale = 10 ** pair.pricePrecision;
    const step = 10n ** BigInt(UNIT_PLACES - pair.pricePrecision);
    const spread = spreadPointsAt(pair.code, this.#sourceTime, this.#random.unit());
    const bid = Math.max(1, Math.round(this.#model.mid(pair.code) * scale - spread / 2));
    sink.quote({
      code: pair.code,
      bid: price(BigInt(bid) * step),
      ask: price(BigInt(bid + spread) * step),
      sourceTime: this.#sourceTime,
    });
  }
}
