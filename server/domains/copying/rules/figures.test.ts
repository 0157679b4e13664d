// The figures of a record, by the tables of the product's page on copying, and the sums that grow held against sums of all.

import { formatUnits, min, parseDecimal } from '@fairtick/kernel/decimal';
import { seededRandom } from '@fairtick/kernel/random';
import { describe, expect, test } from 'vitest';
import {
  byRank,
  type ClosedOrder,
  isInWindow,
  LISTED_AFTER_MS,
  LISTED_EQUITY,
  mainPairOf,
  multipleOf,
  netOf,
  percent,
  type Ranked,
  rankRateOf,
  rateOf,
  sumsOf,
  unlistedFor,
  WINDOW_MS,
  winOf,
} from './figures.ts';
import { TrackRecord } from './track-record.ts';

const NOW = Date.UTC(2026, 10, 27, 12);

function units(text: string): bigint {
  const read = parseDecimal(text);
  if (!read.ok) throw new Error(text);
  return read.value;
}

let nextId = 1n;
const closed = (net: string, margin: string, more: Partial<ClosedOrder> = {}): ClosedOrder => ({
  id: nextId++,
  ...{ pairId: 1, closeTime: NOW - 1, multiple: 100, heldMs: 60_000, net: units(net), margin: units(margin) },
  ...more,
});

test('net is the result without fee and nights (table 4.3)', () => {
  const net = netOf({ result: units('52'), fee: units('1.62828'), nights: units('0.36') });
  expect(formatUnits(net, 6)).toBe('50.011720');
});

test('table 4.5: five orders of the window', () => {
  const orders = [
    closed('50.011720', '542.76'),
    closed('-20', '200.000130'),
    closed('0', '100'),
    closed('15.5', '300'),
    closed('-7.25', '50'),
  ];
  const sums = sumsOf(orders);
  expect(formatUnits(sums.margin, 5)).toBe('1192.76013');
  expect(formatUnits(rateOf(sums), 2)).toBe('3.21');
  expect(formatUnits(winOf(sums), 2)).toBe('40.00');
  expect(formatUnits(sums.net, 6)).toBe('38.261720');
  expect(sums.count).toBe(5);
});

test.each([
  ['exactly 21 days ago', NOW - WINDOW_MS, true],
  ['a millisecond earlier', NOW - WINDOW_MS - 1, false],
  ['a millisecond ago', NOW - 1, true],
  ['now', NOW, false],
])('an order that closed %s', (_, closeTime, counts) => {
  expect(isInWindow({ closeTime }, NOW)).toBe(counts);
  const record = new TrackRecord();
  record.add(closed('1', '1', { closeTime }));
  expect(record.window(NOW).count).toBe(counts ? 1 : 0);
  expect(record.life.count).toBe(1);
});

test('table 4.6: the rank charges a loss that is still open', () => {
  const sums = sumsOf(Array.from({ length: 9 }, () => closed('10', '100')));
  expect(formatUnits(rateOf(sums), 2)).toBe('10.00');
  expect(formatUnits(winOf(sums), 2)).toBe('100.00');
  const charged = rankRateOf(sums, { net: units('-900'), margin: units('1000') });
  expect(formatUnits(percent(charged.net, charged.margin), 2)).toBe('-42.63');
});

test('a gain that is still open is none, and what it binds counts all the same', () => {
  const sums = sumsOf([closed('10', '100')]);
  const charged = rankRateOf(sums, { net: units('900'), margin: units('100') });
  expect(formatUnits(percent(charged.net, charged.margin), 2)).toBe('5.00');
});

describe('leverage and pair', () => {
  test('by margin, to the nearest whole, ties to even', () => {
    expect(multipleOf(sumsOf([closed('0', '100', { multiple: 100 }), closed('0', '300', { multiple: 20 })]))).toBe(40);
    expect(multipleOf(sumsOf([closed('0', '1', { multiple: 2 }), closed('0', '1', { multiple: 3 })]))).toBe(2);
    expect(multipleOf(sumsOf([]))).toBe(0);
  });
  test('the pair with the most margin; of two alike the lower id', () => {
    const [euro, gold] = [closed('0', '100', { pairId: 7 }), closed('0', '100', { pairId: 3 })];
    expect(mainPairOf(sumsOf([euro, gold]))).toBe(3);
    expect(mainPairOf(sumsOf([euro, gold, closed('0', '0.000001', { pairId: 7 })]))).toBe(7);
    expect(mainPairOf(sumsOf([]))).toBeUndefined();
  });
});

describe('the order of the rank', () => {
  const ranked = (userId: bigint, net: string, margin: string, count = 10): Ranked => ({
    ...{ userId, count },
    rank: { net: units(net), margin: units(margin) },
  });
  test('by the exact rate, then by closed orders, then by id', () => {
    const third = ranked(1n, '1', '3');
    // Both are 33.33 %: the second is a hair better.
    const second = ranked(9n, '33.333334', '100');
    const many = ranked(8n, '1', '2', 11);
    const first = ranked(4n, '1', '2');
    const next = ranked(5n, '2', '4');
    const loser = ranked(2n, '-1', '5');
    expect([loser, third, next, second, many, first].toSorted(byRank).map(({ userId }) => userId)).toEqual([
      ...[8n, 4n, 5n, 9n, 1n, 2n],
    ]);
  });
});

test.each([
  ['all that is asked', 10, LISTED_AFTER_MS, LISTED_EQUITY, []],
  ['nine orders', 9, LISTED_AFTER_MS, LISTED_EQUITY, ['few_orders']],
  ['a moment too early', 10, LISTED_AFTER_MS - 1, LISTED_EQUITY, ['new']],
  ['a hair below 500 USD', 10, LISTED_AFTER_MS, LISTED_EQUITY - 1n, ['little_equity']],
  ['nothing', 0, 0, 0n, ['few_orders', 'new', 'little_equity']],
])('ranked with %s', (_, count, since, equity, why) => {
  expect(unlistedFor({ count, approvedTime: NOW - since, equity }, NOW)).toEqual(why);
});

test.each([1, 2, 3])('10,000 random orders, seed %s: what grows is what a count over all finds', (seed) => {
  const random = seededRandom(seed);
  const orders = Array.from({ length: 10_000 }, (): ClosedOrder => {
    const margin = BigInt(random.below(1_000_000_000)) + 1n;
    return closed('0', '0', {
      ...{ pairId: random.below(9), multiple: 1 + random.below(200), margin, heldMs: random.below(1_000_000) },
      // Also at the window's very ends, and late: a closing may be told long after its moment.
      closeTime: NOW - 60 * 86_400_000 + random.below(90) * 86_400_000 + random.below(3),
      net: BigInt(random.below(2_000_001) - 1_000_000),
    });
  });
  const record = new TrackRecord();
  const added: ClosedOrder[] = [];
  let now = NOW - 40 * 86_400_000;
  for (const [at, order] of orders.entries()) {
    record.add(order);
    added.push(order);
    const before = added[random.below(added.length)] ?? order;
    const mayComeAgain = before.closeTime >= now - WINDOW_MS;
    if (mayComeAgain && random.below(20) === 0) expect(record.add(before)).toBe(false);
    if (at % 250 !== 0) continue;
    now += random.below(3) * 86_400_000 + random.below(2);
    const slow = sumsOf(added.filter((one) => isInWindow(one, now)));
    expect({ ...record.window(now) }).toEqual({ ...slow });
    expect({ ...record.life }).toEqual({ ...sumsOf(added) });
  }
  expect(record.life.count).toBe(10_000);
  expect(record.worst).toBe(orders.reduce((worst, { net }) => min(worst, net), 0n));
});
