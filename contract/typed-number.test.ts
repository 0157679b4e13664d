// Numbers as typed: each fault has one name, and what is read is exact.

import { describe, expect, test } from 'vitest';
import { readNotNegative, readPositive } from './typed-number.ts';

const said = (text: string, places: number, read = readPositive): string => {
  const result = read('field', text, places);
  return result.ok ? String(result.value) : result.error.error;
};

describe('a number that must be positive', () => {
  test('is read into units of 1e-8, whatever places it may have', () => {
    expect(said('1', 0)).toBe('100000000');
    expect(said('0.01', 2)).toBe('1000000');
    expect(said('+00012.50', 2)).toBe('1250000000');
    expect(said('0.00000001', 8)).toBe('1');
    expect(said('999999999999999.99999999', 8)).toBe('99999999999999999999999');
    // Zeros at the end are no precision.
    expect(said('1.500000000', 1)).toBe('150000000');
  });

  test('each fault has its own name', () => {
    expect(said('', 2)).toBe('VALUE_MISSING');
    for (const text of [
      'NaN',
      'Infinity',
      '-Infinity',
      '1e2',
      '0x1',
      ' 1',
      '1 ',
      '1,0',
      '1.',
      '.1',
      '--1',
      '+-1',
      '١٢',
      '1\n',
      '1\u0000',
      '٫5',
    ])
      expect(`${JSON.stringify(text)} ${said(text, 2)}`).toBe(`${JSON.stringify(text)} VALUE_NOT_A_NUMBER`);
    expect(said('-0.01', 2)).toBe('VALUE_NEGATIVE');
    for (const zero of ['0', '0.00', '-0', '+0', '000']) expect(said(zero, 2)).toBe('VALUE_ZERO');
    expect(said('0.001', 2)).toBe('VALUE_TOO_PRECISE');
    expect(said('1000000000000000', 2)).toBe('VALUE_TOO_LARGE');
  });
});

test('zero may stand where a number need not be positive', () => {
  expect(said('0', 2, readNotNegative)).toBe('0');
  expect(said('-0.00', 2, readNotNegative)).toBe('0');
  expect(said('-1', 2, readNotNegative)).toBe('VALUE_NEGATIVE');
});
