import { expect, test } from 'vitest';
import { correctedBalance } from './correction.ts';

test('a correction gives or takes exactly, and never more than there is', () => {
  expect(correctedBalance('3214.20', 'give', '12.40')).toBe('3226.60');
  expect(correctedBalance('12.40', 'take', '12.40')).toBe('0.00');
  expect(correctedBalance('12.40', 'take', '12.41')).toBeUndefined();
  expect([correctedBalance('1', 'give', '-1'), correctedBalance('1', 'give', '')]).toEqual([undefined, undefined]);
});
