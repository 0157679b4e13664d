// Ticks into the log: gathers what arrives while a batch commits, gives places and numbers under the lock of the head, answers only after the
// commit. When a commit's outcome is unknown the database is asked before anything else is added.

import type { Clock } from '@fairtick/kernel/clock';
import { formatFixed, formatUnits } from '@fairtick/kernel/decimal';
import type { FullTile } from '@fairtick/kernel/log/frontier';
import { leafHash } from '@fairtick/kernel/log/merkle';
import { encodeTickEntry, isTickName } from '@fairtick/kernel/log/tick-entry';
import type { Pool, PoolClient } from 'pg';
import { sha256 } from './crypto.ts';
import type { LogView } from './log-view.ts';
import type { LogState } from './state.ts';
import { commit, type Head, lockHead, type NewRow, readLeaves, readNextSeqs, rollback, writeBatch } from './table.ts';
import { type LoggedTick, type NewTick, TickLogError } from './types.ts';

export const MAX_BATCH_TICKS = 4_096;
export const MAX_WAITING_TICKS = 131_072;
/** Attempts at a batch of which it is known that nothing is in the log. */
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

export interface AppenderOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly view: LogView;
  /** The newest logIndex up to which the engine has had everything decided; -1 before the first. */
  readonly evaluatedThrough: () => number;
}

interface Waiting {
  readonly ticks: readonly NewTick[];
  readonly resolve: (ticks: readonly LoggedTick[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A batch as it was sent to the database. */
interface Written {
  readonly first: number;
  readonly ticks: readonly LoggedTick[];
  readonly rows: readonly NewRow[];
  readonly tiles: readonly FullTile[];
  readonly head: Head;
  readonly state: LogState;
}

/** Holds a batch whose commit was sent and not answered. */
interface Doubt {
  written: Written | undefined;
}

export class Appender {
  readonly #options: AppenderOptions;
  #waiting: Waiting[] = [];
  #waitingTicks = 0;
  #pumping: Promise<void> | undefined;
  #stopped = false;
  #corrupt: TickLogError | undefined;

  constructor(options: AppenderOptions) {
    this.#options = options;
  }

  /** Resolves after the commit, in the order given. At most MAX_BATCH_TICKS a call: they stand or fall together. */
  append(ticks: readonly NewTick[]): Promise<readonly LoggedTick[]> {
    const refusal = this.#refusal(ticks);
    if (refusal) return Promise.reject(refusal);
    if (ticks.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ticks, resolve, reject });
      this.#waitingTicks += ticks.length;
      this.#pumping ??= this.#pump();
    });
  }

  /** No more is taken; what waits is written if the database answers, else given up at its next failure. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#pumping;
  }

  #refusal(ticks: readonly NewTick[]): TickLogError | undefined {
    if (this.#corrupt) return this.#corrupt;
    if (this.#stopped) return new TickLogError('stopped', 'the log takes no more ticks');
    const bad = ticks.find((tick) => !isCarried(tick));
    if (bad) return new TickLogError('bad_tick', `a tick of pair ${bad.pairId} has a form that the log cannot carry`);
    if (ticks.length > MAX_BATCH_TICKS) return new TickLogError('bad_tick', 'too many ticks in one call');
    if (this.#waitingTicks + ticks.length > MAX_WAITING_TICKS)
      return new TickLogError('overloaded', 'too many ticks wait');
    return undefined;
  }

  async #pump(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      try {
        await this.#writeAll(batch);
      } finally {
        for (const { ticks } of batch) this.#waitingTicks -= ticks.length;
      }
    }
    this.#pumping = undefined;
  }

  #take(): readonly Waiting[] {
    let ticks = 0;
    let calls = 0;
    for (const waiting of this.#waiting) {
      ticks += waiting.ticks.length;
      if (calls > 0 && ticks > MAX_BATCH_TICKS) break;
      calls += 1;
    }
    return this.#waiting.splice(0, calls);
  }

  /** Settles every call of the batch; never throws. */
  async #writeAll(batch: readonly Waiting[]): Promise<void> {
    try {
      const logged = await this.#write(batch.flatMap((waiting) => waiting.ticks));
      let at = 0;
      for (const { ticks, resolve } of batch) {
        resolve(logged.slice(at, at + ticks.length));
        at += ticks.length;
      }
    } catch (error) {
      // A tick that the database itself refuses must not take its neighbours' calls with it.
      if (batch.length > 1 && isRefusedData(error)) {
        for (const waiting of batch) await this.#writeAll([waiting]);
        return;
      }
      if (error instanceof TickLogError && error.failure === 'corrupt') this.#corrupt = error;
      const failure =
        error instanceof TickLogError ? error : new TickLogError('unavailable', 'the ticks were not logged', error);
      for (const { reject } of batch) reject(failure);
    }
  }

  async #write(ticks: readonly NewTick[]): Promise<readonly LoggedTick[]> {
    const doubt: Doubt = { written: undefined };
    let failures = 0;
    let pauseMs = FIRST_PAUSE_MS;
    // Ends by itself: known failures are counted, and while a commit is in doubt only an answer or a stop may end it.
    for (;;) {
      try {
        return await this.#attempt(ticks, doubt);
      } catch (error) {
        if (error instanceof TickLogError || isRefusedData(error)) throw error;
        failures = doubt.written ? 0 : failures + 1;
        if (failures >= MAX_ATTEMPTS) throw error;
        if (this.#stopped) throw new TickLogError('stopped', 'the log was stopped while the database was away', error);
      }
      await new Promise<void>((resolve) => this.#options.clock.after(pauseMs, resolve));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  async #attempt(ticks: readonly NewTick[], doubt: Doubt): Promise<readonly LoggedTick[]> {
    const { pool, view } = this.#options;
    const client = await pool.connect();
    // A borrowed connection that breaks says so to its borrower alone; every query in flight fails as well.
    const onError = (): void => {};
    client.on('error', onError);
    let broken = true;
    try {
      const head = await lockHead(client);
      const state = await view.at(client, head.size);
      if (doubt.written) {
        const { written } = doubt;
        const found = await isInLog(client, written);
        // The lock is ours, so the transaction in doubt has ended: this answer is final.
        doubt.written = undefined;
        if (found) {
          await rollback(client).catch(() => {});
          return written.ticks;
        }
      }
      const written = await this.#place(client, ticks, head, state);
      await writeBatch(client, head, written.head, written.rows, written.tiles, this.#evaluatedThrough(head));
      doubt.written = written;
      if (!(await commit(client))) {
        doubt.written = undefined;
        throw new Error('the database rolled the batch back');
      }
      view.adopt(written.state);
      broken = false;
      return written.ticks;
    } finally {
      client.removeListener('error', onError);
      client.release(broken);
    }
  }

  /** Never beyond the log, whatever the engine says. */
  #evaluatedThrough(head: Head): number {
    const evaluated = this.#options.evaluatedThrough();
    return Math.min(Number.isSafeInteger(evaluated) ? evaluated : -1, head.size - 1);
  }

  async #place(client: PoolClient, ticks: readonly NewTick[], head: Head, state: LogState): Promise<Written> {
    const nextSeqs = new Map(state.nextSeqs);
    const unknown = [...new Set(ticks.map((tick) => tick.pairId))].filter((pairId) => !nextSeqs.has(pairId));
    if (unknown.length > 0) {
      for (const [pairId, next] of await readNextSeqs(client, unknown)) nextSeqs.set(pairId, next);
    }
    const frontier = state.frontier.copy();
    const rows: NewRow[] = [];
    const logged: LoggedTick[] = [];
    const tiles: FullTile[] = [];
    let { lastReceivedTime } = head;
    for (const tick of ticks) {
      lastReceivedTime = Math.max(lastReceivedTime, tick.receivedTime);
      const seq = nextSeqs.get(tick.pairId) ?? 0;
      nextSeqs.set(tick.pairId, seq + 1);
      const { pairId, bid, ask, sourceTime, source } = tick;
      const placed: LoggedTick = {
        pairId,
        seq,
        logIndex: frontier.size,
        bid,
        ask,
        sourceTime,
        receivedTime: lastReceivedTime,
        source,
      };
      const leaf = leafHash(sha256, entryOf(tick, seq, lastReceivedTime));
      tiles.push(...frontier.append(leaf));
      logged.push(placed);
      rows.push({ ...placed, bid: formatUnits(bid), ask: formatUnits(ask), leafHash: leaf });
    }
    const after = { frontier, nextSeqs };
    return {
      first: head.size,
      ticks: logged,
      rows,
      tiles,
      head: { size: frontier.size, lastReceivedTime },
      state: after,
    };
  }
}

function entryOf(tick: NewTick, seq: number, receivedTime: number): Uint8Array {
  return encodeTickEntry({
    pair: tick.code,
    seq,
    bid: formatFixed(tick.bid, tick.pricePrecision),
    ask: formatFixed(tick.ask, tick.pricePrecision),
    sourceTime: tick.sourceTime,
    receivedTime,
    source: tick.source,
  });
}

const MAX_PRICE_UNITS = 10n ** 30n;
const isTime = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function isCarried(tick: NewTick): boolean {
  const { pairId, code, pricePrecision, bid, ask, source } = tick;
  if (!Number.isInteger(pairId) || !Number.isInteger(pricePrecision) || pricePrecision < 0 || pricePrecision > 8)
    return false;
  if (!isTickName(code) || !isTickName(source) || !isTime(tick.sourceTime) || !isTime(tick.receivedTime)) return false;
  const step = 10n ** BigInt(8 - pricePrecision);
  return bid > 0n && ask >= bid && ask < MAX_PRICE_UNITS && bid % step === 0n && ask % step === 0n;
}

/** Whether the batch stands in the log at exactly the places it was given. */
async function isInLog(client: PoolClient, written: Written): Promise<boolean> {
  const leaves = await readLeaves(client, written.first, written.first + written.rows.length);
  return (
    leaves.length === written.rows.length &&
    leaves.every((leaf, i) => Buffer.compare(leaf.leafHash, written.rows[i]?.leafHash ?? new Uint8Array(0)) === 0)
  );
}

/** SQLSTATE classes 22 (data) and 23 (constraint): trying again cannot help. */
function isRefusedData(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23][0-9A-Z]{3}$/.test(error.code)
  );
}
