// What a batch reads of following: two statements for people who follow nobody, and what relations have only for those who have one.

import type { Id } from '@fairtick/kernel/ids';
import { loadForBatch } from '@fairtick/server/domains/copying/following/batch-table';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { insertRealUser } from '../../harness/real-user.ts';

const [TRADER, FOLLOWER, OTHER]: readonly [Id, Id, Id] = [8_000_000n, 8_000_010n, 8_000_020n];

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
  for (const id of [TRADER, FOLLOWER, OTHER]) await insertRealUser(db, id, 0);
  await db.owner.query(
    'INSERT INTO traders (user_id, status, person_key, applied_time, approved_time) VALUES ($1, 2, 1, 1, 1)',
    [TRADER],
  );
  await db.owner.query(
    `INSERT INTO follows (id, realm, user_id, trader_id, share_rate, began_event, began_time, closed_num, closed_net, closed_margin)
     VALUES (1, 'live', $1, $2, 0.1, 0, 1, 0, 0, 0)`,
    [FOLLOWER, TRADER],
  );
  await db.owner.query(
    `INSERT INTO follow_settings (follow_id, number, user_id, from_event, mode, multiple, max_amount, stop_amount, paused, set_time)
     VALUES (1, 1, $1, 0, 'lots', 1, 1000, 1000, false, 1)`,
    [FOLLOWER],
  );
  await db.owner.query(
    `INSERT INTO copy_marks (user_id, trader_id, share_rate, cumulative, high_water, accrued, paid, steps) VALUES ($1, $2, 0.1, 5, 0, 0, 0, 0)`,
    [FOLLOWER, TRADER],
  );
});
afterEach(() => db.drop());

async function asked(users: readonly Id[]) {
  const names: string[] = [];
  const client = await db.app.connect();
  const counting = new Proxy(client, {
    get: (of, what) => {
      if (what !== 'query') return Reflect.get(of, what);
      return (statement: { readonly name: string; readonly text: string }) => {
        names.push(statement.name);
        return client.query(statement);
      };
    },
  });
  const loaded = await loadForBatch(counting, users, [TRADER]);
  client.release();
  return { loaded, names };
}

test('people who follow nobody cost two statements', async () => {
  const { loaded, names } = await asked([OTHER]);
  expect(names).toEqual(['copying_leading', 'copying_follows']);
  expect(loaded).toMatchObject({ follows: [], settings: [], marks: [], nights: [] });
  expect(loaded.leading.map(({ traderId, followers }) => [traderId, followers])).toEqual([[TRADER, 1]]);
});

test('beside one who follows, that one’s relations are read whole', async () => {
  const { loaded } = await asked([OTHER, FOLLOWER]);
  expect([loaded.follows.length, loaded.settings.length, loaded.marks.length]).toEqual([1, 1, 1]);
});
