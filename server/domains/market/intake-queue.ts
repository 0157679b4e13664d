// The bounded queue between a feed and the public log: gives received times, appends in batches and in order, waits out a database that is away.

import type { Tick } from '@fairtick/engine/types';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import { TransparencyError } from '../../platform/transparency/index.ts';
import type { NewTick } from './ticks/tick-store.ts';

export interface IntakeOptions {
  readonly clock: Clock;
  readonly append: (ticks: readonly NewTick[]) => Promise<readonly Tick[]>;
  /** For each tick once it is committed, in the order of the log. */
  readonly logged: (tick: Tick) => void;
  readonly onError: (error: unknown, doing: string) => void;
  /** UTC ms; no tick gets an earlier received time. */
  readonly firstReceivedTime: number;
  /** A patient feed (a recording) is asked to wait; from a live one the oldest are dropped when too many wait. */
  readonly patient: boolean;
}

const MOST_WAITING = 50_000;
const BATCH = 1_000;
/** A patient feed waits above the one and goes on below the other. */
const PATIENT_ABOVE = 4_000;
const PATIENT_BELOW = 1_000;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 1_000;
/** After `close`, waiting ticks may still be tried this often. */
const LAST_TRIES = 3;

export class IntakeQueue {
  readonly #options: IntakeOptions;
  #waiting: NewTick[] = [];
  #inFlight: readonly NewTick[] = [];
  #floor: number;
  #lost = 0;
  #passed = 0;
  #pumping: Promise<void> | undefined;
  #closed = false;
  /** Ticks still to be tried one by one, after a batch that held one the log refuses. */
  #single = 0;
  #room: { promise: Promise<void>; resolve: () => void } | undefined;
  #wake: (() => void) | undefined;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#floor = options.firstReceivedTime;
  }

  /** Ticks that are not in the log yet. */
  get waiting(): number {
    return this.#waiting.length + this.#inFlight.length;
  }

  /** Ticks dropped because too many waited: they never became real. */
  get lost(): number {
    return this.#lost;
  }

  /** Gives the tick its received time, which never goes back, and its place in line. */
  push(tick: Omit<NewTick, 'receivedTime'>): void {
    if (this.#closed) return;
    this.#floor = Math.max(this.#floor, this.#options.clock.now());
    this.#waiting.push({ ...tick, receivedTime: this.#floor });
    if (this.waiting > MOST_WAITING && this.#waiting.length > 1) {
      this.#waiting.shift();
      this.#lost += 1;
    }
    this.#pumping ??= this.#pump();
  }

  /** undefined while there is room; else a promise that resolves when there is again. Only for a patient feed. */
  room(): Promise<void> | undefined {
    if (!this.#options.patient || this.#closed || this.waiting < PATIENT_ABOVE) return undefined;
    if (!this.#room) {
      let resolve = (): void => {};
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      this.#room = { promise, resolve };
    }
    return this.#room.promise;
  }

  /** `wanted`, but before the oldest tick that still waits; from then on no tick gets a received time at or before the answer. */
  passed(wanted: number): number {
    const oldest = this.#inFlight[0] ?? this.#waiting[0];
    const reached = oldest ? Math.min(wanted, oldest.receivedTime - 1) : wanted;
    this.#passed = Math.max(this.#passed, reached);
    this.#floor = Math.max(this.#floor, this.#passed + 1);
    return this.#passed;
  }

  /** Takes no more ticks; a feed that waits is let go. */
  close(): void {
    this.#closed = true;
    this.#freeRoom();
    this.#wake?.();
  }

  /** Resolves when nothing waits any more, or the log did not take it. */
  async drained(): Promise<void> {
    await this.#pumping;
  }

  /** Ends in the same turn as its last look at the queue, so that a tick pushed afterwards starts the next one. */
  async #pump(): Promise<void> {
    let failures = 0;
    while (this.waiting > 0 && failures < (this.#closed ? LAST_TRIES : Infinity)) {
      const ticks = await this.#try(this.#nextBatch());
      if (ticks) {
        failures = 0;
        for (const tick of ticks) this.#options.logged(tick);
        this.#inFlight = [];
        if (this.waiting < PATIENT_BELOW) this.#freeRoom();
      } else {
        failures += 1;
        if (this.#single === 0) await this.#pause(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
      }
    }
    this.#lost += this.waiting;
    this.#inFlight = [];
    this.#waiting = [];
    this.#pumping = undefined;
  }

  async #try(batch: readonly NewTick[]): Promise<readonly Tick[] | undefined> {
    try {
      return await this.#options.append(batch);
    } catch (error) {
      this.#options.onError(error, 'logging ticks');
      if (error instanceof TransparencyError && error.failure === 'bad_entry') this.#setAside();
      return undefined;
    }
  }

  /** What is being tried stays the same until the log has answered for it. */
  #nextBatch(): readonly NewTick[] {
    if (this.#inFlight.length > 0) return this.#inFlight;
    const size = this.#single > 0 ? 1 : BATCH;
    this.#single = Math.max(0, this.#single - 1);
    this.#inFlight = this.#waiting.slice(0, size);
    this.#waiting = this.#waiting.slice(size);
    return this.#inFlight;
  }

  /** The log will not carry one of the batch: try them one by one, and drop the one it refuses alone. */
  #setAside(): void {
    const [first, ...others] = this.#inFlight;
    if (!first) return;
    if (others.length === 0) {
      this.#lost += 1;
      this.#inFlight = [];
      return;
    }
    this.#waiting = [...others, ...this.#waiting];
    this.#inFlight = [first];
    this.#single = others.length;
  }

  #freeRoom(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }

  #pause(delayMs: number): Promise<void> {
    if (this.#closed) return Promise.resolve();
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
