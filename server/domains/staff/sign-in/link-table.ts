// The SQL of one-time links: made, found, spent. A link itself is stored nowhere, only its MAC.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { WORD_TRIES } from '../rules.ts';

export type LinkPurpose = 'join' | 'lost';

export interface NewLink {
  readonly mac: Uint8Array;
  readonly staffId: Id;
  readonly purpose: LinkPurpose;
  readonly createdTime: number;
  readonly expires: number;
  /** Whose maker is shown the word that it needs; undefined where it needs none. */
  readonly proposal: Id | undefined;
}

/** Links of the member that are still open end. The member is locked before. */
export async function insertLink(tx: Queries, link: NewLink): Promise<void> {
  await endLinks(tx, link.staffId, link.createdTime);
  await tx.query({
    name: 'staff_link_insert',
    text: `INSERT INTO staff_links (link_mac, staff_id, purpose, created_time, expires, proposal) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [link.mac, link.staffId, link.purpose, link.createdTime, link.expires, link.proposal ?? null],
  });
}

export async function endLinks(tx: Queries, staffId: Id, nowMs: number): Promise<void> {
  await tx.query({
    name: 'staff_links_end',
    text: 'UPDATE staff_links SET ended_time = $2 WHERE staff_id = $1 AND used_time IS NULL AND ended_time IS NULL',
    values: [staffId, nowMs],
  });
}

export interface LinkRow {
  readonly link_mac: Uint8Array;
  readonly staff_id: Id;
  readonly name: string;
  readonly email: string;
  readonly purpose: LinkPurpose;
  readonly expires: bigint;
  /** null where it needs no word. */
  readonly proposal: Id | null;
}

const LINK_OPEN = 'l.used_time IS NULL AND l.ended_time IS NULL AND l.expires > $2';

/** By the macs under every master key; undefined where it is none, was used, ended or is too old, or its member is disabled. */
export async function findLink(db: Queries, macs: readonly Uint8Array[], nowMs: number): Promise<LinkRow | undefined> {
  const { rows } = await db.query<LinkRow>({
    name: 'staff_link_find',
    text: `SELECT l.link_mac, l.staff_id, s.name, s.email, l.purpose, l.expires, l.proposal FROM staff_links l JOIN staff s ON s.id = l.staff_id
           WHERE l.link_mac = ANY ($1::bytea[]) AND ${LINK_OPEN} AND s.disabled_time IS NULL`,
    values: [macs, nowMs],
  });
  return rows[0];
}

/** Counts a wrong word, the fifth of which ends the link; one after the other, however many come at once. False where it was not open any more. */
export async function tryWord(tx: Queries, mac: Uint8Array, right: boolean, nowMs: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'staff_link_word',
    text: `UPDATE staff_links l SET tries = tries + $3::smallint, ended_time = CASE WHEN tries + $3::smallint >= ${WORD_TRIES} THEN $2::bigint END
           WHERE l.link_mac = $1 AND ${LINK_OPEN}`,
    values: [mac, nowMs, right ? 0 : 1],
  });
  return rowCount === 1;
}

/** Spends the link; false where somebody was faster. */
export async function useLink(tx: Queries, mac: Uint8Array, nowMs: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'staff_link_use',
    text: `UPDATE staff_links l SET used_time = $2 WHERE l.link_mac = $1 AND ${LINK_OPEN}`,
    values: [mac, nowMs],
  });
  return rowCount === 1;
}
