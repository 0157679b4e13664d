// A trigger takes effect before a later command of its user, also when the user's command stands first in the queue (engine rule E46).
// A lock on the user's accounts holds the line up for as long as a test needs it.

import type { Refusal } from '@fairtick/contract/errors';
import type { Id } from '@fairtick/kernel/ids';
import type { Result } from '@fairtick/kernel/result';
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
    await client.query('SELECT 1 FROM ledger_accounts WHERE owner_id = $1 FOR UPDATE', [user]);
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
    expect(asked && (await accepted(asked))).toEqual({ closed: [other.Id], left: [Id] });
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
