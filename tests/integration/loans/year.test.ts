// A played year of loans and funds, recomputed from the published terms alone by a check that shares no code with the server: every interest, penalty, day's
// income and reserve agrees to the last unit, and whatever is a unit, a day or a journal wrong is found. `PLAYED_DAYS=365` plays the whole year, else a part.

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { playYear } from './played-year.ts';

const DAYS = Number(process.env.PLAYED_DAYS ?? 120);
const script = fileURLToPath(new URL('../../independent/loans.mjs', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-year-'));

const said = z.object({ counts: z.record(z.string(), z.number()), disagreements: z.array(z.string()) });
const line = z.object({ owner: z.string(), account: z.string(), available: z.string(), locked: z.string() });
const journal = z.looseObject({ reason: z.number(), reference: z.string(), time: z.number(), lines: z.array(line) });
const version = z.looseObject({ key: z.string(), value: z.array(z.looseObject({})) });
const recorded = z.looseObject({ journals: z.array(journal), published: z.array(version) });
type Recorded = z.infer<typeof recorded>;

function check(record: Recorded): z.infer<typeof said> {
  const place = path.join(folder, 'year.json');
  fs.writeFileSync(place, JSON.stringify(record));
  const { stdout, stderr } = spawnSync(process.execPath, [script, place], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return said.parse(JSON.parse(stdout));
}

let record: Recorded;
let broken: string[];
beforeAll(async () => {
  const year = await playYear(1);
  while (year.done() < DAYS) await year.step();
  record = recorded.parse(await year.record());
  broken = await year.world.invariants();
  await year.world.close();
}, 600_000);
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('what was booked agrees to the last unit with what was published', () => {
  const { counts, disagreements } = check(record);
  expect(disagreements).toEqual([]);
  expect(broken).toEqual([]);
  // As much of each happened as makes the agreement worth something.
  const least = {
    repaid: 10,
    'with interest': 4,
    'with penalty': 2,
    redeemed: 5,
    matured: 20,
    days: 800,
    accounts: 13,
  };
  for (const [what, many] of Object.entries(least)) expect([what, (counts[what] ?? 0) >= many]).toEqual([what, true]);
  console.log(`a played year of ${DAYS} days: ${JSON.stringify(counts)}`);
});

describe('is found:', () => {
  /** The first line of such a journal that is of this account, a unit richer. */
  const richer = (reason: number, account: string): Recorded => {
    const copy = structuredClone(record);
    const found = copy.journals.find((one) => one.reason === reason && one.lines.some((of) => of.account === account));
    const wrong = found?.lines.find((of) => of.account === account);
    if (!wrong) throw new Error(`no journal ${reason} of ${account}`);
    wrong.available = String((Number(wrong.available) + 0.0001).toFixed(4));
    return copy;
  };
  const without = (reason: number): Recorded => {
    const at = record.journals.findIndex((one) => one.reason === reason);
    return { ...record, journals: record.journals.toSpliced(at, 1) };
  };
  const twice = (reason: number): Recorded => {
    const at = record.journals.findIndex((one) => one.reason === reason);
    return { ...record, journals: record.journals.flatMap((one, nth) => (nth === at ? [one, one] : [one])) };
  };
  const published = (key: string, change: object): Recorded => ({
    ...record,
    published: record.published.map((one) =>
      one.key === key ? { ...one, value: one.value.map((offer) => ({ ...offer, ...change })) } : one,
    ),
  });
  const later = (reason: number): Recorded => ({
    ...record,
    journals: record.journals.map((one) => (one.reason === reason ? { ...one, time: one.time + 1 } : one)),
  });
  test.each([
    ['a payment out that is a unit too much', () => richer(40, 'change')],
    ['interest that is a unit too little', () => richer(41, 'change')],
    ['fees that are a unit too much', () => richer(41, 'fees')],
    ['a day that paid a unit too much', () => richer(51, 'change')],
    ['a reserve that is a unit off', () => richer(50, 'fund')],
    ['a penalty that is a unit off', () => richer(53, 'change')],
    ['a day that was never paid', () => without(51)],
    ['a principal that never came back', () => without(52)],
    ['a day that was paid twice', () => twice(51)],
    ['a loan that was repaid twice', () => twice(41)],
    ['a loan that was paid out at another time', () => later(40)],
    ['an offer whose free days are others', () => published('loan_configs', { free_period: 1 })],
    ['an offer whose late cost is another', () => published('loan_configs', { penalty_rate: 1 })],
    ['a product that pays another percentage', () => published('fund_products', { dividend_percentage: '0.4999' })],
  ])('%s', (_, wrong) => {
    expect(check(wrong()).disagreements).not.toEqual([]);
  });
});
