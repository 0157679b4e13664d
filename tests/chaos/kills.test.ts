// Rules §0 promise 4 when processes die under load: kill -9 of the server, and of PostgreSQL. `node tests/chaos/kills.ts` runs the long form.

import { expect, test } from 'vitest';
import { reportText, runKills } from './kills.ts';

const RECOVERY_MS = 10_000;
const DATABASE_RECOVERY_MS = 30_000;
/** An answer comes within 3 s; the rest is for a busy machine that runs server, database and fifty clients on two cores. */
const ANSWER_MS = 3_500;

test('the server killed 20 times: nothing acknowledged is lost, nothing is doubled, no trigger is missed, it is back within 10 s', async () => {
  const report = await runKills({ rounds: 20, what: 'server', seed: 20 });
  console.log(reportText('server', report));
  expect(report.findings).toEqual([]);
  expect(report.rounds).toBe(20);
  expect(Math.max(...report.recoveriesMs)).toBeLessThan(RECOVERY_MS);
  // A run in which nothing happened would prove nothing.
  expect(report.orders).toBeGreaterThan(300);
  expect(report.triggered).toBeGreaterThan(20);
  expect(report.settled).toBeGreaterThan(50);
  expect(report.unanswered).toBeGreaterThan(20);
});

test('PostgreSQL killed 10 times: calls are answered all the while, and the server recovers by itself within 30 s', async () => {
  const report = await runKills({ rounds: 10, what: 'database', seed: 10 });
  console.log(reportText('database', report));
  expect(report.findings).toEqual([]);
  expect(report.rounds).toBe(10);
  expect(Math.max(...report.recoveriesMs)).toBeLessThan(DATABASE_RECOVERY_MS);
  expect(report.longestAnswerMs).toBeLessThan(ANSWER_MS);
});
