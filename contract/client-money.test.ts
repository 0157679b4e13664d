// What a proof of client money comes to: only one that pauses withdrawals says so.

import { expect, test } from 'vitest';
import { verdictOf } from './client-money.ts';

const proof = { short_since: null, broken: [] } as const;

test('one word for each proof that there can be', () => {
  expect(verdictOf({ proof: null, paused: false })).toBe('none');
  expect(verdictOf({ proof, paused: false })).toBe('whole');
  expect(verdictOf({ proof: { ...proof, short_since: 1 }, paused: false })).toBe('short');
  expect(verdictOf({ proof: { ...proof, short_since: 1 }, paused: true })).toBe('short_paused');
});

test('books that disagree are named before what they leave short', () => {
  const broken = { short_since: 1, broken: ['books_sum_to_zero'] } as const;
  expect(verdictOf({ proof: broken, paused: true })).toBe('broken');
});
