// The SQL of what the editors write and publish.

import type { Announced, ContentAudience, ContentKind } from '@fairtick/contract/content-kinds';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { RichText } from '@fairtick/contract/rich-text';
import type { Id } from '@fairtick/kernel/ids';
import { text } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';
import { insertWords } from './search-table.ts';

export interface ItemRow {
  readonly id: Id;
  readonly kind: ContentKind;
  readonly about: Announced | null;
  readonly audience: ContentAudience;
  readonly pinned: boolean;
  readonly countries: readonly string[];
  readonly publish_time: bigint;
  readonly expire_time: bigint | null;
}

export interface ListedItem extends ItemRow {
  /** Of the newest versions, by their languages. */
  readonly titles: Readonly<Partial<Record<LanguageKey, string>>>;
  readonly published: readonly LanguageKey[];
  readonly drafts: readonly LanguageKey[];
}

const COLUMNS = 'i.id, i.kind, i.about, i.audience, i.pinned, i.countries, i.publish_time, i.expire_time';
const LISTED = `SELECT ${COLUMNS}, coalesce(n.titles, '{}') AS titles, coalesce(n.published, '{}') AS published, coalesce(n.drafts, '{}') AS drafts
  FROM content_items i LEFT JOIN LATERAL (
    SELECT jsonb_object_agg(t.lang, t.title) AS titles,
      array_agg(t.lang ORDER BY t.lang) FILTER (WHERE p.version IS NOT NULL) AS published,
      array_agg(t.lang ORDER BY t.lang) FILTER (WHERE p.version IS DISTINCT FROM t.version) AS drafts
    FROM (SELECT DISTINCT ON (lang) lang, title, version FROM content_texts WHERE item_id = i.id ORDER BY lang, version DESC) t
    LEFT JOIN content_published p ON p.item_id = i.id AND p.lang = t.lang) n ON true`;

export async function listItems(
  db: Queries,
  { kind, limit, offset }: { readonly kind: ContentKind | undefined; readonly limit: number; readonly offset: number },
): Promise<{ readonly items: ListedItem[]; readonly total: number }> {
  const { rows } = await db.query<ListedItem>({
    name: 'content_staff_list',
    text: `${LISTED} WHERE $1::text IS NULL OR i.kind = $1 ORDER BY i.publish_time DESC, i.id DESC LIMIT $2 OFFSET $3`,
    values: [kind ?? null, limit, offset],
  });
  const { rows: counted } = await db.query<{ total: number }>({
    name: 'content_staff_count',
    text: 'SELECT count(*)::int AS total FROM content_items WHERE $1::text IS NULL OR kind = $1',
    values: [kind ?? null],
  });
  return { items: rows, total: counted[0]?.total ?? 0 };
}

export async function findListed(db: Queries, id: Id): Promise<ListedItem | undefined> {
  const { rows } = await db.query<ListedItem>({
    name: 'content_staff_one',
    text: `${LISTED} WHERE i.id = $1`,
    values: [id],
  });
  return rows[0];
}

export interface VersionRow {
  readonly lang: LanguageKey;
  readonly version: number;
  readonly title: string;
  readonly summary: string;
  readonly body: RichText;
  readonly picture: string | null;
  readonly staff_id: Id;
  readonly editor: string;
  readonly created_time: bigint;
  readonly is_published: boolean;
}

/** The newest version of each language, and the one that is read. */
export async function readVersions(db: Queries, itemId: Id): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>({
    name: 'content_staff_versions',
    text: `SELECT t.lang, t.version, t.title, t.summary, t.body, t.picture, t.staff_id, s.name AS editor, t.created_time,
             p.version IS NOT DISTINCT FROM t.version AS is_published
           FROM content_texts t JOIN staff s ON s.id = t.staff_id
           LEFT JOIN content_published p ON p.item_id = t.item_id AND p.lang = t.lang
           WHERE t.item_id = $1 AND (t.version = p.version
             OR t.version = (SELECT max(n.version) FROM content_texts n WHERE n.item_id = t.item_id AND n.lang = t.lang))
           ORDER BY t.lang, t.version DESC`,
    values: [itemId],
  });
  return rows;
}

/** When, where and by whom an item is read. */
export interface Shown {
  readonly audience: ContentAudience;
  readonly pinned: boolean;
  readonly countries: readonly string[];
  readonly publishTime: number;
  readonly expireTime: number | undefined;
}

export interface NewItem extends Shown {
  readonly kind: ContentKind;
  readonly about: Announced | undefined;
  readonly staffId: Id;
}

const shownValues = ({ audience, pinned, countries, publishTime, expireTime }: Shown) =>
  [audience, pinned, text(countries), publishTime, expireTime ?? null] as const;

export async function insertItem(tx: Queries, one: NewItem): Promise<Id> {
  const { rows } = await tx.query<{ id: Id }>({
    name: 'content_insert_item',
    text: `INSERT INTO content_items (kind, about, staff_id, audience, pinned, countries, publish_time, expire_time)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    values: [one.kind, one.about ?? null, one.staffId, ...shownValues(one)],
  });
  const [row] = rows;
  if (!row) throw new Error('an inserted item has an id');
  return row.id;
}

/** Held until the transaction ends: versions are counted one after the other. */
export async function lockItem(tx: Queries, id: Id): Promise<ItemRow | undefined> {
  const { rows } = await tx.query<ItemRow>({
    name: 'content_lock_item',
    text: `SELECT ${COLUMNS} FROM content_items i WHERE i.id = $1 FOR NO KEY UPDATE`,
    values: [id],
  });
  return rows[0];
}

export async function setShown(tx: Queries, id: Id, shown: Shown): Promise<void> {
  await tx.query({
    name: 'content_set_shown',
    text: `UPDATE content_items SET audience = $2, pinned = $3, countries = $4, publish_time = $5, expire_time = $6 WHERE id = $1`,
    values: [id, ...shownValues(shown)],
  });
}

export interface NewText {
  readonly itemId: Id;
  readonly lang: LanguageKey;
  readonly title: string;
  readonly summary: string;
  readonly body: RichText;
  readonly picture: string | undefined;
  readonly staffId: Id;
}

/** Of an item that is held, with the words by which it is found: which version it became. */
export async function insertText(tx: Queries, one: NewText): Promise<number> {
  const { rows } = await tx.query<{ version: number }>({
    name: 'content_insert_text',
    text: `INSERT INTO content_texts (item_id, lang, version, title, summary, body, picture, staff_id)
           SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4, $5, $6, $7 FROM content_texts WHERE item_id = $1 AND lang = $2
           RETURNING version`,
    values: [one.itemId, one.lang, one.title, one.summary, JSON.stringify(one.body), one.picture ?? null, one.staffId],
  });
  const version = rows[0]?.version ?? 0;
  await insertWords(tx, { ...one, version });
  return version;
}

/** By whom the version was written; undefined where there is none. */
export async function editorOf(tx: Queries, id: Id, lang: LanguageKey, version: number): Promise<Id | undefined> {
  const { rows } = await tx.query<{ staff_id: Id }>({
    name: 'content_editor_of',
    text: 'SELECT staff_id FROM content_texts WHERE item_id = $1 AND lang = $2 AND version = $3',
    values: [id, lang, version],
  });
  return rows[0]?.staff_id;
}

/** `version` undefined: nothing of the language is read. False where it is so already. */
export async function setPublished(
  tx: Queries,
  one: { readonly id: Id; readonly lang: LanguageKey; readonly version: number | undefined; readonly staffId: Id },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'content_set_published',
    text: `INSERT INTO content_published AS p (item_id, lang, version, staff_id) VALUES ($1, $2, $3, $4)
           ON CONFLICT (item_id, lang) DO UPDATE SET version = $3, staff_id = $4, time = database_ms() WHERE p.version IS DISTINCT FROM $3`,
    values: [one.id, one.lang, one.version ?? null, one.staffId],
  });
  return rowCount === 1;
}

/** What of the language is read; undefined where nothing is. */
export async function publishedTitle(
  tx: Queries,
  id: Id,
  lang: LanguageKey,
): Promise<{ readonly version: number; readonly title: string } | undefined> {
  const { rows } = await tx.query<{ version: number; title: string }>({
    name: 'content_published_title',
    text: `SELECT t.version, t.title FROM content_published p JOIN content_texts t USING (item_id, lang, version)
           WHERE p.item_id = $1 AND p.lang = $2`,
    values: [id, lang],
  });
  return rows[0];
}

export const isPublished = async (tx: Queries, id: Id, lang: LanguageKey): Promise<boolean> =>
  (await publishedTitle(tx, id, lang)) !== undefined;

/** Without a lock: what an item is about never changes. */
export async function findItem(db: Queries, id: Id): Promise<ItemRow | undefined> {
  const { rows } = await db.query<ItemRow>({
    name: 'content_find_item',
    text: `SELECT ${COLUMNS} FROM content_items i WHERE i.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Which of these pictures there are. */
export async function knownPictures(tx: Queries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'content_known_pictures',
    text: 'SELECT id FROM content_pictures WHERE id = ANY ($1::text[])',
    values: [text(ids)],
  });
  return new Set(rows.map(({ id }) => id));
}

export async function insertPicture(
  tx: Queries,
  one: {
    readonly id: string;
    readonly bytes: Uint8Array;
    readonly width: number;
    readonly height: number;
    readonly staffId: Id;
  },
): Promise<void> {
  await tx.query({
    name: 'content_insert_picture',
    text: `INSERT INTO content_pictures (id, bytes, width, height, staff_id) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    values: [one.id, one.bytes, one.width, one.height, one.staffId],
  });
}
