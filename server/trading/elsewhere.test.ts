// An order that a tick has set off stays set off until the server that decides has decided it.

import type { Proposal, Tick } from '@fairtick/engine/types';
import { expect, test } from 'vitest';
import { DecidedElsewhere } from './elsewhere.ts';

const calledAt = (orderId: bigint, logIndex: number): Proposal => ({
  kind: 'stop_loss',
  orderId,
  userId: 1n,
  realm: 'demo',
  tick: { logIndex } as Tick,
  view: { logIndex, quote: () => undefined },
});

test('armed again only once it was decided and no commit has changed it for longer than news take', () => {
  const left = new DecidedElsewhere();
  left.add([calledAt(1n, 10), calledAt(2n, 11), calledAt(3n, 10)], 0);
  left.changed(3n);
  expect(left.stayed(10, 5_000)).toEqual([]);
  expect(left.stayed(9, 5_001)).toEqual([]);
  expect(left.stayed(10, 5_001)).toEqual([1n]);
  expect(left.stayed(10, 9_000)).toEqual([]);
  expect(left.stayed(11, 9_000)).toEqual([2n]);
});

test('a later call of the same order takes the place of the earlier', () => {
  const left = new DecidedElsewhere();
  left.add([calledAt(1n, 10)], 0);
  left.add([calledAt(1n, 20)], 4_000);
  expect(left.stayed(10, 9_001)).toEqual([]);
  expect(left.stayed(20, 9_001)).toEqual([1n]);
});
