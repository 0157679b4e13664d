// Which of several bears what is sent once.

import { expect, test } from 'vitest';
import { oneBearer } from './late.ts';

test('the first that changes bears it, also where the first that was found does not change any more', () => {
  const bears = oneBearer();
  expect([bears(1n, false), bears(2n, true), bears(3n, true)]).toEqual([false, true, false]);
});

test('decided anew it bears it again, or leaves it to the next', () => {
  const bears = oneBearer();
  expect([bears(1n, true), bears(2n, true), bears(1n, true)]).toEqual([true, false, true]);
  expect([bears(1n, false), bears(2n, true)]).toEqual([false, true]);
});
