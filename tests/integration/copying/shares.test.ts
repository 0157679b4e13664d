// The share of a follower's gains on the real pipeline, from prices: the table of the specification line by line, what else is open beside it, and a closing that the
// house can pay only later.

import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { payShares } from '@fairtick/server/domains/copying/following/jobs';
import { afterEach, expect, test } from 'vitest';
import { followingOf } from '../../harness/following.ts';
import { moveByHand } from '../../harness/money-by-hand.ts';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

const AT = 1.085;

let world: World;
let trader: Id;
let follower: Id;
afterEach(() => world.close());

async function settled(): Promise<void> {
  world = await createWorld({ settings: (now) => ({ ...now, copying: { ...now.copying, betweenMs: 0 } }) });
  const { owner } = world.db;
  [trader, follower] = [await world.realUser(20_000), await world.realUser(20_000)];
  await owner.query(
    `INSERT INTO traders (user_id, status, person_key, applied_time, approved_time, share_rate) VALUES ($1, 2, 1, 1, 1, 0.1)`,
    [trader],
  );
  await owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [follower]);
  // The table has net results: here they are the results.
  world.setPair('EURUSD', { feeRate: amount(0n) });
  await world.restart();
  await quote();
}

/** The same on both sides: what is bought loses nothing by it. */
const quote = (moved = 0) => {
  const text = (AT + moved / 100_000).toFixed(5);
  return world.settledTick('EURUSD', text, text);
};

const follow = async (change: Parameters<ReturnType<typeof followingOf>['follow']>[1] = {}) =>
  accepted(followingOf(world, follower).follow(trader, change));
const leave = async () => accepted(followingOf(world, follower).leave(trader));
const payday = () => payShares({ db: world.db.app, submit: (command) => world.server.pipeline.submit(command) });

/** One lot of the trader's: a dollar a point. */
const opens = async () => {
  const { Id } = await accepted(world.forexSubmit(trader, { pair: 'EURUSD', side: 'buy', lots: '1', multiple: '100' }));
  await world.settle();
  return Id;
};
const closes = async (id: string, dollars: number) => {
  await quote(dollars);
  await accepted(world.forexClose(trader, id));
  await world.settle();
  await quote();
};

const steps = async () =>
  (
    await world.db.owner.query<Record<string, string>>(
      `SELECT cumulative::numeric(9, 2)::text AS cum, high_water::numeric(9, 2)::text AS mark, accrued::numeric(9, 2)::text AS aside,
         moved::numeric(9, 2)::text AS moved FROM copy_steps ORDER BY number`,
    )
  ).rows.map(({ cum, mark, aside, moved }) => [cum, mark, aside, moved].map(Number));
const broken = async () => (await world.invariants()).filter((one) => !one.startsWith('trader_as_applied '));

test('table 4.3: the mark over gains, losses, paydays, leaving with copies open, and following again', async () => {
  await settled();
  await follow();
  const before = Number((await world.balance(trader, 'change')).available);
  await closes(await opens(), 200);
  await closes(await opens(), -150);
  await payday();
  await closes(await opens(), 100);
  await payday();
  await closes(await opens(), -300);
  await payday();
  await closes(await opens(), 250);
  const left = [await opens(), await opens()];
  await closes(await opens(), 100);
  await leave();
  // What was left open is the follower's to close.
  for (const [at, dollars] of [-80, 60].entries()) {
    const { rows } = await world.db.owner.query<{ id: bigint }>('SELECT id FROM forex_orders WHERE origin_id = $1', [
      left[at],
    ]);
    await quote(dollars);
    await accepted(world.forexClose(follower, String(rows[0]?.id)));
    await quote();
  }
  await payday();
  await follow();
  await closes(await opens(), 30);
  expect(await steps()).toEqual([
    [200, 0, 20, 20],
    [50, 0, 5, -15],
    [50, 50, 0, -5],
    [150, 50, 10, 10],
    [150, 150, 0, -10],
    [-150, 150, 0, 0],
    [100, 150, 0, 0],
    [200, 150, 5, 5],
    [200, 200, 0, -5],
    [120, 200, 0, 0],
    [180, 200, 0, 0],
    [210, 200, 1, 1],
  ]);
  await payday();
  const { rows: told } = await world.db.owner.query<{ amount: string }>(
    `SELECT params->>'amount' AS amount FROM notices WHERE user_id = $1 AND kind = 'share_paid' ORDER BY id`,
    [follower],
  );
  expect(told.map(({ amount: paid }) => paid)).toEqual(['5.00', '10.00', '5.00', '1.00']);
  // A tenth of the highest sum at a payday, and no more.
  expect(Number((await world.balance(trader, 'change')).available) - before).toBe(21);
  expect(await broken()).toEqual([]);
});

test('while something is open in a market that is closed nothing is set aside, and what is needed for what else is open stays', async () => {
  await settled();
  await world.settledTick('XAUUSD', '2345.000', '2345.200');
  await accepted(world.forexSubmit(follower, { pair: 'XAUUSD', side: 'buy', lots: '0.01', multiple: '100' }));
  await follow();
  const id = await opens();
  world.setPair('XAUUSD', { enabled: false });
  await closes(id, 1_000);
  expect(await steps()).toEqual([[1_000, 0, 0, 0]]);
  expect(await broken()).toEqual([]);
});

test('a closing that the house can’t pay waits until it can, and is then done at its trader’s tick', async () => {
  await settled();
  await follow({ multiple: '3' });
  const id = await opens();
  const purse = ['capital', 'trading', 'protection'];
  const { rows } = await world.db.owner.query<{ kind: string; available: string }>(
    `SELECT kind, available::text FROM ledger_accounts WHERE owner_id = 0 AND realm = 'live' AND kind = ANY ($1)`,
    [purse],
  );
  const move = (id: Id, sign: 1 | -1) =>
    moveByHand(world.db, {
      ...{ realm: 'live', ownerId: 0n, id },
      sums: Object.fromEntries(
        rows.map(({ kind, available }) => [kind, `${sign} * (${available} - ${kind === 'trading' ? 150 : 0})`]),
      ),
    });
  await move(4_100_000n, -1);
  const reached = await quote(100);
  await accepted(world.forexClose(trader, id));
  await world.settle();
  const copy = async () =>
    (
      await world.db.owner.query(
        'SELECT status::text, close_tick AS tick, result::int FROM forex_orders WHERE origin_id = $1',
        [id],
      )
    ).rows;
  for (let second = 0; second < 10; second += 1) {
    await world.clock.advance(1_000);
    await quote(50);
  }
  expect(await copy()).toMatchObject([{ status: 'open' }]);
  await move(4_200_000n, 1);
  await expect
    .poll(
      async () => {
        world.clock.advance(1_000);
        await world.settle();
        return copy();
      },
      { timeout: 20_000 },
    )
    .toEqual([{ status: 'closed', tick: BigInt(reached.logIndex), result: 300 }]);
});

test('a copy that is smaller than was wanted says so, with how much', async () => {
  await settled();
  await follow({ multiple: '2', max_amount: '1500' });
  await opens();
  const { rows } = await world.db.owner.query<{ kind: string; params: unknown }>(
    'SELECT kind, params FROM notices WHERE user_id = $1',
    [follower],
  );
  // 1,085 a lot: 1.38 of them are 1,497.30.
  expect(rows).toEqual([
    { kind: 'copy_cut', params: { pair: 'EUR/USD', quantity: '1.38', wanted: '2', price: '1.08500' } },
  ]);
});
