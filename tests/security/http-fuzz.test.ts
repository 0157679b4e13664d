// 10,000 malformed calls against the whole server. `npm run fuzz -- --calls N --seed S` sends more.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzHttp, shownReport } from './http-fuzz.ts';
import { type LiveApp, startLiveApp } from './live-app.ts';

const CALLS = 10_000;
const SEED = 20_260_101;

let app: LiveApp;
beforeAll(async () => {
  app = await startLiveApp();
});
afterAll(() => app.stop());

test('10,000 malformed calls: always an envelope, no 5xx, no hang, no row changed by a refused one', async () => {
  const report = await fuzzHttp(app, { calls: CALLS, seed: SEED });
  console.log(shownReport(report));
  expect(report.problems).toEqual([]);
  expect(report.calls).toBe(CALLS);
  // The fuzzer itself: it reaches many refusals, leaves long stretches still, and some good calls get through.
  expect(report.codes.size).toBeGreaterThan(15);
  expect(report.stillStretches).toBeGreaterThan(CALLS / 125 / 3);
  expect(report.accepted).toBeGreaterThan(0);
}, 180_000);
