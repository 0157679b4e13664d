// Demo accounts: what they start with, and a reset that ends everything with no result and loses nothing (rules §2).

import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import { accountsOf } from '@fairtick/server/domains/ledger/index';
import { decideReset } from '@fairtick/server/domains/portfolio/rules';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

let world: World;
let user: Id;
const BUY = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
const UP = { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' } as const;

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

const balances = async (): Promise<string[]> => {
  const all = await Promise.all((['change', 'forex', 'micro'] as const).map((kind) => world.balance(user, kind)));
  return all.map(({ available, locked }) => `${available}/${locked}`);
};
const START = ['10000/0', '100000/0', '100000/0'];

test('a demo account starts with 10,000 and twice 100,000 of the demo world’s own money', async () => {
  expect(await balances()).toEqual(START);
  expect((await world.house('external')).available).toBe('-120000210000');
  const all = await accountsOf(world.db.app, user);
  expect(all.map((one) => one.realm)).toEqual(['demo', 'demo', 'demo']);
});

test('the key that made a demo account comes back for two minutes, and nobody reads it or an address out of what is kept', async () => {
  const key = 'a-key-that-somebody-may-find';
  const made = await accepted(world.openDemo(key));
  world.clock.advance(120_000);
  expect(await accepted(world.openDemo(key))).toBe(made);
  world.clock.advance(1);
  expect(await refusalOf(world.openDemo(key))).toBe('SESSION_EXPIRED');
  expect(await world.db.owner.query(`SELECT FROM users WHERE id = ${made}`)).toMatchObject({ rowCount: 1 });
  for (const table of ['command_keys', 'journals']) {
    const { rows } = await world.db.owner.query(`SELECT t::text AS row FROM ${table} t`);
    const all = rows.map(({ row }) => row).join('\n');
    expect([table, all.includes(key), all.includes('127.0.0.1')]).toEqual([table, false, false]);
  }
});

test('a reset ends open, pending and short orders without a result, and balances return by journals', async () => {
  const closed = await accepted(world.forexSubmit(user, BUY));
  await world.settledTick('EURUSD', '1.09000', '1.09010');
  await accepted(world.forexClose(user, closed.Id));
  const open = await accepted(world.forexSubmit(user, BUY));
  const pending = await accepted(world.forexSubmit(user, { ...BUY, target: '1.05' }));
  const option = await accepted(world.microSubmit(user, UP));
  const entries = async () =>
    Number((await world.db.owner.query<{ n: bigint }>('SELECT count(*) AS n FROM entries')).rows[0]?.n);
  const before = await entries();
  await accepted(world.reset(user));
  expect(await balances()).toEqual(START);
  expect(await entries()).toBeGreaterThan(before);
  expect(await world.forexOrder(user, open.Id)).toMatchObject({
    status: 'closed',
    result: 0n,
    close: undefined,
    held: 0n,
  });
  expect(await world.forexOrder(user, pending.Id)).toMatchObject({ status: 'cancelled', result: 0n });
  expect(await world.microOrder(user, option.Id)).toMatchObject({
    status: 'closed',
    outcome: 'void',
    result: 0n,
    endPrice: undefined,
  });
  expect((await world.forexOrder(user, closed.Id)).close?.reason).toBe('user');
  expect(await world.house('micro')).toEqual({ available: '20000000000', locked: '0' });
  await world.settle();
  expect(world.server.trading.health()).toMatchObject({ orders: 0, kept: 0 });
  // What was ended stays ended: neither a tick nor the expiry finds it.
  world.clock.advance(40_000);
  await world.settledTick('EURUSD', '0.90000', '0.90010');
  expect(await balances()).toEqual(START);
});

test('a reset also takes back what was won, and twice in a row changes nothing', async () => {
  const order = await accepted(world.forexSubmit(user, BUY));
  await world.settledTick('EURUSD', '1.20000', '1.20010');
  await accepted(world.forexClose(user, order.Id));
  await accepted(world.reset(user));
  const external = await world.house('external');
  await accepted(world.reset(user));
  expect(await balances()).toEqual(START);
  expect(await world.house('external')).toEqual(external);
});

test('orders placed and ended within one batch are written as they ended', async () => {
  // One turn of the loop: all of these are one batch.
  const [forex, pending, micro, reset] = await Promise.all([
    world.forexSubmit(user, BUY),
    world.forexSubmit(user, { ...BUY, target: '1.05' }),
    world.microSubmit(user, UP),
    world.reset(user),
  ]);
  expect(reset.ok).toBe(true);
  expect(world.server.pipeline.health().largestBatch).toBe(4);
  if (!forex.ok || !pending.ok || !micro.ok) throw new Error('all were to be accepted');
  expect((await world.forexOrder(user, forex.value.Id)).status).toBe('closed');
  expect((await world.forexOrder(user, pending.value.Id)).status).toBe('cancelled');
  expect((await world.microOrder(user, micro.value.Id)).status).toBe('closed');
  expect((await balances()).map((one) => one.split('/')[1])).toEqual(['0', '0', '0']);
  const [placed, all] = await Promise.all([world.forexSubmit(user, BUY), world.forexCloseAll(user)]);
  if (!placed.ok || !all.ok) throw new Error('both were to be accepted');
  expect(all.value.closed).toEqual([placed.value.Id]);
  expect(await world.forexOrder(user, placed.value.Id)).toMatchObject({ status: 'closed', close: { reason: 'user' } });
});

test('a pending order filled and closed within one batch is written as it ended', async () => {
  const waiting = await accepted(world.forexSubmit(user, { ...BUY, target: '1.09500' }));
  const batches = world.server.pipeline.health().batches;
  const tick = await world.unseenTick('EURUSD', '1.09490', '1.09500');
  // While a stranger's batch is under way, the tick's own command and the user's gather for the next one.
  const stranger = world.demoUser();
  await new Promise((resume) => setImmediate(resume));
  world.server.market.take(tick);
  world.server.trading.onTick(tick);
  const all = await accepted(world.forexCloseAll(user));
  await stranger;
  expect(all.closed).toEqual([waiting.Id]);
  expect(world.server.pipeline.health().batches - batches).toBe(2);
  expect(await world.forexOrder(user, waiting.Id)).toMatchObject({
    status: 'closed',
    open: { tickIndex: tick.logIndex },
    close: { tickIndex: tick.logIndex, reason: 'user' },
  });
  expect((await world.house('fees')).available).toBe('3.285');
});

test('only a demo account can be reset', async () => {
  const outcome = await world.server.pipeline.submit({
    name: 'reset',
    realm: 'demo',
    owners: [user],
    decide: (state) => {
      const reset = decideReset(state, { realm: 'live', userId: user, key: 'k' });
      return reset.ok ? ok({ change: reset.value.change, answer: {} }) : reset;
    },
  });
  expect(outcome).toEqual({ ok: false, error: { error: 'DEMO_ONLY' } });
});
