import { equityOf } from '@fairtick/engine/formulas';
import { type Amount, amount, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { accountFigures, restOfNet } from './account-figures.ts';

test('an account without live totals is its balance', () => {
  const figures = accountFigures(undefined, { balance: '90', lockBalance: '10' });
  expect(figures).toMatchObject({ netValue: readUnits('100'), freeMargin: readUnits('90'), usedMargin: 0n });
});

test('used, held and free margin and an open gain add up to the net value, as the engine counts them', () => {
  const a = (text: string): Amount => amount(readUnits(text));
  // 500 locked: 400 by positions, 100 by pending orders; of the positions' margin 30 more covered another's loss.
  const account = { available: a('1000'), locked: a('470') };
  for (const floating of [a('250'), a('0'), a('-120')]) {
    const equity = equityOf(account, floating, a('400'), a('30'));
    const { held, gain } = restOfNet(equity, equity.floating);
    expect(held).toBe(a('100'));
    expect(gain).toBe(floating > 0n ? floating : 0n);
    expect(equity.usedMargin + held + equity.freeMargin + gain).toBe(equity.netValue);
  }
});
