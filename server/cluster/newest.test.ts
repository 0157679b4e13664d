// Whatever order batches are heard in, what is kept is as after the last one that was committed, and every notice is told.

import type { ForexOrder } from '@fairtick/engine/types';
import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { expect, test } from 'vitest';
import type { Account } from '../domains/ledger/index.ts';
import type { Committed } from '../domains/parts.ts';
import { Newest } from './newest.ts';

const accountOf = (ownerId: Id): Account => ({
  id: ownerId + 100n,
  realm: 'demo',
  ownerId,
  kind: 'forex',
  available: amount(1n),
  locked: amount(0n),
});

function batch(place: bigint | undefined, orders: readonly Id[], users: readonly Id[] = []): Committed {
  return {
    forex: orders.map((id) => ({ id }) as ForexOrder),
    micro: [],
    market: [],
    accounts: [],
    wallet: [],
    loans: [],
    funds: [],
    copying: [],
    verification: [],
    staff: [],
    ledger: users.map((id) => ({ id, accounts: [accountOf(id)], changed: [accountOf(id)] })),
    notices: [{ userId: 1n, kind: 'filled', orderId: 5n, params: {} }],
    ...(place === undefined ? {} : { place }),
  };
}

const kept = (committed: Committed): unknown[] => [
  committed.forex.map(({ id }) => id),
  committed.ledger.map(({ id }) => id),
  committed.notices.length,
];

test('an earlier batch does not undo a later one, order by order and user by user', () => {
  const newest = new Newest();
  expect(kept(newest.of(batch(10n, [1n, 2n], [7n]), 0))).toEqual([[1n, 2n], [7n], 1]);
  expect(kept(newest.of(batch(5n, [2n, 3n], [7n, 8n]), 0))).toEqual([[3n], [8n], 1]);
  expect(kept(newest.of(batch(11n, [2n], [7n]), 0))).toEqual([[2n], [7n], 1]);
});

test('it is remembered for longer than a message can be on its way', () => {
  const newest = new Newest();
  for (const [nowMs, id] of [
    [0, 1n],
    [14_000, 2n],
    [16_000, 3n],
  ] as const)
    newest.of(batch(10n, [id]), nowMs);
  expect(kept(newest.of(batch(5n, [1n, 2n, 3n]), 16_001))).toEqual([[], [], 1]);
});

test('a server that is alone gives no places and loses nothing', () => {
  const newest = new Newest();
  newest.of(batch(10n, [1n]), 0);
  expect(kept(newest.of(batch(undefined, [1n], [7n]), 0))).toEqual([[1n], [7n], 1]);
});
