// What ticks do to orders: targets, stop-losses, take-profits, at which tick and price (rules §6).

import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accepted } from '../../harness/outcomes.ts';
import { withRisk } from '../../harness/risk.ts';
import { createWorld, type ForexTyped, type World } from '../../harness/world.ts';

let world: World;
let user: Id;

beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  user = await world.demoUser();
  await world.settledTick('EURUSD', '1.10000', '1.10010');
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await accepted(world.reset(user));
});
afterAll(async () => {
  expect(world.said).toEqual([]);
  await world.close();
});

const BUY = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
const SELL = { ...BUY, side: 'sell' } as const;
const place = async (typed: ForexTyped): Promise<string> => (await accepted(world.forexSubmit(user, typed))).Id;
/** Half a pip of spread below and above. */
const tick = (bid: string, ask: string) => world.settledTick('EURUSD', bid, ask);
const stateOf = async (id: string): Promise<string> => {
  const { status, open, close, result } = await world.forexOrder(user, id);
  if (status === 'closed' && close)
    return `${close.reason} ${formatUnits(close.price)} ${formatUnits(result)} @${close.tickIndex}`;
  if (status === 'open' && open) return `open ${formatUnits(open.price)} @${open.tickIndex}`;
  return status;
};

describe('a pending order fills when the opening side reaches its target from the side it was on', () => {
  test('buy limit: at the ask, at or below the target, for the better price', async () => {
    const id = await place({ ...BUY, target: '1.09500' });
    await tick('1.09495', '1.09501');
    expect(await stateOf(id)).toBe('pending');
    const at = await tick('1.09490', '1.09500');
    expect(await stateOf(id)).toBe(`open 1.095 @${at.logIndex}`);
    const gapped = await place({ ...BUY, target: '1.09000' });
    const gap = await tick('1.08000', '1.08010');
    expect(await stateOf(gapped)).toBe(`open 1.0801 @${gap.logIndex}`);
  });

  test('buy stop: at the ask, at or above the target, at the market', async () => {
    const id = await place({ ...BUY, target: '1.10500' });
    await tick('1.10489', '1.10499');
    expect(await stateOf(id)).toBe('pending');
    const gap = await tick('1.10600', '1.10610');
    expect(await stateOf(id)).toBe(`open 1.1061 @${gap.logIndex}`);
  });

  test('sell limit: at the bid, at or above; sell stop: at the bid, at or below', async () => {
    const limit = await place({ ...SELL, target: '1.10500' });
    const stop = await place({ ...SELL, target: '1.09500' });
    await tick('1.10499', '1.10509');
    await tick('1.09501', '1.09511');
    expect([await stateOf(limit), await stateOf(stop)]).toEqual(['pending', 'pending']);
    const high = await tick('1.10520', '1.10530');
    const low = await tick('1.09480', '1.09490');
    expect([await stateOf(limit), await stateOf(stop)]).toEqual([
      `open 1.1052 @${high.logIndex}`,
      `open 1.0948 @${low.logIndex}`,
    ]);
  });

  test('another pair’s tick fills nothing', async () => {
    const id = await place({ ...BUY, target: '1.09500' });
    await world.settledTick('GBPUSD', '1.09000', '1.09010');
    expect(await stateOf(id)).toBe('pending');
  });

  test('cancelled before, it does not fill', async () => {
    const id = await place({ ...BUY, target: '1.09500' });
    await accepted(world.forexCancel(user, id));
    await tick('1.09000', '1.09010');
    expect(await stateOf(id)).toBe('cancelled');
  });

  test('its stop-loss wakes with it: the tick that fills does not close, a later one does', async () => {
    const id = await place({ ...BUY, target: '1.10500', stopLoss: '1.10495', takeProfit: '1.11000' });
    // Filled at the ask 1.10500 while the bid 1.10490 is past the stop-loss already.
    const fill = await tick('1.10490', '1.10500');
    expect(await stateOf(id)).toBe(`open 1.105 @${fill.logIndex}`);
    const next = await tick('1.10491', '1.10501');
    expect(await stateOf(id)).toBe(`stop_loss 1.10491 -9 @${next.logIndex}`);
  });

  test('where its pair can take no more by then it is cancelled instead, with everything returned', async () => {
    const tight = await createWorld({
      settings: (read) => ({ ...read, forex: { ...read.forex, risk: withRisk(read, { pairLimit: '150000' }) } }),
    });
    await tight.tick('EURUSD', '1.10000', '1.10010');
    const one = await tight.realUser(100_000);
    const waiting = await accepted(tight.forexSubmit(one, { ...BUY, target: '1.09990' }));
    await accepted(tight.forexSubmit(one, BUY));
    await tight.settledTick('EURUSD', '1.09980', '1.09990');
    expect((await tight.forexOrder(one, waiting.Id)).status).toBe('cancelled');
    expect((await tight.balance(one, 'forex')).locked).toBe('1100.1');
    expect(await tight.invariants()).toEqual([]);
    await tight.close();
  });
});

describe('stop-loss and take-profit act on the closing side', () => {
  test('a buy’s stop-loss: at the bid, at or below; a gap is not hidden', async () => {
    const id = await place({ ...BUY, stopLoss: '1.09500' });
    await tick('1.09501', '1.09511');
    expect(await stateOf(id)).toBe(`open 1.1001 @${(await world.forexOrder(user, id)).open?.tickIndex}`);
    const gap = await tick('1.09000', '1.09700');
    expect(await stateOf(id)).toBe(`stop_loss 1.09 -1010 @${gap.logIndex}`);
  });

  test('a sell’s stop-loss: at the ask, at or above', async () => {
    const id = await place({ ...SELL, stopLoss: '1.10500' });
    await tick('1.10400', '1.10499');
    expect(await stateOf(id)).toMatch(/^open/);
    const at = await tick('1.10400', '1.10500');
    expect(await stateOf(id)).toBe(`stop_loss 1.105 -500 @${at.logIndex}`);
  });

  test('a take-profit closes at its price or better', async () => {
    const buy = await place({ ...BUY, takeProfit: '1.10500' });
    const sell = await place({ ...SELL, takeProfit: '1.09500' });
    await tick('1.10499', '1.10509');
    expect(await stateOf(buy)).toMatch(/^open/);
    const high = await tick('1.10550', '1.10560');
    expect(await stateOf(buy)).toBe(`take_profit 1.1055 540 @${high.logIndex}`);
    await tick('1.09491', '1.09501');
    expect(await stateOf(sell)).toMatch(/^open/);
    const low = await tick('1.09400', '1.09410');
    expect(await stateOf(sell)).toBe(`take_profit 1.0941 590 @${low.logIndex}`);
  });

  test('of both, the one that is reached; the other dies with the order', async () => {
    const id = await place({ ...BUY, stopLoss: '1.09500', takeProfit: '1.10500' });
    const high = await tick('1.10500', '1.10510');
    const done = await stateOf(id);
    expect(done).toBe(`take_profit 1.105 490 @${high.logIndex}`);
    await tick('1.09000', '1.09010');
    expect(await stateOf(id)).toBe(done);
  });

  test('changed, they act from then on; what had been passed before counts no more', async () => {
    const id = await place(BUY);
    await tick('1.09000', '1.09010');
    await tick('1.10000', '1.10010');
    await accepted(world.forexStops(user, id, '1.09500', '1.11000'));
    await tick('1.09600', '1.09610');
    expect(await stateOf(id)).toMatch(/^open/);
    await accepted(world.forexStops(user, id, '0', '0'));
    await tick('1.09000', '1.09010');
    expect(await stateOf(id)).toMatch(/^open/);
    await accepted(world.forexStops(user, id, '1.08500', '0'));
    const low = await tick('1.08400', '1.08410');
    expect(await stateOf(id)).toBe(`stop_loss 1.084 -1610 @${low.logIndex}`);
  });

  test('out of hours a tick changes the quote and nothing else', async () => {
    const closed = await createWorld();
    await closed.tick('EURUSD', '1.10000', '1.10010');
    const one = await closed.demoUser();
    const order = await accepted(closed.forexSubmit(one, { ...BUY, stopLoss: '1.09500' }));
    closed.clock.jump(Date.UTC(2024, 4, 18, 12) - closed.clock.now());
    await closed.settledTick('EURUSD', '1.09000', '1.09010');
    expect((await closed.forexOrder(one, order.Id)).status).toBe('open');
    closed.clock.jump(Date.UTC(2024, 4, 20, 12) - closed.clock.now());
    const monday = await closed.settledTick('EURUSD', '1.08000', '1.08010');
    expect(await closed.forexOrder(one, order.Id)).toMatchObject({
      close: { tickIndex: monday.logIndex, price: 108_000_000n },
    });
    await closed.close();
  });

  test('a user’s close and a reached stop-loss at once end the order once', async () => {
    const id = await place({ ...BUY, stopLoss: '1.09500' });
    const [, answer] = await Promise.all([world.tick('EURUSD', '1.09400', '1.09410'), world.forexClose(user, id)]);
    await world.settle();
    const order = await world.forexOrder(user, id);
    expect(order.status).toBe('closed');
    expect(order.close?.reason).toBe(answer.ok ? 'user' : 'stop_loss');
  });

  test('one tick sets off a hundred orders of many users, each once', async () => {
    const users = [user, ...(await Promise.all(Array.from({ length: 9 }, () => world.demoUser())))];
    const ids = await Promise.all(
      users.flatMap((one) =>
        Array.from({ length: 10 }, async () => ({
          one,
          id: (await accepted(world.forexSubmit(one, { ...BUY, lots: '0.1', stopLoss: '1.09500' }))).Id,
        })),
      ),
    );
    const batches = world.server.pipeline.health().batches;
    const low = await tick('1.09400', '1.09410');
    expect(world.server.pipeline.health().batches - batches).toBeLessThanOrEqual(3);
    for (const { one, id } of ids)
      expect(await world.forexOrder(one, id)).toMatchObject({ status: 'closed', close: { tickIndex: low.logIndex } });
  });
});

describe('what the market did is told with its price', () => {
  test('a fill, a stop-loss and a take-profit', async () => {
    const filled = await place({ ...BUY, target: '1.09500' });
    const stopped = await place({ ...BUY, stopLoss: '1.09700' });
    const taken = await place({ ...SELL, takeProfit: '1.09600' });
    await tick('1.09490', '1.09500');
    expect([told(filled), told(stopped), told(taken)]).toEqual([
      ['filled', { pair: 'EUR/USD', price: '1.09500' }],
      ['stop_loss', { pair: 'EUR/USD', price: '1.09490', result: '-520.00' }],
      ['take_profit', { pair: 'EUR/USD', price: '1.09500', result: '500.00' }],
    ]);
  });
});

/** Kind and words of the one notice about an order. */
function told(id: string): readonly unknown[] {
  const about = world.committed.flatMap(({ notices }) => notices).filter(({ orderId }) => String(orderId) === id);
  expect(about.length).toBe(1);
  return [about[0]?.kind, about[0]?.params];
}
