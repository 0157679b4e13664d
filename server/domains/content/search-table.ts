// The SQL of the words by which texts are found.

import type { LanguageKey } from '@fairtick/contract/languages';
import type { RichText } from '@fairtick/contract/rich-text';
import type { Id } from '@fairtick/kernel/ids';
import { text } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';
import type { Hit } from './rules.ts';
import { WORDS_RULE, wordsOfText } from './words.ts';

interface WrittenText {
  readonly itemId: Id;
  readonly lang: LanguageKey;
  readonly version: number;
  readonly title: string;
  readonly summary: string;
  readonly body: RichText;
}

/** Of one version; over what another rule has made of it. */
const KEEP = `INSERT INTO content_words (item_id, lang, version, rule, title, words)
  VALUES ($1, $2, $3, $4, array_to_tsvector($5::text[]), array_to_tsvector($6::text[]))`;
const valuesOf = (one: WrittenText): unknown[] => {
  const { title, all } = wordsOfText(one);
  return [one.itemId, one.lang, one.version, WORDS_RULE, text(title), text(all)];
};

export async function insertWords(tx: Queries, one: WrittenText): Promise<void> {
  await tx.query({ name: 'content_insert_words', text: KEEP, values: valuesOf(one) });
}

/** Of more hits the newest: nobody reads so far, and each costs time. */
const MOST_HITS = 10_000;

/** Texts, of whatever version, in which each of `words` begins a word. The words hold letters, digits and marks alone, so none is an operator. */
export async function findWords(db: Queries, words: readonly string[]): Promise<readonly Hit[]> {
  if (words.length === 0) return [];
  const { rows } = await db.query<Hit>({
    name: 'content_find_words',
    // Found first and ordered afterwards: else the planner walks all texts in their order until it has enough.
    text: `WITH hits AS MATERIALIZED (
             SELECT item_id, lang, version, title @@ $1::tsquery AS in_title FROM content_words WHERE words @@ $1::tsquery)
           SELECT item_id AS "itemId", lang, version, in_title AS "inTitle" FROM hits ORDER BY item_id DESC, lang, version DESC LIMIT $2`,
    values: [words.map((word) => `'${word}':*`).join(' & '), MOST_HITS],
  });
  return rows;
}

const AT_ONCE = 200;

/** As the owner: words of texts that were written before there were any, or by another rule. What is right stays. */
export async function keepWords(owner: Queries): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<WrittenText>({
      text: `SELECT t.item_id AS "itemId", t.lang, t.version, t.title, t.summary, t.body
             FROM content_texts t LEFT JOIN content_words w USING (item_id, lang, version) WHERE w.rule IS DISTINCT FROM $1 LIMIT $2`,
      values: [WORDS_RULE, AT_ONCE],
    });
    for (const one of rows)
      await owner.query({
        text: `${KEEP} ON CONFLICT (item_id, lang, version) DO UPDATE SET rule = excluded.rule, title = excluded.title, words = excluded.words`,
        values: valuesOf(one),
      });
    if (rows.length < AT_ONCE) return;
  }
}
