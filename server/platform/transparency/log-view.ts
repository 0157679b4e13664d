// The newest frontier of the log that this process has seen, shared by the appender, the checkpoints and the readers.

import type { Frontier } from '@fairtick/kernel/log/frontier';
import type { Pool } from 'pg';
import type { Queries } from '../database/pools.ts';
import type { LogRows } from './entry-store.ts';
import { advanceFrontier, loadFrontier } from './frontier.ts';
import { TransparencyError } from './types.ts';

export class LogView {
  readonly #pool: Pool;
  readonly #rows: LogRows;
  /** Replaced, never changed: whoever holds one holds one moment of the log. */
  #frontier: Frontier | undefined;
  #syncing: Promise<void> | undefined;

  constructor(pool: Pool, rows: LogRows) {
    this.#pool = pool;
    this.#rows = rows;
  }

  async load(): Promise<void> {
    this.#frontier = await loadFrontier(this.#pool, this.#rows, await this.#rows.readSize(this.#pool));
  }

  get frontier(): Frontier {
    if (!this.#frontier) throw new TransparencyError('stopped', 'the log was not started');
    return this.#frontier;
  }

  /** Takes a frontier of the committed log, never to be changed from here on; an older one is ignored. */
  adopt(frontier: Frontier): void {
    if (!this.#frontier || frontier.size > this.#frontier.size) this.#frontier = frontier;
  }

  /** The frontier at `size`, read in the caller's transaction. */
  async at(db: Queries, size: number): Promise<Frontier> {
    const frontier = await advanceFrontier(db, this.#rows, this.frontier, size);
    this.adopt(frontier);
    return frontier;
  }

  /** A frontier that holds everything committed before the call. */
  async sync(): Promise<Frontier> {
    // A read that is already under way may have begun before the caller's entry was committed; that entry is then in `frontier` already
    // if it is ours, and the caller looks again if it is another server's.
    this.#syncing ??= this.#read().finally(() => {
      this.#syncing = undefined;
    });
    await this.#syncing;
    return this.frontier;
  }

  async #read(): Promise<void> {
    const before = this.frontier;
    const size = await this.#rows.readSize(this.#pool);
    // Our own appends may have moved on meanwhile.
    if (size !== before.size) this.adopt(await advanceFrontier(this.#pool, this.#rows, before, size));
  }
}
