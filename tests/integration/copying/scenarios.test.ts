// Scenarios of copying on the real pipeline and engine, each with what may come between an order of a trader's and those who follow.

import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { afterEach, expect, test } from 'vitest';
import { followingOf } from '../../harness/following.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type ForexTyped, type World, type WorldOptions } from '../../harness/world.ts';

let world: World;
let follower: Id;
afterEach(() => world.close());

/** As many who lead, and one who may follow. */
async function settled(traders: number, moment?: WorldOptions['moment']): Promise<Id[]> {
  const settings: WorldOptions['settings'] = (now) => ({ ...now, copying: { ...now.copying, betweenMs: 0 } });
  world = await createWorld({ settings, ...(moment ? { moment } : {}) });
  follower = await world.realUser(20_000);
  await world.db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [follower]);
  const leading: Id[] = [];
  for (let one = 0; one < traders; one += 1) {
    const id = await world.realUser(20_000);
    await world.db.owner.query(
      `INSERT INTO traders (user_id, status, person_key, applied_time, approved_time, share_rate) VALUES ($1, 2, $2, 1, 1, 0.1)`,
      [id, one + 1],
    );
    leading.push(id);
  }
  await world.restart();
  await world.settledTick('EURUSD', '1.08550', '1.08552');
  for (const id of leading) await follow(id);
  return leading;
}

const follow = async (trader: Id): Promise<unknown> => accepted(followingOf(world, follower).follow(trader));
const sets = async (trader: Id, what: { readonly max_amount?: string; readonly stop_amount?: string }) =>
  accepted(followingOf(world, follower).sets(trader, what));

const opens = async (who: Id, more: Partial<ForexTyped> = {}) =>
  (await accepted(world.forexSubmit(who, { pair: 'EURUSD', side: 'buy', lots: '0.10', multiple: '100', ...more }))).Id;
const copies = async () =>
  (
    await world.db.owner.query(
      `SELECT origin_id::text AS origin, side::text, status::text, close_reason::text AS reason, open_price::numeric(9, 5)::text AS price,
         close_tick::int AS tick FROM forex_orders WHERE follow_id IS NOT NULL ORDER BY id`,
    )
  ).rows;
const skips = async () => (await world.db.owner.query('SELECT order_id::text AS origin, reason FROM copy_skips')).rows;
const broken = async () => (await world.invariants()).filter((one) => !one.startsWith('trader_as_applied '));

test('an order that is closed in the same moment as it was opened is copied, and its copy closes with it', async () => {
  const [trader = 0n] = await settled(1);
  const id = await opens(trader);
  await accepted(world.forexClose(trader, id));
  await world.settle();
  expect(await copies()).toMatchObject([{ origin: id, status: 'closed', reason: 'trader', price: '1.08552', tick: 0 }]);
  expect(await broken()).toEqual([]);
});

test('after half a minute away nothing is opened any more, and what has closed meanwhile closes at its own tick', async () => {
  let away = false;
  const [trader = 0n] = await settled(1, (moment, names) => {
    if (away && moment === 'before_commit' && names.some((name) => name.startsWith('copy_')))
      throw new Error('the process is away');
  });
  const kept = await opens(trader);
  await world.settle();
  away = true;
  const late = await opens(trader);
  await accepted(world.forexClose(trader, kept));
  await world.clock.advance(31_000);
  away = false;
  await world.restart();
  await world.settledTick('EURUSD', '1.09000', '1.09002');
  expect(await copies()).toMatchObject([{ origin: kept, status: 'closed', reason: 'trader', tick: 0 }]);
  expect(await skips()).toEqual([{ origin: late, reason: 'late' }]);
  expect(await broken()).toEqual([]);
});

test('two traders on one pair in opposite directions are both copied, and each copy ends with its own', async () => {
  const [one = 0n, other = 0n] = await settled(2);
  const ids = [await opens(one), await opens(other, { side: 'sell' })];
  await world.settle();
  expect(await copies()).toMatchObject([
    { origin: ids[0], side: 'buy', status: 'open', price: '1.08552' },
    { origin: ids[1], side: 'sell', status: 'open', price: '1.08550' },
  ]);
  await accepted(world.forexClose(one, ids[0] ?? ''));
  await world.settle();
  expect(await copies()).toMatchObject([{ status: 'closed', reason: 'trader' }, { status: 'open' }]);
  expect(await broken()).toEqual([]);
});

test('a follower with one place left for an order takes one copy, and reads why the next was not made', async () => {
  const [trader = 0n] = await settled(1);
  world.setPair('EURUSD', { feeRate: amount(0n) });
  for (let count = 0; count < 199; count += 1)
    await opens(follower, { lots: '0.01', target: '1.00000', multiple: '200' });
  const ids = [await opens(trader), await opens(trader)];
  await world.settle();
  expect(await copies()).toMatchObject([{ origin: ids[0], status: 'open' }]);
  expect(await skips()).toEqual([{ origin: ids[1], reason: 'orders' }]);
  expect(await broken()).toEqual([]);
});

test('a higher stop that waits is let go of where a lower greatest amount does not allow it any more', async () => {
  const [trader = 0n] = await settled(1);
  const stops = async () =>
    (
      await world.db.owner.query(
        'SELECT stop_amount::int AS stop, stop_next::int AS next FROM follow_settings ORDER BY number DESC LIMIT 1',
      )
    ).rows;
  await sets(trader, { stop_amount: '30000' });
  expect(await stops()).toEqual([{ stop: 10_000, next: 30_000 }]);
  await sets(trader, { max_amount: '10000' });
  expect(await stops()).toEqual([{ stop: 10_000, next: 30_000 }]);
  await sets(trader, { max_amount: '4000' });
  expect(await stops()).toEqual([{ stop: 10_000, next: null }]);
});

test('nobody begins to follow a trader whose orders are frozen; who follows already goes on', async () => {
  const [trader = 0n] = await settled(1);
  const freezes = JSON.stringify({ orders: { reason: 'looked into', time: 1, by: '1', until: null } });
  const locks = (on: boolean) =>
    world.db.owner.query('UPDATE user_standing SET locks = $1, freezes = $2 WHERE user_id = $3', [
      on ? 2 : 0,
      on ? freezes : '{}',
      trader,
    ]);
  const other = follower;
  follower = await world.realUser(5_000);
  await world.db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [follower]);
  await locks(true);
  expect(await refusalOf(followingOf(world, follower).follow(trader, { max_amount: '1000' }))).toBe(
    'TRADER_NOT_LEADING',
  );
  await locks(false);
  await follow(trader);
  const { rows } = await world.db.owner.query('SELECT user_id FROM follows WHERE ended_time IS NULL ORDER BY user_id');
  expect(rows).toEqual([{ user_id: other }, { user_id: follower }]);
});
