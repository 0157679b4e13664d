// What is written seldom and read often, in memory. Held against the database every two seconds while somebody asks, by one row that moves with every
// change: what one server writes is read on every other.

import type { Clock } from '@fairtick/kernel/clock';
import type { Pool, Queries } from '../../platform/database/pools.ts';

const LOOK_EVERY_MS = 2_000;

export interface RememberedOptions<T> {
  readonly db: Pool;
  readonly clock: Clock;
  /** Moves whenever `read` would answer otherwise. */
  readonly readHead: (db: Queries) => Promise<bigint>;
  readonly read: (db: Queries) => Promise<T>;
  /** 0 for who must know what was committed a moment ago. */
  readonly everyMs?: number;
}

export class Remembered<T> {
  readonly #options: RememberedOptions<T>;
  #known: { readonly version: bigint; readonly value: T } | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #looking: Promise<T> | undefined;

  constructor(options: RememberedOptions<T>) {
    this.#options = options;
  }

  now(): Promise<T> {
    const { clock, everyMs = LOOK_EVERY_MS } = this.#options;
    if (this.#known && clock.monotonic() - this.#lookedAtMs < everyMs) return Promise.resolve(this.#known.value);
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** The version is read first: what is written in between is found by the next look. */
  async #look(): Promise<T> {
    const { db, clock, readHead, read } = this.#options;
    const version = await readHead(db);
    const known = this.#known?.version === version ? this.#known : { version, value: await read(db) };
    this.#known = known;
    this.#lookedAtMs = clock.monotonic();
    return known.value;
  }
}
