// The SQL of the outbox: messages written with what they tell of, claimed by one server at a time, sent at least once.

import type { Id } from '@fairtick/kernel/ids';
import { int8, text } from '../database/columns.ts';
import type { Queries } from '../database/pools.ts';
import type { Write } from '../database/statement.ts';

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
export function insertOutbox(messages: readonly NewMessage[]): Write[] {
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
           UPDATE outbox o SET attempts = o.attempts + 1, due_time = database_ms() + $3 FROM due WHERE o.id = due.id
           RETURNING o.id, o.kind, o.owner_id, o.payload, o.created_time, o.attempts`,
    values: [kinds, limit, leaseMs, mostAttempts],
  });
  return rows
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      ownerId: row.owner_id,
      payload: row.payload,
      createdTime: Number(row.created_time),
      attempt: row.attempts,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
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

export interface OutboxState {
  /** Not sent yet; of these, how long the oldest has been due, ms. */
  readonly waiting: number;
  readonly lateMs: number;
  readonly dead: number;
}

export async function readOutboxState(db: Queries): Promise<OutboxState> {
  const { rows } = await db.query<{ waiting: number; late: bigint; dead: number }>({
    name: 'outbox_state',
    text: `SELECT count(*)::int AS waiting, greatest(0, database_ms() - coalesce(min(due_time), database_ms())) AS late,
             (SELECT count(*)::int FROM outbox WHERE dead_time IS NOT NULL) AS dead
           FROM outbox WHERE ${OPEN}`,
  });
  const [row] = rows;
  return { waiting: row?.waiting ?? 0, lateMs: Number(row?.late ?? 0n), dead: row?.dead ?? 0 };
}
