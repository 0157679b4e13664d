// The SQL of what is between the steps of a sign-in: tickets, and failures that make the next try wait.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { FAILURES_KEPT_MS, TICKET_MS, TICKET_TRIES, type Waits, type WrongCodes } from '../rules.ts';

export type TicketKind = 'join_passkey' | 'join_code' | 'sign_in_passkey' | 'sign_in_code' | 'step_up_passkey';

export interface NewTicket {
  readonly hash: Uint8Array;
  readonly kind: TicketKind;
  /** Left out where nobody is known, or the ticket must never be good. */
  readonly staffId?: Id | undefined;
  /** What it must come with: a link's mac, a session's token hash, the mac of an e-mail. */
  readonly bound?: Uint8Array;
  readonly challenge?: string;
  readonly sealed?: Uint8Array;
}

/** Old ones are swept on the way. */
export async function insertTicket(db: Queries, one: NewTicket, nowMs: number): Promise<void> {
  await db.query({
    name: 'staff_ticket_insert',
    text: `WITH swept AS (DELETE FROM staff_tickets WHERE expires < $7::bigint - 86400000)
           INSERT INTO staff_tickets (ticket_hash, kind, staff_id, bound, challenge, sealed, expires)
           VALUES ($1, $2, $3, $4, $5, $6, $7::bigint + $8::bigint)`,
    values: [
      one.hash,
      one.kind,
      one.staffId ?? null,
      one.bound ?? null,
      one.challenge ?? null,
      one.sealed ?? null,
      nowMs,
      TICKET_MS,
    ],
  });
}

export interface TicketRow {
  readonly ticket_hash: Uint8Array;
  readonly staff_id: Id | null;
  readonly bound: Uint8Array | null;
  readonly challenge: string | null;
  readonly sealed: Uint8Array | null;
}

const TICKET_COLUMNS = 'ticket_hash, staff_id, bound, challenge, sealed';
const TICKET_GOOD = `ticket_hash = $1 AND kind = $2 AND used_time IS NULL AND expires > $3 AND tries < ${TICKET_TRIES}`;

/** Without counting a try. */
export async function findTicket(
  db: Queries,
  hash: Uint8Array,
  kind: TicketKind,
  nowMs: number,
): Promise<TicketRow | undefined> {
  const { rows } = await db.query<TicketRow>({
    name: 'staff_ticket_find',
    text: `SELECT ${TICKET_COLUMNS} FROM staff_tickets WHERE ${TICKET_GOOD}`,
    values: [hash, kind, nowMs],
  });
  return rows[0];
}

/** Counts a try; undefined where the ticket is unknown, of another kind, used, too old or tried too often. */
export async function tryTicket(
  db: Queries,
  hash: Uint8Array,
  kind: TicketKind,
  nowMs: number,
): Promise<TicketRow | undefined> {
  const { rows } = await db.query<TicketRow>({
    name: 'staff_ticket_try',
    text: `UPDATE staff_tickets SET tries = tries + 1 WHERE ${TICKET_GOOD} RETURNING ${TICKET_COLUMNS}`,
    values: [hash, kind, nowMs],
  });
  return rows[0];
}

/** Spends the ticket; false where somebody was faster. */
export async function useTicket(tx: Queries, hash: Uint8Array, nowMs: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'staff_ticket_use',
    text: 'UPDATE staff_tickets SET used_time = $2 WHERE ticket_hash = $1 AND used_time IS NULL AND expires > $2',
    values: [hash, nowMs],
  });
  return rowCount === 1;
}

const WAIT = '($3::bigint[])[least(count, cardinality($3::bigint[]) - 1) + 1]';

/** How long the next try has to wait, ms; 0 where it is heard. */
export async function waitOf(db: Queries, mac: Uint8Array, waits: Waits, nowMs: number): Promise<number> {
  const { rows } = await db.query<{ wait: bigint }>({
    name: 'staff_failures_wait',
    text: `SELECT last_time + ${WAIT} - $2::bigint AS wait FROM staff_failures
           WHERE key_mac = $1 AND last_time > $2::bigint - ${FAILURES_KEPT_MS}`,
    values: [mac, nowMs, waits],
  });
  return Math.max(0, Number(rows[0]?.wait ?? 0n));
}

/** Counts a failure before it is one, so that many tries at once count as many; false where the try has to wait and was not counted. */
export async function countFailure(db: Queries, mac: Uint8Array, waits: Waits, nowMs: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'staff_failures_count',
    text: `WITH swept AS (DELETE FROM staff_failures WHERE last_time < $2::bigint - 86400000 AND key_mac <> $1)
           INSERT INTO staff_failures AS f (key_mac, count, last_time) VALUES ($1, 1, $2::bigint)
           ON CONFLICT (key_mac) DO UPDATE SET last_time = excluded.last_time,
             count = CASE WHEN f.last_time > $2::bigint - ${FAILURES_KEPT_MS} THEN f.count + 1 ELSE 1 END
           WHERE f.last_time <= $2::bigint - ${FAILURES_KEPT_MS} OR f.last_time + ${WAIT.replaceAll('count', 'f.count')} <= $2::bigint`,
    values: [mac, nowMs, waits],
  });
  return rowCount === 1;
}

/** What was counted was no failure. */
export async function forgiveFailure(db: Queries, mac: Uint8Array): Promise<void> {
  await db.query({
    name: 'staff_failures_forgive',
    text: 'UPDATE staff_failures SET count = greatest(count - 1, 0) WHERE key_mac = $1',
    values: [mac],
  });
}

/** A right answer ends all that was counted against the key. */
export async function forgetFailures(db: Queries, mac: Uint8Array): Promise<void> {
  await db.query({
    name: 'staff_failures_forget',
    text: 'DELETE FROM staff_failures WHERE key_mac = $1',
    values: [mac],
  });
}

/** What is counted against the member's codes, or nobody's, held until the transaction ends. */
export async function holdWrongCodes(tx: Queries, staffId: Id): Promise<WrongCodes> {
  const { rows } = await tx.query<Record<'forgotten' | 'locked_until' | 'untold_until' | 'told_time', bigint>>({
    name: 'staff_wrong_codes_hold',
    text: `INSERT INTO staff_code_failures AS f (staff_id, forgotten, locked_until, untold_until, told_time) VALUES ($1, 0, 0, 0, 0)
           ON CONFLICT (staff_id) DO UPDATE SET forgotten = f.forgotten RETURNING forgotten, locked_until, untold_until, told_time`,
    values: [staffId],
  });
  const [row] = rows;
  if (!row) throw new Error('a row of wrong codes is inserted or updated');
  return {
    forgotten: Number(row.forgotten),
    lockedUntil: Number(row.locked_until),
    untoldUntil: Number(row.untold_until),
    toldTime: Number(row.told_time),
  };
}

export async function writeWrongCodes(tx: Queries, staffId: Id, codes: WrongCodes): Promise<void> {
  await tx.query({
    name: 'staff_wrong_codes_write',
    text: 'UPDATE staff_code_failures SET forgotten = $2, locked_until = $3, untold_until = $4, told_time = $5 WHERE staff_id = $1',
    values: [staffId, codes.forgotten, codes.lockedUntil, codes.untoldUntil, codes.toldTime],
  });
}
