// A tick that calls for hundreds of decisions at once, which take several batches: what comes meanwhile changes none of them.

import type { Id } from '@fairtick/kernel/ids';
import { afterEach, expect, test } from 'vitest';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

const USERS = 4;
const ORDERS = 150;
/** More than several batches hold. */
const STOPPED_OUT = 400;
const BUY = { pair: 'EURUSD', side: 'buy', lots: '0.01' } as const;

interface Placed {
  readonly user: Id;
  readonly id: string;
}

let world: World;
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

async function crowd(): Promise<Placed[]> {
  world = await createWorld();
  await world.tick('EURUSD', '1.10000', '1.10010');
  const users = await Promise.all(Array.from({ length: USERS }, () => world.demoUser()));
  const place = async (user: Id): Promise<Placed> => {
    const { Id } = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
    return { user, id: Id };
  };
  return await Promise.all(users.flatMap((user) => Array.from({ length: ORDERS }, () => place(user))));
}

async function allClosedAt(placed: readonly Placed[], tickIndex: number): Promise<void> {
  const closed = { status: 'closed', close: { reason: 'stop_loss', tickIndex } };
  for (const { user, id } of placed) expect(await world.forexOrder(user, id)).toMatchObject(closed);
}

test('every order ends at the tick that set it off, though the price is back before the last is decided', async () => {
  const placed = await crowd();
  const crash = await world.tick('EURUSD', '1.09400', '1.09410');
  expect(world.server.trading.health().inFlight).toBe(USERS * ORDERS);
  await world.tick('EURUSD', '1.10000', '1.10010');
  await world.settle();
  await allClosedAt(placed, crash.logIndex);
  expect(world.server.trading.evaluatedThrough()).toBeGreaterThan(crash.logIndex);
});

test('a reading anew in between decides each order once, at the same tick', async () => {
  const placed = await crowd();
  const crash = await world.tick('EURUSD', '1.09400', '1.09410');
  world.server.trading.onDoubt('a test');
  await world.tick('EURUSD', '1.10000', '1.10010');
  await world.settle();
  await allClosedAt(placed, crash.logIndex);
});

test('nobody closes before their own stop-out, however many there are', async () => {
  world = await createWorld();
  await world.tick('EURUSD', '1.10000', '1.10010');
  const place = async (): Promise<Placed> => {
    const user = await world.demoUser();
    return { user, id: (await accepted(world.forexSubmit(user, { ...BUY, lots: '45' }))).Id };
  };
  const placed = await Promise.all(Array.from({ length: STOPPED_OUT }, place));
  const crash = await world.tick('EURUSD', '1.08000', '1.08010');
  const closings = placed.map(({ user, id }) => world.forexClose(user, id));
  await world.tick('EURUSD', '1.10000', '1.10010');
  expect((await Promise.all(closings)).filter(({ ok }) => ok)).toEqual([]);
  await world.settle();
  const closed = { status: 'closed', close: { reason: 'stop_out', tickIndex: crash.logIndex } };
  for (const { user, id } of placed) expect(await world.forexOrder(user, id)).toMatchObject(closed);
});
