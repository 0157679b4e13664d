// Sizes are those of the specification's tables: lots and proportion, to the cent.

import type { CopySettings } from '@fairtick/engine/copying';
import { amount, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { eurusd } from './pair.fixture.ts';
import { type CopiedOrder, typicalCopy } from './typical-copy.ts';

const order = (of: Partial<CopiedOrder> = {}): CopiedOrder => ({
  ...{ Quantity: '0.50', Multiple: 100, PairId: 1, Price: '1.08552', OpenRate: '1', NetProfits: '10', OrderType: 1 },
  ...of,
});
const moment = { pairs: [{ ...eurusd, ForexFeeRate: '0.003' }], feeType: 2, equity: '20000' } as const;
const set = (mode: CopySettings['mode'], multiple: number, most: string): CopySettings => ({
  ...{ mode, multiple, maxAmount: amount(readUnits(most)) },
});

test('by lots: cut to what the maximum amount, or the free margin, holds', () => {
  expect(typicalCopy([order()], set('lots', 2, '1000'), moment)).toMatchObject({
    ...{ lots: '0.92', margin: '998.6784', fee: '2.996035', cut: 'max_amount' },
    // One step of 0.01 lots is 10.8552.
    least: '10.86',
  });
  expect(typicalCopy([order()], set('lots', 1, '5000'), moment, amount(readUnits('300')))).toMatchObject({
    lots: '0.27',
    cut: 'free_margin',
  });
  expect(typicalCopy([order()], set('lots', 1, '5000'), moment, amount(readUnits('10')))).toMatchObject({
    lots: '0',
    cut: 'free_margin',
  });
});

test('in proportion: the smallest maximum with which anything is copied is told to the cent', () => {
  const copy = (most: string) => typicalCopy([order()], set('proportional', 1, most), moment);
  expect(copy('1000')).toMatchObject({ lots: '0.02', least: '400.00' });
  expect(copy('400')).toMatchObject({ lots: '0.01' });
  expect(copy('399.99')).toMatchObject({ lots: '0', least: '400.00' });
  expect(typicalCopy([order()], set('proportional', 1, '400'), { ...moment, equity: '0' })).toMatchObject({
    ...{ lots: '0', least: undefined },
  });
});

test('typical is the order with the middle margin, and the worst one is scaled as its copy would have been', () => {
  const orders = [
    order({ Quantity: '5.00', NetProfits: '-200' }),
    order({ Quantity: '0.10', NetProfits: '-3' }),
    order({ Quantity: '0.20', NetProfits: '8', OrderType: 2 }),
    order({ Quantity: '9.00', NetProfits: '1', PairId: 2 }),
  ];
  // 5 lots are cut to 0.92 by 1,000 USD: -200 x 0.92 / 5.
  expect(typicalCopy(orders, set('lots', 1, '1000'), moment)).toMatchObject({
    ...{ theirs: '0.20', lots: '0.2', side: 2, worst: '-36.80', cut: 'none' },
  });
  expect(typicalCopy([order()], set('lots', 1, '1000'), moment)).toMatchObject({ worst: '0' });
});

test('nothing is said where nothing of theirs is offered to the user', () => {
  expect(typicalCopy([order({ PairId: 7 })], set('lots', 1, '1000'), moment)).toBeUndefined();
  expect(typicalCopy([], set('lots', 1, '1000'), moment)).toBeUndefined();
});
