// The SQL of uploads: a row before its bytes, used once, looked at on record, swept when nobody wants them.

import type { Id } from '@fairtick/kernel/ids';
import { bytea, int8, text } from '../database/columns.ts';
import type { Pool, Queries } from '../database/pools.ts';
import type { Statement } from '../database/statement.ts';
import type { Viewer } from './links.ts';
import type { Place } from './store.ts';

export interface NewUpload {
  readonly id: string;
  readonly ownerId: Id;
  readonly kind: string;
  readonly place: Place;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly key: Uint8Array;
}

/**
 * Before its bytes are written. Unless it is used it is swept after 24 hours. False where its owner has 20 or 48 MiB of unused ones already: counted by
 * the database, so that many at once are no more.
 */
export async function insertUpload(db: Queries, one: NewUpload): Promise<boolean> {
  try {
    await db.query({
      name: 'uploads_insert',
      text: `INSERT INTO uploads (id, owner_id, kind, place, bytes, width, height, key_sealed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [one.id, one.ownerId, one.kind, one.place, one.bytes, one.width, one.height, one.key],
    });
    return true;
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'few_unused_uploads') return false;
    throw error;
  }
}

/** After its bytes are written. False where it was swept meanwhile. */
export async function markReady(db: Queries, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'uploads_ready',
    text: `UPDATE uploads SET state = 'ready' WHERE id = $1 AND state = 'writing'`,
    values: [id],
  });
  return rowCount === 1;
}

export interface UploadRow {
  readonly id: string;
  readonly owner_id: Id;
  readonly kind: string;
  readonly place: Place;
  readonly key_sealed: Uint8Array;
  readonly attached_to: string | null;
}

/** undefined where it is not whole yet, or not any more. */
export async function findUpload(db: Queries, id: string): Promise<UploadRow | undefined> {
  const { rows } = await db.query<UploadRow>({
    name: 'uploads_find',
    text: `SELECT id, owner_id, kind, place, key_sealed, attached_to FROM uploads WHERE id = $1 AND state IN ('ready', 'used')`,
    values: [id],
  });
  return rows[0];
}

/** Of the owner in $2. */
const USABLE = `owner_id = $2 AND state = 'ready' AND keep_until > database_ms()`;

/** Which of them are images that the owner may use, held until the transaction ends. */
export async function lockUsable(tx: Queries, ids: readonly string[], ownerId: Id): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'uploads_lock_usable',
    text: `SELECT id FROM uploads WHERE id = ANY ($1::text[]) AND ${USABLE} AND kind = 'image' ORDER BY id FOR UPDATE`,
    values: [ids, ownerId],
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Uses uploads of one owner for `attachedTo`, in the transaction that writes what it names. Whether it used all of them: otherwise that transaction
 * must not commit.
 */
export async function attachUploads(
  tx: Queries,
  { ids, ownerId, attachedTo }: { readonly ids: readonly string[]; readonly ownerId: Id; readonly attachedTo: string },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'uploads_attach',
    text: `UPDATE uploads SET state = 'used', attached_to = $3, keep_until = NULL WHERE id = ANY ($1::text[]) AND ${USABLE}`,
    values: [ids, ownerId, attachedTo],
  });
  return rowCount === ids.length;
}

/** Which of them the owner has used already. */
export async function usedUploads(db: Queries, ids: readonly string[], ownerId: Id): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'uploads_used',
    text: `SELECT id FROM uploads WHERE id = ANY ($1::text[]) AND owner_id = $2 AND attached_to IS NOT NULL`,
    values: [ids, ownerId],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Lets used uploads be swept so many ms from now. With the other statements of a batch. */
export function releaseUploads(ids: readonly string[], afterMs: number): Statement[] {
  if (ids.length === 0) return [];
  return [
    {
      name: 'uploads_release',
      text: `UPDATE uploads SET keep_until = database_ms() + $2 WHERE id = ANY ($1::text[]) AND state = 'used'`,
      values: [text(ids), afterMs],
    },
  ];
}

/**
 * The files of users who leave: those that are kept for something without an end are swept so many ms from now, all others at once. With the other
 * statements of a batch.
 */
export function leaveUploads(owners: readonly Id[], keepMs: number): Statement[] {
  if (owners.length === 0) return [];
  return [
    {
      name: 'uploads_leave',
      text: `UPDATE uploads SET keep_until = database_ms() + CASE WHEN keep_until IS NULL THEN $2::bigint ELSE 0 END
             WHERE owner_id = ANY ($1::bigint[]) AND state <> 'gone'`,
      values: [int8(owners), keepMs],
    },
  ];
}

/** Before the bytes are shown. */
export async function insertView(tx: Queries, uploadId: string, viewer: Viewer, why: string): Promise<void> {
  await tx.query({
    name: 'upload_views_insert',
    text: 'INSERT INTO upload_views (upload_id, viewer_kind, viewer_id, why) VALUES ($1, $2, $3, $4)',
    values: [uploadId, viewer.kind, viewer.id, why],
  });
}

export interface Leaving {
  readonly id: string;
  readonly place: Place;
}

/** Takes uploads that nobody wants out of use, also those that a sweep before left half done. Nobody can use or see them from then on. */
export async function claimUnwanted(db: Queries, afterId: string, limit: number): Promise<Leaving[]> {
  const { rows } = await db.query<Leaving>({
    name: 'uploads_claim_unwanted',
    text: `WITH unwanted AS MATERIALIZED (
             SELECT id FROM uploads WHERE state <> 'gone' AND keep_until <= database_ms() AND id > $1 ORDER BY id LIMIT $2 FOR UPDATE
           )
           UPDATE uploads u SET state = 'leaving' FROM unwanted w WHERE u.id = w.id RETURNING u.id, u.place`,
    values: [afterId, limit],
  });
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** After the bytes are gone. Their key goes too. */
export async function markGone(db: Queries, ids: readonly string[]): Promise<void> {
  await db.query({
    name: 'uploads_gone',
    text: `UPDATE uploads SET state = 'gone', key_sealed = NULL WHERE id = ANY ($1::text[]) AND state = 'leaving'`,
    values: [text(ids)],
  });
}

/** Some of those that must lie on the disk; by their random ids, so of every server that wrote there. */
export async function someOnDisk(db: Queries, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'uploads_some_on_disk',
    text: `SELECT id FROM uploads WHERE place = 'disk' AND state IN ('ready', 'used') ORDER BY id LIMIT $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}

/** Whether all of them can still be shown. */
export async function areKept(db: Queries, ids: readonly string[]): Promise<boolean> {
  const { rows } = await db.query<{ kept: number }>({
    name: 'uploads_are_kept',
    text: `SELECT count(*)::int AS kept FROM uploads WHERE id = ANY ($1::text[]) AND state IN ('ready', 'used')`,
    values: [ids],
  });
  return rows[0]?.kept === ids.length;
}

/** As the owner: some whose key a master key other than the current one sealed. The key's id stands in a sealed value's first four bytes. */
export async function uploadsSealedByOthers(owner: Pool, current: number, limit: number): Promise<SealedUpload[]> {
  const { rows } = await owner.query<SealedUpload>({
    text: `SELECT id, owner_id, kind, key_sealed FROM uploads
           WHERE state <> 'gone' AND substr(key_sealed, 1, 4) <> int4send($1::bigint::bit(32)::int) ORDER BY id LIMIT $2`,
    values: [current, limit],
  });
  return rows;
}

export type SealedUpload = Pick<UploadRow, 'id' | 'owner_id' | 'kind' | 'key_sealed'>;

/** As the owner. One that went meanwhile stays gone. */
export async function writeKeys(
  owner: Pool,
  all: readonly { readonly id: string; readonly key: Uint8Array }[],
): Promise<void> {
  await owner.query({
    text: `UPDATE uploads u SET key_sealed = r.key FROM unnest($1::text[], $2::bytea[]) AS r (id, key) WHERE u.id = r.id AND u.state <> 'gone'`,
    values: [text(all.map(({ id }) => id)), bytea(all.map(({ key }) => key))],
  });
}
