// The newest state of the log that this process has seen, shared by the appender, the checkpoints and the readers.

import type { Pool } from 'pg';
import { advanceState, type LogState, loadState } from './state.ts';
import { type Db, readHead } from './table.ts';
import { TickLogError } from './types.ts';

export class LogView {
  readonly #pool: Pool;
  #state: LogState | undefined;
  #syncing: Promise<LogState> | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async load(): Promise<void> {
    const { size } = await readHead(this.#pool);
    this.#state = await loadState(this.#pool, size);
  }

  get state(): LogState {
    if (!this.#state) throw new TickLogError('stopped', 'the log was not started');
    return this.#state;
  }

  /** Takes a state of the committed log; an older one is ignored. */
  adopt(state: LogState): void {
    if (!this.#state || state.frontier.size > this.#state.frontier.size) this.#state = state;
  }

  /** The state at `size`, read in the caller's transaction. */
  async at(db: Db, size: number): Promise<LogState> {
    const state = await advanceState(db, this.state, size);
    this.adopt(state);
    return state;
  }

  /** A state that holds everything committed before the call. */
  async sync(): Promise<LogState> {
    // A read that is already under way may have begun before the caller's tick was committed; that tick is then in `state` already
    // if it is ours, and the caller looks again if it is another server's.
    this.#syncing ??= this.#read().finally(() => {
      this.#syncing = undefined;
    });
    await this.#syncing;
    return this.state;
  }

  async #read(): Promise<LogState> {
    const before = this.state;
    const { size } = await readHead(this.#pool);
    // Our own appends may have moved on meanwhile.
    if (size > before.frontier.size) this.adopt(await advanceState(this.#pool, before, size));
    else if (size < before.frontier.size) await advanceState(this.#pool, before, size);
    return this.state;
  }
}
