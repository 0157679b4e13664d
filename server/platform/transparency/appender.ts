// Entries into a log: gathers what arrives while a batch commits, gives places under the lock of the head, answers only after the commit. When a
// commit's outcome is unknown the database is asked before anything else is added.

import { equalBytes } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import type { Frontier } from '@fairtick/kernel/log/frontier';
import type { Pool } from 'pg';
import type { Queries } from '../database/pools.ts';
import type { EntryStore, LockedHead, LogRows, PlacedEntries } from './entry-store.ts';
import type { LogView } from './log-view.ts';
import { begin, commit, rollback } from './table.ts';
import { TransparencyError } from './types.ts';

const MAX_BATCH_ENTRIES = 4_096;
const MAX_WAITING_ENTRIES = 131_072;
/** Attempts at a batch of which it is known that nothing is in the log. */
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

export interface AppenderOptions<New, Logged, Memory> {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly view: LogView;
  readonly store: EntryStore<New, Logged, Memory>;
}

interface Waiting<New, Logged> {
  readonly entries: readonly New[];
  readonly resolve: (logged: readonly Logged[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A batch as it was sent to the database. */
interface Written<Logged, Memory> {
  readonly first: number;
  readonly placed: PlacedEntries<Logged, Memory>;
  /** The log with the batch in it. */
  readonly frontier: Frontier;
}

/** Holds a batch whose commit was sent and not answered. */
interface Doubt<Logged, Memory> {
  written: Written<Logged, Memory> | undefined;
}

export class Appender<New, Logged, Memory> {
  readonly #options: AppenderOptions<New, Logged, Memory>;
  #waiting: Waiting<New, Logged>[] = [];
  #waitingEntries = 0;
  #pumping: Promise<void> | undefined;
  #stopped = false;
  #corrupt: TransparencyError | undefined;
  /** Of the batch that this process committed last. */
  #remembered: { readonly size: number; readonly memory: Memory } | undefined;

  constructor(options: AppenderOptions<New, Logged, Memory>) {
    this.#options = options;
  }

  /** Resolves after the commit, in the order given. At most MAX_BATCH_ENTRIES a call: they stand or fall together. */
  append(entries: readonly New[]): Promise<readonly Logged[]> {
    const refusal = this.#refusal(entries);
    if (refusal) return Promise.reject(refusal);
    if (entries.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entries, resolve, reject });
      this.#waitingEntries += entries.length;
      this.#pumping ??= this.#pump();
    });
  }

  /** No more is taken; what waits is written if the database answers, else given up at its next failure. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#pumping;
  }

  #refusal(entries: readonly New[]): TransparencyError | undefined {
    if (this.#corrupt) return this.#corrupt;
    if (this.#stopped) return new TransparencyError('stopped', 'the log takes no more entries');
    for (const entry of entries) {
      const refusal = this.#options.store.refusal(entry);
      if (refusal !== undefined) return new TransparencyError('bad_entry', refusal);
    }
    if (entries.length > MAX_BATCH_ENTRIES) return new TransparencyError('bad_entry', 'too many entries in one call');
    if (this.#waitingEntries + entries.length > MAX_WAITING_ENTRIES)
      return new TransparencyError('overloaded', 'too many entries wait');
    return undefined;
  }

  async #pump(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      try {
        await this.#writeAll(batch);
      } finally {
        for (const { entries } of batch) this.#waitingEntries -= entries.length;
      }
    }
    this.#pumping = undefined;
  }

  #take(): readonly Waiting<New, Logged>[] {
    let entries = 0;
    let calls = 0;
    for (const waiting of this.#waiting) {
      entries += waiting.entries.length;
      if (calls > 0 && entries > MAX_BATCH_ENTRIES) break;
      calls += 1;
    }
    return this.#waiting.splice(0, calls);
  }

  /** Settles every call of the batch; never throws. */
  async #writeAll(batch: readonly Waiting<New, Logged>[]): Promise<void> {
    try {
      const logged = await this.#write(batch.flatMap((waiting) => waiting.entries));
      let at = 0;
      for (const { entries, resolve } of batch) {
        resolve(logged.slice(at, at + entries.length));
        at += entries.length;
      }
    } catch (error) {
      // An entry that the database itself refuses must not take its neighbours' calls with it.
      if (batch.length > 1 && isRefusedData(error)) {
        for (const waiting of batch) await this.#writeAll([waiting]);
        return;
      }
      if (error instanceof TransparencyError && error.failure === 'corrupt') this.#corrupt = error;
      const failure =
        error instanceof TransparencyError
          ? error
          : new TransparencyError('unavailable', 'the entries were not logged', error);
      for (const { reject } of batch) reject(failure);
    }
  }

  async #write(entries: readonly New[]): Promise<readonly Logged[]> {
    const doubt: Doubt<Logged, Memory> = { written: undefined };
    let failures = 0;
    let pauseMs = FIRST_PAUSE_MS;
    // Ends by itself: known failures are counted, and while a commit is in doubt only an answer or a stop may end it.
    for (;;) {
      try {
        return await this.#attempt(entries, doubt);
      } catch (error) {
        if (error instanceof TransparencyError || isRefusedData(error)) throw error;
        failures = doubt.written ? 0 : failures + 1;
        if (failures >= MAX_ATTEMPTS) throw error;
        if (this.#stopped)
          throw new TransparencyError('stopped', 'the log was stopped while the database was away', error);
      }
      await new Promise<void>((resolve) => this.#options.clock.after(pauseMs, resolve));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  async #attempt(entries: readonly New[], doubt: Doubt<Logged, Memory>): Promise<readonly Logged[]> {
    const { pool, view, store } = this.#options;
    const client = await pool.connect();
    // A borrowed connection that breaks says so to its borrower alone; every query in flight fails as well.
    const onError = (): void => {};
    client.on('error', onError);
    let broken = true;
    try {
      await begin(client);
      const head = await store.lockHead(client);
      const frontier = await view.at(client, head.size);
      if (doubt.written) {
        const { written } = doubt;
        const found = await isInLog(client, store, written);
        // The lock is ours, so the transaction in doubt has ended: this answer is final.
        doubt.written = undefined;
        if (found) {
          await rollback(client).catch(() => {});
          return written.placed.logged;
        }
      }
      const written = await this.#place(entries, head, frontier);
      doubt.written = written;
      if (!(await commit(client))) {
        doubt.written = undefined;
        throw new Error('the database rolled the batch back');
      }
      view.adopt(written.frontier);
      this.#remembered = { size: written.frontier.size, memory: written.placed.memory };
      broken = false;
      return written.placed.logged;
    } finally {
      client.removeListener('error', onError);
      client.release(broken);
    }
  }

  /** Writes the batch behind `frontier`, in the transaction that holds the head. */
  async #place(
    entries: readonly New[],
    head: LockedHead<New, Logged, Memory>,
    frontier: Frontier,
  ): Promise<Written<Logged, Memory>> {
    const known = this.#remembered?.size === head.size ? this.#remembered.memory : undefined;
    const placed = await head.place(entries, known);
    const after = frontier.copy();
    await placed.write(placed.leaves.flatMap((leaf) => after.append(leaf)));
    return { first: head.size, placed, frontier: after };
  }
}

/** Whether the batch stands in the log at exactly the places it was given. */
async function isInLog(db: Queries, rows: LogRows, { first, placed }: Written<unknown, unknown>): Promise<boolean> {
  const found = await rows.readLeaves(db, first, first + placed.leaves.length);
  return (
    found.length === placed.leaves.length &&
    found.every((leaf, i) => equalBytes(leaf, placed.leaves[i] ?? new Uint8Array(0)))
  );
}

/** SQLSTATE classes 22 (data) and 23 (constraint): trying again cannot help. */
function isRefusedData(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23][0-9A-Z]{3}$/.test(error.code)
  );
}
