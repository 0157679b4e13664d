// The SQL of copies of somebody's own data: asked for, gathered as of one moment, ready for a day.

import type { Id } from '@fairtick/kernel/ids';
import type { Pool, Queries } from '../../platform/database/pools.ts';
import type { OwnTable } from './own-tables.ts';

/** How long a copy can be fetched, ms. */
export const EXPORT_GOOD_MS = 86_400_000;

/** By nobody any more: its message was given up. */
const ABANDONED = `e.ready_time IS NULL AND NOT EXISTS (SELECT FROM outbox o WHERE o.kind = 'export' AND o.owner_id = e.user_id
  AND o.payload ->> 'id' = e.id::text AND o.sent_time IS NULL AND o.dead_time IS NULL)`;

/** The one whose message was given up, where there is such a one: it can be asked for again. */
export async function abandonedExport(tx: Queries, userId: Id): Promise<Id | undefined> {
  const { rows } = await tx.query<{ id: Id }>({
    name: 'exports_abandoned',
    text: `SELECT e.id FROM exports e WHERE e.user_id = $1 AND ${ABANDONED}`,
    values: [userId],
  });
  return rows[0]?.id;
}

/** undefined where one is being made already. */
export async function insertExport(tx: Queries, userId: Id): Promise<Id | undefined> {
  const { rows } = await tx.query<{ id: Id }>({
    name: 'exports_insert',
    text: 'INSERT INTO exports (user_id) VALUES ($1) ON CONFLICT (user_id) WHERE ready_time IS NULL DO NOTHING RETURNING id',
    values: [userId],
  });
  return rows[0]?.id;
}

export interface ExportRow {
  readonly id: Id;
  readonly file: string | null;
  readonly bytes: number | null;
  readonly until: bigint | null;
  /** By the database's clock. */
  readonly over: boolean | null;
  /** It could not be made. */
  readonly abandoned: boolean;
}

export async function newestExport(db: Queries, userId: Id): Promise<ExportRow | undefined> {
  const { rows } = await db.query<ExportRow>({
    name: 'exports_newest',
    text: `SELECT e.id, e.file, e.bytes, e.until, e.until <= database_ms() AS over, ${ABANDONED} AS abandoned
           FROM exports e WHERE e.user_id = $1 ORDER BY e.id DESC LIMIT 1`,
    values: [userId],
  });
  return rows[0];
}

/** Whether it is still to be made: not ready yet, and its user still there. */
export async function isWanted(db: Queries, id: Id): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'exports_wanted',
    text: `SELECT FROM exports e JOIN users u ON u.id = e.user_id WHERE e.id = $1 AND e.ready_time IS NULL AND u.removed_time IS NULL`,
    values: [id],
  });
  return rowCount === 1;
}

/** False where another server was faster. */
export async function markReady(
  tx: Queries,
  { id, file, bytes }: { readonly id: Id; readonly file: string; readonly bytes: number },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'exports_ready',
    text: `UPDATE exports SET ready_time = database_ms(), until = database_ms() + ${EXPORT_GOOD_MS}, file = $2, bytes = $3
           WHERE id = $1 AND ready_time IS NULL`,
    values: [id, file, bytes],
  });
  return rowCount === 1;
}

export type OwnRow = Readonly<Record<string, unknown>>;

/** As many as are read and written at once: a millisecond or two. */
const PAGE = 100;

/** Somebody's rows of one table, some at a time; one table at a time. */
export type ReadsOwn = (table: OwnTable) => AsyncIterable<readonly OwnRow[]>;

/** Every table's rows are of one moment, however often they are read. The connection reads and never writes. */
export async function asOfOneMoment<T>(pool: Pool, userId: Id, work: (read: ReadsOwn) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const done = await work((table) => pagesOf(client, userId, table));
    await client.query('COMMIT');
    broken = false;
    return done;
  } finally {
    client.release(broken);
  }
}

async function* pagesOf(tx: Queries, userId: Id, { table, own }: OwnTable): AsyncGenerator<readonly OwnRow[]> {
  await tx.query({
    text: `DECLARE own_rows NO SCROLL CURSOR FOR SELECT t.* FROM ${table} t WHERE ${own}`,
    values: [userId],
  });
  for (;;) {
    const { rows } = await tx.query<OwnRow>({ text: `FETCH ${PAGE} FROM own_rows` });
    if (rows.length === 0) break;
    yield rows;
  }
  await tx.query({ text: 'CLOSE own_rows' });
}
