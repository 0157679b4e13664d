// Why an order that waited never opened: the list says it of each, whoever or whatever cancelled it.

import { amount, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, WEDNESDAY_NOON_MS, type World } from '../../harness/world.ts';

let world: World;
let user: Id;

beforeEach(async () => {
  world = await createWorld();
  user = await world.demoUser();
  await world.tick('EURUSD', '1.10000', '1.10010');
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

const BUY = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
const place = async (change: object): Promise<string> =>
  (await accepted(world.forexSubmit(user, { ...BUY, ...change }))).Id;
/** Of the orders of the history that never opened, newest first. */
const reasons = async (): Promise<string[]> =>
  (await accepted(world.forexList(user, 3))).data.filter(({ Status }) => Status === 2).map((row) => row.CloseReason);

test('by their user, as its answer and the list have it', async () => {
  const id = await place({ target: '1.05' });
  const waiting = await accepted(world.forexList(user, 0));
  expect(waiting.data.map(({ CloseReason }) => CloseReason)).toEqual(['']);
  expect(await accepted(world.forexCancel(user, id))).toMatchObject({ Status: 2, CloseReason: 'user' });
  expect(await reasons()).toEqual(['user']);
});

test('by a reset of the demo account', async () => {
  await place({ target: '1.05' });
  await accepted(world.reset(user));
  expect(await reasons()).toEqual(['reset']);
});

test('by a stop-out', async () => {
  await place({ lots: '45' });
  await place({ target: '1.05' });
  await world.settledTick('EURUSD', '1.08341', '1.08351');
  expect(await reasons()).toEqual(['stop_out']);
});

test('by the loss of another position', async () => {
  await place({ lots: '2', target: '1.05' });
  const loser = await place({ lots: '45' });
  // Unseen by the engine, so that no stop-out comes before the user's own tap.
  world.server.market.take(await world.unseenTick('EURUSD', '1.05000', '1.05010'));
  await accepted(world.forexClose(user, loser));
  expect(await reasons()).toEqual(['loss']);
});

test('by the night of another position', async () => {
  world.setPair('EURUSD', { financingBuy: amount(readUnits('100000')) });
  await place({});
  await place({ target: '1.05' });
  const eveningMs = WEDNESDAY_NOON_MS + 9 * 3_600_000;
  world.clock.advance(eveningMs - world.clock.now());
  await world.settledTick('EURUSD', '1.10000', '1.10010');
  expect(await reasons()).toEqual(['night']);
});
