import { readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { decimalsOf, moneyText, sentNumber, stepped, typedUnits } from './typed.ts';

const units = (text: string): bigint => readUnits(text);
test('half-typed numbers count, other texts do not', () => {
  expect([typedUnits('1.'), typedUnits('.5'), typedUnits('1e3'), typedUnits('')]).toEqual([
    units('1'),
    units('0.5'),
    undefined,
    undefined,
  ]);
  expect(sentNumber('1.50')).toBe('1.5');
  expect(sentNumber('x')).toBe('x');
});

test('steps go onto the grid and not below the least', () => {
  const step = units('0.01');
  expect(stepped('0.015', step, 1, step)).toBe('0.02');
  expect(stepped('0.015', step, -1, step)).toBe('0.01');
  expect(stepped('0.01', step, -1, step)).toBe('0.01');
  expect(stepped('', step, 1, step)).toBe('0.01');
  expect(decimalsOf(units('1'))).toBe(0);
});

test('money keeps two decimals and shows up to six', () => {
  expect(moneyText(units('1.5'))).toBe('1.50');
  expect(moneyText(units('1.1002'))).toBe('1.1002');
});
