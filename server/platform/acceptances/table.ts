// The SQL of the acceptances: rows written with the batch of what they tell of, and their places in the public log, given later.

import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../database/columns.ts';
import type { Queries } from '../database/pools.ts';
import type { Write } from '../database/statement.ts';
import type { FlatOf } from '../database/tables/mapping.ts';
import { select } from '../database/tables/select.ts';
import type { Acceptance } from './acceptance.ts';
import { ACCEPTANCES } from './columns.ts';

const { names, read } = ACCEPTANCES;
const part = ACCEPTANCES.flat(names);

export interface LoggedAcceptance extends FlatOf<typeof ACCEPTANCES.columns, (typeof names)[number]> {
  /** The place in the log; null until it is given. */
  readonly index: number | null;
}

type Row = Parameters<typeof part>[0];
const acceptanceOfRow = (row: Row): LoggedAcceptance => ({ ...part(row), index: read.idx(row) ?? null });

export const insertAcceptances = (acceptances: readonly Acceptance[]): Write[] => ACCEPTANCES.rows(acceptances);

const BY_ID = select(ACCEPTANCES, { name: 'acceptances_read', columns: names, order: ['id'] }, ACCEPTANCES.isIn('id'));

/** Of those ids, oldest first. */
export const readAcceptances = async (db: Queries, ids: readonly Id[]): Promise<readonly LoggedAcceptance[]> =>
  (await BY_ID.rows(db, { id: ids })).map(acceptanceOfRow);

const OF_ORDERS = select(
  ACCEPTANCES,
  { name: 'acceptances_of_orders', columns: names, order: ['id'] },
  ACCEPTANCES.isIn('order_id'),
);

/** All of those orders, oldest first. */
export const acceptancesOf = async (db: Queries, orderIds: readonly Id[]): Promise<readonly LoggedAcceptance[]> =>
  (await OF_ORDERS.rows(db, { order_id: orderIds })).map(acceptanceOfRow);

/**
 * Ids of the oldest without a place. Whatever its id: one whose transaction took long is among them when it commits, also after newer ids have their
 * places. Those of one user are committed in the order of their ids.
 */
export async function readWaitingAcceptances(db: Queries, limit: number): Promise<readonly Id[]> {
  const { rows } = await db.query<{ id: bigint }>({
    name: 'acceptances_waiting',
    text: 'SELECT id FROM acceptances WHERE idx IS NULL ORDER BY id LIMIT $1',
    values: [limit],
  });
  return rows.map((row) => row.id);
}

/** In the transaction that writes the entries, under the lock of the log's head. */
export async function setAcceptancePlaces(tx: Queries, ids: readonly Id[], first: number): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'acceptances_place',
    text: `UPDATE acceptances a SET idx = $2 + p.nth - 1 FROM unnest($1::bigint[]) WITH ORDINALITY AS p (id, nth)
           WHERE a.id = p.id AND a.idx IS NULL`,
    values: [int8(ids), first],
  });
  if (rowCount !== ids.length) throw new Error('an acceptance got its place from elsewhere');
}

const PLACED = `SELECT ${ACCEPTANCES.list(names)} FROM acceptances`;

/** With the places from..to-1, by place. */
export async function readPlacedAcceptances(
  db: Queries,
  from: number,
  to: number,
): Promise<readonly LoggedAcceptance[]> {
  const { rows } = await db.query<Row>(`${PLACED} WHERE idx >= $1 AND idx < $2 ORDER BY idx`, [from, to]);
  return rows.map(acceptanceOfRow);
}

/** With places above the log's end, and those that have waited for theirs since before `beforeMs`. */
export async function readMisplacedAcceptances(
  db: Queries,
  size: number,
  beforeMs: number,
): Promise<{ readonly beyond: readonly LoggedAcceptance[]; readonly waiting: readonly LoggedAcceptance[] }> {
  const beyond = await db.query<Row>(`${PLACED} WHERE idx >= $1 ORDER BY idx LIMIT 100`, [size]);
  const waiting = await db.query<Row>(`${PLACED} WHERE idx IS NULL AND time < $1 ORDER BY id LIMIT 100`, [beforeMs]);
  return { beyond: beyond.rows.map(acceptanceOfRow), waiting: waiting.rows.map(acceptanceOfRow) };
}
