// `npm run bench -- search`: what is found in 100,000 published texts of 60 Chinese signs, as readers ask: a thousand hits, and none. Judged is the slowest of
// a hundred: of the question to the database beside its plainest, and of the whole call to the real server beside what that answers from memory.

import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { askedWords, keptWords } from '@fairtick/kernel/search-words';
import { findWords } from '@fairtick/server/domains/content/search-table';
import { WORDS_RULE } from '@fairtick/server/domains/content/words';
import { connectOwner, type Queries } from '@fairtick/server/platform/database/pools';
import { DataFolder, Server } from '../chaos/server.ts';
import { limited, median } from './ratios.ts';

const TEXTS = 100_000;
const HITS = 1_000;
const SIGNS = 60;
const AT_ONCE = 5_000;
const ROUNDS = 400;
const WARM_UP = 20;
/** A busy machine reads slowly. */
const SERVED_MS = 120_000;
/** Of lists. */
const PAGE = 20;
const LIMIT_MS = 20;
/** Signs that are common: 2,000 from the first on. */
const FIRST_SIGN = 0x4e00;
const SIGN_COUNT = 2_000;
/** Signs that no other text has. */
const WANTED = '龘靐';
const WRITER = 1n;

const ASKED = [
  [`${HITS} hits`, WANTED],
  ['no hit', '靐龘'],
] as const;

export async function benchSearch(): Promise<void> {
  const folder = new DataFolder();
  const server = await Server.start({ dataDir: folder.dir, env: { RATE_FACTOR: '100000', LOG_LEVEL: 'error' } });
  try {
    const owner = await connectOwner(folder.ownerUrl());
    await fillNews(owner, TEXTS);
    for (const [what, asked] of ASKED) {
      const question = () => findWords(owner, askedWords(asked));
      const plain = () => owner.query({ name: 'bench_one', text: 'SELECT 1', values: [] });
      await inTurns(`${what}, the database`, 'a SELECT 1', question, plain);
    }
    await owner.end();
    const ask = (path: string) => async () => {
      const answer = await fetch(server.url + path, { headers: { lang: 'hk' } });
      const text = await answer.text();
      if (!text.includes('"code":1,')) throw new Error(text.slice(0, 200));
    };
    const status = ask('/api/default/main_status');
    // What is published is read into memory by whoever asks first.
    await untilServed(ask('/api/news/list?category_id=1&page=1'));
    for (const [what, asked] of ASKED)
      await inTurns(
        `${what}, the call`,
        'main_status',
        ask(`/v3/api/content/search?q=${encodeURIComponent(asked)}&page=1`),
        status,
      );
    for (const page of [1, TEXTS / PAGE])
      await inTurns(
        `page ${page} of the list, the call`,
        'main_status',
        ask(`/api/news/list?category_id=1&page=${page}`),
        status,
      );
  } finally {
    await server.stop();
    await folder.remove();
  }
}

async function inTurns(
  what: string,
  peer: string,
  ask: () => Promise<unknown>,
  plain: () => Promise<unknown>,
): Promise<void> {
  const [asked, asPlain]: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP; round += 1) await Promise.all([ask(), plain()]);
  for (let round = 0; round < ROUNDS; round += 1) {
    asked.push(await took(ask));
    asPlain.push(await took(plain));
  }
  const p99 = asked.sort((x, y) => x - y)[Math.floor(ROUNDS * 0.99)] ?? Number.NaN;
  const [of, one] = [median(asked), median(asPlain)];
  console.log(limited('search', `${what}, in ${TEXTS} texts, p99 in ms`, p99, '<=', LIMIT_MS));
  console.log(
    `search   ${what}: median ${of.toFixed(2)} ms, ${(of / one).toFixed(1)} times ${peer} (${one.toFixed(2)} ms)`,
  );
}

async function untilServed(ask: () => Promise<unknown>): Promise<void> {
  const begun = systemClock.monotonic();
  for (;;) {
    try {
      const ms = await took(ask);
      console.log(`search   ${TEXTS} texts into memory: ${Math.round(ms)} ms`);
      return;
    } catch (error) {
      if (systemClock.monotonic() - begun > SERVED_MS) throw error;
    }
  }
}

async function took(ask: () => Promise<unknown>): Promise<number> {
  const begun = systemClock.monotonic();
  await ask();
  return systemClock.monotonic() - begun;
}

/** News of one language; every so many of them have the wanted words. */
export async function fillNews(owner: Queries, count: number): Promise<void> {
  const random = seededRandom(5);
  await owner.query(`INSERT INTO staff (id, name, email) VALUES ($1, 'Bench', 'bench@localhost')`, [WRITER]);
  for (let from = 0; from < count; from += AT_ONCE) {
    const texts = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => {
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
         SELECT id, 'hk', 1, 'A title', '', '{"type":"doc","content":[]}', $2 FROM numbered RETURNING item_id),
       published AS (
         INSERT INTO content_published (item_id, lang, version, staff_id) SELECT id, 'hk', 1, $2 FROM numbered)
       INSERT INTO content_words (item_id, lang, version, rule, title, words)
       SELECT id, 'hk', 1, $4, '', array_to_tsvector(w::text[]) FROM numbered JOIN unnest($1::text[]) WITH ORDINALITY AS u (w, n) USING (n)`,
      [words, WRITER, texts.length, WORDS_RULE],
    );
  }
  await owner.query('ANALYZE content_words, content_texts, content_published, content_items');
}
