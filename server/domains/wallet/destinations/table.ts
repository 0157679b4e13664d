// The SQL of destinations beside a batch: bound, listed, sealed again.

import type { Id } from '@fairtick/kernel/ids';
import { bytea, int8 } from '../../../platform/database/columns.ts';
import type { Pool, Queries } from '../../../platform/database/pools.ts';
import { find, select } from '../../../platform/database/tables/select.ts';
import { all } from '../../../platform/database/tables/where.ts';
import { DESTINATIONS } from '../columns.ts';
import type { Destination, MoneyKind } from '../types.ts';

const { names } = DESTINATIONS;
const toDestination = DESTINATIONS.flat(names);

const BOUND = select(
  DESTINATIONS,
  { name: 'destinations_bound', columns: names, order: ['id'] },
  all(DESTINATIONS.is('user_id'), DESTINATIONS.is('kind'), DESTINATIONS.isNull('removed_time')),
);
const FOUND = find(DESTINATIONS, 'destinations_find', names);

/** Of one kind that were not taken away, the oldest first. */
export async function boundDestinations(db: Queries, userId: Id, kind: MoneyKind): Promise<Destination[]> {
  return (await BOUND.rows(db, { user_id: userId, kind })).map(toDestination);
}

/** Also those that were taken away. */
export async function findDestinations(db: Queries, ids: readonly Id[]): Promise<ReadonlyMap<Id, Destination>> {
  if (ids.length === 0) return new Map();
  const rows = await FOUND(
    db,
    [...new Set(ids)].map((id) => ({ id })),
  );
  return new Map(rows.map((row) => [row.id, toDestination(row)]));
}

/** How many the user has, and whether one of them is this place, under whichever master key. */
export async function countBound(
  tx: Queries,
  userId: Id,
  macs: readonly Uint8Array[],
): Promise<{ readonly count: number; readonly isBound: boolean }> {
  const { rows } = await tx.query<{ count: number; bound: boolean }>({
    name: 'destinations_count',
    text: `SELECT count(*)::int AS count, coalesce(bool_or(place_mac = ANY ($2::bytea[])), false) AS bound
           FROM destinations WHERE user_id = $1 AND removed_time IS NULL`,
    values: [userId, bytea(macs)],
  });
  return { count: rows[0]?.count ?? 0, isBound: rows[0]?.bound ?? false };
}

/** Usable so long after this moment of the database's clock. */
export async function insertDestination(
  tx: Queries,
  one: Omit<Destination, 'realm' | 'boundTime' | 'usableTime' | 'removedTime'>,
  restMs: number,
): Promise<void> {
  await tx.query({
    name: 'destinations_insert',
    text: `INSERT INTO destinations (id, user_id, realm, kind, currency, network, address, tag, details_sealed, place_mac, label, owner, wallet_kind,
             bound_time, usable_time)
           SELECT $1, $2, 'live', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now.ms, now.ms + $13::bigint FROM (SELECT database_ms() AS ms) now`,
    values: [
      ...[one.id, one.userId, one.kind, one.currency, one.network, one.address, one.tag, one.detailsSealed],
      ...[one.placeMac, one.label, one.owner, one.walletKind, restMs],
    ],
  });
}

/** As the owner: some that a master key other than the current one sealed. */
export async function destinationsSealedByOthers(owner: Pool, current: number, limit: number) {
  const { rows } = await owner.query<{
    id: Id;
    userId: Id;
    kind: MoneyKind;
    network: string;
    address: string;
    tag: string;
    detailsSealed: Uint8Array;
  }>({
    text: `SELECT id, user_id AS "userId", kind, network, address, tag, details_sealed AS "detailsSealed" FROM destinations
           WHERE substr(details_sealed, 1, 4) <> int4send($1::bigint::bit(32)::int) ORDER BY id LIMIT $2`,
    values: [current, limit],
  });
  return rows;
}

/** As the owner. */
export async function writeResealed(
  owner: Pool,
  rows: readonly Pick<Destination, 'id' | 'detailsSealed' | 'placeMac'>[],
): Promise<void> {
  await owner.query({
    text: `UPDATE destinations d SET details_sealed = r.details, place_mac = r.mac
           FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) AS r (id, details, mac) WHERE d.id = r.id`,
    values: [
      int8(rows.map(({ id }) => id)),
      bytea(rows.map(({ detailsSealed }) => detailsSealed)),
      bytea(rows.map(({ placeMac }) => placeMac)),
    ],
  });
}
