// The ranking over all time.

import { expect, test } from 'vitest';
import { byTotal } from './ranking.ts';

test('the greater total rate first; of two equal ones who was first stays so', () => {
  const entries = [
    { name: 'a', total_rate: '-1.20' },
    { name: 'b', total_rate: '3.40' },
    { name: 'c', total_rate: '12.00' },
    { name: 'd', total_rate: '3.40' },
  ];
  expect(byTotal(entries).map(({ name }) => name)).toEqual(['c', 'b', 'd', 'a']);
});
