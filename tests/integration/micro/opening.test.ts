// Options between acceptance and opening: the first tick after acceptance decides, whatever happens in between (rules §7).

import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type MicroTyped, type World } from '../../harness/world.ts';

let world: World;
let user: Id;

beforeEach(async () => {
  world = await createWorld();
  user = await world.demoUser();
  await world.tick('EURUSD', '1.10000', '1.10010');
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  expect(world.said).toEqual([]);
  await world.close();
});

const UP: MicroTyped = { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' };
const DOWN: MicroTyped = { ...UP, direction: 'down' };
const place = async (change: Partial<MicroTyped> = {}): Promise<string> =>
  (await accepted(world.microSubmit(user, { ...UP, ...change }))).Id;
const outcome = async (id: string): Promise<string> => {
  const order = await world.microOrder(user, id);
  return `${order.outcome ?? order.status} ${formatUnits(order.result)}`;
};

describe('opening', () => {
  const BACK = { available: '100000', locked: '0' };

  test('by the first tick of its pair after acceptance, told to its user; the mid is half-even at the pair’s places', async () => {
    const [id, other] = [await place(), await place(DOWN)];
    await world.settledTick('GBPUSD', '1.20000', '1.20010');
    expect(await outcome(id)).toBe('waiting 0');
    const first = await world.settledTick('EURUSD', '1.10000', '1.10001');
    expect(await world.microOrder(user, id)).toMatchObject({
      status: 'open',
      openPrice: 110_000_000n,
      openTickIndex: first.logIndex,
    });
    expect((await world.microOrder(user, other)).openTickIndex).toBe(first.logIndex);
    const next = await place();
    await world.settledTick('EURUSD', '1.10001', '1.10002');
    expect((await world.microOrder(user, next)).openPrice).toBe(110_002_000n);
    expect((await world.microOrder(user, id)).openPrice).toBe(110_000_000n);
    expect(await world.balance(user, 'micro')).toEqual({ available: '99700', locked: '300' });
  });

  test('a tick 2 s after acceptance opens it; one a millisecond later gives the stake back, and so does silence', async () => {
    const late = await place();
    world.clock.advance(2_000);
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    expect(await outcome(late)).toBe('open 0');
    await world.reset(user);
    const tooLate = await place();
    world.clock.advance(2_001);
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    expect(await outcome(tooLate)).toBe('no_tick 0');
    const silent = await place();
    world.clock.advance(3_999);
    await world.settle();
    expect(await outcome(silent)).toBe('waiting 0');
    world.clock.advance(101);
    await world.settle();
    expect(await outcome(silent)).toBe('no_tick 0');
    expect(await world.balance(user, 'micro')).toEqual(BACK);
    expect((await world.house('micro')).locked).toBe('0');
    expect(await refusalOf(world.microSubmit(user, UP))).toBe('accepted');
  });

  test('after a public delay the first price opens it, and none of before', async () => {
    await world.close();
    world = await createWorld({ settings: (read) => ({ ...read, micro: { ...read.micro, openDelayMs: 3_000 } }) });
    user = await world.demoUser();
    await world.tick('EURUSD', '1.10000', '1.10010');
    const id = await place();
    world.clock.advance(2_999);
    await world.settledTick('EURUSD', '1.10020', '1.10030');
    expect(await outcome(id)).toBe('waiting 0');
    world.clock.advance(1);
    const first = await world.settledTick('EURUSD', '1.10040', '1.10050');
    expect(await world.microOrder(user, id)).toMatchObject({ openTickIndex: first.logIndex, openDelayMs: 3_000 });
    const silent = await place();
    world.clock.advance(5_001);
    await world.settledTick('EURUSD', '1.10040', '1.10050');
    expect(await outcome(silent)).toBe('no_tick 0');
  });

  test('a market that closes meanwhile changes nothing: the log decides', async () => {
    const id = await place();
    world.setPair('EURUSD', { enabled: false });
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    expect(await outcome(id)).toBe('open 0');
  });

  test('a crash between acceptance and opening changes nothing: by the first tick, however many came since, or by none', async () => {
    const [first, silent] = [await place(), await place()];
    world.server.trading.stop();
    const opening = await world.unseenTick('EURUSD', '1.10020', '1.10030');
    await world.unseenTick('EURUSD', '1.10040', '1.10050');
    await world.restart();
    world.clock.advance(100);
    await world.settle();
    for (const id of [first, silent])
      expect(await world.microOrder(user, id)).toMatchObject({ status: 'open', openTickIndex: opening.logIndex });
    const returned = await place();
    world.server.trading.stop();
    world.clock.advance(2_001);
    await world.unseenTick('EURUSD', '1.10020', '1.10030');
    await world.restart();
    world.clock.advance(100);
    await world.settle();
    expect(await outcome(returned)).toBe('no_tick 0');
  });

  test('a demo reset takes what waits with it', async () => {
    const id = await place();
    await world.reset(user);
    expect(await world.microOrder(user, id)).toMatchObject({ status: 'closed', outcome: 'void', openPrice: undefined });
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    expect((await world.microOrder(user, id)).openPrice).toBeUndefined();
    expect(await world.balance(user, 'micro')).toEqual(BACK);
  });
});
