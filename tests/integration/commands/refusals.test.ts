// What a key refused is remembered for thirty days, what it did for ever: in the database, whoever asks to forget it.

import { refusalsJob } from '@fairtick/server/platform/commands/refusals';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

const DAY_MS = 86_400_000;
let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const DONE = '{"ok":{"refused":"only a word in an answer"}}';
const REFUSED = '{"refused":{"error":"MARGIN_INSUFFICIENT"}}';

/** So many keys with this answer, so old. */
const keys = (name: string, answer: string, ageMs: number, count = 1): Promise<unknown> =>
  db.owner.query(
    `INSERT INTO command_keys SELECT 7, $1 || n, 'forex_submit', '\\x00', $2, database_ms() - $3::bigint FROM generate_series(1, $4) n`,
    [name, answer, ageMs, count],
  );
const left = async (): Promise<readonly string[]> =>
  (await db.app.query<{ key: string }>('SELECT key FROM command_keys ORDER BY key')).rows.map(({ key }) => key);
const run = (signal = new AbortController().signal) =>
  refusalsJob(db.app).run({ period: 0, attempt: 1, signal, key: (part) => part });

test('refusals of thirty days ago go, younger ones and all that did something stay', async () => {
  await keys('done', DONE, 400 * DAY_MS);
  await keys('old', REFUSED, 30 * DAY_MS + 1_000);
  await keys('young', REFUSED, 30 * DAY_MS - 60_000);
  expect(await run()).toEqual({ forgotten: 1 });
  expect(await left()).toEqual(['done1', 'young1']);
  expect(await run()).toEqual({ forgotten: 0 });
});

test('as many as there are, in as many statements as it takes; one that is told to stop begins no further', async () => {
  await keys('old', REFUSED, 31 * DAY_MS, 10_001);
  expect(await run(AbortSignal.abort())).toEqual({ forgotten: 0 });
  expect(await run()).toEqual({ forgotten: 10_001 });
  expect(await left()).toEqual([]);
});

test('nobody takes away what a key did, nor what it refused a moment ago', async () => {
  await keys('done', DONE, 400 * DAY_MS);
  await keys('young', REFUSED, DAY_MS);
  await expect(db.app.query('DELETE FROM command_keys')).rejects.toMatchObject({ code: '42501' });
  for (const act of [
    `DELETE FROM command_keys WHERE key = 'done1'`,
    `DELETE FROM command_keys WHERE key = 'young1'`,
    `UPDATE command_keys SET answer = '${REFUSED}' WHERE key = 'done1'`,
    'TRUNCATE command_keys',
  ])
    await expect(db.owner.query(act)).rejects.toMatchObject({ code: '42501' });
  expect(await left()).toEqual(['done1', 'young1']);
});
