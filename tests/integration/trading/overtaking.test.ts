// A trigger takes effect before a later command of its user, also when the user's command stands first in the queue (engine rule E46).
// The lock under which everything of the user is decided holds the line up for as long as a test needs it.

import type { Refusal } from '@fairtick/contract/errors';
import { systemClock } from '@fairtick/kernel/clock';
import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { ok, type Result } from '@fairtick/kernel/result';
import { STANDING_LOOKS_AT, type StandingChange } from '@fairtick/server/domains/accounts/index';
import { afterEach, describe, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

let world: World;
let user: Id;

async function fresh(): Promise<void> {
  world = await createWorld();
  await world.tick('EURUSD', '1.10000', '1.10010');
  user = await world.demoUser();
}

afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

/** Runs `meanwhile` while every decision about this user must wait. */
async function heldUp(meanwhile: () => Promise<void>): Promise<void> {
  const client = await world.db.owner.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM owners WHERE id = $1 FOR UPDATE', [user]);
    await meanwhile();
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const BUY = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;

describe('a stop-loss that a tick has reached', () => {
  test.each([
    ['closing', (id: string) => world.forexClose(user, id)],
    ['other stops', (id: string) => world.forexStops(user, id, '1.05', '0')],
  ])('is not overtaken by %s, asked for before and decided after it', async (_, ask) => {
    await fresh();
    const { Id } = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
    let asked: ReturnType<typeof world.forexClose> | undefined;
    let reached = -1;
    await heldUp(async () => {
      asked = ask(Id);
      reached = (await world.tick('EURUSD', '1.09400', '1.09410')).logIndex;
      await world.tick('EURUSD', '1.09900', '1.09910');
    });
    expect(asked && (await refusalOf(asked))).toBe('ORDER_CLOSED');
    await world.settle();
    const order = await world.forexOrder(user, Id);
    expect(order).toMatchObject({ status: 'closed', close: { reason: 'stop_loss', tickIndex: reached } });
  });

  test('is not overtaken by closing everything, which leaves the position named', async () => {
    await fresh();
    const { Id } = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
    const other = await accepted(world.forexSubmit(user, BUY));
    let asked: ReturnType<typeof world.forexCloseAll> | undefined;
    await heldUp(async () => {
      asked = world.forexCloseAll(user);
      await world.tick('EURUSD', '1.09400', '1.09410');
    });
    expect(asked && (await accepted(asked))).toMatchObject({ closed: [other.Id], left: [Id] });
    await world.settle();
    expect(await world.forexOrder(user, Id)).toMatchObject({ status: 'closed', close: { reason: 'stop_loss' } });
  });

  test('counts for a position that the same batch has only just opened', async () => {
    await fresh();
    const { Id } = await accepted(world.forexSubmit(user, { ...BUY, target: '1.09800', stopLoss: '1.09500' }));
    let asked: ReturnType<typeof world.forexCloseAll> | undefined;
    let reached = -1;
    await heldUp(async () => {
      const first = world.forexSubmit(user, { ...BUY, lots: '0.01' });
      await world.tick('EURUSD', '1.09780', '1.09790');
      asked = world.forexCloseAll(user);
      reached = (await world.tick('EURUSD', '1.09400', '1.09410')).logIndex;
      await world.tick('EURUSD', '1.09900', '1.09910');
      void first;
    });
    expect(asked && (await accepted(asked)).left).toEqual([Id]);
    await world.settle();
    const order = await world.forexOrder(user, Id);
    expect(order).toMatchObject({ status: 'closed', close: { reason: 'stop_loss', tickIndex: reached } });
  });
});

test('a stop-loss reached while its target was being filled is not overtaken by closing', async () => {
  await fresh();
  const { Id } = await accepted(world.forexSubmit(user, { ...BUY, target: '1.09800', stopLoss: '1.09500' }));
  let asked: ReturnType<typeof world.forexClose> | undefined;
  let reached = -1;
  await heldUp(async () => {
    await world.tick('EURUSD', '1.09780', '1.09790');
    reached = (await world.tick('EURUSD', '1.09400', '1.09410')).logIndex;
    await world.tick('EURUSD', '1.09900', '1.09910');
    asked = world.forexClose(user, Id);
  });
  expect(asked && (await refusalOf(asked))).toBe('ORDER_CLOSED');
  await world.settle();
  const order = await world.forexOrder(user, Id);
  expect(order).toMatchObject({ status: 'closed', close: { reason: 'stop_loss', tickIndex: reached } });
});

test('a target that a tick has reached is not overtaken by cancelling', async () => {
  await fresh();
  const { Id } = await accepted(world.forexSubmit(user, { ...BUY, target: '1.09800' }));
  let asked: ReturnType<typeof world.forexCancel> | undefined;
  await heldUp(async () => {
    asked = world.forexCancel(user, Id);
    await world.tick('EURUSD', '1.09780', '1.09790');
    await world.tick('EURUSD', '1.09900', '1.09910');
  });
  expect(asked && (await refusalOf(asked))).toBe('ORDER_NOT_PENDING');
  await world.settle();
  expect((await world.forexOrder(user, Id)).status).toBe('open');
});

test.each([
  ['closing', (id: string) => world.forexClose(user, id)],
  ['closing everything', () => world.forexCloseAll(user)],
])(
  'a target that a tick has reached is not overtaken by %s at a loss that would take what it holds',
  async (_, close) => {
    await fresh();
    const losing = await accepted(world.forexSubmit(user, { ...BUY, lots: '40', multiple: '100' }));
    const waiting = await accepted(world.forexSubmit(user, { ...BUY, lots: '44', multiple: '100', target: '1.09' }));
    let asked: Promise<Result<unknown, Refusal>> | undefined;
    await heldUp(async () => {
      asked = close(losing.Id);
      await world.tick('EURUSD', '1.08700', '1.08710');
    });
    expect(asked && (await refusalOf(asked))).toBe('ORDER_BEING_FILLED');
    await world.settle();
    expect((await world.forexOrder(user, waiting.Id)).open).toMatchObject({ price: 108_710_000n });
  },
);

describe('an order of a real user that a tick has set off, and that is under water when it is decided', () => {
  const DAY_MS = 86_400_000;
  const COIN = { pair: 'BTCUSD', side: 'buy', multiple: '10' } as const;
  const OPTION = { pair: 'BTCUSD', direction: 'up', stake: '147', seconds: '60' } as const;

  const change = (set: StandingChange['set']) =>
    accepted(
      world.server.pipeline.submit({
        ...{ name: 'limits_set', realm: 'live', owners: [user], actor: { kind: 'user', id: user } },
        looksAt: STANDING_LOOKS_AT,
        names: { accounts: [user] },
        decide: () => ok({ change: { accounts: { standing: [{ userId: user, set }] } }, answer: {} }),
      }),
    );

  /** Has a tick set an order off while `act` waits to be decided before it: the order as it ends, and what its user is told of it. */
  async function setOff(act: (open: string, nowMs: number) => Promise<unknown>, limit?: bigint) {
    // A day's loss is summed up by the database's clock.
    world = await createWorld({ startMs: systemClock.now() });
    user = await world.realUser(100_000);
    await world.tick('BTCUSD', '60000.00', '60000.00');
    const open = (await accepted(world.forexSubmit(user, { ...COIN, lots: '0.1' }))).Id;
    const waiting = (await accepted(world.forexSubmit(user, { ...COIN, lots: '0.5', target: '59000' }))).Id;
    const { rows } = await world.db.owner.query<{ now: bigint }>('SELECT database_ms() AS now');
    if (limit !== undefined) await change({ lossLimit: amount(limit) });
    let asked: Promise<unknown> | undefined;
    await heldUp(async () => {
      asked = act(open, Number(rows[0]?.now));
      await world.tick('BTCUSD', '58999.00', '58999.00');
      await world.tick('BTCUSD', '58000.00', '58000.00');
    });
    await asked;
    await world.settle();
    const told = await world.db.owner.query<{ kind: string; params: unknown }>(
      'SELECT kind, params FROM notices WHERE order_id = $1 ORDER BY id',
      [waiting],
    );
    return { order: await world.forexOrder(user, waiting), told: told.rows };
  }

  test.each<[string, (open: string, nowMs: number) => Promise<unknown>]>([
    ['a closing that reaches their limit', (open) => accepted(world.forexClose(user, open))],
    ['closing everything, which reaches their limit', () => accepted(world.forexCloseAll(user))],
    // The first position's fee is 3.00.
    ['a stake that reaches their limit', () => accepted(world.microSubmit(user, OPTION))],
    ['a lower limit', () => change({ lossLimit: amount(1n) })],
    ['a break', (_, nowMs) => change({ coolOffUntil: nowMs + DAY_MS })],
  ])('is filled, whatever its user does: %s', async (_, act) => {
    const { order, told } = await setOff(act, 15_000_000_000n);
    expect(order.open).toMatchObject({ price: 5_899_900_000_000n });
    expect(told).toMatchObject([{ kind: 'filled' }]);
  });

  test.each<[string, StandingChange['set']]>([
    ['a lock by the staff', { freezes: { orders: { reason: 'a stolen card', time: 1, by: '1', until: null } } }],
    [
      'a lock by the staff during a break',
      {
        coolOffUntil: systemClock.now() + DAY_MS,
        freezes: { orders: { reason: 'a stolen card', time: 1, by: '1', until: null } },
      },
    ],
  ])('is stopped by %s', async (_, set) => {
    const { order, told } = await setOff(() => change(set));
    expect(order).toMatchObject({ status: 'cancelled', held: 0n });
    expect(told).toEqual([{ kind: 'cancelled', params: { pair: 'BTC/USD', why: 'frozen' } }]);
  });
});

describe('a stop-loss that was reached while it was being committed', () => {
  /** Sets the stops and runs `meanwhile` after that is decided and before it is committed. */
  async function committing(id: string, stops: [string, string], meanwhile: () => Promise<void>): Promise<void> {
    const client = await world.db.owner.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM forex_orders WHERE id = $1 FOR UPDATE', [id]);
      const asked = world.forexStops(user, id, ...stops);
      await untilBlocked(world.db.owner, client);
      await meanwhile();
      await client.query('COMMIT');
      await accepted(asked);
    } finally {
      client.release();
    }
    await world.settle();
  }

  test('comes before the take-profit that was there and was reached later', async () => {
    await fresh();
    const { Id } = await accepted(world.forexSubmit(user, { ...BUY, takeProfit: '1.10500' }));
    let reached = -1;
    await committing(Id, ['1.09800', '1.10500'], async () => {
      reached = (await world.tick('EURUSD', '1.09700', '1.09710')).logIndex;
      await world.tick('EURUSD', '1.10600', '1.10610');
    });
    const order = await world.forexOrder(user, Id);
    expect(order).toMatchObject({ status: 'closed', close: { reason: 'stop_loss', tickIndex: reached } });
  });

  test('comes before the stop-out of the same tick', async () => {
    await fresh();
    const { Id } = await accepted(world.forexSubmit(user, { ...BUY, lots: '40', multiple: '100' }));
    let reached = -1;
    await committing(Id, ['1.09000', '0'], async () => {
      reached = (await world.tick('EURUSD', '1.08000', '1.08010')).logIndex;
      await world.tick('EURUSD', '1.08000', '1.08010');
    });
    const order = await world.forexOrder(user, Id);
    expect(order).toMatchObject({ status: 'closed', close: { reason: 'stop_loss', tickIndex: reached } });
  });
});
