// A few rounds of the gap player (`npm run gap-player` plays more): however several accounts are spread over a pair, every winner is paid.

import { expect, test } from 'vitest';
import { playGap } from '../../players/gap.ts';

test.each([1, 2, 3, 4, 5, 6])('round %i', async (seed) => {
  const round = await playGap(seed);
  expect(round).toMatchObject({ unpaid: 0, broken: [] });
  expect(round.taken).toBeGreaterThan(0);
  expect(round.refused).toBeGreaterThan(0);
});
