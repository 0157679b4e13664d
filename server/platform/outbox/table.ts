// The SQL of the outbox: messages written with what they tell of, claimed by one server at a time, sent at least once.

import type { Id } from '@fairtick/kernel/ids';
import { int8, text } from '../database/columns.ts';
import type { Queries } from '../database/pools.ts';
import type { Statement } from '../database/statement.ts';

/** What is to be told, and to whom. */
export interface NewMessage {
  /** Chooses the sender. */
  readonly kind: string;
  /** 0n where it is for no single user. */
  readonly ownerId: Id;
  /** JSON; what the sender needs, and no more. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Not before this moment of the database's clock, UTC ms; at once where it is absent. */
  readonly dueTime?: number;
}

/** To be sent with the other statements of a batch, or by `send` within a record write. */
export function insertOutbox(messages: readonly NewMessage[]): Statement[] {
  if (messages.length === 0) return [];
  return [
    {
      name: 'outbox_insert',
      text: `INSERT INTO outbox (kind, owner_id, payload, due_time)
             SELECT kind, owner_id, payload::jsonb, coalesce(due_time, database_ms())
             FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[]) AS m (kind, owner_id, payload, due_time)`,
      values: [
        text(messages.map((one) => one.kind)),
        int8(messages.map((one) => one.ownerId)),
        text(messages.map((one) => JSON.stringify(one.payload))),
        int8(messages.map((one) => one.dueTime ?? null)),
      ],
    },
  ];
}

/** A message as its sender gets it. */
export interface Message {
  /** The same each time it is tried: a receiver that knows it has had it. */
  readonly id: Id;
  readonly kind: string;
  readonly ownerId: Id;
  readonly payload: unknown;
  /** UTC ms. */
  readonly createdTime: number;
  /** From 1. */
  readonly attempt: number;
}

interface MessageRow {
  readonly id: bigint;
  readonly kind: string;
  readonly owner_id: bigint;
  readonly payload: unknown;
  readonly created_time: bigint;
  readonly attempts: number;
}

const OPEN = 'sent_time IS NULL AND dead_time IS NULL';

export interface ClaimOptions {
  readonly kinds: readonly string[];
  readonly limit: number;
  /** Nobody else gets them for so long; then they are due again. */
  readonly leaseMs: number;
  readonly mostAttempts: number;
}

/** The oldest that are due and that no other server is claiming. The attempt counts from here on, so that one that kills its sender dies too. */
export async function claimMessages(db: Queries, options: ClaimOptions): Promise<Message[]> {
  const { kinds, limit, leaseMs, mostAttempts } = options;
  const { rows } = await db.query<MessageRow>({
    name: 'outbox_claim',
    text: `WITH due AS MATERIALIZED (
             SELECT id FROM outbox WHERE ${OPEN} AND due_time <= database_ms() AND kind = ANY ($1::text[]) AND attempts < $4
             ORDER BY due_time, id LIMIT $2 FOR UPDATE SKIP LOCKED
           )
           UPDATE outbox o SET attempts = o.attempts + 1, due_time = database_ms() + $3, held_time = NULL FROM due WHERE o.id = due.id
           RETURNING o.id, o.kind, o.owner_id, o.payload, o.created_time, o.attempts`,
    values: [kinds, limit, leaseMs, mostAttempts],
  });
  return rows.map(messageOf).sort(byId);
}

const messageOf = (row: MessageRow): Message => ({
  id: row.id,
  kind: row.kind,
  ownerId: row.owner_id,
  payload: row.payload,
  createdTime: Number(row.created_time),
  attempt: row.attempts,
});
const byId = (a: Message, b: Message): number => (a.id < b.id ? -1 : 1);

/** Marks what is due and cannot be sent here as held, each message once; the oldest first. Whoever can send it takes it all the same. */
export async function holdMessages(db: Queries, kinds: readonly string[], limit: number): Promise<Message[]> {
  const { rows } = await db.query<MessageRow>({
    name: 'outbox_hold',
    text: `WITH due AS MATERIALIZED (
             SELECT id FROM outbox WHERE ${OPEN} AND held_time IS NULL AND due_time <= database_ms() AND kind = ANY ($1::text[])
             ORDER BY due_time, id LIMIT $2 FOR UPDATE SKIP LOCKED
           )
           UPDATE outbox o SET held_time = database_ms() FROM due WHERE o.id = due.id
           RETURNING o.id, o.kind, o.owner_id, o.payload, o.created_time, o.attempts`,
    values: [kinds, limit],
  });
  return rows.map(messageOf).sort(byId);
}

/** A message that was sent counts as sent, also where its sender came back after its lease had ended. */
export async function markSent(db: Queries, { id }: Message): Promise<void> {
  await db.query({
    name: 'outbox_sent',
    text: `UPDATE outbox SET sent_time = database_ms(), dead_time = NULL, failure = NULL WHERE id = $1 AND sent_time IS NULL`,
    values: [id],
  });
}

/** Due again after `waitMs`, unless somebody has claimed it since. */
export async function markFailed(
  db: Queries,
  { id, attempt }: Message,
  failure: string,
  waitMs: number,
): Promise<void> {
  await db.query({
    name: 'outbox_failed',
    text: `UPDATE outbox SET failure = $3, due_time = database_ms() + $4 WHERE id = $1 AND attempts = $2 AND ${OPEN}`,
    values: [id, attempt, failure, waitMs],
  });
}

/** Gives up a message that will never be taken. One that was sent meanwhile stays sent. */
export async function giveUpMessage(db: Queries, { id }: Message, failure: string): Promise<void> {
  await db.query({
    name: 'outbox_give_up',
    text: `UPDATE outbox SET dead_time = database_ms(), failure = $2 WHERE id = $1 AND ${OPEN}`,
    values: [id, failure],
  });
}

/** Puts a message that was given up back among those that wait, with all its tries. False where it was not given up, was emptied since, or is not there. */
export async function putBack(db: Queries, id: Id): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'outbox_put_back',
    text: `UPDATE outbox SET dead_time = NULL, attempts = 0, due_time = database_ms() WHERE id = $1 AND dead_time IS NOT NULL AND payload <> '{}'`,
    values: [id],
  });
  return rowCount === 1;
}

/** Gives up messages that have been tried often enough and are due once more. Their rows stay and are shown to the operator. */
export async function buryMessages(db: Queries, mostAttempts: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'outbox_bury',
    text: `UPDATE outbox SET dead_time = database_ms(), failure = coalesce(failure, 'nobody finished sending it')
           WHERE ${OPEN} AND attempts >= $1 AND due_time <= database_ms()`,
    values: [mostAttempts],
  });
  return rowCount ?? 0;
}

/** Staff look into what went wrong within so long. */
const ADDRESS_KEPT_MS = 7 * 86_400_000;

/** Empties what was sent or given up and names an address: after a week, and at once where its owner has left. */
export async function emptyAddressed(db: Queries, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'outbox_empty_addressed',
    text: `UPDATE outbox SET payload = '{}' WHERE id IN (
             SELECT o.id FROM outbox o WHERE o.payload ? 'address' AND (o.sent_time IS NOT NULL OR o.dead_time IS NOT NULL)
               AND (coalesce(o.sent_time, o.dead_time) <= database_ms() - ${ADDRESS_KEPT_MS}
                 OR EXISTS (SELECT FROM users u WHERE u.id = o.owner_id AND u.removed_time IS NOT NULL))
             ORDER BY o.id LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    values: [limit],
  });
  return rowCount ?? 0;
}

export type MessageState = 'waiting' | 'held' | 'sent' | 'dead';

/** A message as the staff see it. */
export interface ListedMessage {
  readonly id: Id;
  readonly kind: string;
  readonly ownerId: Id;
  readonly payload: unknown;
  readonly state: MessageState;
  readonly attempts: number;
  /** What was said of the last try that failed; empty where none did. */
  readonly failure: string;
  /** UTC ms. */
  readonly createdTime: number;
  readonly sentTime: number | undefined;
}

const IN_STATE: Readonly<Record<MessageState, string>> = {
  waiting: `${OPEN} AND held_time IS NULL`,
  held: `${OPEN} AND held_time IS NOT NULL`,
  sent: 'sent_time IS NOT NULL',
  dead: 'dead_time IS NOT NULL',
};

const LARGEST_ID: Id = 9_223_372_036_854_775_807n;

/** Messages of a state below `before`, newest first. */
export async function listMessages(
  db: Queries,
  { state, before, limit }: { readonly state: MessageState; readonly before: Id | undefined; readonly limit: number },
): Promise<ListedMessage[]> {
  const { rows } = await db.query<MessageRow & { readonly failure: string | null; readonly sent_time: bigint | null }>({
    name: `outbox_list_${state}`,
    text: `SELECT id, kind, owner_id, payload, created_time, attempts, failure, sent_time FROM outbox
           WHERE ${IN_STATE[state]} AND id < $1 ORDER BY id DESC LIMIT $2`,
    values: [before ?? LARGEST_ID, limit],
  });
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    ownerId: row.owner_id,
    payload: row.payload,
    state,
    attempts: row.attempts,
    failure: row.failure ?? '',
    createdTime: Number(row.created_time),
    sentTime: row.sent_time === null ? undefined : Number(row.sent_time),
  }));
}

/** Whom it is for, 0 for no single user; undefined where there is no such message. */
export async function ownerOfMessage(db: Queries, id: Id): Promise<Id | undefined> {
  const { rows } = await db.query<{ owner_id: Id }>({
    name: 'outbox_owner',
    text: 'SELECT owner_id FROM outbox WHERE id = $1',
    values: [id],
  });
  return rows[0]?.owner_id;
}

export interface OutboxState {
  /** Not sent yet; of these, how long the oldest has been due, ms. */
  readonly waiting: number;
  readonly lateMs: number;
  /** Nobody who runs can send them. */
  readonly held: number;
  readonly dead: number;
}

export async function readOutboxState(db: Queries): Promise<OutboxState> {
  const { rows } = await db.query<{ waiting: number; held: number; late: bigint; dead: number }>({
    name: 'outbox_state',
    text: `SELECT count(*) FILTER (WHERE held_time IS NULL)::int AS waiting, count(held_time)::int AS held,
             greatest(0, database_ms() - coalesce(min(due_time) FILTER (WHERE held_time IS NULL), database_ms())) AS late,
             (SELECT count(*)::int FROM outbox WHERE dead_time IS NOT NULL) AS dead
           FROM outbox WHERE ${OPEN}`,
  });
  const [row] = rows;
  return { waiting: row?.waiting ?? 0, lateMs: Number(row?.late ?? 0n), held: row?.held ?? 0, dead: row?.dead ?? 0 };
}
