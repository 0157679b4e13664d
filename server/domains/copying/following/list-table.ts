// The SQL of what is shown of following: relations with what they came to, a trader's followers, what was skipped, and copies. Beside the batch.

import { readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../../platform/database/columns.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import { FOLLOW_SETTINGS, FOLLOWS, type Follow, type FollowSettings } from './columns.ts';

const toFollow = FOLLOWS.flat(FOLLOWS.names);
const toSettings = FOLLOW_SETTINGS.flat(FOLLOW_SETTINGS.names);
type FollowRow = Parameters<typeof toFollow>[0];
type SettingsRow = Parameters<typeof toSettings>[0];

export interface Following {
  readonly follow: Follow;
  readonly settings: FollowSettings;
  readonly accrued: bigint;
  readonly paid: bigint;
}

/** Whom the user follows now, the newest first. */
export async function listFollowed(db: Queries, userId: Id): Promise<Following[]> {
  const { rows } = await db.query<FollowRow>({
    name: 'copying_list_followed',
    text: `SELECT ${FOLLOWS.list(FOLLOWS.names)} FROM follows WHERE user_id = $1 AND ended_time IS NULL ORDER BY began_time DESC, id DESC`,
    values: [userId],
  });
  const follows = rows.map(toFollow);
  const [settings, marks] = await Promise.all([
    db.query<SettingsRow>({
      name: 'copying_list_settings',
      text: `SELECT DISTINCT ON (follow_id) ${FOLLOW_SETTINGS.list(FOLLOW_SETTINGS.names)} FROM follow_settings
             WHERE follow_id = ANY ($1::bigint[]) ORDER BY follow_id, number DESC`,
      values: [int8(follows.map(({ id }) => id))],
    }),
    db.query<{ trader_id: Id; accrued: string; paid: string }>({
      name: 'copying_list_marks',
      text: 'SELECT trader_id, accrued, paid FROM copy_marks WHERE user_id = $1',
      values: [userId],
    }),
  ]);
  const newest = new Map(settings.rows.map(toSettings).map((one) => [one.followId, one]));
  const markOf = new Map(marks.rows.map((row) => [row.trader_id, row]));
  return follows.flatMap((follow) => {
    const mark = markOf.get(follow.traderId);
    const set = newest.get(follow.id);
    if (!set) return [];
    return [{ follow, settings: set, accrued: readUnits(mark?.accrued ?? '0'), paid: readUnits(mark?.paid ?? '0') }];
  });
}

export async function followsNow(db: Queries, userId: Id, traderId: Id): Promise<boolean> {
  const { rows } = await db.query({
    name: 'copying_follows_now',
    text: 'SELECT FROM follows WHERE user_id = $1 AND trader_id = $2 AND ended_time IS NULL',
    values: [userId, traderId],
  });
  return rows.length > 0;
}

/** All relations of one follower with a trader, those that have ended too. */
export async function relationsOf(db: Queries, userId: Id, traderId: Id): Promise<Id[]> {
  const { rows } = await db.query<{ id: Id }>({
    name: 'copying_relations_of',
    text: 'SELECT id FROM follows WHERE user_id = $1 AND trader_id = $2 ORDER BY id',
    values: [userId, traderId],
  });
  return rows.map(({ id }) => id);
}

/** Every relation that a follower ever had, the newest first. */
export async function relationsWith(db: Queries, userId: Id): Promise<{ readonly id: Id; readonly trader_id: Id }[]> {
  const { rows } = await db.query<{ id: Id; trader_id: Id }>({
    name: 'copying_relations_with',
    text: 'SELECT id, trader_id FROM follows WHERE user_id = $1 ORDER BY id DESC',
    values: [userId],
  });
  return rows;
}

export async function followsAnybody(db: Queries, userId: Id): Promise<boolean> {
  const { rows } = await db.query({
    name: 'copying_follows_anybody',
    text: 'SELECT FROM follows WHERE user_id = $1 AND ended_time IS NULL LIMIT 1',
    values: [userId],
  });
  return rows.length > 0;
}

/** What following a trader came to over all who follow or did, with real money. Amounts in 1e-8 USD. */
export interface FollowedSums {
  readonly followers: number;
  readonly openCopies: number;
  readonly openMargin: bigint;
  readonly closedCopies: number;
  readonly closedNet: bigint;
  /** Who have closed copies, and how many of them have gained by them. */
  readonly settled: number;
  readonly gaining: number;
}

/** Who follows with real money now, with the greatest amount that they set last, in 1e-8 USD. */
export interface Backer {
  readonly traderId: Id;
  readonly userId: Id;
  readonly maxAmount: bigint;
}

export async function backers(db: Queries): Promise<Backer[]> {
  const { rows } = await db.query<{ trader_id: Id; user_id: Id; max_amount: string }>({
    name: 'copying_backers',
    text: `SELECT f.trader_id, f.user_id, s.max_amount FROM follows f
           CROSS JOIN LATERAL (SELECT max_amount FROM follow_settings WHERE follow_id = f.id ORDER BY number DESC LIMIT 1) s
           WHERE f.realm = 'live' AND f.ended_time IS NULL`,
    values: [],
  });
  return rows.map((row) => ({ traderId: row.trader_id, userId: row.user_id, maxAmount: readUnits(row.max_amount) }));
}

/** By trader; none where nobody ever followed. */
export async function followedSums(db: Queries): Promise<ReadonlyMap<Id, FollowedSums>> {
  const [relations, open] = await Promise.all([
    db.query<{ trader_id: Id; followers: number; closed: number; net: string; settled: number; gaining: number }>({
      name: 'copying_sums',
      text: `SELECT trader_id, sum(now)::int AS followers, sum(closed)::int AS closed, sum(net) AS net, (count(*) FILTER (WHERE closed > 0))::int AS settled,
               (count(*) FILTER (WHERE net > 0))::int AS gaining
             FROM (SELECT trader_id, user_id, count(*) FILTER (WHERE ended_time IS NULL) AS now, sum(closed_num) AS closed, sum(closed_net) AS net
               FROM follows WHERE realm = 'live' GROUP BY trader_id, user_id) x GROUP BY trader_id`,
      values: [],
    }),
    db.query<{ trader_id: Id; copies: number; margin: string }>({
      name: 'copying_open_sums',
      text: `SELECT f.trader_id, count(*)::int AS copies, sum(o.margin) AS margin FROM forex_orders o JOIN follows f ON f.id = o.follow_id
             WHERE o.follow_id IS NOT NULL AND o.status IN ('pending', 'open') AND o.realm = 'live' GROUP BY f.trader_id`,
      values: [],
    }),
  ]);
  const openOf = new Map(open.rows.map((row) => [row.trader_id, row]));
  return new Map(
    relations.rows.map((row) => {
      const now = openOf.get(row.trader_id);
      const { followers, settled, gaining, closed: closedCopies } = row;
      const sums = { followers, settled, gaining, closedCopies, closedNet: readUnits(row.net) };
      return [row.trader_id, { ...sums, openCopies: now?.copies ?? 0, openMargin: readUnits(now?.margin ?? '0') }];
    }),
  );
}

export interface Follower {
  readonly followId: Id;
  readonly userId: Id;
  readonly net: bigint;
  readonly margin: bigint;
  readonly paid: bigint;
}

export interface Followers {
  readonly page: readonly Follower[];
  readonly total: number;
  readonly paid: bigint;
  readonly accrued: bigint;
}

/** Who follows a trader now, with real money, the newest first; sums over everybody who ever did. */
export async function listFollowers(
  db: Queries,
  traderId: Id,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Followers> {
  const [page, sums] = await Promise.all([
    db.query<{ id: Id; user_id: Id; net: string; margin: string; paid: string | null }>({
      name: 'copying_list_followers',
      text: `SELECT f.id, f.user_id, a.net, a.margin, m.paid FROM follows f
             CROSS JOIN LATERAL (SELECT sum(b.closed_net) AS net, sum(b.closed_margin) AS margin FROM follows b
               WHERE b.user_id = f.user_id AND b.trader_id = f.trader_id) a
             LEFT JOIN copy_marks m ON m.user_id = f.user_id AND m.trader_id = f.trader_id
             WHERE f.trader_id = $1 AND f.ended_time IS NULL AND f.realm = 'live' ORDER BY f.id DESC LIMIT $2 OFFSET $3`,
      values: [traderId, limit, offset],
    }),
    db.query<{ total: number; paid: string; accrued: string }>({
      name: 'copying_sum_followers',
      text: `SELECT (SELECT count(*)::int FROM follows WHERE trader_id = $1 AND ended_time IS NULL AND realm = 'live') AS total,
               coalesce(sum(paid), 0) AS paid, coalesce(sum(accrued), 0) AS accrued FROM copy_marks WHERE trader_id = $1`,
      values: [traderId],
    }),
  ]);
  const [all] = sums.rows;
  return {
    page: page.rows.map((row) => ({
      ...{ followId: row.id, userId: row.user_id },
      ...{ net: readUnits(row.net), margin: readUnits(row.margin), paid: readUnits(row.paid ?? '0') },
    })),
    total: all?.total ?? 0,
    paid: readUnits(all?.paid ?? '0'),
    accrued: readUnits(all?.accrued ?? '0'),
  };
}

export interface SkippedRow {
  readonly trader_id: Id;
  readonly order_id: Id;
  readonly pair_id: number;
  readonly reason: string;
  readonly wanted: string;
  readonly skip_time: bigint;
}

export async function listSkips(
  db: Queries,
  userId: Id,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly SkippedRow[]; readonly total: number }> {
  const [page, count] = await Promise.all([
    db.query<SkippedRow>({
      name: 'copying_list_skips',
      text: `SELECT f.trader_id, s.order_id, o.pair_id, s.reason, s.wanted, s.skip_time FROM copy_skips s
             JOIN follows f ON f.id = s.follow_id JOIN forex_orders o ON o.id = s.order_id
             WHERE s.user_id = $1 ORDER BY s.skip_time DESC, s.order_id DESC LIMIT $2 OFFSET $3`,
      values: [userId, limit, offset],
    }),
    db.query<{ total: number }>({
      name: 'copying_count_skips',
      text: 'SELECT count(*)::int AS total FROM copy_skips WHERE user_id = $1',
      values: [userId],
    }),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** Whether somebody leads, or a follower's copies or gains may still come to something for them. */
export async function hasFollowers(db: Queries, traderId: Id): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>({
    name: 'copying_has_followers',
    text: `SELECT EXISTS (SELECT FROM trader_following WHERE trader_id = $1 AND (leads OR followers > 0))
      OR EXISTS (SELECT FROM copy_marks WHERE trader_id = $1 AND cumulative > high_water)
      OR EXISTS (SELECT FROM follows f JOIN forex_orders o ON o.follow_id = f.id WHERE f.trader_id = $1 AND o.status IN ('pending', 'open')) AS has`,
    values: [traderId],
  });
  return rows[0]?.has ?? false;
}
