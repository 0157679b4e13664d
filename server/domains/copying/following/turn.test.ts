// Who is served first: an order that nobody chooses and anybody can work out again.

import { createHash } from 'node:crypto';
import type { Realm } from '@fairtick/engine/types';
import { expect, test } from 'vitest';
import { inTurn } from './book.ts';

const FOLLOWERS = Array.from({ length: 60 }, (_, at) => {
  const realm: Realm = at % 3 === 0 ? 'demo' : 'live';
  return { id: 1_000n + BigInt(at), realm };
});

const hashOf = (orderId: bigint, id: bigint): string => createHash('sha256').update(`${orderId}/${id}`).digest('hex');

test.each([7n, 8n])('by the hash of the order and the relation, real money before play money: order %s', (orderId) => {
  const served = inTurn(orderId, FOLLOWERS);
  expect(served.map(({ id }) => id).sort()).toEqual(FOLLOWERS.map(({ id }) => id));
  const [real, play] = [served.slice(0, 40), served.slice(40)];
  expect([...new Set(real.map(({ realm }) => realm)), ...new Set(play.map(({ realm }) => realm))]).toEqual([
    'live',
    'demo',
  ]);
  for (const group of [real, play]) {
    const hashes = group.map(({ id }) => hashOf(orderId, id));
    expect(hashes).toEqual([...hashes].sort());
  }
});

test('nobody is always first', () => {
  const first = new Set([1n, 2n, 3n, 4n, 5n, 6n].map((orderId) => inTurn(orderId, FOLLOWERS)[0]?.id));
  expect(first.size).toBeGreaterThan(2);
});
