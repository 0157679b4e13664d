// One pair's recorded ticks as a queue that is filled a chunk at a time, from where the last run stopped.

import type { LastPrice } from '../feed.ts';
import { type RecordedTick, readTicks, type TickFile } from './recordings.ts';

export class RecordedTicks {
  readonly code: string;
  ended = false;
  readonly #files: TickFile[];
  readonly #last: LastPrice | undefined;
  readonly #from: number;
  #reader: AsyncGenerator<readonly (RecordedTick | undefined)[]> | undefined;
  #buffer: RecordedTick[] = [];
  #at = 0;
  #resuming: boolean;

  /** `last`: the pair's newest logged tick; without it nothing older than `resumeTime` is given out. */
  constructor(code: string, files: readonly TickFile[], last: LastPrice | undefined, resumeTime: number) {
    this.code = code;
    this.#last = last;
    this.#from = last?.sourceTime ?? resumeTime;
    this.#resuming = last !== undefined;
    this.#files = files.filter((file) => file.lastTime >= this.#from);
  }

  /** The next tick if it is in memory: see fill. */
  head(): RecordedTick | undefined {
    return this.#buffer[this.#at];
  }

  take(): void {
    this.#at += 1;
  }

  /** Reads until a tick is in memory or all files are over. Answers a sentence when a file is broken: the rest of it is then given up. */
  async fill(malformed: () => void): Promise<string | undefined> {
    while (this.head() === undefined && !this.ended) {
      this.#buffer = [];
      this.#at = 0;
      try {
        await this.#readChunk(malformed);
      } catch (error) {
        this.#reader = undefined;
        return `the recording breaks off: ${error instanceof Error ? error.message : String(error)}`;
      }
      if (this.#resuming) this.#skipLogged();
    }
    return undefined;
  }

  async close(): Promise<void> {
    this.ended = true;
    await this.#reader?.return(undefined);
  }

  async #readChunk(malformed: () => void): Promise<void> {
    if (!this.#reader) {
      const file = this.#files.shift();
      if (!file) {
        this.ended = true;
        return;
      }
      this.#reader = readTicks(file.path);
    }
    const chunk = await this.#reader.next();
    if (chunk.done) {
      this.#reader = undefined;
      return;
    }
    for (const tick of chunk.value) {
      if (!tick) malformed();
      else if (tick.time >= this.#from) this.#buffer.push(tick);
    }
  }

  /**
   * Leaves out what the log has already: ticks of the last logged moment up to the last one with its prices. Looks within one chunk: a
   * moment that is cut by a chunk's end can at worst repeat a tick, never lose one.
   */
  #skipLogged(): void {
    const last = this.#last;
    if (!last || this.#buffer.length === 0) return;
    const after = this.#buffer.findIndex((tick) => tick.time > last.sourceTime);
    const moment = after < 0 ? this.#buffer : this.#buffer.slice(0, after);
    const logged = moment.findLastIndex((tick) => tick.bid === last.bid && tick.ask === last.ask);
    this.#at = logged + 1;
    if (after >= 0 || logged >= 0) this.#resuming = false;
  }
}
