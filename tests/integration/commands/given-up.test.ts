// A batch of which the database gives a statement up, because it took too long: whose rows are slow or held elsewhere waits alone.

import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { ok } from '@fairtick/kernel/result';
import type { Books, Command } from '@fairtick/server/platform/commands/command';
import { Pipeline } from '@fairtick/server/platform/commands/pipeline';
import type { PoolClient } from '@fairtick/server/platform/database/pools';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

type Names = string[];

let db: TestDatabase;
let pipeline: Pipeline<Names, string, Names>;
/** How many commands each batch had that came as far as writing. */
let batches: number[];
let doubts: string[];
const slow = new Set<string>();

beforeEach(async () => {
  db = await createTestDatabase();
  await db.owner.query(
    "CREATE FUNCTION give_up() RETURNS void LANGUAGE plpgsql AS $$ BEGIN RAISE 'too long' USING ERRCODE = 'query_canceled'; END $$",
  );
  [batches, doubts] = [[], []];
  slow.clear();
  const books: Books<Names, string, Names, PoolClient> = {
    load: async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(7)');
      return [];
    },
    apply: (names, name) => void names.push(name),
    write: (names) => {
      batches.push(names.length);
      return names.some((name) => slow.has(name)) ? [{ name: 'give_up', text: 'SELECT give_up()', values: [] }] : [];
    },
    committed: (names) => names,
  };
  pipeline = new Pipeline({
    ...{ pool: db.app, books, clock: systemClock, random: seededRandom(1), onCommitted: () => {} },
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    onDoubt: (reason) => void doubts.push(reason),
  });
});
afterEach(async () => {
  await pipeline.close();
  await db.drop();
});

const command = (name: string): Command<Names, string> => ({
  ...{ name, realm: 'demo', owners: [] },
  decide: () => ok({ change: name, answer: {} }),
});
/** Whether each of them was done. */
const done = (names: readonly string[]): Promise<boolean[]> =>
  Promise.all(
    names.map((name) =>
      pipeline.submit(command(name)).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );

test('it is halved until what is slow stands alone: all others are done, in their order', async () => {
  slow.add('d');
  expect(await done([...'abcdefg'])).toEqual([true, true, true, false, true, true, true]);
  expect(batches).toEqual([7, 4, 2, 2, 1, 1, 3]);
  expect(pipeline.health().failures).toBe(1);
  expect(doubts).toEqual(['database']);
});

test('a database that gives everything up is not asked once a command', async () => {
  const names = Array.from({ length: 100 }, (_, at) => String(at));
  for (const name of names) slow.add(name);
  expect(new Set(await done(names))).toEqual(new Set([false]));
  expect(batches.length).toBeLessThan(30);
});
