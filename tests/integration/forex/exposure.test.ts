// What the house takes on, and that it can pay it: both directions of a pair, limits, and closings when its accounts are empty (rules §6).

import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { afterEach, describe, expect, test } from 'vitest';
import { moveByHand } from '../../harness/money-by-hand.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { withRisk } from '../../harness/risk.ts';
import { createWorld, type ForexTyped, type World } from '../../harness/world.ts';

const BUY: ForexTyped = { pair: 'EURUSD', side: 'buy', lots: '1', multiple: '200' };
const SELL: ForexTyped = { ...BUY, side: 'sell' };
const BEHIND = ['trading', 'capital', 'protection'] as const;

let world: World;
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

async function fresh(options: Parameters<typeof createWorld>[0] = {}): Promise<void> {
  world = await createWorld(options);
  await world.tick('EURUSD', '1.10000', '1.10010');
}

let drains = 0;
/** Takes a house account's money but for the rest out into the world, as an operator's journal would. */
async function leave(rest: Readonly<Record<(typeof BEHIND)[number], string>>): Promise<void> {
  for (const kind of BEHIND) {
    const { available } = await world.house(kind);
    const taken = formatUnits(readUnits(available) - readUnits(rest[kind]));
    if (taken === '0') continue;
    drains += 1;
    const id = 5_000n + BigInt(drains);
    await moveByHand(world.db, { realm: 'demo', ownerId: 0n, id, sums: { [kind]: `-(${taken})` } });
  }
}
const house = async (): Promise<readonly string[]> =>
  Promise.all(BEHIND.map(async (kind) => (await world.house(kind)).available));
const users = (count: number): Promise<Id[]> => Promise.all(Array.from({ length: count }, () => world.demoUser()));

describe('what is taken on', () => {
  test('accounts that are alternately long and short do not cancel each other: the house has the winners of a gap to pay', async () => {
    await fresh();
    const [first, second, third, fourth] = await users(4);
    if (!first || !second || !third || !fourth) throw new Error('four users');
    // A lot is 110,010 at the ask: a tenth of it is 11,001.
    await leave({ trading: '10000', capital: '6000', protection: '4000' });
    const long = await accepted(world.forexSubmit(first, BUY));
    await accepted(world.forexSubmit(second, SELL));
    expect(await refusalOf(world.forexSubmit(third, BUY))).toBe('HOUSE_EXPOSURE');
    expect(await refusalOf(world.forexSubmit(fourth, SELL))).toBe('HOUSE_EXPOSURE');
    expect(await refusalOf(world.forexSubmit(third, { ...BUY, target: '1.09' }))).toBe('HOUSE_EXPOSURE');
    await accepted(world.forexSubmit(third, { ...BUY, lots: '0.5' }));
    // Nine percent up, over night: the short is stopped out at what its user has, and the winner is paid.
    await world.settledTick('EURUSD', '1.19900', '1.19910');
    await accepted(world.forexClose(first, long.Id));
    expect(await world.forexOrder(first, long.Id)).toMatchObject({ status: 'closed' });
  });

  test('the first winner is paid though no loser has closed', async () => {
    await fresh();
    const [first, second] = await users(2);
    if (!first || !second) throw new Error('two users');
    await leave({ trading: '11001.01', capital: '0', protection: '0' });
    const long = await accepted(world.forexSubmit(first, BUY));
    // With 100,000 on the account a loss of 10,900 is no reason to stop out.
    const short = await accepted(world.forexSubmit(second, SELL));
    await world.settledTick('EURUSD', '1.20900', '1.20910');
    await accepted(world.forexClose(first, long.Id));
    expect((await world.forexOrder(second, short.Id)).status).toBe('open');
    expect(await house()).toEqual(['111.01', '0', '0']);
  });

  test('what positions have gained already is owed too, what they have lost stands behind nothing', async () => {
    await fresh();
    const [first, second] = await users(2);
    if (!first || !second) throw new Error('two users');
    await accepted(world.forexSubmit(first, BUY));
    await leave({ trading: '25000', capital: '0', protection: '0' });
    // 9,990 are gained, and 12,000 the next gap: another lot would make it 33,990.
    await world.settledTick('EURUSD', '1.20000', '1.20010');
    expect(await refusalOf(world.forexSubmit(second, BUY))).toBe('HOUSE_EXPOSURE');
    // 10,010 are lost: two lots are 20,000, one and a half more would be 25,000 and more.
    await world.settledTick('EURUSD', '1.00000', '1.00010');
    await accepted(world.forexSubmit(second, BUY));
    expect(await refusalOf(world.forexSubmit(second, { ...BUY, lots: '0.51' }))).toBe('HOUSE_EXPOSURE');
  });

  test('nor does what the other side has lost', async () => {
    await fresh();
    const [first, second] = await users(2);
    if (!first || !second) throw new Error('two users');
    await accepted(world.forexSubmit(first, SELL));
    await leave({ trading: '12001.01', capital: '0', protection: '0' });
    await world.settledTick('EURUSD', '1.20000', '1.20010');
    expect(await refusalOf(world.forexSubmit(second, { ...BUY, lots: '1.01' }))).toBe('HOUSE_EXPOSURE');
    await accepted(world.forexSubmit(second, BUY));
  });

  test('the rate by which a gain becomes dollars may gap as well', async () => {
    await fresh();
    await world.tick('USDJPY', '150.000', '150.010');
    const [one] = await users(1);
    if (!one) throw new Error('a user');
    // A tenth of 100,000 dollars, at yen that a gap of a tenth makes dearer by a ninth: 11,111.85 and not 10,000.67.
    await leave({ trading: '11000', capital: '0', protection: '0' });
    expect(await refusalOf(world.forexSubmit(one, { ...BUY, pair: 'USDJPY' }))).toBe('HOUSE_EXPOSURE');
    await accepted(world.forexSubmit(one, { ...BUY, pair: 'USDJPY', lots: '0.98' }));
  });

  test("no user's orders on a pair come to more than the limit, waiting ones included, and no pair's to more than its own", async () => {
    const limits = { userLimit: '150000', pairLimit: '250000' };
    await fresh({ settings: (read) => ({ ...read, forex: { ...read.forex, risk: withRisk(read, limits) } }) });
    const [first, second, third] = [
      await world.realUser(100_000),
      await world.realUser(100_000),
      await world.realUser(100_000),
    ];
    await accepted(world.forexSubmit(first, { ...BUY, target: '1.05' }));
    expect(await refusalOf(world.forexSubmit(first, SELL))).toBe('POSITION_LIMIT');
    await accepted(world.forexSubmit(first, { ...SELL, lots: '0.36' }));
    await world.tick('GBPUSD', '1.25000', '1.25010');
    await accepted(world.forexSubmit(first, { ...BUY, pair: 'GBPUSD' }));
    await accepted(world.forexSubmit(second, BUY));
    expect(await refusalOf(world.forexSubmit(third, SELL))).toBe('HOUSE_EXPOSURE');
    await accepted(world.forexSubmit(third, { ...SELL, lots: '0.91' }));
    // Where accounts cost nothing no pair is ever full.
    const [fourth, fifth, sixth] = await users(3);
    for (const one of [fourth, fifth, sixth]) await accepted(world.forexSubmit(one ?? 0n, { ...SELL, lots: '1.3' }));
    // But each of them has the limit of a user.
    expect(await refusalOf(world.forexSubmit(fourth ?? 0n, { ...BUY, lots: '0.1' }))).toBe('POSITION_LIMIT');
  });
});

describe('closings', () => {
  test('a gain is paid from trading, then capital, then protection; only what all three have not is refused, and changes nothing', async () => {
    await fresh();
    const [one] = await users(1);
    if (!one) throw new Error('a user');
    const order = await accepted(world.forexSubmit(one, BUY));
    await leave({ trading: '5000', capital: '3000', protection: '1989.99' });
    await world.settledTick('EURUSD', '1.20000', '1.20010');
    expect(await refusalOf(world.forexClose(one, order.Id))).toBe('HOUSE_CAPITAL');
    expect(await accepted(world.forexCloseAll(one))).toEqual({ closed: [], left: [order.Id], receipts: {} });
    expect(await house()).toEqual(['5000', '3000', '1989.99']);
    await world.settledTick('EURUSD', '1.19900', '1.19910');
    await accepted(world.forexClose(one, order.Id));
    expect(await house()).toEqual(['0', '0', '99.99']);
  });

  test('a loss is never refused: what neither its user nor protection has the house goes without', async () => {
    await fresh();
    const [one, other] = await users(2);
    if (!one || !other) throw new Error('two users');
    const pending = await accepted(world.forexSubmit(one, { ...BUY, target: '1.05' }));
    const order = await accepted(world.forexSubmit(one, { ...BUY, lots: '50' }));
    const balance = await world.balance(one, 'forex');
    const has = readUnits(balance.available) + readUnits(balance.locked);
    await leave({ trading: '0', capital: '0', protection: '1000' });
    // Unseen by the engine, so that no stop-out comes before the user's own tap.
    world.server.market.take(await world.unseenTick('EURUSD', '0.50000', '0.50010'));
    await accepted(world.forexClose(one, order.Id));
    expect(await world.balance(one, 'forex')).toMatchObject({ available: '0', locked: '0' });
    expect((await world.forexOrder(one, pending.Id)).status).toBe('cancelled');
    expect(await house()).toEqual([formatUnits(has + readUnits('1000')), '0', '0']);
  });
});
