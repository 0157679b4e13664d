// Margin, fee and result of forex orders, each recomputed as fractions from the ticks alone (rules §6): every pair's kind of rate, both sides.

import { price, quantity, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { CATALOGUE } from '@fairtick/server/domains/market/pairs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  divided,
  type Fraction,
  fraction,
  halfEven,
  minus,
  ONE,
  plus,
  quoteRate,
  times,
  upTo,
} from '../../harness/exact.ts';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

let world: World;
let user: Id;

beforeEach(async () => {
  world = await createWorld({
    pairs: CATALOGUE.map((pair) => (pair.code === 'AUDUSD' ? { ...pair, markup: price(readUnits('0.00003')) } : pair)),
  });
  user = await world.demoUser();
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  expect(world.said).toEqual([]);
  await world.close();
});

interface Quote {
  readonly bid: string;
  readonly ask: string;
}

interface Case {
  readonly pair: string;
  readonly contract: string;
  readonly multiple: string;
  readonly feeRate: string;
  readonly markup?: string;
  readonly open: Quote;
  readonly close: Quote;
  /** The pair that gives the rate, with its quote at the opening and at the close. */
  readonly rate?: {
    readonly pair: string;
    readonly precision: number;
    readonly inverse: boolean;
    readonly open: Quote;
    readonly close: Quote;
  };
}

const CASES: readonly Case[] = [
  {
    pair: 'EURUSD',
    contract: '100000',
    multiple: '200',
    feeRate: '0.003',
    open: { bid: '1.10003', ask: '1.10017' },
    close: { bid: '1.10291', ask: '1.10303' },
  },
  {
    pair: 'AUDUSD',
    contract: '100000',
    multiple: '50',
    feeRate: '0.003',
    markup: '0.00003',
    open: { bid: '0.66101', ask: '0.66119' },
    close: { bid: '0.65777', ask: '0.65790' },
  },
  {
    pair: 'USDJPY',
    contract: '100000',
    multiple: '100',
    feeRate: '0.003',
    open: { bid: '155.121', ask: '155.138' },
    close: { bid: '154.877', ask: '154.890' },
    rate: {
      pair: 'USDJPY',
      precision: 3,
      inverse: true,
      open: { bid: '155.121', ask: '155.138' },
      close: { bid: '154.877', ask: '154.890' },
    },
  },
  {
    pair: 'EURGBP',
    contract: '100000',
    multiple: '100',
    feeRate: '0.003',
    open: { bid: '0.85501', ask: '0.85520' },
    close: { bid: '0.85733', ask: '0.85750' },
    rate: {
      pair: 'GBPUSD',
      precision: 5,
      inverse: false,
      open: { bid: '1.26010', ask: '1.26023' },
      close: { bid: '1.25001', ask: '1.25016' },
    },
  },
  {
    pair: 'GBPCHF',
    contract: '100000',
    multiple: '20',
    feeRate: '0.003',
    open: { bid: '1.14001', ask: '1.14033' },
    close: { bid: '1.13111', ask: '1.13140' },
    rate: {
      pair: 'USDCHF',
      precision: 5,
      inverse: true,
      open: { bid: '0.90501', ask: '0.90514' },
      close: { bid: '0.91117', ask: '0.91130' },
    },
  },
  {
    pair: 'XAUUSD',
    contract: '100',
    multiple: '100',
    feeRate: '0.003',
    open: { bid: '2345.671', ask: '2346.113' },
    close: { bid: '2340.007', ask: '2340.501' },
  },
  {
    pair: 'BTCUSD',
    contract: '1',
    multiple: '5',
    feeRate: '0.005',
    open: { bid: '61234.11', ask: '61239.99' },
    close: { bid: '62011.03', ask: '62015.55' },
  },
];

const rateAt = (one: Case, at: 'open' | 'close'): Fraction => {
  if (!one.rate) return ONE;
  const { bid, ask } = one.rate[at];
  return quoteRate(bid, ask, one.rate.precision, one.rate.inverse);
};

async function quote(one: Case, at: 'open' | 'close'): Promise<void> {
  if (one.rate && one.rate.pair !== one.pair) await world.tick(one.rate.pair, one.rate[at].bid, one.rate[at].ask);
  await world.settledTick(one.pair, one[at].bid, one[at].ask);
}

/** Entry and exit price of a side: its own side of the spread, and the markup against the client. */
function fills(one: Case, side: 'buy' | 'sell'): { entry: Fraction; exit: Fraction } {
  const markup = fraction(one.markup ?? '0');
  return side === 'buy'
    ? { entry: plus(fraction(one.open.ask), markup), exit: minus(fraction(one.close.bid), markup) }
    : { entry: minus(fraction(one.open.bid), markup), exit: plus(fraction(one.close.ask), markup) };
}

const text = (units: bigint): string => halfEven({ over: units, under: 100_000_000n }, 8);
const sum = (...parts: readonly string[]): string => halfEven(parts.map(fraction).reduce(plus), 8);
const negative = (value: string): string => (value.startsWith('-') ? value.slice(1) : `-${value}`);

describe('one order, opened and closed', () => {
  for (const one of CASES) {
    for (const side of ['buy', 'sell'] as const) {
      test(`${side} ${one.pair}`, async () => {
        await quote(one, 'open');
        const lots = '0.37';
        const placed = await accepted(world.forexSubmit(user, { pair: one.pair, side, lots, multiple: one.multiple }));
        const { entry, exit } = fills(one, side);
        const size = times(fraction(lots), fraction(one.contract));
        const margin = upTo(divided(times(size, entry, rateAt(one, 'open')), fraction(one.multiple)), 6);
        const fee = halfEven(times(fraction(margin), fraction(one.feeRate)), 6);
        const order = await world.forexOrder(user, placed.Id);
        expect({ margin: text(order.margin), fee: text(order.fee) }).toEqual({ margin, fee });
        expect(await world.balance(user, 'forex')).toEqual({
          available: sum('100000', negative(margin), negative(fee)),
          locked: margin,
        });
        await quote(one, 'close');
        await accepted(world.forexClose(user, placed.Id));
        const direction = side === 'buy' ? ONE : fraction('-1');
        const result = halfEven(times(direction, minus(exit, entry), size, rateAt(one, 'close')), 6);
        const closed = await world.forexOrder(user, placed.Id);
        expect(text(closed.result)).toBe(result);
        expect(await world.balance(user, 'forex')).toEqual({
          available: sum('100000', negative(fee), result),
          locked: '0',
        });
        expect((await world.house('fees')).available).toBe(fee);
        expect((await world.house('trading')).available).toBe(sum('50000000000', negative(result)));
      });
    }
  }
});

test('ties of a result go to the even neighbour, above and below zero', async () => {
  // 0.01 lots of a contract of 0.01: a move of one pip (1e-5) is 1e-9 USD; so 500 of them are half a millionth.
  await world.close();
  world = await createWorld({
    pairs: CATALOGUE.map((pair) => (pair.code === 'EURUSD' ? { ...pair, contNum: quantity(readUnits('0.01')) } : pair)),
  });
  user = await world.demoUser();
  await world.tick('EURUSD', '1.10000', '1.10000');
  const results: string[] = [];
  for (const move of ['1.10500', '1.11500', '1.12500', '1.10501', '1.09500', '1.08500', '1.10499']) {
    await world.settledTick('EURUSD', '1.10000', '1.10000');
    const order = await accepted(
      world.forexSubmit(user, { pair: 'EURUSD', side: 'buy', lots: '0.01', multiple: '10' }),
    );
    await world.settledTick('EURUSD', move, move);
    await accepted(world.forexClose(user, order.Id));
    results.push(text((await world.forexOrder(user, order.Id)).result));
  }
  expect(results).toEqual(['0', '0.000002', '0.000002', '0.000001', '0', '-0.000002', '0']);
});

describe('a fee by the lot', () => {
  test('is quantity times rate, whatever the margin', async () => {
    await world.close();
    world = await createWorld({ settings: (read) => ({ ...read, forex: { ...read.forex, feeType: 1 } }) });
    user = await world.demoUser();
    await world.tick('EURUSD', '1.10000', '1.10010');
    for (const multiple of ['10', '200']) {
      const order = await accepted(world.forexSubmit(user, { pair: 'EURUSD', side: 'sell', lots: '2.5', multiple }));
      expect(text((await world.forexOrder(user, order.Id)).fee)).toBe('0.0075');
    }
    expect((await world.house('fees')).available).toBe('0.015');
  });
});

describe('a pending order', () => {
  test('locks margin at its target and the fee; the fee is taken when it fills, and only then', async () => {
    await world.tick('EURUSD', '1.10000', '1.10010');
    const order = await accepted(
      world.forexSubmit(user, { pair: 'EURUSD', side: 'buy', lots: '1', target: '1.09000' }),
    );
    // 100,000 x 1.09 / 100 = 1,090; 0.3 % of it 3.27.
    expect(await world.balance(user, 'forex')).toEqual({ available: '98906.73', locked: '1093.27' });
    expect((await world.house('fees')).available).toBe('0');
    await world.settledTick('EURUSD', '1.08980', '1.08990');
    expect(await world.balance(user, 'forex')).toEqual({ available: '98906.73', locked: '1090' });
    expect((await world.house('fees')).available).toBe('3.27');
    await accepted(world.forexClose(user, order.Id));
    expect(await world.balance(user, 'forex')).toEqual({ available: '99986.73', locked: '0' });
  });

  test('returns everything when it is cancelled', async () => {
    await world.tick('EURUSD', '1.10000', '1.10010');
    const order = await accepted(
      world.forexSubmit(user, { pair: 'EURUSD', side: 'sell', lots: '1', target: '1.12000' }),
    );
    await accepted(world.forexCancel(user, order.Id));
    expect(await world.balance(user, 'forex')).toEqual({ available: '100000', locked: '0' });
    expect((await world.house('fees')).available).toBe('0');
  });
});

test('an open position keeps its terms whatever the operator changes; the next order has the new ones', async () => {
  await world.tick('EURUSD', '1.10000', '1.10010');
  const buy = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
  const before = await accepted(world.forexSubmit(user, buy));
  const untouched = await world.forexOrder(user, before.Id);
  world.setPair('EURUSD', {
    markup: price(readUnits('0.00050')),
    feeRate: untouched.terms.feeRate,
    contNum: untouched.terms.contNum,
    multiples: [10],
  });
  await world.settledTick('EURUSD', '1.10100', '1.10110');
  const after = await accepted(world.forexSubmit(user, { ...buy, multiple: '10' }));
  expect((await world.forexOrder(user, after.Id)).open?.price).toBe(readUnits('1.10160'));
  await accepted(world.forexClose(user, before.Id));
  await accepted(world.forexClose(user, after.Id));
  expect((await world.forexOrder(user, before.Id)).close?.price).toBe(readUnits('1.10100'));
  expect((await world.forexOrder(user, after.Id)).close?.price).toBe(readUnits('1.10050'));
});
