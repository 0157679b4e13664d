// Plays recorded ticks back with their gaps, at real or faster speed. The recorded time stays the tick's source time and is the market's clock.

import { setImmediate as breathe } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pair } from '@fairtick/engine/types';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import { ok, type Result } from '@fairtick/kernel/result';
import type { Feed, FeedSink, LastPrice } from '../feed.ts';
import { RecordedTicks } from './recorded-ticks.ts';
import { findRecordings, type Recordings } from './recordings.ts';
import { writeRecordedHistory } from './replay-history.ts';

export interface ReplayOptions {
  readonly folder: string;
  /** Recorded ms per real ms: 1, 60, 1000. */
  readonly speed: number;
  readonly clock: Clock;
  readonly pairs: readonly Pair[];
  /** The newest logged tick of each pair; only those of a replay count: it resumes after them. */
  readonly last: ReadonlyMap<string, LastPrice>;
}

/** The small recording that comes with the product: REPLAY_DIR where none is set. */
export const BUNDLED_RECORDINGS = fileURLToPath(new URL('../recordings', import.meta.url));

/** A replay later than this (real ms) moves its clock instead of catching up in a burst. */
const LATE_LIMIT_MS = 1_000;
/** Timers hold at most 24.8 days; a gap of years is waited for in pieces. */
const LONGEST_SLEEP_MS = 60_000;
/** Other work of the process gets its turn at least every so many ticks. */
const TICKS_PER_TURN = 1_000;

/** Errors are one sentence for the person who starts the app. `notes` of the feed say what was left out. */
export async function openReplay(options: ReplayOptions): Promise<Result<ReplayFeed, string>> {
  const codes = new Set(options.pairs.map((pair) => pair.code));
  const found = await findRecordings(options.folder, codes);
  return found.ok ? ok(new ReplayFeed(options, found.value)) : found;
}

export class ReplayFeed implements Feed {
  readonly name = 'replay';
  readonly clock = 'source';
  readonly codes: ReadonlySet<string>;
  readonly notes: readonly string[];
  readonly #options: ReplayOptions;
  readonly #recordings: Recordings;
  readonly #sources: RecordedTicks[];
  #anchor = { recordedMs: 0, monotonicMs: 0 };
  /** Recorded time of the newest tick given out. */
  #at: number;
  #next: number | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;
  #wake: (() => void) | undefined;

  constructor(options: ReplayOptions, recordings: Recordings) {
    this.#options = options;
    this.#recordings = recordings;
    this.codes = new Set(recordings.ticks.keys());
    this.notes = recordings.notes;
    const resumed = [...options.last.values()].filter((last) => last.source === 'replay');
    const resumeTime = Math.max(-1, ...resumed.map((last) => last.sourceTime));
    const first = Math.min(...[...recordings.ticks.values()].map((files) => files[0]?.firstTime ?? Infinity));
    this.#at = resumeTime < 0 ? first : resumeTime;
    this.#sources = [...recordings.ticks].map(([code, files]) => {
      const last = options.last.get(code);
      return new RecordedTicks(code, files, last?.source === 'replay' ? last : undefined, resumeTime);
    });
  }

  marketNow(): number {
    if (this.#next === undefined) return this.#at;
    return Math.max(this.#at, Math.min(Math.floor(this.#virtualMs()), this.#next));
  }

  hoursOf(pair: Pair): Pair['hours'] {
    return pair.hours;
  }

  async start(sink: FeedSink, missing: ReadonlySet<string>): Promise<void> {
    await writeRecordedHistory(this.#recordings, missing, sink);
    this.#anchor = { recordedMs: this.#at, monotonicMs: this.#options.clock.monotonic() };
    const first = await this.#earliest(sink);
    this.#next = first?.head()?.time;
    sink.status({ state: 'live', reason: '' });
    for (const code of this.codes) sink.symbol({ code, state: 'live', reason: '' });
    this.#running = this.#run(sink);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#running;
    for (const source of this.#sources) await source.close();
  }

  async #run(sink: FeedSink): Promise<void> {
    for (let given = 1; !this.#stopped; given += 1) {
      const source = await this.#earliest(sink);
      const tick = source?.head();
      this.#next = tick?.time;
      if (!source || !tick) {
        sink.status({ state: 'ended', reason: 'the recording is over' });
        return;
      }
      await this.#waitFor(tick.time);
      if (this.#stopped) return;
      source.take();
      this.#at = Math.max(this.#at, tick.time);
      const busy = sink.quote({ code: source.code, bid: tick.bid, ask: tick.ask, sourceTime: tick.time });
      if (busy) await busy;
      if (given % TICKS_PER_TURN === 0) await breathe();
    }
  }

  /** The source whose next tick is the oldest; equals in the order of their codes' files. */
  async #earliest(sink: FeedSink): Promise<RecordedTicks | undefined> {
    let earliest: RecordedTicks | undefined;
    let least = Infinity;
    for (const source of this.#sources) {
      if (source.head() === undefined && !source.ended) {
        const problem = await source.fill(() => sink.malformed(source.code));
        if (problem !== undefined) sink.symbol({ code: source.code, state: 'refused', reason: problem });
      }
      const time = source.head()?.time;
      if (time === undefined || time >= least) continue;
      least = time;
      earliest = source;
    }
    return earliest;
  }

  #virtualMs(): number {
    const passedMs = this.#options.clock.monotonic() - this.#anchor.monotonicMs;
    return this.#anchor.recordedMs + passedMs * this.#options.speed;
  }

  /** Waits until the replay's clock has reached `recordedMs`; sets that clock back when the replay has fallen behind. */
  async #waitFor(recordedMs: number): Promise<void> {
    for (;;) {
      const earlyMs = (recordedMs - this.#virtualMs()) / this.#options.speed;
      if (earlyMs < -LATE_LIMIT_MS) this.#anchor = { recordedMs, monotonicMs: this.#options.clock.monotonic() };
      if (earlyMs <= 0 || this.#stopped) return;
      await this.#sleep(Math.min(Math.ceil(earlyMs), LONGEST_SLEEP_MS));
    }
  }

  #sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      let cancel: CancelTimer = () => {};
      this.#wake = () => {
        cancel();
        this.#wake = undefined;
        resolve();
      };
      cancel = this.#options.clock.after(delayMs, () => this.#wake?.());
    });
  }
}
