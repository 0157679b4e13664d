// 4,000 calls of the staff's table by members of every role. `npm run fuzz -- --calls N --seed S` sends more.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveApp, startLiveApp } from './live-app.ts';
import { fuzzStaff, shownStaffReport } from './staff-fuzz.ts';

const CALLS = 4_000;
const SEED = 20_260_102;

let app: LiveApp;
beforeAll(async () => {
  app = await startLiveApp();
});
afterAll(() => app.stop());

test('4,000 calls by every role: no 5xx, no act without its row, no row without its act', async () => {
  const report = await fuzzStaff(app, { calls: CALLS, seed: SEED });
  console.log(shownStaffReport(report));
  expect(report.problems).toEqual([]);
  expect(report.calls).toBe(CALLS);
  // The fuzzer itself: it is let in and turned away, and some of its calls leave acts.
  expect(report.codes.size).toBeGreaterThan(10);
  expect(report.accepted.size).toBeGreaterThan(2);
  expect(report.acts).toBeGreaterThan(0);
}, 240_000);
