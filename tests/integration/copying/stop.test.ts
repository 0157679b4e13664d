// The stop of a relation on the real pipeline and engine, tick by tick: at which sum it acts, at which price, and what a crash changes of that.

import { amount, UNIT } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { afterEach, expect, test } from 'vitest';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, settleServer, type World, type WorldOptions } from '../../harness/world.ts';

const DAY_MS = 86_400_000;
const FOLLOW = 9_000_001n;

let world: World;
let trader: Id;
let follower: Id;
afterEach(() => world.close());

interface Given {
  readonly closedNet?: string;
  readonly stop?: string;
  readonly dollars?: number;
}

/** One who follows a trader, by the owner's hand. */
async function following({ closedNet = '0', stop = '100', dollars = 5_000 }: Given = {}, options: WorldOptions = {}) {
  // Orders of a test come at one moment of its clock.
  const settings: WorldOptions['settings'] = (now) => ({ ...now, copying: { ...now.copying, betweenMs: 0 } });
  world = await createWorld({ settings, ...options });
  const { owner } = world.db;
  [trader, follower] = [await world.realUser(20_000), await world.realUser(dollars)];
  await owner.query(
    'INSERT INTO traders (user_id, status, person_key, applied_time, approved_time) VALUES ($1, 2, 1, 1, 1)',
    [trader],
  );
  await owner.query(
    `INSERT INTO follows (id, realm, user_id, trader_id, share_rate, began_event, began_time, closed_num, closed_net, closed_margin)
     VALUES ($1, 'live', $2, $3, 0.1, 0, 1, 0, $4, 0)`,
    [FOLLOW, follower, trader, closedNet],
  );
  await setStop(1, { stop, at: 1 });
  await world.tick('EURUSD', '1.08550', '1.08552');
  await world.restart();
}

interface Set {
  readonly stop: string;
  readonly at: number;
  readonly next?: string;
}

const setStop = (number: number, { stop, at, next }: Set) =>
  world.db.owner.query(
    `INSERT INTO follow_settings (follow_id, number, user_id, from_event, mode, multiple, max_amount, stop_amount, stop_next, stop_next_from, paused, set_time)
     VALUES ($1, $2, $3, 0, 'lots', 1, 5000, $4, $5, $6, false, $7)`,
    [FOLLOW, number, follower, stop, next ?? null, next === undefined ? null : at + DAY_MS, at],
  );

interface Stored {
  readonly pair_id: number;
  readonly status: string;
  readonly reason: string | null;
  readonly price: string | null;
  readonly tick: bigint | null;
  readonly result: string;
}
const copies = async (): Promise<Stored[]> =>
  (
    await world.db.owner.query<Stored>(
      `SELECT pair_id, status::text, close_reason::text AS reason, close_price::numeric(12, 5)::text AS price, close_tick AS tick,
         result::numeric(12, 2)::text AS result FROM forex_orders WHERE follow_id = $1 ORDER BY id`,
      [FOLLOW],
    )
  ).rows;
const ended = async () =>
  (
    await world.db.owner.query<{ end_reason: string | null; ended_time: bigint | null; net: string }>(
      'SELECT end_reason, ended_time, closed_net::text AS net FROM follows WHERE id = $1',
      [FOLLOW],
    )
  ).rows[0];
const told = async () =>
  (
    await world.db.owner.query<{ params: unknown }>(
      `SELECT params FROM notices WHERE user_id = $1 AND kind = 'copy_stopped'`,
      [follower],
    )
  ).rows.map(({ params }) => params);
const followers = async () =>
  (
    await world.db.owner.query<{ followers: number; live: number }>(
      'SELECT followers, live_followers AS live FROM trader_following',
    )
  ).rows;

/** A trader by the owner's hand has not applied. */
const broken = async () => (await world.invariants()).filter((one) => !one.startsWith('trader_as_applied '));

const open = async (pair: string, lots: string): Promise<string> => {
  const { Id } = await accepted(world.forexSubmit(trader, { pair, side: 'buy', lots, multiple: '100' }));
  await world.settle();
  return Id;
};

test('it acts at the sum of closed and open nets, fees among them, at the first tick that reaches it', async () => {
  await following({ closedNet: '-40.25' });
  await open('EURUSD', '0.20');
  await world.settledTick('EURUSD', '1.08257', '1.08259');
  expect([await ended(), await copies()]).toMatchObject([{ end_reason: null }, [{ status: 'open' }]]);
  const reached = await world.settledTick('EURUSD', '1.08256', '1.08258');
  await world.settledTick('EURUSD', '1.08000', '1.08002');
  expect(await copies()).toMatchObject([
    { status: 'closed', reason: 'copy_stop', price: '1.08256', tick: BigInt(reached.logIndex), result: '-59.20' },
  ]);
  expect(await ended()).toMatchObject({
    end_reason: 'stop',
    ended_time: BigInt(reached.receivedTime),
    net: '-100.10131200',
  });
  expect(await followers()).toEqual([{ followers: 0, live: 0 }]);
  expect(await told()).toEqual([{ lost: '100.101312', stop: '100.00', over: '0.101312' }]);
});

test('a gap closes at its own price, and is told', async () => {
  await following({ closedNet: '-40.25' });
  await open('EURUSD', '0.20');
  await world.settledTick('EURUSD', '1.08000', '1.08002');
  expect(await copies()).toMatchObject([{ reason: 'copy_stop', price: '1.08000', result: '-110.40' }]);
  expect(await told()).toEqual([{ lost: '151.301312', stop: '100.00', over: '51.301312' }]);
});

test('the trader’s own order stays open, what they close later is followed no more, and every promise of the books holds', async () => {
  await following();
  const id = await open('EURUSD', '0.20');
  await world.settledTick('EURUSD', '1.08000', '1.08002');
  expect(await copies()).toMatchObject([{ reason: 'copy_stop' }]);
  expect(await world.forexOrder(trader, id)).toMatchObject({ status: 'open' });
  await open('EURUSD', '0.10');
  await accepted(world.forexClose(trader, id));
  await world.settle();
  expect(await copies()).toHaveLength(1);
  expect(await broken()).toEqual([]);
});

test('of two copies that whose market is closed waits for its first tick that trades', async () => {
  await following();
  await world.tick('XAUUSD', '2345.000', '2345.200');
  await open('XAUUSD', '0.01');
  await open('EURUSD', '0.20');
  world.setPair('XAUUSD', { enabled: false });
  const reached = await world.settledTick('EURUSD', '1.08000', '1.08002');
  expect(await copies()).toMatchObject([{ status: 'open' }, { reason: 'copy_stop', tick: BigInt(reached.logIndex) }]);
  expect(await ended()).toMatchObject({ end_reason: 'stop' });
  await world.settledTick('XAUUSD', '2340.000', '2340.200');
  await world.restart();
  await world.settledTick('EURUSD', '1.07990', '1.07992');
  expect(await copies()).toMatchObject([{ status: 'open' }, {}]);
  world.setPair('XAUUSD', { enabled: true });
  const first = await world.settledTick('XAUUSD', '2350.000', '2350.200');
  await world.settledTick('XAUUSD', '2360.000', '2360.200');
  expect(await copies()).toMatchObject([{ reason: 'copy_stop', tick: BigInt(first.logIndex), result: '4.80' }, {}]);
  expect(await told()).toHaveLength(1);
  expect(await broken()).toEqual([]);
});

test('a lower stop holds at once, a higher one after a day', async () => {
  await following({ stop: '150' });
  await open('EURUSD', '0.20');
  await world.settledTick('EURUSD', '1.08000', '1.08002');
  expect(await ended()).toMatchObject({ end_reason: null });
  const now = world.clock.now();
  await setStop(2, { stop: '105', at: now + 1_000, next: '400' });
  await world.restart();
  await world.clock.advance(DAY_MS);
  const before = await world.settledTick('EURUSD', '1.08050', '1.08052');
  expect(before.receivedTime).toBeLessThan(now + 1_000 + DAY_MS);
  expect(await copies()).toMatchObject([{ status: 'open' }]);
  await world.clock.advance(2_000);
  await world.settledTick('EURUSD', '1.07900', '1.07902');
  expect(await copies()).toMatchObject([{ status: 'open' }]);
  await world.clock.advance(1_000);
  await setStop(3, { stop: '50', at: world.clock.now() });
  await world.restart();
  await world.settle();
  expect(await copies()).toMatchObject([{ status: 'open' }]);
  const lowered = await world.settledTick('EURUSD', '1.08050', '1.08052');
  expect(await copies()).toMatchObject([{ reason: 'copy_stop', tick: BigInt(lowered.logIndex) }]);
});

test('what is passed while nobody watches, or between trigger and decision, is decided at its own tick after the start', async () => {
  await following();
  await open('EURUSD', '0.20');
  const passed = await world.unseenTick('EURUSD', '1.08000', '1.08002');
  await world.unseenTick('EURUSD', '1.08600', '1.08602');
  await world.restart();
  await world.settle();
  expect(await copies()).toMatchObject([{ reason: 'copy_stop', price: '1.08000', tick: BigInt(passed.logIndex) }]);
  await world.restart();
  await world.settle();
  expect(await told()).toHaveLength(1);
  expect(await broken()).toEqual([]);
});

test('a process that ends right before the commit of a stop decides it once, at the same tick', async () => {
  let dies = false;
  await following(
    {},
    {
      moment: (moment, names) => {
        if (!dies || moment !== 'before_commit' || !names.includes('copy_stop')) return;
        dies = false;
        throw new Error('the process ends here');
      },
    },
  );
  await open('EURUSD', '0.20');
  dies = true;
  const reached = await world.tick('EURUSD', '1.08000', '1.08002');
  await world.tick('EURUSD', '1.08600', '1.08602');
  await world.settle();
  expect(dies).toBe(false);
  await world.restart();
  await world.settle();
  expect(await copies()).toMatchObject([{ reason: 'copy_stop', tick: BigInt(reached.logIndex) }]);
  expect(await told()).toHaveLength(1);
  expect(await broken()).toEqual([]);
});

test('the stop-loss of a copy that the same tick reaches goes first, and what it leaves is judged', async () => {
  await following();
  await accepted(
    world.forexSubmit(trader, { pair: 'EURUSD', side: 'buy', lots: '0.20', multiple: '100', stopLoss: '1.08100' }),
  );
  await world.settle();
  await open('EURUSD', '0.02');
  await world.settledTick('EURUSD', '1.08000', '1.08002');
  expect(await copies()).toMatchObject([{ reason: 'stop_loss' }, { reason: 'copy_stop' }]);
  expect(await ended()).toMatchObject({ end_reason: 'stop' });
  expect(await broken()).toEqual([]);
});

test('it acts before a stop-out of the same tick, which then finds nothing to do', async () => {
  await following({ stop: '1000', dollars: 1_500 });
  await open('EURUSD', '1');
  await world.settledTick('EURUSD', '1.07200', '1.07202');
  expect(await copies()).toMatchObject([{ reason: 'copy_stop', result: '-1352.00' }]);
  expect(await broken()).toEqual([]);
});

test('nights count, and two servers that both find it close each copy once', async () => {
  await following();
  world.setPair('EURUSD', { financingBuy: amount(50n * UNIT) });
  await open('EURUSD', '0.20');
  world.setPair('EURUSD', { enabled: false });
  // Three-fold on a Wednesday: 30 USD at 17:00 in New York.
  await world.clock.advance(10 * 3_600_000);
  await world.settledTick('EURUSD', '1.08250', '1.08252');
  world.setPair('EURUSD', { enabled: true });
  await world.settledTick('EURUSD', '1.08252', '1.08254');
  expect(await copies()).toMatchObject([{ status: 'open' }]);
  const other = await world.another();
  const reached = await world.tick('EURUSD', '1.08205', '1.08207');
  other.market.take(reached);
  other.trading.onTick(reached);
  await world.settle();
  await settleServer(other);
  await other.stop();
  expect(await copies()).toMatchObject([{ reason: 'copy_stop', tick: BigInt(reached.logIndex), result: '-69.40' }]);
  expect(await told()).toHaveLength(1);
  expect(await broken()).toEqual([]);
});
