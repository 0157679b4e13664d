// When the clients' pool is short, when that pauses withdrawals, and what the staff are told of it.

import { readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { type ClientMoney, isDue, type Proof, proofOf, requiredOf, shortOf, turnOf } from './rules.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The day in the books of money-staff.md §5 at its end. */
const BOOKS: ClientMoney = {
  ...{ time: NOON, users: readUnits('888.90'), withdrawals: 0n, receipts: 0n, broken: [] },
  ...{ held: readUnits('855'), house: readUnits('50000') },
};
const after = (before: Proof | undefined, change: Partial<ClientMoney>): Proof =>
  proofOf({ ...BOOKS, ...change }, before);
const short = after(undefined, {});

test('required is what users have, what is approved and what is nobody’s yet; short is what of it the pool lacks', () => {
  const money = { ...BOOKS, withdrawals: readUnits('150'), receipts: readUnits('0.01') };
  expect(requiredOf(money)).toBe(readUnits('1038.91'));
  expect([shortOf(BOOKS), shortOf({ ...BOOKS, held: readUnits('888.90') })]).toEqual([readUnits('33.90'), 0n]);
  expect(shortOf({ ...BOOKS, held: readUnits('10000') })).toBe(0n);
});

test('a day in the books ends short by 33.90, which the treasurer has a day to settle', () => {
  expect(short).toMatchObject({ shortSince: NOON, paused: false });
  const [last, due] = [DAY_MS - 1, DAY_MS].map((ms) => after(short, { time: NOON + ms }));
  expect([last?.paused, due?.paused, due?.shortSince]).toEqual([false, true, NOON]);
  const settled = after(due, { time: NOON + DAY_MS, held: readUnits('888.90') });
  expect(settled).toMatchObject({ shortSince: undefined, paused: false });
  expect(after(settled, { time: NOON + 2 * DAY_MS })).toMatchObject({ shortSince: NOON + 2 * DAY_MS, paused: false });
});

test('by more than the house could settle it pauses at once, and so do books that disagree with themselves', () => {
  expect(after(undefined, { house: readUnits('33.90') }).paused).toBe(false);
  expect(after(undefined, { house: readUnits('33.89999999') }).paused).toBe(true);
  const whole = { held: readUnits('888.90') };
  expect(after(undefined, { ...whole, broken: ['books_sum_to_zero'] })).toMatchObject({
    ...{ shortSince: undefined, paused: true },
  });
  expect(after(undefined, { ...whole, house: 0n }).paused).toBe(false);
});

test('the staff are told of each turn once', () => {
  const fine = after(undefined, { held: readUnits('888.90') });
  const paused = after(fine, { house: 0n });
  expect([turnOf(fine, undefined), turnOf(fine, fine)]).toEqual([undefined, undefined]);
  expect([turnOf(short, undefined), turnOf(short, fine), turnOf(short, short)]).toEqual([
    ...['staff_client_money_short', 'staff_client_money_short', undefined],
  ]);
  expect([turnOf(paused, fine), turnOf(paused, short), turnOf(paused, paused)]).toEqual([
    ...['staff_withdrawals_paused', 'staff_withdrawals_paused', undefined],
  ]);
  expect([turnOf(fine, paused), turnOf(short, paused)]).toEqual([
    ...['staff_withdrawals_resumed', 'staff_withdrawals_resumed'],
  ]);
});

test('due once in each hour of the clock, and at every look while one does not hold', () => {
  const fine = after(undefined, { held: readUnits('888.90') });
  expect([isDue(undefined, NOON), isDue(short, NOON + 1)]).toEqual([true, true]);
  expect([isDue(fine, NOON), isDue(fine, NOON + HOUR_MS - 1), isDue(fine, NOON + HOUR_MS)]).toEqual([
    ...[false, false, true],
  ]);
});
