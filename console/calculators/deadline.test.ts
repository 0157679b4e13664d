import { expect, test } from 'vitest';
import { timeLeft } from './deadline.ts';

const HOUR = 3_600_000;

test('what is left is never told longer than it is, and what is late says so from its first moment', () => {
  expect(timeLeft(8 * HOUR + 59_999, 0)).toEqual({ text: '8:00', state: 'calm' });
  expect(timeLeft(4 * HOUR - 1, 0)).toEqual({ text: '3:59', state: 'soon' });
  expect(timeLeft(59_999, 0)).toEqual({ text: '0:00', state: 'soon' });
  expect(timeLeft(0, 0)).toEqual({ text: '−0:01', state: 'late' });
  expect(timeLeft(0, 18 * 60_000)).toEqual({ text: '−0:18', state: 'late' });
  expect(timeLeft(0, 25 * HOUR + 1)).toEqual({ text: '−25:01', state: 'late' });
});
