// `npm run bench -- search`: what is found in 100,000 texts of 60 Chinese signs, as readers ask: a thousand hits, and none. Judged is the slowest of a
// hundred, and the search beside the plainest question to the same database, asked in turns.

import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { askedWords, keptWords } from '@fairtick/kernel/search-words';
import { findWords } from '@fairtick/server/domains/content/search-table';
import { WORDS_RULE } from '@fairtick/server/domains/content/words';
import { openDatabase } from '@fairtick/server/platform/database/open';
import { connectOwner, type Queries } from '@fairtick/server/platform/database/pools';
import { DataFolder } from '../chaos/server.ts';
import { limited, median } from './ratios.ts';

const TEXTS = 100_000;
const HITS = 1_000;
const SIGNS = 60;
const AT_ONCE = 5_000;
const ROUNDS = 400;
const LIMIT_MS = 20;
/** Signs that are common: 2,000 from the first on. */
const FIRST_SIGN = 0x4e00;
const SIGN_COUNT = 2_000;
/** Signs that no other text has. */
const WANTED = '龘靐';
const WRITER = 1n;

export async function benchSearch(): Promise<void> {
  const folder = new DataFolder();
  const database = await openDatabase({ dataDir: folder.dir, databaseUrl: undefined });
  if (!database.ok) throw new Error(database.error);
  const { app: db, ownerUrl, close } = database.value;
  try {
    const owner = await connectOwner(ownerUrl);
    await fill(owner);
    await owner.end();
    for (const [what, asked] of [
      [`${HITS} hits`, WANTED],
      ['no hit', '靐龘'],
    ] as const) {
      const [search, plain]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        search.push(await took(() => findWords(db, askedWords(asked))));
        plain.push(await took(() => db.query({ name: 'bench_one', text: 'SELECT 1', values: [] })));
      }
      const p99 = search.sort((a, b) => a - b)[Math.floor(ROUNDS * 0.99)] ?? Number.NaN;
      const [of, one] = [median(search), median(plain)];
      console.log(limited('search', `${what} in 100,000 texts, p99 in ms`, p99, '<=', LIMIT_MS));
      console.log(
        `search   ${what}: median ${of.toFixed(2)} ms, ${(of / one).toFixed(1)} times a SELECT 1 (${one.toFixed(2)} ms)`,
      );
    }
  } finally {
    await close();
    await folder.remove();
  }
}

async function took(ask: () => Promise<unknown>): Promise<number> {
  const begun = systemClock.monotonic();
  await ask();
  return systemClock.monotonic() - begun;
}

async function fill(owner: Queries): Promise<void> {
  const random = seededRandom(5);
  await owner.query(`INSERT INTO staff (id, name, email) VALUES ($1, 'Bench', 'bench@localhost')`, [WRITER]);
  for (let from = 0; from < TEXTS; from += AT_ONCE) {
    const texts = Array.from({ length: AT_ONCE }, (_, at) => {
      const signs = Array.from({ length: SIGNS }, () => FIRST_SIGN + random.below(SIGN_COUNT));
      return String.fromCodePoint(...signs) + ((from + at) % (TEXTS / HITS) === 0 ? WANTED : '');
    });
    const words = texts.map((one) => `{${keptWords(one).join(',')}}`);
    await owner.query(
      `WITH items AS (
         INSERT INTO content_items (kind, audience, publish_time, staff_id) SELECT 'news', 'all', n, $2 FROM generate_series(1, $3::int) n RETURNING id),
       numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM items),
       texts AS (
         INSERT INTO content_texts (item_id, lang, version, title, summary, body, staff_id)
         SELECT id, 'hk', 1, 'A title', '', '{"type":"doc","content":[]}', $2 FROM numbered RETURNING item_id)
       INSERT INTO content_words (item_id, lang, version, rule, title, words)
       SELECT id, 'hk', 1, $4, '', array_to_tsvector(w::text[]) FROM numbered JOIN unnest($1::text[]) WITH ORDINALITY AS u (w, n) USING (n)`,
      [words, WRITER, AT_ONCE, WORDS_RULE],
    );
  }
  await owner.query('ANALYZE content_words');
}
