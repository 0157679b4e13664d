// Where in a database something can be read in the clear: every column of every table that can hold text or bytes, those of later tables too.

import type { Pool } from '@fairtick/server/platform/database/pools';

/** Numbers, times and truths hold no text. */
const HOLDERS = `SELECT c.table_name AS "table", array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
    AND c.data_type NOT IN ('bigint', 'integer', 'smallint', 'numeric', 'double precision', 'real', 'boolean')
  GROUP BY c.table_name ORDER BY c.table_name`;

/** Bytes are shown as hex, text as it is; JSON and arrays as the text they are written in. */
const shown = (column: string): string => `string_agg("${column}"::text, E'\\n') AS "${column}"`;

/** `table.column` of every place where one of these stands, in whatever case; as text, or as the bytes of a text. */
export async function placesOf(db: Pick<Pool, 'query'>, texts: readonly string[]): Promise<string[]> {
  const lower = texts.map((text) => text.toLowerCase());
  const forms = [...lower, ...[...texts, ...lower].map((text) => Buffer.from(text).toString('hex'))];
  const { rows: tables } = await db.query<{ table: string; columns: string[] }>(HOLDERS);
  const places: string[] = [];
  for (const { table, columns } of tables) {
    // Looked through here: a database takes ten times as long for so many forms.
    const { rows } = await db.query<Record<string, string | null>>(
      `SELECT ${columns.map(shown).join(', ')} FROM "${table}"`,
    );
    for (const column of columns) {
      const all = rows[0]?.[column]?.toLowerCase() ?? '';
      if (forms.some((form) => all.includes(form))) places.push(`${table}.${column}`);
    }
  }
  return places;
}
