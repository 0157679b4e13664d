// The SQL of traders, their applications and their hourly equity.

import { readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../platform/database/columns.ts';
import { holdName } from '../../platform/database/named-lock.ts';
import type { Queries } from '../../platform/database/pools.ts';
import type { Status } from './rules/application.ts';
import type { Nickname } from './rules/nickname.ts';

interface Row {
  readonly user_id: Id;
  readonly uid: string;
  readonly person_key: Id | null;
  readonly status: Status;
  readonly nickname: string | null;
  readonly share_rate: string;
  readonly max_followers: number;
  readonly multiple: number;
  readonly max_amount: string;
  readonly applied_time: bigint | null;
  readonly approved_time: bigint | null;
}

export interface Trader {
  readonly userId: Id;
  readonly uid: string;
  /** Undefined before they have applied. */
  readonly personKey: Id | undefined;
  readonly status: Status;
  readonly nickname: string | undefined;
  /** 1e-8: 10 % is 10000000. */
  readonly shareRate: bigint;
  readonly maxFollowers: number;
  readonly multiple: number;
  readonly maxAmount: bigint;
  readonly appliedTime: number | undefined;
  readonly approvedTime: number | undefined;
}

const COLUMNS = `t.user_id, u.uid, t.person_key, t.status, t.nickname, t.share_rate, t.max_followers, t.multiple, t.max_amount, t.applied_time,
  t.approved_time`;
const FROM = 'FROM traders t JOIN users u ON u.id = t.user_id';

const timeOf = (time: bigint | null): number | undefined => (time === null ? undefined : Number(time));

const toTrader = (row: Row): Trader => ({
  userId: row.user_id,
  uid: row.uid,
  personKey: row.person_key ?? undefined,
  status: row.status,
  nickname: row.nickname ?? undefined,
  shareRate: readUnits(row.share_rate),
  maxFollowers: row.max_followers,
  multiple: row.multiple,
  maxAmount: readUnits(row.max_amount),
  appliedTime: timeOf(row.applied_time),
  approvedTime: timeOf(row.approved_time),
});

export async function findTrader(db: Queries, userId: Id): Promise<Trader | undefined> {
  const { rows } = await db.query<Row>({
    name: 'traders_find',
    text: `SELECT ${COLUMNS} ${FROM} WHERE t.user_id = $1`,
    values: [userId],
  });
  return rows[0] && toTrader(rows[0]);
}

/** Everybody who leads or has led, by when they were approved. */
export async function readLed(db: Queries): Promise<Trader[]> {
  const { rows } = await db.query<Row>({
    name: 'traders_led',
    text: `SELECT ${COLUMNS} ${FROM} WHERE t.approved_time IS NOT NULL ORDER BY t.approved_time, t.user_id`,
    values: [],
  });
  return rows.map(toTrader);
}

/** Accounts of the same people, by their records: those before the first application are none. */
export async function accountsOfPeople(db: Queries, keys: readonly Id[]): Promise<ReadonlyMap<Id, readonly Id[]>> {
  const { rows } = await db.query<{ person_key: Id; user_ids: readonly Id[] }>({
    name: 'traders_accounts',
    text: `SELECT person_key, array_agg(user_id ORDER BY user_id) AS user_ids FROM traders WHERE person_key = ANY ($1::bigint[]) GROUP BY person_key`,
    values: [int8(keys)],
  });
  return new Map(rows.map((row) => [row.person_key, row.user_ids]));
}

/** The user's row, made where there is none, held until the transaction ends. */
export async function holdTrader(tx: Queries, userId: Id): Promise<Trader> {
  await tx.query({
    name: 'traders_make',
    text: 'INSERT INTO traders (user_id) VALUES ($1) ON CONFLICT DO NOTHING',
    values: [userId],
  });
  const { rows } = await tx.query<Row>({
    name: 'traders_hold',
    text: `SELECT ${COLUMNS} ${FROM} WHERE t.user_id = $1 FOR UPDATE OF t`,
    values: [userId],
  });
  const [row] = rows;
  if (!row) throw new Error('a trader who was made is there');
  return toTrader(row);
}

/** `mark`: of a person. Until the transaction's end nobody else of the same mark applies: two accounts at once would each find none. */
export async function holdPerson(tx: Queries, mark: Uint8Array): Promise<void> {
  await holdName(tx, `trader/${Buffer.from(mark).toString('hex')}`);
}

/** What stands of these accounts: the first record's key, and whether one of them waits, leads or is suspended. */
export async function recordOf(
  tx: Queries,
  userIds: readonly Id[],
): Promise<{ readonly key: Id | undefined; readonly active: boolean }> {
  const { rows } = await tx.query<{ key: Id | null; active: boolean | null }>({
    name: 'traders_record_of',
    text: `SELECT min(person_key) AS key, bool_or(status IN (1, 2, 4)) AS active FROM traders WHERE user_id = ANY ($1::bigint[])`,
    values: [int8(userIds)],
  });
  return { key: rows[0]?.key ?? undefined, active: rows[0]?.active ?? false };
}

export interface NewApplication {
  readonly userId: Id;
  readonly personKey: Id;
  readonly version: number;
  readonly lang: string;
  readonly hash: Uint8Array;
  readonly answerMs: number;
}

/** The application, and the trader who waits from then on. */
export async function insertApplication(tx: Queries, one: NewApplication): Promise<Id> {
  const { rows } = await tx.query<{ id: Id; applied_time: bigint }>({
    name: 'trader_applications_insert',
    text: `INSERT INTO trader_applications (user_id, agreement_version, agreement_lang, agreement_hash, applied_time, due_time)
           SELECT $1, $2, $3, $4, n.now, n.now + $5 FROM (SELECT database_ms() AS now) n RETURNING id, applied_time`,
    values: [one.userId, one.version, one.lang, one.hash, one.answerMs],
  });
  const [row] = rows;
  if (!row) throw new Error('an application that was written has an id');
  await tx.query({
    name: 'traders_apply',
    text: 'UPDATE traders SET status = 1, person_key = coalesce(person_key, $2), applied_time = $3, ended_time = NULL WHERE user_id = $1',
    values: [one.userId, one.personKey, row.applied_time],
  });
  return row.id;
}

/** False where somebody else has that name, or had it a moment ago. */
export async function setNickname(tx: Queries, userId: Id, { name, key }: Nickname): Promise<boolean> {
  const { rows } = await tx.query<{ user_id: Id }>({
    name: 'traders_nickname_taken',
    text: 'SELECT user_id FROM traders WHERE nickname_key = $1 AND user_id <> $2',
    values: [key, userId],
  });
  if (rows.length > 0) return false;
  await tx.query({
    name: 'traders_nickname',
    text: 'UPDATE traders SET nickname = $2, nickname_key = $3 WHERE user_id = $1',
    values: [userId, name, key],
  });
  return true;
}

export async function setSuggested(
  tx: Queries,
  userId: Id,
  { multiple, maxAmount }: { readonly multiple: number; readonly maxAmount: string },
): Promise<void> {
  await tx.query({
    name: 'traders_suggested',
    text: 'UPDATE traders SET multiple = $2, max_amount = $3 WHERE user_id = $1',
    values: [userId, multiple, maxAmount],
  });
}

export interface ApplicationRow {
  readonly id: Id;
  readonly user_id: Id;
  readonly uid: string;
  readonly nickname: string | null;
  readonly status: Exclude<Status, 0>;
  readonly agreement_version: number;
  readonly agreement_lang: string;
  readonly agreement_hash: Uint8Array;
  readonly applied_time: bigint;
  readonly due_time: bigint;
  readonly decided_by: Id | null;
  readonly decided_time: bigint | null;
  readonly reason: string | null;
}

const APPLICATION = `a.id, a.user_id, u.uid, t.nickname, a.status, a.agreement_version, a.agreement_lang, a.agreement_hash, a.applied_time,
  a.due_time, a.decided_by, a.decided_time, a.reason
  FROM trader_applications a JOIN traders t ON t.user_id = a.user_id JOIN users u ON u.id = a.user_id`;

/** The user's newest. */
export async function newestApplication(db: Queries, userId: Id): Promise<ApplicationRow | undefined> {
  const { rows } = await db.query<ApplicationRow>({
    name: 'trader_applications_newest',
    text: `SELECT ${APPLICATION} WHERE a.user_id = $1 ORDER BY a.id DESC LIMIT 1`,
    values: [userId],
  });
  return rows[0];
}

export async function findApplication(db: Queries, id: Id): Promise<ApplicationRow | undefined> {
  const { rows } = await db.query<ApplicationRow>({
    name: 'trader_applications_find',
    text: `SELECT ${APPLICATION} WHERE a.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Held until the transaction ends, with its trader, whom everything else holds first as well. */
export async function lockApplication(tx: Queries, id: Id): Promise<ApplicationRow | undefined> {
  await tx.query({
    name: 'traders_of_application',
    text: 'SELECT FROM traders t JOIN trader_applications a ON a.user_id = t.user_id WHERE a.id = $1 FOR UPDATE OF t',
    values: [id],
  });
  const { rows } = await tx.query<ApplicationRow>({
    name: 'trader_applications_lock',
    text: `SELECT ${APPLICATION} WHERE a.id = $1 FOR UPDATE OF a`,
    values: [id],
  });
  return rows[0];
}

/** Those that wait oldest first, the others newest first. */
export async function listApplications(
  db: Queries,
  { status, limit, offset }: { readonly status: Status; readonly limit: number; readonly offset: number },
): Promise<ApplicationRow[]> {
  const { rows } = await db.query<ApplicationRow>({
    name: status === 1 ? 'trader_applications_waiting' : 'trader_applications_decided',
    text: `SELECT ${APPLICATION} WHERE a.status = $1 ORDER BY a.id ${status === 1 ? 'ASC' : 'DESC'} LIMIT $2 OFFSET $3`,
    values: [status, limit, offset],
  });
  return rows;
}

export async function countApplications(db: Queries, status: Status): Promise<number> {
  const { rows } = await db.query<{ total: number }>({
    name: 'trader_applications_count',
    text: 'SELECT count(*)::int AS total FROM trader_applications WHERE status = $1',
    values: [status],
  });
  return rows[0]?.total ?? 0;
}

export interface DecidedApplication {
  readonly id: Id;
  readonly userId: Id;
  readonly status: 2 | 3 | 4;
  readonly staffId: Id;
  readonly reason: string;
}

/** The application and its trader go the same step. A record that was approved once keeps that moment. */
export async function writeDecision(tx: Queries, one: DecidedApplication): Promise<void> {
  await tx.query({
    name: 'trader_applications_decide',
    text: 'UPDATE trader_applications SET status = $2, decided_by = $3, decided_time = database_ms(), reason = $4 WHERE id = $1',
    values: [one.id, one.status, one.staffId, one.status === 2 ? null : one.reason],
  });
  await tx.query({
    name: 'traders_decide',
    text: `UPDATE traders SET status = $2::smallint, approved_time = CASE WHEN $2::smallint = 2 THEN coalesce(approved_time, database_ms()) ELSE approved_time END
           WHERE user_id = $1`,
    values: [one.userId, one.status],
  });
}

/** Of one who leads and asks for it: they lead no more, and may apply again. */
export async function writeEnd(tx: Queries, userId: Id): Promise<void> {
  await tx.query({
    name: 'traders_end',
    text: 'UPDATE traders SET status = 5, ended_time = database_ms() WHERE user_id = $1',
    values: [userId],
  });
  await tx.query({
    name: 'trader_applications_end',
    text: 'UPDATE trader_applications SET status = 5 WHERE user_id = $1 AND status = 2',
    values: [userId],
  });
}
