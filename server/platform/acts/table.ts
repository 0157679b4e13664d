// The SQL of the acts: what the staff did, written in the transaction of its effect, and its place in the public log, given later.

import type { ActKind } from '@fairtick/contract/staff/acts';
import type { Id } from '@fairtick/kernel/ids';
import { int8, text } from '../database/columns.ts';
import type { Queries } from '../database/pools.ts';
import type { Statement } from '../database/statement.ts';
import type { Actor } from '../principals.ts';

/** An act as it is written. Its contents are read by the staff alone; what is public of it is its kind, its time and a salted hash. */
export interface NewAct {
  readonly kind: ActKind;
  /** Never a user: a user's own doings are no acts. */
  readonly actor: Actor;
  readonly subject: {
    readonly kind:
      | 'user'
      | 'staff'
      | 'proposal'
      | 'setting'
      | 'message'
      | 'master_key'
      | 'house'
      | 'content'
      | 'feedback'
      | 'company';
    readonly id: string;
  };
  /**
   * What was done and why. No secrets, no images; as few persons' data as the act needs. Who did it and about whom are added as `by` and `about`,
   * so that the hash covers them.
   */
  readonly contents: Readonly<Record<string, unknown>>;
}

const INSERT = `INSERT INTO acts (kind, actor_kind, actor_id, subject_kind, subject_id, contents)
                SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[])`;

const valuesOf = (acts: readonly NewAct[]): Statement['values'] => [
  text(acts.map((one) => one.kind)),
  text(acts.map((one) => one.actor.kind)),
  int8(acts.map((one) => one.actor.id)),
  text(acts.map((one) => one.subject.kind)),
  text(acts.map((one) => one.subject.id)),
  text(acts.map(contentsOf)),
];

const contentsOf = ({ actor, subject, contents }: NewAct): string =>
  JSON.stringify({ by: `${actor.kind}:${actor.id}`, about: `${subject.kind}:${subject.id}`, ...contents });

/** To be sent with the other statements of a batch, or by `send` within a record write. */
export function insertActs(acts: readonly NewAct[]): Statement[] {
  return acts.length === 0 ? [] : [{ name: 'acts_insert', text: INSERT, values: valuesOf(acts) }];
}

/** The same for an act that the database keeps once for a while (act_read_once): a second one is no row. */
export const insertActOnce = (act: NewAct): Statement => ({
  name: 'acts_insert_once',
  text: `${INSERT} ON CONFLICT DO NOTHING`,
  values: valuesOf([act]),
});

export interface ActRow {
  readonly id: Id;
  /** UTC ms. */
  readonly time: number;
  readonly kind: string;
  /** Empty once they were erased, together with the salt. */
  readonly contents: string | null;
  readonly salt: Uint8Array | null;
  readonly actor: string;
  readonly subject: string;
  readonly index: number | null;
}

interface StoredAct extends Omit<ActRow, 'time' | 'index'> {
  readonly time: bigint;
  readonly idx: bigint | null;
}

const SELECT = `SELECT id, time, kind, contents, salt, actor_kind || ':' || actor_id AS actor,
                  subject_kind || ':' || subject_id AS subject, idx FROM acts`;

const actOf = ({ time, idx, ...rest }: StoredAct): ActRow => ({
  ...rest,
  time: Number(time),
  index: idx === null ? null : Number(idx),
});

/** Of those ids, oldest id first. */
export async function readActs(db: Queries, ids: readonly Id[]): Promise<readonly ActRow[]> {
  const { rows } = await db.query<StoredAct>({
    name: 'acts_read',
    text: `${SELECT} WHERE id = ANY ($1::bigint[]) ORDER BY id`,
    values: [int8(ids)],
  });
  return rows.map(actOf);
}

/** Acts by which one setting was changed to these versions. */
export async function readSettingActs(
  db: Queries,
  setting: string,
  versions: readonly number[],
): Promise<readonly (ActRow & { readonly version: number })[]> {
  const { rows } = await db.query<StoredAct & { readonly version: number }>({
    name: 'acts_of_setting',
    text: `SELECT * FROM (
             SELECT a.*, (a.contents::jsonb ->> 'version')::int AS version FROM (${SELECT} WHERE kind = 'setting_changed'
               AND subject_kind = 'setting' AND subject_id = $1 AND contents IS NOT NULL) a) v
           WHERE v.version = ANY ($2::int[])`,
    values: [setting, versions],
  });
  return rows.map((row) => ({ ...actOf(row), version: row.version }));
}

/** Acts with the places from..to-1, by place. */
export async function readPlacedActs(db: Queries, from: number, to: number): Promise<readonly ActRow[]> {
  const { rows } = await db.query<StoredAct>(`${SELECT} WHERE idx >= $1 AND idx < $2 ORDER BY idx`, [from, to]);
  return rows.map(actOf);
}

/**
 * Ids of the oldest acts without a place. Whatever its id: one whose transaction took long is among them when it commits, also after newer ids have
 * their places.
 */
export async function readWaitingActs(db: Queries, limit: number): Promise<readonly Id[]> {
  const { rows } = await db.query<{ id: bigint }>({
    name: 'acts_waiting',
    text: 'SELECT id FROM acts WHERE idx IS NULL ORDER BY id LIMIT $1',
    values: [limit],
  });
  return rows.map((row) => row.id);
}

/** Acts with places above the log's end, and acts that have waited for theirs since before `beforeMs`. */
export async function readMisplacedActs(
  db: Queries,
  size: number,
  beforeMs: number,
): Promise<{ readonly beyond: readonly ActRow[]; readonly waiting: readonly ActRow[] }> {
  const beyond = await db.query<StoredAct>(`${SELECT} WHERE idx >= $1 ORDER BY idx LIMIT 100`, [size]);
  const waiting = await db.query<StoredAct>(`${SELECT} WHERE idx IS NULL AND time < $1 ORDER BY id LIMIT 100`, [
    beforeMs,
  ]);
  return { beyond: beyond.rows.map(actOf), waiting: waiting.rows.map(actOf) };
}

/** In the transaction that writes the entries, under the lock of the log's head. */
export async function setPlaces(tx: Queries, ids: readonly Id[], first: number): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'acts_place',
    text: `UPDATE acts a SET idx = $2 + p.nth - 1 FROM unnest($1::bigint[]) WITH ORDINALITY AS p (id, nth)
           WHERE a.id = p.id AND a.idx IS NULL`,
    values: [int8(ids), first],
  });
  if (rowCount !== ids.length) throw new Error('an act got its place from elsewhere');
}
