// The SQL of standings: read under the lock or beside it, written by the batch that changes them.

import { LOCKS, type Lock } from '@fairtick/contract/staff/locks';
import { amount, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { z } from 'zod';
import { int8, text } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { RowOf } from '../../platform/database/tables/mapping.ts';
import { USER_STANDING } from './columns.ts';
import { type Freezes, frozen, type Standing, type StandingRow } from './standing.ts';

const READ = [
  'user_id',
  'country',
  'verified_time',
  'hold_until',
  'loss_limit',
  'loss_limit_next',
  'loss_limit_from',
  'cool_off_until',
  'lang',
  'zone',
] as const;
const flat = USER_STANDING.flat(READ);

type Row = RowOf<typeof USER_STANDING.columns, (typeof READ)[number] | 'freezes'> & {
  readonly locks: number;
  /** The database's clock. */
  readonly now: bigint;
  readonly loss: string | null;
};

const freezes: z.ZodType<Freezes> = z.partialRecord(
  z.enum(LOCKS),
  z.object({ reason: z.string(), time: z.number(), by: z.string(), until: z.number().nullable() }),
);
const NO_FREEZES: Freezes = {};
const freezesOf = ({ locks, freezes: text }: Row): Freezes =>
  locks === 0 ? NO_FREEZES : freezes.parse(JSON.parse(text));

export type UserStanding = Standing & { readonly userId: Id };

const toStanding = (row: Row): UserStanding => ({
  ...flat(row),
  ...frozen(freezesOf(row)),
  real: true,
  nowMs: Number(row.now),
  lossToday: row.loss === null ? undefined : amount(readUnits(row.loss)),
});

/**
 * What a user's trading has cost since 00:00 UTC of the database's clock. A journal of tomorrow, by the clock of the server that wrote it, counts today too.
 */
const LOSS_TODAY = `(SELECT CASE WHEN o.day > t.day THEN -o.day_result - o.result_before WHEN o.day = t.day THEN -o.day_result ELSE 0 END
  FROM owners o, (SELECT database_ms() / 86400000 AS day) t WHERE o.id = user_standing.user_id AND o.realm = 'live')`;

/**
 * Rows of those of these users who are real. Asked behind the lock, it is of now. What was lost today is read for whoever has set a limit, and for those
 * of `limited`, who may set one.
 */
export async function loadStandings(
  tx: Queries,
  users: readonly Id[],
  limited: readonly Id[] = [],
): Promise<UserStanding[]> {
  const { rows } = await tx.query<Row>({
    name: 'accounts_standing',
    text: `SELECT ${USER_STANDING.list(READ)}, locks, freezes::text AS freezes, database_ms() AS now,
             CASE WHEN loss_limit IS NOT NULL OR loss_limit_next IS NOT NULL OR user_id = ANY($2::bigint[])
               THEN ${LOSS_TODAY} END AS loss
           FROM user_standing WHERE user_id = ANY($1::bigint[])`,
    values: [int8(users), int8(limited)],
  });
  return rows.map(toStanding);
}

/** undefined for a demo user, and where there is no such user. */
export async function readStanding(db: Queries, userId: Id): Promise<Standing | undefined> {
  return (await loadStandings(db, [userId]))[0];
}

/** Where the user says they live, ISO 3166 alpha-2; undefined for a demo user and for who has said nothing. */
export async function countryOf(db: Queries, userId: Id): Promise<string | undefined> {
  const { rows } = await db.query<{ country: string | null }>({
    name: 'accounts_country_of',
    text: 'SELECT country FROM user_standing WHERE user_id = $1',
    values: [userId],
  });
  return rows[0]?.country ?? undefined;
}

/**
 * Held until the transaction ends, so that no freeze comes in between: for a sign-in. undefined for a demo user. Reads no loss.
 */
export async function holdStanding(tx: Queries, userId: Id): Promise<Standing | undefined> {
  const { rows } = await tx.query<Row>({
    name: 'accounts_hold_standing',
    text: `SELECT ${USER_STANDING.list(READ)}, locks, freezes::text AS freezes, database_ms() AS now, NULL::numeric AS loss
           FROM user_standing WHERE user_id = $1 FOR SHARE`,
    values: [userId],
  });
  return rows[0] && toStanding(rows[0]);
}

/** Users after `afterId`, by id, of whom a freeze has ended by the database's clock. */
export async function endedFreezes(db: Queries, afterId: Id, limit: number): Promise<Id[]> {
  const { rows } = await db.query<{ user_id: Id }>({
    name: 'accounts_ended_freezes',
    text: `SELECT user_id FROM user_standing WHERE freeze_ends IS NOT NULL AND freeze_ends <= database_ms() AND user_id > $1
           ORDER BY user_id LIMIT $2`,
    values: [afterId, limit],
  });
  return rows.map((row) => row.user_id);
}

/**
 * Which of these locks were set on the user by one person alone, confirmed by nobody, and ended by themselves within the last `withinMs`. One that two
 * people lifted or made longer before its end is none of them.
 */
export async function lapsedLocks(
  db: Queries,
  { userId, locks, withinMs }: { readonly userId: Id; readonly locks: readonly Lock[]; readonly withinMs: number },
): Promise<Lock[]> {
  const { rows } = await db.query<{ lock: Lock }>({
    name: 'accounts_lapsed_freezes',
    text: `SELECT l.lock FROM unnest($2::text[]) AS l (lock) WHERE EXISTS (
             SELECT FROM standing_history h
               CROSS JOIN LATERAL (SELECT (h.standing #>> ARRAY['freezes', l.lock, 'until'])::bigint AS ends) f
             WHERE h.user_id = $1 AND f.ends > database_ms() - $3::bigint AND f.ends <= database_ms()
               AND NOT EXISTS (SELECT FROM standing_history n WHERE n.user_id = $1 AND n.id > h.id AND n.time < f.ends
                 AND n.standing #> ARRAY['freezes', l.lock] IS DISTINCT FROM h.standing #> ARRAY['freezes', l.lock]))`,
    values: [userId, text(locks), withinMs],
  });
  return rows.map(({ lock }) => lock);
}

const update = USER_STANDING.update('accounts_write_standing');

/** Each user's first change, then each one's second and so on: every change is a row of the history. */
export function writeStandings(changes: readonly StandingRow[]): Statement[] {
  const rounds: StandingRow[][] = [];
  const seen = new Map<Id, number>();
  for (const change of changes) {
    const round = seen.get(change.userId) ?? 0;
    seen.set(change.userId, round + 1);
    const rows = rounds[round] ?? [];
    rounds[round] = rows;
    rows.push(change);
  }
  return rounds.flatMap(update);
}
