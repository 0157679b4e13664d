// Rules §0 promise 4 when processes die under load, of trades and of money in and out: kill -9 of the server, and of PostgreSQL. `node tests/chaos/kills.ts` runs the long form.

import { expect, test } from 'vitest';
import { type KillsReport, reportText, runKills } from './kills.ts';

const RECOVERY_MS = 10_000;
const DATABASE_RECOVERY_MS = 30_000;
/** An answer comes within 3 s; the rest is for a busy machine that runs server, database and fifty clients on two cores. */
const ANSWER_MS = 3_500;
/** Of money in and out, what must have been done among the deaths. */
const MONEY = [
  ...['transfer', 'draw', 'draw_cancel', 'withdrawal_approve', 'withdrawal_claim', 'withdrawal_paid'],
  ...['charge_submit', 'wire_submit', 'deposit_claim', 'deposit_credit', 'receipt_book', 'receipt_return'],
  ...['proposal_decide', 'again', 'repeated'],
];
const missing = ({ money }: KillsReport): string[] => MONEY.filter((name) => !money[name]);

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
  expect(missing(report)).toEqual([]);
  // Steps behind other people's: how far each gets is chance.
  const { receipt_assign: assigned = 0, receipt_take: taken = 0, receipt_sent: sent = 0 } = report.money;
  expect(assigned + taken + sent).toBeGreaterThan(0);
  expect(report.money.kept).toBeGreaterThan(0);
});

test('PostgreSQL killed 10 times: calls are answered all the while, and the server recovers by itself within 30 s', async () => {
  const report = await runKills({ rounds: 10, what: 'database', seed: 10 });
  console.log(reportText('database', report));
  expect(report.findings).toEqual([]);
  expect(report.rounds).toBe(10);
  expect(Math.max(...report.recoveriesMs)).toBeLessThan(DATABASE_RECOVERY_MS);
  expect(report.longestAnswerMs).toBeLessThan(ANSWER_MS);
  expect(report.money.again).toBeGreaterThan(0);
});
