// The SQL of what users read.

import type { Announced, ContentAudience, ContentKind } from '@fairtick/contract/content-kinds';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { RichText } from '@fairtick/contract/rich-text';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import type { Headline, Reads, ShelfItem } from './rules.ts';

/** Moves whenever what is read changes. */
export async function readHead(db: Queries): Promise<bigint> {
  const { rows } = await db.query<{ version: bigint }>({
    name: 'content_head',
    text: 'SELECT version FROM content_head',
    values: [],
  });
  return rows[0]?.version ?? 0n;
}

interface ItemRow {
  readonly id: Id;
  readonly kind: ContentKind;
  readonly about: Announced | null;
  readonly audience: ContentAudience;
  readonly pinned: boolean;
  readonly countries: readonly string[];
  readonly publish_time: bigint;
  readonly expire_time: bigint | null;
}
interface TextRow extends Omit<Headline, 'picture'> {
  readonly item_id: Id;
  readonly picture: string | null;
}

/** Everything that is published, whether it is to be read now or later. Without the texts themselves. */
export async function readShelf(db: Queries): Promise<ShelfItem[]> {
  const { rows: texts } = await db.query<TextRow>({
    name: 'content_shelf_texts',
    text: `SELECT p.item_id, p.lang, p.version, t.title, t.summary, t.picture
           FROM content_published p JOIN content_texts t USING (item_id, lang, version)`,
    values: [],
  });
  const { rows: items } = await db.query<ItemRow>({
    name: 'content_shelf_items',
    text: 'SELECT id, kind, about, audience, pinned, countries, publish_time, expire_time FROM content_items',
    values: [],
  });
  const byItem = Map.groupBy(texts, ({ item_id }) => item_id);
  return items.map(({ id, kind, about, audience, pinned, countries, publish_time, expire_time }) => ({
    ...{ id, kind, audience, pinned, countries, about: about ?? undefined },
    publishTime: Number(publish_time),
    expireTime: expire_time === null ? undefined : Number(expire_time),
    texts: new Map((byItem.get(id) ?? []).map((row) => [row.lang, { ...row, picture: row.picture ?? undefined }])),
  }));
}

/** Of a version that is there: it was checked when it was written, and never changes. */
export async function readBody(db: Queries, itemId: Id, lang: LanguageKey, version: number): Promise<RichText> {
  const { rows } = await db.query<{ body: RichText }>({
    name: 'content_body',
    text: 'SELECT body FROM content_texts WHERE item_id = $1 AND lang = $2 AND version = $3',
    values: [itemId, lang, version],
  });
  const [row] = rows;
  if (!row) throw new Error(`content ${itemId} has no version ${version} in ${lang}`);
  return row.body;
}

/** Which versions of which items the user has read. */
export async function readsOf(db: Queries, userId: Id): Promise<Reads> {
  const { rows } = await db.query<{ item_id: Id; lang: LanguageKey; version: number }>({
    name: 'content_reads_of',
    text: 'SELECT item_id, lang, version FROM content_reads WHERE user_id = $1',
    values: [userId],
  });
  return Map.groupBy(rows, ({ item_id }) => item_id);
}

/** A version is read once for ever. */
export async function insertRead(
  tx: Queries,
  read: { readonly userId: Id; readonly itemId: Id; readonly lang: LanguageKey; readonly version: number },
): Promise<void> {
  await tx.query({
    name: 'content_read',
    text: `INSERT INTO content_reads (user_id, item_id, lang, version) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    values: [read.userId, read.itemId, read.lang, read.version],
  });
}

export async function readPicture(db: Queries, id: string): Promise<Uint8Array | undefined> {
  const { rows } = await db.query<{ bytes: Uint8Array }>({
    name: 'content_picture',
    text: 'SELECT bytes FROM content_pictures WHERE id = $1',
    values: [id],
  });
  return rows[0]?.bytes;
}
