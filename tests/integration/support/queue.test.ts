// Ten thousand people wait in the chat: a page of the staff's queue reads a page of it, in its order, by an index.

import { type QueuedThread, threadsPage } from '@fairtick/server/domains/support/chat/staff-table';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { nodesOf, type Plan } from '../../harness/plan.ts';

const WAITING = 10_000;
const PAGE = 50;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.owner.query(
    `INSERT INTO users (id, realm, uid, created_time)
     SELECT 5000000 + n, (CASE WHEN n % 2 = 0 THEN 'demo' ELSE 'live' END)::realm, 'W' || n, 1 FROM generate_series(1, $1) n`,
    [WAITING],
  );
  // As many of them due at one moment as there are signs of a minute, in no order of their ids.
  await db.owner.query(
    `INSERT INTO support_threads (user_id, lang, answer_due) SELECT id, 'en', 60000 * (id * 7919 % 997) FROM users WHERE uid LIKE 'W%'`,
  );
  await db.owner.query('ANALYZE support_threads');
  await db.owner.query('ANALYZE users');
});
afterAll(() => db?.drop());

type Page = Parameters<typeof threadsPage>[0];
async function readOf(page: Page): Promise<{ readonly rows: number; readonly nodes: readonly Plan[] }> {
  const { text, values } = threadsPage(page);
  const { rows } = await db.app.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [
    ...values,
  ]);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  const nodes = plan ? nodesOf(plan) : [];
  const read = nodes
    .filter((node) => node['Relation Name'] !== undefined)
    .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
  return { rows: read.reduce((sum, count) => sum + count, 0), nodes };
}
async function listed(page: Page): Promise<bigint[]> {
  const { text, values } = threadsPage(page);
  return (await db.app.query<QueuedThread>(text, [...values])).rows.map(({ id }) => id);
}

test.each(['open', 'waiting_user', 'closed'] as const)(
  'a page of those that are %s reads a page, the first and a later one',
  async (state) => {
    if (state !== 'open')
      await db.owner.query(
        `UPDATE support_threads SET state = $1, closed_time = CASE $1 WHEN 'closed' THEN 1 END
       WHERE id IN (SELECT id FROM support_threads WHERE state = 'open' ORDER BY id LIMIT 2000)`,
        [state],
      );
    const first = await listed({ state, last: undefined, limit: PAGE });
    expect(first).toHaveLength(PAGE);
    for (const last of [undefined, first.at(-1)]) {
      const { rows, nodes } = await readOf({ state, last, limit: PAGE });
      // The threads of the page, the user of each, and what the page before ended with.
      expect(rows).toBeLessThanOrEqual(2 * PAGE + 3);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
      if (state === 'open') expect(nodes.map((node) => node['Index Name'])).toContain('support_threads_queue');
    }
  },
);

test('page after page, everybody who waits stands there once, real clients first and then by when they are due', async () => {
  const expected = await db.owner.query<{ id: bigint }>(
    `SELECT t.id FROM support_threads t JOIN users u ON u.id = t.user_id WHERE t.state = 'open' ORDER BY u.realm = 'demo', t.answer_due, t.id`,
  );
  const seen: bigint[] = [];
  for (let page = await listed({ state: 'open', last: undefined, limit: 500 }); page.length > 0; ) {
    seen.push(...page);
    page = await listed({ state: 'open', last: seen.at(-1), limit: 500 });
  }
  expect(seen).toEqual(expected.rows.map(({ id }) => id));
});
