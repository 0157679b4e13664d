// Short options from acceptance to settlement: every refusal, every outcome, the tick that decides to the millisecond (rules §7).

import { amount, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { OPEN_OPTION_LIMIT } from '@fairtick/server/domains/micro/rules';
import { TRIGGERED_LIMIT } from '@fairtick/server/platform/commands/queue';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fraction, halfEven, times } from '../../harness/exact.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type MicroTyped, type World } from '../../harness/world.ts';

let world: World;
let user: Id;

async function fresh(options: Parameters<typeof createWorld>[0] = {}): Promise<void> {
  world = await createWorld(options);
  user = await world.demoUser();
  await world.tick('EURUSD', '1.10000', '1.10010');
}
beforeEach(() => fresh());
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  expect(world.said).toEqual([]);
  await world.close();
});

const UP: MicroTyped = { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' };
const DOWN: MicroTyped = { ...UP, direction: 'down' };
const place = async (change: Partial<MicroTyped> = {}): Promise<string> =>
  (await accepted(world.microSubmit(user, { ...UP, ...change }))).Id;
const refused = (change: Partial<MicroTyped>): Promise<string> =>
  refusalOf(world.microSubmit(user, { ...UP, ...change }));
const outcome = async (id: string): Promise<string> => {
  const order = await world.microOrder(user, id);
  return `${order.outcome ?? order.status} ${formatUnits(order.result)}`;
};
/** Places an option, and the next tick opens it at the same price. */
const opened = async (change: Partial<MicroTyped> = {}): Promise<string> => {
  const id = await place(change);
  await world.settledTick('EURUSD', '1.10000', '1.10010');
  return id;
};
/** Lets the log pass every expiry up to now. */
async function pass(): Promise<void> {
  world.clock.advance(2_000);
  await world.settle();
}

describe('refused, with nothing changed', () => {
  afterEach(async () => {
    expect(await world.balance(user, 'micro')).toEqual({ available: '100000', locked: '0' });
    expect((await world.house('micro')).locked).toBe('0');
  });

  test('a stake that is none', async () => {
    expect(await refused({ stake: '' })).toBe('VALUE_MISSING number');
    for (const stake of ['NaN', '1e3', 'x', '1,00', ' 100', 'Infinity'])
      expect(await refused({ stake })).toBe('VALUE_NOT_A_NUMBER number');
    expect(await refused({ stake: '-100' })).toBe('VALUE_NEGATIVE number');
    expect(await refused({ stake: '0.00' })).toBe('VALUE_ZERO number');
    expect(await refused({ stake: '100.001' })).toBe('VALUE_TOO_PRECISE number');
    expect(await refused({ stake: '1000000000000000' })).toBe('VALUE_TOO_LARGE number');
    expect(await refused({ stake: '9.99' })).toBe('STAKE_BELOW_MIN');
    expect(await refused({ stake: '5000.01' })).toBe('STAKE_ABOVE_MAX');
  });

  test('a duration that is not offered', async () => {
    expect(await refused({ seconds: '' })).toBe('VALUE_MISSING seconds');
    expect(await refused({ seconds: '-30' })).toBe('VALUE_NEGATIVE seconds');
    expect(await refused({ seconds: '0' })).toBe('VALUE_ZERO seconds');
    expect(await refused({ seconds: '30.5' })).toBe('VALUE_TOO_PRECISE seconds');
    for (const seconds of ['1', '29', '31', '3000']) expect(await refused({ seconds })).toBe('SECONDS_NOT_OFFERED');
  });

  test('a market that is not there, closed, or without a fresh quote', async () => {
    expect(await refused({ pair: 'NOWHERE' })).toBe('PAIR_UNKNOWN');
    expect(await refused({ pair: 'GBPUSD' })).toBe('QUOTE_STALE');
    world.setPair('EURUSD', { enabled: false });
    expect(await refused({})).toBe('MARKET_CLOSED');
    world.setPair('EURUSD', { enabled: true });
    world.server.market.feed = 'down';
    expect(await refused({})).toBe('FEED_DOWN');
    world.server.market.feed = 'up';
    world.clock.advance(5_000);
    expect(await refused({})).toBe('QUOTE_NOT_FRESH');
    world.clock.advance(10_000);
    expect(await refused({})).toBe('QUOTE_STALE');
    world.clock.jump(Date.UTC(2024, 4, 18, 12) - world.clock.now());
    expect(await refused({})).toBe('MARKET_CLOSED');
  });
});

describe('refused for money', () => {
  test('more than is there', async () => {
    for (let i = 0; i < 20; i += 1) {
      await world.tick('EURUSD', '1.10000', '1.10010');
      await place({ stake: '5000' });
      world.clock.advance(1_000);
    }
    await world.tick('EURUSD', '1.10000', '1.10010');
    expect(await refused({ stake: '10' })).toBe('BALANCE_INSUFFICIENT');
  });

  test('more than one may have in one second, and again allowed in the next', async () => {
    for (let i = 0; i < 4; i += 1) await place({ stake: '5000' });
    expect(await refused({ stake: '10' })).toBe('EXPIRY_LIMIT');
    await place({ stake: '10', seconds: '60' });
    world.clock.advance(1_000);
    await place({ stake: '10' });
  });

  test('a second is that of the clock: its last millisecond still counts, its next neighbour’s first does not', async () => {
    world.clock.advance(1_000 - (world.clock.now() % 1_000));
    for (let i = 0; i < 4; i += 1) await place({ stake: '5000' });
    world.clock.advance(999);
    expect(await refused({ stake: '10' })).toBe('EXPIRY_LIMIT');
    world.clock.advance(1);
    await place({ stake: '10' });
  });

  test('too many at once', async () => {
    await Promise.all(Array.from({ length: OPEN_OPTION_LIMIT }, () => place({ stake: '10' })));
    expect(await refused({ stake: '10' })).toBe('TOO_MANY_ORDERS');
  });

  test('a gain that the house cannot reserve: a user’s stake is never its source', async () => {
    await world.close();
    await fresh({
      settings: (read) => ({
        ...read,
        micro: {
          ...read.micro,
          durations: [
            {
              id: 1,
              seconds: 30,
              profitRatio: amount(readUnits('3000000')),
              minStake: amount(readUnits('10')),
              maxStake: amount(readUnits('5000')),
            },
          ],
        },
      }),
    });
    // The house has 20 billion: 5,000 x 3 million is 15 billion, once and not twice.
    await place({ stake: '5000' });
    expect(await refused({ stake: '5000' })).toBe('HOUSE_RESERVE');
    expect(await world.house('micro')).toEqual({ available: '5000000000', locked: '15000000000' });
    expect(await world.balance(user, 'micro')).toEqual({ available: '95000', locked: '5000' });
  });
});

describe('acceptance', () => {
  test('locks the stake from the user and the gain from the house, and waits; fresh until 5 s', async () => {
    world.clock.advance(4_999);
    const order = await world.microOrder(user, await place());
    expect(order).toMatchObject({
      status: 'waiting',
      armedIndex: 0,
      openPrice: undefined,
      acceptedTime: world.clock.now(),
      expiryTime: world.clock.now() + 30_000,
    });
    expect(await world.balance(user, 'micro')).toEqual({ available: '99900', locked: '100' });
    expect(await world.house('micro')).toEqual({ available: '19999999920', locked: '80' });
  });
});

describe('settlement', () => {
  test('win, loss and tie, up and down', async () => {
    const ends: readonly [string, string, string, string][] = [
      ['1.10001', '1.10011', 'win 80', 'loss -100'],
      ['1.09999', '1.10009', 'loss -100', 'win 80'],
      ['1.09990', '1.10020', 'tie 0', 'tie 0'],
    ];
    let expected = 100_000;
    for (const [bid, ask, up, down] of ends) {
      await world.tick('EURUSD', '1.10000', '1.10010');
      const [a, b] = [await place(UP), await opened(DOWN)];
      world.clock.advance(29_000);
      await world.tick('EURUSD', bid, ask);
      world.clock.advance(1_000);
      await pass();
      expect([await outcome(a), await outcome(b)]).toEqual([up, down]);
      expected += Number(up.split(' ')[1]) + Number(down.split(' ')[1]);
      expect(await world.balance(user, 'micro')).toEqual({ available: String(expected), locked: '0' });
      expect((await world.house('micro')).available).toBe(String(20_000_000_000 + 100_000 - expected));
    }
  });

  test('loss level 1 loses stake times ratio, never more than the stake', async () => {
    await world.close();
    await fresh({
      settings: (read) => ({
        ...read,
        micro: {
          ...read.micro,
          lossLevel: 1,
          durations: read.micro.durations.map((one) =>
            one.seconds === 60 ? { ...one, profitRatio: amount(readUnits('1.5')) } : one,
          ),
        },
      }),
    });
    const [down, steep] = [await place(DOWN), await opened({ ...DOWN, seconds: '60' })];
    for (let second = 0; second < 62; second += 10) {
      world.clock.advance(10_000);
      await world.tick('EURUSD', '1.10100', '1.10110');
    }
    await pass();
    expect([await outcome(down), await outcome(steep)]).toEqual(['loss -80', 'loss -100']);
    expect(await world.balance(user, 'micro')).toEqual({ available: '99820', locked: '0' });
  });

  test('a gain is rounded to cents, half to even', async () => {
    const stakes = ['10.05', '10.15', '10.25', '33.33', '99.99', '17.07'];
    await world.close();
    await fresh({
      settings: (read) => ({
        ...read,
        micro: {
          ...read.micro,
          durations: read.micro.durations.map((one) => ({ ...one, profitRatio: amount(readUnits('0.9')) })),
        },
      }),
    });
    const ids = await Promise.all(stakes.map((stake) => place({ stake })));
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    world.clock.advance(30_000);
    await world.tick('EURUSD', '1.10100', '1.10110');
    await pass();
    const gains = stakes.map((stake) => halfEven(times(fraction(stake), fraction('0.9')), 2));
    expect(gains.slice(0, 3)).toEqual(['9.04', '9.14', '9.22']);
    expect(await Promise.all(ids.map(outcome))).toEqual(gains.map((gain) => `win ${gain}`));
  });

  test('a tick exactly at the expiry decides; one a millisecond later does not', async () => {
    const at = await opened();
    world.clock.advance(29_999);
    await world.tick('EURUSD', '1.09000', '1.09010');
    world.clock.advance(1);
    const last = await world.tick('EURUSD', '1.10100', '1.10110');
    expect(last.receivedTime).toBe((await world.microOrder(user, at)).expiryTime);
    await world.settle();
    expect(await outcome(at)).toBe('open 0');
    world.clock.advance(1);
    const later = await world.settledTick('EURUSD', '1.08000', '1.08010');
    expect(later.receivedTime).toBe(last.receivedTime + 1);
    expect(await outcome(at)).toBe('win 80');
    expect(await world.microOrder(user, at)).toMatchObject({ endTickIndex: last.logIndex, endPrice: 110_105_000n });
  });

  test('of several ticks in one millisecond the last in the log decides', async () => {
    const id = await opened();
    world.clock.advance(30_000);
    await world.tick('EURUSD', '1.09000', '1.09010');
    const last = await world.tick('EURUSD', '1.10100', '1.10110');
    await pass();
    expect(await world.microOrder(user, id)).toMatchObject({ outcome: 'win', endTickIndex: last.logIndex });
  });

  test('another pair’s tick moves the log past the expiry and decides nothing', async () => {
    const id = await opened();
    world.clock.advance(20_000);
    const last = await world.tick('EURUSD', '1.10100', '1.10110');
    world.clock.advance(10_001);
    await world.settledTick('GBPUSD', '1.20000', '1.20010');
    expect(await world.microOrder(user, id)).toMatchObject({ outcome: 'win', endTickIndex: last.logIndex });
  });

  test('without a tick it settles 2 s after the expiry, not before', async () => {
    const id = await opened();
    world.clock.advance(16_000);
    await world.tick('EURUSD', '1.10100', '1.10110');
    world.clock.advance(14_000 + 1_999);
    await world.settle();
    expect(await outcome(id)).toBe('open 0');
    world.clock.advance(101);
    await world.settle();
    expect(await outcome(id)).toBe('win 80');
  });

  test('void when the last tick is 15 s old at the expiry, decided when it is a millisecond younger', async () => {
    const aged = await opened();
    world.clock.advance(15_000);
    await world.tick('EURUSD', '1.10100', '1.10110');
    world.clock.advance(15_000);
    await pass();
    expect(await outcome(aged)).toBe('void 0');
    expect(await world.microOrder(user, aged)).toMatchObject({ endPrice: undefined, endTickIndex: undefined });
    await world.tick('EURUSD', '1.10000', '1.10010');
    const fresher = await opened();
    world.clock.advance(15_001);
    await world.tick('EURUSD', '1.10100', '1.10110');
    world.clock.advance(14_999);
    await pass();
    expect(await outcome(fresher)).toBe('win 80');
    expect(await world.balance(user, 'micro')).toEqual({ available: '100080', locked: '0' });
  });

  test('a late decision changes nothing: the log of that time decides, whatever came after', async () => {
    const id = await opened();
    world.clock.advance(25_000);
    await world.tick('EURUSD', '1.09900', '1.09910');
    world.server.trading.stop();
    for (let i = 0; i < 5; i += 1) {
      world.clock.advance(10_000);
      await world.unseenTick('EURUSD', '1.20000', '1.20010');
    }
    await world.restart();
    await pass();
    expect(await outcome(id)).toBe('loss -100');
  });
});

test('thousands that expire together settle in few batches, each by its own millisecond', async () => {
  const users = await Promise.all(Array.from({ length: 30 }, () => world.demoUser()));
  const count = 100;
  const placed: { one: Id; id: string; at: number }[] = [];
  for (let step = 0; step < count; step += 1) {
    const at = world.clock.now();
    await world.tick('EURUSD', '1.10000', '1.10010');
    const answers = await Promise.all(
      users.map((one) => world.microSubmit(one, { ...UP, stake: '10', direction: step % 2 === 0 ? 'up' : 'down' })),
    );
    for (const [i, answer] of answers.entries()) {
      const one = users[i];
      if (answer.ok && one !== undefined) placed.push({ one, id: answer.value.Id, at });
    }
    world.clock.jump(1);
  }
  expect(placed).toHaveLength(users.length * count);
  await world.settledTick('EURUSD', '1.10000', '1.10010');
  world.clock.jump(25_000);
  await world.tick('EURUSD', '1.10100', '1.10110');
  world.clock.jump(10_000);
  const before = world.server.pipeline.health();
  await world.settledTick('GBPUSD', '1.20000', '1.20010');
  const after = world.server.pipeline.health();
  expect(after.commands - before.commands).toBe(placed.length);
  expect(after.batches - before.batches).toBeLessThanOrEqual(Math.ceil(placed.length / TRIGGERED_LIMIT) + 1);
  expect(after.failures).toBe(0);
  const { rows } = await world.db.owner.query<{ outcome: string; n: bigint }>(
    'SELECT outcome, count(*) AS n FROM micro_orders GROUP BY outcome ORDER BY outcome',
  );
  expect(rows).toEqual([
    { outcome: 'loss', n: 1_500n },
    { outcome: 'win', n: 1_500n },
  ]);
});
