// The SQL of traders' hourly equity.

import { readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { int8, numeric } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';

/** Of accounts with a record: an hour's equity is kept of them. */
export async function readWatched(db: Queries): Promise<Id[]> {
  const { rows } = await db.query<{ user_id: Id }>({
    name: 'traders_watched',
    text: 'SELECT user_id FROM traders WHERE status IN (1, 2, 4) ORDER BY user_id',
    values: [],
  });
  return rows.map((row) => row.user_id);
}

/** An account's money, and what came in or went out of it since the last hour that is kept. */
export interface Cash {
  readonly userId: Id;
  readonly available: bigint;
  readonly locked: bigint;
  readonly flow: bigint;
  /** The owner's newest journal. */
  readonly through: bigint;
}

/** What is no trading (types 10 to 29) moves money in or out of the account. Before the first hour nothing has come in: it is there. */
export async function readCash(db: Queries, userIds: readonly Id[]): Promise<Cash[]> {
  const { rows } = await db.query<{ user_id: Id; available: string; locked: string; flow: string; through: bigint }>({
    name: 'traders_cash',
    text: `SELECT a.owner_id AS user_id, a.available, a.locked, coalesce(f.flow, 0) AS flow, o.version::bigint AS through
           FROM ledger_accounts a JOIN owners o ON o.id = a.owner_id AND o.realm = a.realm
           LEFT JOIN LATERAL (SELECT e.through FROM trader_equity e WHERE e.user_id = a.owner_id ORDER BY e.hour DESC LIMIT 1) l ON true
           LEFT JOIN LATERAL (SELECT sum(n.available_change + n.locked_change) AS flow FROM journals j JOIN entries n ON n.journal_id = j.id
             WHERE j.owner_id = a.owner_id AND j.realm = a.realm AND j.number > l.through AND j.number <= o.version
               AND j.reason NOT BETWEEN 10 AND 29 AND n.account_id = a.id) f ON true
           WHERE a.owner_id = ANY ($1::bigint[]) AND a.kind = 'forex'`,
    values: [int8(userIds)],
  });
  return rows.map((row) => ({
    userId: row.user_id,
    available: readUnits(row.available),
    locked: readUnits(row.locked),
    flow: readUnits(row.flow),
    through: row.through,
  }));
}

export interface EquityRow {
  readonly userId: Id;
  readonly hour: number;
  readonly equity: bigint;
  readonly flow: bigint;
}

/** Once an hour for each account: a run that was made before wrote what stands. */
export async function insertEquity(
  db: Queries,
  hour: number,
  rows: readonly (Omit<EquityRow, 'hour'> & { readonly through: bigint })[],
): Promise<number> {
  const { rowCount } = await db.query({
    name: 'trader_equity_insert',
    text: `INSERT INTO trader_equity (user_id, hour, equity, flow, through)
           SELECT r.user_id, $1, r.equity, r.flow, r.through
           FROM unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::bigint[]) AS r (user_id, equity, flow, through)
           ON CONFLICT DO NOTHING`,
    values: [
      hour,
      int8(rows.map((row) => row.userId)),
      numeric(rows.map((row) => row.equity)),
      numeric(rows.map((row) => row.flow)),
      int8(rows.map((row) => row.through)),
    ],
  });
  return rowCount ?? 0;
}

/** Of one account, so many hours behind that one, oldest first. */
export async function hoursBehind(db: Queries, userId: Id, hour: number, limit: number): Promise<EquityRow[]> {
  const { rows } = await db.query<{ hour: bigint; equity: string; flow: string }>({
    name: 'trader_equity_behind',
    text: 'SELECT hour, equity, flow FROM trader_equity WHERE user_id = $1 AND hour > $2 ORDER BY hour LIMIT $3',
    values: [userId, hour, limit],
  });
  return rows.map((row) => ({
    userId,
    hour: Number(row.hour),
    equity: readUnits(row.equity),
    flow: readUnits(row.flow),
  }));
}

/** Of these accounts after that hour, oldest first. */
export async function equityAfter(db: Queries, userIds: readonly Id[], hour: number): Promise<EquityRow[]> {
  const { rows } = await db.query<{ user_id: Id; hour: bigint; equity: string; flow: string }>({
    name: 'trader_equity_after',
    text: `SELECT user_id, hour, equity, flow FROM trader_equity WHERE user_id = ANY ($1::bigint[]) AND hour > $2 ORDER BY hour, user_id`,
    values: [int8(userIds), hour],
  });
  return rows.map((row) => ({
    userId: row.user_id,
    hour: Number(row.hour),
    equity: readUnits(row.equity),
    flow: readUnits(row.flow),
  }));
}
