// The SQL of codes. Times are handed in, as those of links and tickets are.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { CODE_MS, CODE_TRIES, type CodePurpose, type Sends, STRANGERS_TRIES } from './rules.ts';

/** What a send is counted by, under the MACs of every master key: the current one's first. */
export interface SendPlace {
  readonly destination: readonly Uint8Array[];
  readonly address: readonly Uint8Array[];
}

/** One send at a time to a destination and from an address, until the transaction's end: two at once would each find room for one more. */
export async function holdSends(tx: Queries, { destination, address }: SendPlace): Promise<void> {
  const [to = null] = destination;
  const [from = null] = address;
  await tx.query({
    name: 'codes_hold',
    text: `SELECT pg_advisory_xact_lock(lock) FROM (
             SELECT ('x' || encode(substring(mac FOR 8), 'hex'))::bit(64)::bigint AS lock FROM unnest(ARRAY[$1, $2]::bytea[]) AS m (mac)
             ORDER BY lock) held`,
    values: [to, from],
  });
}

interface SendsRow {
  readonly strangers: number;
  readonly owner: number;
  readonly newest: bigint | null;
  readonly from_address: number;
}

/** What was sent there, and from there, since that moment. */
export async function readSends(tx: Queries, { destination, address }: SendPlace, sinceMs: number): Promise<Sends> {
  const { rows } = await tx.query<SendsRow>({
    name: 'codes_sends',
    text: `SELECT count(*) FILTER (WHERE NOT known_device)::int AS strangers, count(*) FILTER (WHERE known_device)::int AS owner,
             max(created_time) AS newest,
             (SELECT count(*)::int FROM codes WHERE address_mac = ANY ($2::bytea[]) AND created_time > $3) AS from_address
           FROM codes WHERE destination_mac = ANY ($1::bytea[]) AND created_time > $3`,
    values: [destination, address, sinceMs],
  });
  const [row] = rows;
  return {
    byStrangers: row?.strangers ?? 0,
    byOwner: row?.owner ?? 0,
    newest: row?.newest == null ? undefined : Number(row.newest),
    fromAddress: row?.from_address ?? 0,
  };
}

export interface NewCode extends SendPlace {
  readonly purpose: CodePurpose;
  readonly code: Uint8Array;
  /** Whose five tries are kept from everybody else's. */
  readonly asker: Uint8Array;
  readonly userId: Id | null;
  readonly knownDevice: boolean;
}

/** Ends the one before of the same purpose. Under `holdSends`. */
export async function insertCode(tx: Queries, one: NewCode, nowMs: number): Promise<Id> {
  const { purpose, destination, address, code, asker, userId, knownDevice } = one;
  await tx.query({
    name: 'codes_end',
    text: `UPDATE codes SET ended_time = $3
           WHERE destination_mac = ANY ($1::bytea[]) AND purpose = $2 AND used_time IS NULL AND ended_time IS NULL`,
    values: [destination, purpose, nowMs],
  });
  const { rows } = await tx.query<{ id: Id }>({
    name: 'codes_insert',
    text: `INSERT INTO codes (purpose, destination_mac, code_mac, address_mac, asker_mac, user_id, known_device, created_time, expires)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    values: [purpose, destination[0], code, address[0], asker, userId, knownDevice, nowMs, nowMs + CODE_MS],
  });
  const [row] = rows;
  if (!row) throw new Error('a code was not written');
  return row.id;
}

export interface TriedCode {
  readonly id: Id;
  readonly code: Uint8Array;
}

export interface CodePlace {
  /** Under the MACs of every master key. */
  readonly destination: readonly Uint8Array[];
  readonly purpose: CodePurpose;
  /** Who asked for it signed in; null where nobody was. */
  readonly userId: Id | null;
  /** Who types, as `NewCode.asker` is made. */
  readonly typist: readonly Uint8Array[];
  /** From where, which is what they are counted by where somebody else has asked: a browser's name for itself costs nothing. */
  readonly address: readonly Uint8Array[];
}

/**
 * Counts a try before it is judged, so that tries at once are no more than five either. 'spent' after those, or after the strangers' twenty;
 * undefined where none is open: used, expired, replaced, another's or never sent.
 */
export async function tryCode(db: Queries, place: CodePlace, nowMs: number): Promise<TriedCode | 'spent' | undefined> {
  const { rows } = await db.query<{ id: Id; code_mac: Uint8Array; tried: boolean }>({
    name: 'codes_try',
    text: `WITH open AS (
             SELECT id, code_mac, asker_mac = ANY ($5::bytea[]) AS by_asker, tries,
               (SELECT count(*) FROM unnest(strangers) AS s (mac) WHERE s.mac = ANY ($6::bytea[])) AS from_here, cardinality(strangers) AS of_strangers
             FROM codes
             WHERE destination_mac = ANY ($1::bytea[]) AND purpose = $2 AND user_id IS NOT DISTINCT FROM $3::bigint
               AND used_time IS NULL AND ended_time IS NULL AND expires > $4
             ORDER BY id DESC LIMIT 1 FOR UPDATE
           ), tried AS (
             UPDATE codes c SET tries = c.tries + o.by_asker::int,
               strangers = CASE WHEN o.by_asker THEN c.strangers ELSE array_append(c.strangers, ($6::bytea[])[1]) END
             FROM open o
             WHERE c.id = o.id AND CASE WHEN o.by_asker THEN o.tries < $7 ELSE o.from_here < $7 AND o.of_strangers < $8 END
             RETURNING c.id
           )
           SELECT o.id, o.code_mac, EXISTS (SELECT FROM tried) AS tried FROM open o`,
    values: [
      ...[place.destination, place.purpose, place.userId, nowMs, place.typist, place.address],
      ...[CODE_TRIES, STRANGERS_TRIES],
    ],
  });
  const [row] = rows;
  if (!row) return undefined;
  return row.tried ? { id: row.id, code: row.code_mac } : 'spent';
}

/** In the transaction of what the code is good for. False where it was used or replaced meanwhile. */
export async function useCode(tx: Queries, id: Id, nowMs: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'codes_use',
    text: 'UPDATE codes SET used_time = $2 WHERE id = $1 AND used_time IS NULL AND ended_time IS NULL',
    values: [id, nowMs],
  });
  return rowCount === 1;
}

/** Codes that count for nothing any more. */
export async function sweepCodes(db: Queries, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'codes_sweep',
    text: 'DELETE FROM codes WHERE id IN (SELECT id FROM codes WHERE created_time < $1 LIMIT $2)',
    values: [beforeMs, limit],
  });
  return rowCount ?? 0;
}
