// What an option may bring or cost, against sums done by hand.

import { readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { estimateOption, optionNow, optionRates } from './option-estimate.ts';

const units = (text: string): bigint => readUnits(text);
const terms = { ProfitRatio: '0.85', LimitAmount: '10', MaxAmount: '5000' };

test('gain, payout and what may be lost at both loss levels', () => {
  expect(estimateOption('50', terms, 0, '100')).toEqual({
    estimate: { stake: units('50'), gain: units('42.5'), payout: units('92.5'), loss: units('50') },
    faults: [],
  });
  expect(estimateOption('50', terms, 1, '100').estimate?.loss).toBe(units('42.5'));
});

test.each([
  ['', 'stake_missing'],
  ['1,000.50', 'stake_unreadable'],
  ['0', 'stake_below_min'],
  ['-5', 'stake_below_min'],
  ['99999999999999999999', 'stake_above_max'],
  ['10.000000001', 'stake_precision'],
  ['9.99', 'stake_below_min'],
  ['5001', 'stake_above_max'],
  ['10.001', 'stake_precision'],
  ['101', 'balance_insufficient'],
])('stake %j: %s', (stake, fault) => {
  expect(estimateOption(stake, terms, 0, '100').faults).toContain(fault);
});

test('the break-even rate: 100 / 185 and half', () => {
  expect(optionRates('0.85', 0)).toEqual({ win: units('85'), loss: units('100'), breakEven: units('54.1') });
  expect(optionRates('0.85', 1)).toEqual({ win: units('85'), loss: units('85'), breakEven: units('50') });
});

test('a running option shows what it would bring now', () => {
  const running = { Type: 2 as const, Number: '50', OpenPrice: '1.1', ProfitRatio: '0.85' };
  expect(optionNow(running, '1.0999', 0)).toEqual({ outcome: 'win', result: units('42.5') });
  expect(optionNow(running, '1.1001', 0)).toEqual({ outcome: 'loss', result: units('-50') });
  expect(optionNow(running, '1.1', 0)).toEqual({ outcome: 'tie', result: 0n });
  expect(optionNow(running, '', 0)).toBeUndefined();
});
