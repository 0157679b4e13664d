// What holds new orders of a pair that trades: a quote that is too old for its pace, a jump, a wide spread (SPEC.md E131, E132).

import type { Id } from '@fairtick/kernel/ids';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type ForexTyped, type World } from '../../harness/world.ts';

let world: World;
let user: Id;
const BUY: ForexTyped = { pair: 'EURUSD', side: 'buy', lots: '0.1' };
const UP = { pair: 'EURUSD', direction: 'up', stake: '10', seconds: '60' } as const;

beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  user = await world.demoUser();
  world.server.market.source = 'kraken';
  world.setPair('EURUSD', { freshMs: undefined });
  world.clock.advance(10_000);
  await world.settledTick('EURUSD', '1.10000', '1.10010');
  world.clock.advance(6_000);
  await world.settledTick('EURUSD', '1.10000', '1.10010');
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
});
afterAll(async () => {
  await world.close();
});

const order = (change: Partial<ForexTyped> = {}) => refusalOf(world.forexSubmit(user, { ...BUY, ...change }));
const option = () => refusalOf(world.microSubmit(user, UP));

describe('an old quote', () => {
  test('opens no market order and no option; a pending order, a close and a cancel go on', async () => {
    const open = await accepted(world.forexSubmit(user, BUY));
    world.clock.advance(1_999);
    expect([await order(), await option()]).toEqual(['accepted', 'accepted']);
    world.clock.advance(1);
    expect([await order(), await option()]).toEqual(['QUOTE_OLD', 'QUOTE_OLD']);
    const pending = await accepted(world.forexSubmit(user, { ...BUY, target: '1.05' }));
    await accepted(world.forexCancel(user, pending.Id));
    await accepted(world.forexClose(user, open.Id));
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    expect(await order()).toBe('accepted');
  });

  test('follows the pace of the pair, or what its setting says', async () => {
    for (let at = 0; at < 100; at += 1) {
      world.clock.advance(150);
      await world.tick('EURUSD', '1.10000', '1.10010');
    }
    await world.settle();
    world.clock.advance(600);
    expect(await order()).toBe('QUOTE_OLD');
    world.setPair('EURUSD', { freshMs: 5_000 });
    expect(await order()).toBe('accepted');
    world.clock.advance(4_400);
    expect(await order()).toBe('QUOTE_OLD');
  });
});

describe('a market that tears', () => {
  test('a jump holds every new order for five seconds, and nothing else', async () => {
    const open = await accepted(world.forexSubmit(user, BUY));
    await world.settledTick('EURUSD', '1.11000', '1.11010');
    const held = ['PAIR_HELD', 'PAIR_HELD', 'PAIR_HELD'];
    expect([await order(), await option(), await order({ target: '1.05' })]).toEqual(held);
    await accepted(world.forexClose(user, open.Id));
    world.clock.advance(4_999);
    await world.settledTick('EURUSD', '1.11000', '1.11010');
    expect(await order()).toBe('PAIR_HELD');
    world.clock.advance(1);
    expect([await order(), await option()]).toEqual(['accepted', 'accepted']);
  });

  test('a wide spread holds them until it is narrow again', async () => {
    await world.settledTick('EURUSD', '1.09880', '1.10110');
    expect([await order(), await option(), await order({ target: '1.05' })]).toEqual(
      Array.from({ length: 3 }, () => 'PAIR_HELD'),
    );
    await world.settledTick('EURUSD', '1.09990', '1.10010');
    expect(await order()).toBe('accepted');
  });
});
