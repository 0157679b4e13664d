// The tables of what a copy may be and what of its gains is shared, worked out by hand with exact fractions.

import { amount, formatUnits, price, quantity, RATE_UNIT, rate, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { accruedOf, type CopyMark, type CopyMode, closedCopy, copySize, paidShare, wantedOf } from './copying.ts';
import type { ForexTerms } from './types.ts';

const usd = (text: string) => amount(readUnits(text));
const lots = (text: string) => quantity(readUnits(text));

const terms = (contNum: string, multiple: number): ForexTerms => ({
  multiple,
  marginMode: 2,
  contNum: lots(contNum),
  feeType: 2,
  feeRate: usd('0.003'),
  markup: price(0n),
  pricePrecision: 5,
  ratePairId: undefined,
  rateInverse: false,
  financingRate: amount(0n),
  financingNights: 'fx',
});

const EURUSD = { terms: terms('100000', 100), price: price(readUnits('1.08552')), rate: rate(RATE_UNIT) };
const pair = { minQuantity: lots('0.01'), quantityStep: lots('0.01'), maxQuantity: lots('50') };

interface Case {
  readonly quantity: string;
  readonly multiple: number;
  readonly maxAmount: string;
  readonly used?: string;
  readonly paid: string;
}

function sized(one: Case, market: typeof EURUSD = EURUSD): string {
  const settings = { mode: 'lots', multiple: one.multiple, maxAmount: usd(one.maxAmount) } as const;
  const wanted = wantedOf(settings, lots(one.quantity), amount(0n));
  const room = { used: usd(one.used ?? '0'), available: usd(one.paid), freeMargin: usd(one.paid) };
  const size = copySize({ settings, wanted, room, pair, ...market });
  return [formatUnits(size.quantity, 2), formatUnits(size.margin, 6), formatUnits(size.fee, 6), size.cut].join(' ');
}

test('a copy by lots is as large as every bound lets it be', () => {
  const table: readonly [string, Case, string][] = [
    ['A', { quantity: '0.50', multiple: 2, maxAmount: '1000', paid: '5000' }, '0.92 998.678400 2.996035 max_amount'],
    ['B', { quantity: '0.50', multiple: 1, maxAmount: '5000', paid: '300' }, '0.27 293.090400 0.879271 free_margin'],
    ['C', { quantity: '0.50', multiple: 1, maxAmount: '5000', paid: '10' }, '0.00 0.000000 0.000000 free_margin'],
    [
      'D',
      { quantity: '0.50', multiple: 100, maxAmount: '100000', paid: '60000' },
      '50.00 54276.000000 162.828000 none',
    ],
    [
      'E',
      { quantity: '0.60', multiple: 100, maxAmount: '100000', paid: '100000' },
      '50.00 54276.000000 162.828000 pair_maximum',
    ],
    [
      'F',
      { quantity: '0.50', multiple: 1, maxAmount: '1000', used: '990', paid: '5000' },
      '0.00 0.000000 0.000000 max_amount',
    ],
    [
      'G',
      { quantity: '0.50', multiple: 2, maxAmount: '998.6784', paid: '5000' },
      '0.92 998.678400 2.996035 max_amount',
    ],
    [
      'H',
      { quantity: '0.50', multiple: 2, maxAmount: '998.678399', paid: '5000' },
      '0.91 987.823200 2.963470 max_amount',
    ],
    ['I', { quantity: '0.01', multiple: 1, maxAmount: '10.8552', paid: '10.887766' }, '0.01 10.855200 0.032566 none'],
    [
      'J',
      { quantity: '0.01', multiple: 1, maxAmount: '10.8552', paid: '10.887765' },
      '0.00 0.000000 0.000000 free_margin',
    ],
    ['K', { quantity: '0.07', multiple: 3, maxAmount: '250', paid: '227.99' }, '0.20 217.104000 0.651312 free_margin'],
  ];
  for (const [name, one, expected] of table) expect(sized(one), name).toBe(expected);
});

test('margin rounds up to six places before it is held against a bound, in yen and in ounces', () => {
  const yen = { terms: terms('100000', 50), price: price(readUnits('154.321')), rate: rate(6_480_041_472n) };
  const one = { quantity: '0.07', multiple: 3, maxAmount: '300', paid: '5000' };
  expect(sized(one, yen)).toBe('0.14 280.001815 0.840005 max_amount');
  const gold = { terms: terms('100', 200), price: price(readUnits('2345.678')), rate: rate(RATE_UNIT) };
  const other = { quantity: '0.30', multiple: 1, maxAmount: '250', paid: '5000' };
  expect(sized(other, gold)).toBe('0.21 246.296190 0.738889 max_amount');
});

test('in proportion, what is wanted is the share that the greatest amount is of what the trader has', () => {
  const table: readonly [string, number, string, string, string, string][] = [
    ['0.50', 1, '1000', '20000', '0.025', '0.02'],
    ['0.50', 1, '400', '20000', '0.01', '0.01'],
    ['0.50', 1, '399.99', '20000', '0.00999975', '0.00'],
    ['0.50', 2, '1000', '20000', '0.05', '0.05'],
    ['4.00', 1, '1000', '4000', '1', '1.00'],
    ['2.50', 1, '5000', '2000', '6.25', '6.25'],
    ['2.00', 1, '2000', '8000', '0.5', '0.50'],
    ['0.37', 1, '1234.56', '9876.543210', '0.0462497', '0.04'],
    ['1.00', 3, '333.33', '10000', '0.099999', '0.09'],
  ];
  for (const [quantityText, multiple, maxAmount, netValue, wanted, size] of table) {
    const mode: CopyMode = 'proportional';
    const settings = { mode, multiple, maxAmount: usd(maxAmount) };
    const want = wantedOf(settings, lots(quantityText), usd(netValue));
    const shown = formatUnits(want);
    // 0.0462497 periods on: eight places of it.
    expect(shown.startsWith(wanted), `${shown} where ${wanted} is wanted`).toBe(true);
    // Ten thousand times cheaper, so that no other bound cuts.
    const cheap = { ...EURUSD, terms: terms('1', 100) };
    const room = { used: amount(0n), available: usd('1000000'), freeMargin: usd('1000000') };
    expect(formatUnits(copySize({ settings, wanted: want, room, pair, ...cheap }).quantity, 2)).toBe(size);
  }
});

test('nothing is wanted in proportion to a trader who has nothing', () => {
  const settings = { mode: 'proportional', multiple: 1, maxAmount: usd('1000') } as const;
  for (const had of ['0', '-5']) expect(wantedOf(settings, lots('1'), usd(had))).toBe(0n);
});

const START: CopyMark = { cumulative: amount(0n), highWater: amount(0n), accrued: amount(0n) };
const TENTH = usd('0.1');
const ROOM = usd('1000000');

test('the share follows the high-water mark: what is set aside falls with losses, and no gain is paid for twice', () => {
  const payday = 'paid';
  const table: readonly [string, string, string, string][] = [
    ['200', '200', '0', '20'],
    ['-150', '50', '0', '-15'],
    [payday, '50', '50', '5'],
    ['100', '150', '50', '10'],
    [payday, '150', '150', '10'],
    ['-300', '-150', '150', '0'],
    [payday, '-150', '150', '0'],
    ['250', '100', '150', '0'],
    ['100', '200', '150', '5'],
    [payday, '200', '200', '5'],
    ['-80', '120', '200', '0'],
    ['60', '180', '200', '0'],
    [payday, '180', '200', '0'],
    ['30', '210', '200', '1'],
    [payday, '210', '210', '1'],
  ];
  let mark = START;
  let paid = 0n;
  for (const [at, [event, cumulative, highWater, moved]] of table.entries()) {
    const done = event === payday ? paidShare(mark) : closedCopy(mark, usd(event), { rate: TENTH, room: ROOM });
    const by = 'paid' in done ? done.paid : done.moved;
    paid += 'paid' in done ? done.paid : 0n;
    mark = done.mark;
    expect([mark.cumulative, mark.highWater, by], `row ${at}`).toEqual([usd(cumulative), usd(highWater), usd(moved)]);
  }
  // A tenth of the highest sum at a payday.
  expect(paid).toBe(usd('21'));
});

test('the share is rounded half to even at the sixth place', () => {
  const eighth = usd('0.125');
  const first = closedCopy(START, usd('33.333333'), { rate: eighth, room: ROOM });
  expect(first.mark.accrued).toBe(usd('4.166667'));
  const paid = paidShare(first.mark).mark;
  const second = closedCopy(paid, usd('0.000004'), { rate: eighth, room: ROOM });
  // 0.0000005 goes to the even 0, 0.0000015 to the even 2.
  expect(second.mark.accrued).toBe(0n);
  const third = closedCopy(paidShare(second.mark).mark, usd('0.000012'), { rate: eighth, room: ROOM });
  expect(third.mark.highWater).toBe(usd('33.333337'));
  expect(third.mark.accrued).toBe(usd('0.000002'));
  expect(accruedOf({ cumulative: usd('50.011720'), highWater: amount(0n) }, TENTH)).toBe(usd('5.001172'));
});

test('no more is set aside than may leave the account; the rest follows with later copies, and is let go of once the mark has moved', () => {
  const first = closedCopy(START, usd('200'), { rate: TENTH, room: usd('5') });
  expect([first.moved, first.mark.accrued]).toEqual([usd('5'), usd('5')]);
  const none = closedCopy(first.mark, usd('100'), { rate: TENTH, room: usd('-3') });
  expect([none.moved, none.mark.accrued]).toEqual([0n, usd('5')]);
  const later = closedCopy(none.mark, usd('10'), { rate: TENTH, room: usd('100') });
  expect([later.moved, later.mark.accrued]).toEqual([usd('26'), usd('31')]);
  // A loss returns what lies above what is due, whatever the room.
  expect(closedCopy(later.mark, usd('-110'), { rate: TENTH, room: amount(0n) }).moved).toBe(usd('-11'));
  const paid = paidShare(first.mark);
  expect([paid.paid, paid.mark.highWater, paid.mark.accrued]).toEqual([usd('5'), usd('200'), 0n]);
});
