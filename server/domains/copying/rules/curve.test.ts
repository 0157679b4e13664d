// Hours as figures: when there is one, and over which days it goes.

import { formatUnits, UNIT } from '@fairtick/kernel/decimal';
import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { curveFigures } from './curve.ts';
import { GrowingCurve } from './growing-curve.ts';
import type { EquityPoint } from './returns.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const START = Date.UTC(2026, 9, 1, 23);
const at = (time: number, dollars: number, flow = 0): EquityPoint => ({
  time,
  equity: BigInt(Math.round(dollars * 100)) * (UNIT / 100n),
  flow: BigInt(flow) * UNIT,
});
/** One more each day, the first hour first. */
const days = (count: number, from = START): EquityPoint[] =>
  Array.from({ length: count + 1 }, (_, day) => at(from + day * DAY, 100 + day));
const text = (value: bigint | undefined): string => (value === undefined ? '' : formatUnits(value, 2));

test('of nothing and of one hour there is nothing', () => {
  for (const one of [[], [[]], [days(0)]]) {
    const { drawdown, week, life, sharpe } = curveFigures(one);
    expect([drawdown, week, life, sharpe].map(text)).toEqual(['', '', '', '']);
  }
  expect(curveFigures([days(0)]).curve).toEqual([{ time: START, value: 100n * UNIT }]);
});

test('a return is of as many days as it says, and Sharpe of twenty-one at least', () => {
  const few = curveFigures([days(6)]);
  expect([few.week, few.month, few.life, few.sharpe].map(text)).toEqual(['', '', '6.00', '']);
  const month = curveFigures([days(30)]);
  // 130 against 123, and against 100.
  expect([month.week, month.month, month.quarter, month.life].map(text)).toEqual(['5.69', '30.00', '', '30.00']);
  expect(month.sharpe).toBeGreaterThan(0n);
  expect(curveFigures([days(20)]).sharpe).toBeUndefined();
  expect(month.curve).toHaveLength(31);
  expect(month.curve.at(-1)).toEqual({ time: START + 30 * DAY, value: 130n * UNIT });
});

test('the worst week is of any seven days in a row, wherever they begin', () => {
  // 100 a day on, but for the ninth and tenth: from 108 to 90, and what came before and behind is not as bad.
  const worth = [100, 101, 102, 103, 104, 105, 106, 107, 108, 99, 90, 91, 92, 99, 108, 120];
  const points = worth.map((dollars, day) => at(START + day * DAY, dollars));
  // 91 on the eleventh, against 104 on the fourth; 90 against 103 is worse.
  expect(text(curveFigures([points]).worstWeek)).toBe('-12.62');
  expect(text(curveFigures([points.slice(0, 7)]).worstWeek)).toBe('');
});

test('a fall within a day is one, though its end shows nothing of it', () => {
  const hours = [at(START, 100), at(START + HOUR, 60), at(START + 2 * HOUR, 100)];
  expect(text(curveFigures([hours]).drawdown)).toBe('40.00');
});

test('from one account of a record to the next nothing is won or lost', () => {
  const next = days(2, START + 90 * DAY).map((point) => ({ ...point, equity: point.equity * 50n }));
  const both = curveFigures([days(2), next]);
  expect(text(both.life)).toBe('4.04');
  expect(text(both.drawdown)).toBe('0.00');
  expect(both.curve.map(({ time }) => time)).toEqual([
    ...[START, START + DAY, START + 2 * DAY],
    ...[START + 91 * DAY, START + 92 * DAY],
  ]);
});

/** What the hours of these accounts come to as they come one by one, with what they have come to on the way. */
function grownOver(accounts: readonly (readonly EquityPoint[])[], look: (at: number) => boolean) {
  const curve = new GrowingCurve();
  const seen: { readonly until: readonly (readonly EquityPoint[])[]; readonly figures: unknown }[] = [];
  let count = 0;
  for (const [nth, hours] of accounts.entries()) {
    curve.nextAccount();
    for (const [hour, point] of hours.entries()) {
      curve.add(point);
      count += 1;
      if (look(count))
        seen.push({ until: [...accounts.slice(0, nth), hours.slice(0, hour + 1)], figures: curve.figures() });
    }
  }
  return { figures: curve.figures(), seen };
}

test.each([1, 2, 3, 4, 5])('figures that grow by the hour are those of all hours (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const accounts = Array.from({ length: seed % 3 }, (): EquityPoint[] => []);
  accounts.push([]);
  let time = START;
  for (const hours of accounts) {
    let dollars = 1_000;
    for (let count = 0; count < 5_000 / accounts.length; count += 1) {
      // Hours are missing where the server was away, some of them at the end of a day.
      time += HOUR * (random.below(15) === 0 ? 1 + random.below(40) : 1);
      const flow = random.below(50) === 0 ? random.below(600) - 200 : 0;
      dollars = Math.max(0, dollars + flow + random.below(41) - 20);
      if (random.below(4_000) === 0) dollars = 0;
      hours.push(at(time, dollars, flow));
    }
  }
  const { figures, seen } = grownOver(accounts, (count) => count < 60 || count % 499 === 0);
  expect(figures).toEqual(curveFigures(accounts));
  for (const one of seen) expect(one.figures).toEqual(curveFigures(one.until));
});
