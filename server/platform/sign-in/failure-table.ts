// Failed tries, counted in the database and so by all servers together, whoever exists: under a MAC of what they are counted by. Users and the staff
// have a table each.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { equalBytes } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import { bytea } from '../database/columns.ts';
import type { Queries } from '../database/pools.ts';
import { EACH_HOUR } from '../schedule/periods.ts';
import type { Job } from '../schedule/schedule.ts';

/** By the number of failures before, how long the next try waits after the last one, ms; after more failures as after the most. */
export type Waits = readonly number[];

/** What failures are counted under. */
export interface Counter {
  /** A MAC: not the name or the address itself. */
  readonly key: Uint8Array;
  readonly waits: Waits;
  /** Other people's failures count here too: a right try takes back its own alone. */
  readonly shared: boolean;
  /** Failures older than this are forgotten, where no newer one came, ms: up to a day. FAILURES_KEPT_MS where it is left out. */
  readonly keptMs?: number;
}

export const FAILURES_KEPT_MS = 15 * 60_000;

interface Row {
  readonly key_mac: Uint8Array;
  readonly count: number;
  readonly last_time: bigint;
}

/** What a counter says at a moment. */
interface Standing {
  /** Failures that count now. */
  readonly count: number;
  /** How long the next try has to wait, ms; 0 where it is heard. */
  readonly waitMs: number;
}

const FRESH: Standing = { count: 0, waitMs: 0 };

function standingOf({ key, waits, keptMs = FAILURES_KEPT_MS }: Counter, rows: readonly Row[], nowMs: number): Standing {
  const row = rows.find((one) => equalBytes(one.key_mac, key));
  if (!row || Number(row.last_time) <= nowMs - keptMs) return FRESH;
  // Who need not wait does not for a moment that is earlier than the last try's either: another server's clock may be ahead.
  const wait = waits[Math.min(row.count, waits.length - 1)] ?? 0;
  return { count: row.count, waitMs: wait === 0 ? 0 : Math.max(0, Number(row.last_time) + wait - nowMs) };
}

/** Where a counter's key, waits, time kept and limit stand in a statement; $1 is now. */
const placeOf = (at: number): number => 2 + 4 * at;
const NO_LIMIT = 2_147_483_647;

/** The counters whose failures that count now have reached their limit. */
function anyFull(table: string, counters: number): string {
  const full = Array.from({ length: counters }, (_, at) => {
    const place = placeOf(at);
    return `(key_mac = $${place}::bytea AND last_time > $1::bigint - $${place + 2}::bigint AND count >= $${place + 3}::int)`;
  });
  return `SELECT FROM ${table} WHERE ${full.join(' OR ')}`;
}

/** A try in a statement: counted, unless it has to wait or `where` does not hold. What it is counted by stands at `$at` and behind it. */
function upsert(table: string, at: number, where = 'true'): string {
  const [key, waits, kept] = [`$${at}::bytea`, `$${at + 1}::bigint[]`, `$${at + 2}::bigint`];
  const wait = `(${waits})[least(f.count, cardinality(${waits}) - 1) + 1]`;
  return `INSERT INTO ${table} AS f (key_mac, count, last_time) SELECT ${key}, 1, $1::bigint WHERE ${where}
          ON CONFLICT (key_mac) DO UPDATE SET last_time = greatest(f.last_time, excluded.last_time),
            count = CASE WHEN f.last_time > $1::bigint - ${kept} THEN f.count + 1 ELSE 1 END
          WHERE f.last_time <= $1::bigint - ${kept} OR CASE ${wait} WHEN 0 THEN 0 ELSE f.last_time + ${wait} END <= $1::bigint
          RETURNING 1`;
}

type FailureTable = 'staff_failures' | 'user_failures';

export class Failures {
  readonly #table: FailureTable;

  constructor(table: FailureTable) {
    this.#table = table;
  }

  /** A refusal where the next try has to wait; nothing is counted. */
  async waits(db: Queries, counters: readonly Counter[], nowMs: number): Promise<Refusal | undefined> {
    return waiting(await this.look(db, counters, nowMs));
  }

  /** How many count now. */
  async counted(db: Queries, counter: Counter, nowMs: number): Promise<number> {
    const [standing = FRESH] = await this.look(db, [counter], nowMs);
    return standing.count;
  }

  /** Of each counter, in one statement. */
  async look(db: Queries, counters: readonly Counter[], nowMs: number): Promise<Standing[]> {
    const { rows } = await db.query<Row>({
      name: `${this.#table}_look`,
      text: `SELECT key_mac, count::int, last_time FROM ${this.#table} WHERE key_mac = ANY ($1::bytea[])`,
      values: [bytea(counters.map(({ key }) => key))],
    });
    return counters.map((counter) => standingOf(counter, rows, nowMs));
  }

  /**
   * Counts a failure before the try is judged, so that many at once count as many; a refusal where it has to wait, and then nothing is counted. One
   * statement, in the order of the counters: none after one that has to wait is counted.
   */
  async count(db: Queries, counters: readonly Counter[], nowMs: number): Promise<Refusal | undefined> {
    const counted = await this.#counted(db, counters, nowMs, []);
    if (counted === counters.length) return undefined;
    return (await this.waits(db, counters.slice(counted, counted + 1), nowMs)) ?? tooSoon(1_000);
  }

  /**
   * The same, unless one of the counters has reached its limit: as many as `limits` says count already. Whether it was counted; why not is for `look`
   * and `count` to say.
   */
  async countBelow(
    db: Queries,
    counters: readonly Counter[],
    limits: readonly number[],
    nowMs: number,
  ): Promise<boolean> {
    return (await this.#counted(db, counters, nowMs, limits)) === counters.length;
  }

  /** How many of the counters were counted; where it is not all, it is undone. */
  async #counted(db: Queries, counters: readonly Counter[], nowMs: number, limits: readonly number[]): Promise<number> {
    const table = this.#table;
    const steps = counters.map((_, at) => {
      const before =
        at === 0 ? `NOT EXISTS (${anyFull(table, counters.length)})` : `EXISTS (SELECT FROM step${at - 1})`;
      return `step${at} AS (${upsert(table, placeOf(at), before)})`;
    });
    const { rows } = await db.query<{ counted: number }>({
      name: `${table}_count_${counters.length}`,
      text: `WITH ${steps.join(',\n             ')}
             SELECT ${counters.map((_, at) => `(SELECT count(*) FROM step${at})`).join(' + ')} AS counted`,
      values: [
        nowMs,
        ...counters.flatMap(({ key, waits, keptMs = FAILURES_KEPT_MS }, at) => [
          key,
          waits,
          keptMs,
          limits[at] ?? NO_LIMIT,
        ]),
      ],
    });
    const counted = Number(rows[0]?.counted ?? 0);
    if (counted > 0 && counted < counters.length) {
      const taken = counters.slice(0, counted).map((one) => ({ ...one, shared: true }));
      await this.right(db, taken);
    }
    return counted;
  }

  /** It was no failure: what is counted under an own key is forgotten, under a shared one only this try. Locked in the order of the counters, as `count` does. */
  async right(db: Queries, counters: readonly Counter[]): Promise<void> {
    if (counters.length === 0) return;
    const table = this.#table;
    const steps = counters.map(({ shared }, at) => {
      const what = shared ? `UPDATE ${table} SET count = greatest(count - 1, 0)` : `DELETE FROM ${table}`;
      const after = at === 0 ? '' : ` AND (SELECT count(*) FROM step${at - 1}) >= 0`;
      return `step${at} AS (${what} WHERE key_mac = $${at + 1}::bytea${after} RETURNING 1)`;
    });
    await db.query({
      name: `${table}_right_${counters.map(({ shared }) => (shared ? 's' : 'o')).join('')}`,
      text: `WITH ${steps.join(', ')} SELECT count(*) FROM step${counters.length - 1}`,
      values: counters.map(({ key }) => key),
    });
  }
}

const waiting = (standings: readonly Standing[]): Refusal | undefined => {
  const waitMs = Math.max(0, ...standings.map((one) => one.waitMs));
  return waitMs > 0 ? tooSoon(waitMs) : undefined;
};

const tooSoon = (waitMs: number): Refusal =>
  refuse('RATE_LIMITED', { seconds: String(Math.max(1, Math.ceil(waitMs / 1_000))) });

/** Longer than any failure counts. */
const SWEPT_AFTER_MS = 24 * 3_600_000;
/** Rows that one statement takes away at most. */
const SWEPT = 5_000;

/** Takes away what counts no more. */
export const failureSweep = (
  table: FailureTable,
  { db, clock }: { readonly db: Queries; readonly clock: Clock },
): Job => ({
  name: `${table} swept`,
  ...EACH_HOUR,
  run: async () => {
    const beforeMs = clock.now() - SWEPT_AFTER_MS;
    for (let failures = 0; ; ) {
      const { rowCount } = await db.query({
        name: `${table}_sweep`,
        text: `DELETE FROM ${table} WHERE key_mac IN (SELECT key_mac FROM ${table} WHERE last_time < $1 LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED)`,
        values: [beforeMs],
      });
      failures += rowCount ?? 0;
      if ((rowCount ?? 0) < SWEPT) return { failures };
    }
  },
});
