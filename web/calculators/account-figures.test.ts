import { readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { accountFigures } from './account-figures.ts';

test('an account without live totals is its balance', () => {
  const figures = accountFigures(undefined, { balance: '90', lockBalance: '10' });
  expect(figures).toMatchObject({ netValue: readUnits('100'), freeMargin: readUnits('90'), usedMargin: 0n });
});
