// The loss waterfall against a slow model that takes one unit after the other (rules §6).

import { type Amount, amount } from '@fairtick/kernel/decimal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeLoss } from './losses.ts';

interface Hold {
  readonly id: number;
  readonly status: 'pending' | 'open';
  readonly held: Amount;
}
type First = 'held' | 'available';

const hold = fc.record({
  status: fc.constantFrom('pending' as const, 'open' as const),
  held: fc.integer({ min: 0, max: 9 }),
});
const situation = fc.record({
  loss: fc.integer({ min: 0, max: 60 }),
  first: fc.constantFrom<First>('held', 'available'),
  available: fc.integer({ min: 0, max: 15 }),
  held: fc.integer({ min: 0, max: 15 }),
  holds: fc.array(hold, { maxLength: 6 }),
});

interface Purse {
  available: number;
  held: number;
  readonly others: { id: number; status: 'pending' | 'open'; held: number }[];
  readonly cancelled: number[];
  missing: number;
}

/** Who pays the next unit. A pending order is given up when neither source of the first two has all that is still open. */
function slowly(loss: number, first: First, purse: Purse): void {
  const { others, cancelled } = purse;
  while (purse.available + purse.held < loss) {
    const newest = others.findLast(({ id, status }) => status === 'pending' && !cancelled.includes(id));
    if (!newest) break;
    cancelled.push(newest.id);
    purse.available += newest.held;
  }
  const second = first === 'held' ? 'available' : 'held';
  for (let unit = 0; unit < loss; unit += 1) {
    const oldest = others.find(({ status, held }) => status === 'open' && held > 0);
    if (purse[first] > 0) purse[first] -= 1;
    else if (purse[second] > 0) purse[second] -= 1;
    else if (oldest) oldest.held -= 1;
    else purse.missing += 1;
  }
}

test('the waterfall takes what the slow model takes, and all parts sum to the loss', () => {
  fc.assert(
    fc.property(situation, ({ loss, first, available, held, holds }) => {
      const others: Hold[] = holds.map((one, id) => ({ id, status: one.status, held: amount(BigInt(one.held)) }));
      const taken = takeLoss(amount(BigInt(loss)), first, {
        available: amount(BigInt(available)),
        held: amount(BigInt(held)),
        others,
      });
      const purse: Purse = {
        available,
        held,
        others: holds.map((one, id) => ({ ...one, id })),
        cancelled: [],
        missing: 0,
      };
      slowly(loss, first, purse);
      expect(taken.cancelled.map(({ id }) => id)).toEqual(purse.cancelled);
      const freed = taken.cancelled.reduce((sum, order) => sum + order.held, 0n);
      expect(BigInt(available) + freed - taken.fromAvailable).toBe(BigInt(purse.available));
      expect(BigInt(held) - taken.fromHeld).toBe(BigInt(purse.held));
      const left = new Map(taken.fromOthers.map(({ order, taken: part }) => [order.id, order.held - part]));
      for (const { id, held: rest } of purse.others) expect(left.get(id) ?? others[id]?.held).toBe(BigInt(rest));
      expect(taken.missing).toBe(BigInt(purse.missing));
      const fromOthers = taken.fromOthers.reduce((sum, { taken: part }) => sum + part, 0n);
      expect(taken.fromHeld + taken.fromAvailable + fromOthers + taken.missing).toBe(BigInt(loss));
    }),
    { numRuns: 5_000 },
  );
});

describe('as the rules say it', () => {
  const sources = {
    available: amount(10n),
    held: amount(10n),
    others: [
      { id: 1, status: 'open', held: amount(5n) },
      { id: 2, status: 'pending', held: amount(7n) },
      { id: 3, status: 'open', held: amount(5n) },
      { id: 4, status: 'pending', held: amount(7n) },
    ],
  } as const;

  test('a closing takes what the position holds first, a night what is available', () => {
    expect(takeLoss(amount(12n), 'held', sources)).toMatchObject({ fromHeld: 10n, fromAvailable: 2n, cancelled: [] });
    expect(takeLoss(amount(12n), 'available', sources)).toMatchObject({
      fromHeld: 2n,
      fromAvailable: 10n,
      cancelled: [],
    });
  });

  test('then the newest pending order goes, and only then the oldest position gives', () => {
    const some = takeLoss(amount(25n), 'held', sources);
    expect(some.cancelled.map(({ id }) => id)).toEqual([4]);
    expect(some.fromOthers).toEqual([]);
    const more = takeLoss(amount(36n), 'held', sources);
    expect(more.cancelled.map(({ id }) => id)).toEqual([4, 2]);
    expect(more.fromOthers.map(({ order, taken }) => [order.id, taken])).toEqual([[1, 2n]]);
    expect(takeLoss(amount(50n), 'available', sources).missing).toBe(6n);
  });
});
