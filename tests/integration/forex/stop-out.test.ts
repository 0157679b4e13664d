// Stop-out and losses beyond what a position holds: in which order things end, who pays, and that nothing goes below zero (rules §6).

import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

let world: World;
let user: Id;

beforeEach(async () => {
  world = await createWorld();
  user = await world.demoUser();
  await world.tick('GBPUSD', '1.25000', '1.25010');
  await world.tick('EURUSD', '1.10000', '1.10010');
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  expect(world.said).toEqual([]);
  await world.close();
});

const BUY = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
const place = async (change: object): Promise<string> =>
  (await accepted(world.forexSubmit(user, { ...BUY, ...change }))).Id;
const ends = async (id: string): Promise<string> => {
  const order = await world.forexOrder(user, id);
  return order.close ? `${order.close.reason} ${formatUnits(order.result)}` : order.status;
};

describe('stop-out', () => {
  test('at exactly 50 %, not a tick before; pending orders end with it', async () => {
    // 45 lots: margin 49,504.50, fee 148.5135, so 99,851.4865 remain; 50 % of the margin is 24,752.25: a loss of 75,099.2365.
    const id = await place({ lots: '45' });
    const waiting = await place({ lots: '1', target: '1.05' });
    // 4,500,000 units: a bid of 1.08341 loses 75,105 (net 24,746.49); 1.08342 loses 75,060 (net 24,791.49).
    await world.settledTick('EURUSD', '1.08342', '1.08352');
    expect([await ends(id), await ends(waiting)]).toEqual(['open', 'pending']);
    await world.settledTick('EURUSD', '1.08341', '1.08351');
    // The loss could be paid without what the pending order holds; it is cancelled all the same.
    expect([await ends(id), await ends(waiting)]).toEqual(['stop_out -75105', 'cancelled']);
    expect(await world.balance(user, 'forex')).toEqual({ available: '24746.4865', locked: '0' });
  });

  test('cancels pending orders first, then closes the greatest loss on the same tick, and stops above 50 %', async () => {
    const small = await place({ lots: '5' });
    const large = await place({ lots: '40' });
    const gain = await place({ side: 'sell', lots: '8' });
    const waiting = [
      await place({ lots: '1', target: '1.05' }),
      await place({ lots: '1', target: '1.2', side: 'sell' }),
    ];
    const crash = await world.settledTick('EURUSD', '1.07700', '1.07710');
    for (const id of waiting) expect(await ends(id)).toBe('cancelled');
    expect(await ends(large)).toBe('stop_out -92400');
    expect((await world.forexOrder(user, large)).close?.tickIndex).toBe(crash.logIndex);
    expect([await ends(small), await ends(gain)]).toEqual(['open', 'open']);
  });

  test('closes again and again on one tick until it is above, the older of equals first', async () => {
    const ids = [await place({ lots: '15' }), await place({ lots: '15' }), await place({ lots: '15' })];
    await world.settledTick('EURUSD', '1.08000', '1.08010');
    // Each loses 30,150: net 9,700 of margin 49,504; after two closes net 9,700 of margin 16,501 is above 50 %.
    expect(await Promise.all(ids.map(ends))).toEqual(['stop_out -30150', 'stop_out -30150', 'open']);
    const [first, second] = await Promise.all(ids.map((id) => world.forexOrder(user, id)));
    expect(first?.close?.tickIndex).toBe(second?.close?.tickIndex);
  });

  test('a stop-loss met by the same tick goes first and may save the rest', async () => {
    const stopped = await place({ lots: '30', stopLoss: '1.08500' });
    const kept = await place({ lots: '15' });
    await world.settledTick('EURUSD', '1.08300', '1.08310');
    expect(await ends(stopped)).toBe('stop_loss -51300');
    expect(await ends(kept)).toBe('open');
  });

  test('closes nothing on a market that does not trade, and the rest when it is enough', async () => {
    const pound = await place({ pair: 'GBPUSD', lots: '20' });
    const euro = await place({ lots: '20' });
    world.clock.advance(15_000);
    // The pound's quote is stale now: only the euro may close, whatever loses more.
    await world.settledTick('EURUSD', '1.06000', '1.06010');
    expect(await ends(euro)).toBe('stop_out -80200');
    expect(await ends(pound)).toBe('open');
    await world.settledTick('GBPUSD', '1.24000', '1.24010');
    expect(await ends(pound)).toBe('stop_out -20200');
  });

  test('a rate that moves stops out too', async () => {
    await world.tick('GBPUSD', '1.25000', '1.25010');
    await world.tick('EURGBP', '0.85000', '0.85010');
    const id = await place({ pair: 'EURGBP', lots: '40', multiple: '200' });
    await world.settledTick('EURGBP', '0.83500', '0.83510');
    expect(await ends(id)).toBe('open');
    // 40 lots lose 60,400 GBP: 75,503 USD at 1.25; at 1.60 it is 96,643.
    await world.settledTick('GBPUSD', '1.60000', '1.60010');
    expect(await ends(id)).toMatch(/^stop_out -966/);
  });
});

describe('a loss beyond the balance', () => {
  test('the house bears it: the user is at zero, protection and trading say how much', async () => {
    const id = await place({ lots: '45' });
    await world.settledTick('EURUSD', '1.00000', '1.00010');
    // 450,450 lost of 99,851.4865: protection bears 350,598.5135.
    expect(await ends(id)).toBe('stop_out -450450');
    expect(await world.balance(user, 'forex')).toEqual({ available: '0', locked: '0' });
    expect((await world.house('protection')).available).toBe('9999649401.4865');
    expect((await world.house('trading')).available).toBe('50000450450');
  });

  test('takes its own hold, what is free, pending orders newest first, then other holds oldest first', async () => {
    const older = await place({ pair: 'GBPUSD', lots: '10', side: 'sell' });
    const newer = await place({ pair: 'GBPUSD', lots: '10', side: 'sell' });
    const pendings = [await place({ lots: '2', target: '1.05' }), await place({ lots: '2', target: '1.05' })];
    const loser = await place({ lots: '45' });
    // Only the market's newest tick, so that the user's own close comes before any stop-out: what is lost is 85,950.
    world.server.market.take(await world.unseenTick('EURUSD', '1.08100', '1.08110'));
    const before = await world.balance(user, 'forex');
    await accepted(world.forexClose(user, loser));
    // 99,851 less the others' fees and holds: free and own hold give 70,xxx; both pendings fall, then the older hold.
    expect(before.locked).toBe(formatUnits(49_504_500_000_00n + 2n * 12_500_00_000_000n + 2n * 2_106_30_000_000n));
    expect(await Promise.all(pendings.map(ends))).toEqual(['cancelled', 'cancelled']);
    const [first, second] = [await world.forexOrder(user, older), await world.forexOrder(user, newer)];
    expect(second.held).toBe(second.margin);
    expect(first.held).toBeLessThan(first.margin);
    expect(await world.balance(user, 'forex')).toEqual({
      available: '0',
      locked: formatUnits(first.held + second.held),
    });
    // Nothing is free while a hold is short.
    expect(await refusalOf(world.forexSubmit(user, { ...BUY, lots: '0.01' }))).toBe('MARGIN_INSUFFICIENT');
    // A later gain returns what is still held and what was won; nothing is made up for twice.
    world.server.market.take(await world.unseenTick('GBPUSD', '1.20000', '1.20010'));
    await accepted(world.forexClose(user, older));
    const result = (await world.forexOrder(user, older)).result;
    expect(formatUnits(result)).toBe('49900');
    expect(await world.balance(user, 'forex')).toEqual({
      available: formatUnits(first.held + result),
      locked: formatUnits(second.held),
    });
  });

  test('of a position that holds nothing any more, a close at no result and a reset move nothing and still end it once', async () => {
    // Without the engine, which would rightly stop out what is left.
    world.server.trading.stop();
    const drained = await place({ pair: 'GBPUSD', lots: '1', side: 'sell' });
    const second = await place({ pair: 'GBPUSD', lots: '1', side: 'sell' });
    const loser = await place({ lots: '45' });
    world.server.market.take(await world.unseenTick('EURUSD', '1.00000', '1.00010'));
    await accepted(world.forexClose(user, loser));
    expect((await world.forexOrder(user, drained)).held).toBe(0n);
    world.server.market.take(await world.unseenTick('GBPUSD', '1.24990', '1.25000'));
    await accepted(world.forexClose(user, drained));
    expect(await ends(drained)).toBe('user 0');
    expect(await refusalOf(world.forexClose(user, drained))).toBe('ORDER_CLOSED');
    expect(await world.invariants()).toEqual([]);
    await accepted(world.reset(user));
    expect((await world.forexOrder(user, second)).status).toBe('closed');
    expect(await world.balance(user, 'forex')).toEqual({ available: '100000', locked: '0' });
  });
});

test('closing everything: each at its own market, the rest named', async () => {
  const euro = await place({ lots: '2' });
  const pound = await place({ pair: 'GBPUSD', lots: '2', side: 'sell' });
  const waiting = await place({ lots: '1', target: '1.05' });
  world.clock.advance(14_000);
  await world.settledTick('EURUSD', '1.10100', '1.10110');
  world.clock.advance(1_000);
  expect(await accepted(world.forexCloseAll(user))).toMatchObject({ closed: [euro], left: [pound] });
  expect([await ends(euro), await ends(pound), await ends(waiting)]).toEqual(['user 180', 'open', 'pending']);
  expect(await accepted(world.forexCloseAll(user))).toEqual({ closed: [], left: [pound], receipts: {} });
});
