// What a real user may not open: past their own limit of a day, during a break, and what their residence is not offered (rules §4, §12).

import { systemClock } from '@fairtick/kernel/clock';
import { amount, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import { readStanding, STANDING_LOOKS_AT, type StandingChange } from '@fairtick/server/domains/accounts/index';
import { loadStandings } from '@fairtick/server/domains/accounts/standing-table';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type ForexTyped, type MicroTyped, type World } from '../../harness/world.ts';

const DAY_MS = 86_400_000;
const BUY: ForexTyped = { pair: 'BTCUSD', side: 'buy', lots: '0.01', multiple: '10' };
const OPTION: MicroTyped = { pair: 'BTCUSD', direction: 'up', stake: '30', seconds: '60' };

let world: World;
let user: Id;

beforeEach(() => openWorld(systemClock.now()));
afterEach(closeWorld);

async function openWorld(startMs: number): Promise<void> {
  world = await createWorld({
    startMs,
    // A fee that can be counted by hand: 5.00 a lot; stakes from a cent.
    settings: (settings) => ({
      ...settings,
      forex: { ...settings.forex, feeType: 1 },
      micro: {
        ...settings.micro,
        durations: settings.micro.durations.map((one) => ({
          ...one,
          minStake: amount(1n),
        })),
      },
    }),
  });
  world.setPair('BTCUSD', { feeRate: amount(500_000_000n) });
  user = await world.realUser(10_000);
  await world.tick('BTCUSD', '60000.00', '60000.00');
}

async function closeWorld(): Promise<void> {
  expect(await world.invariants()).toEqual([]);
  expect(world.said).toEqual([]);
  await world.close();
}

const stand = (set: Readonly<Record<string, string | number | null>>): Promise<unknown> =>
  world.db.owner.query(
    `UPDATE user_standing SET ${Object.keys(set)
      .map((name, at) => `${name} = $${at + 2}`)
      .join(', ')} WHERE user_id = $1`,
    [user, ...Object.values(set)],
  );
/** What the user was told of an order. */
const toldOf = async (id: string) =>
  (
    await world.db.owner.query<{ kind: string; params: unknown }>(
      'SELECT kind, params FROM notices WHERE user_id = $1 AND order_id = $2 ORDER BY id',
      [user, id],
    )
  ).rows;
const databaseMs = async (): Promise<number> =>
  Number((await world.db.owner.query<{ now: bigint }>('SELECT database_ms() AS now')).rows[0]?.now);

const option = (stake: string): Promise<string> => refusalOf(world.microSubmit(user, { ...OPTION, stake }));

/** One lot bought at 60,000 and closed: fee 5.00 and this result. */
async function closedAt(price: string): Promise<void> {
  const { Id: id } = await accepted(world.forexSubmit(user, { ...BUY, lots: '1', multiple: '50' }));
  await world.tick('BTCUSD', price, price);
  await accepted(world.forexClose(user, id));
  await world.tick('BTCUSD', '60000.00', '60000.00');
}

describe('the limit of a day', () => {
  test('closed -60, fee 5, at stake 30 of 100: 5.00 goes, 5.01 does not; gains count', async () => {
    await closedAt('59940.00');
    await accepted(world.microSubmit(user, OPTION));
    await stand({ loss_limit: '100' });
    expect(await world.microSubmit(user, { ...OPTION, stake: '5.01' })).toMatchObject({
      ok: false,
      error: { error: 'SELF_LIMIT', params: { limit: '100.00', left: '5.00' } },
    });
    expect(await option('5')).toBe('accepted');
    for (const order of [option('0.01'), refusalOf(world.forexSubmit(user, BUY))])
      expect(await order).toBe('SELF_LIMIT');
    await stand({ loss_limit: null });
    await closedAt('60020.00');
    await stand({ loss_limit: '100' });
    expect(await option('15.01')).toBe('SELF_LIMIT');
    expect(await option('15')).toBe('accepted');
  });

  test('counts what the same batch did before', async () => {
    await stand({ loss_limit: '100' });
    const stakes = await Promise.all([option('60'), option('40'), option('0.01')]);
    expect(stakes).toEqual(['accepted', 'accepted', 'SELF_LIMIT']);
  });

  test('a won or lost option counts by its result, once it has ended', async () => {
    await stand({ loss_limit: '100' });
    expect(await option('60')).toBe('accepted');
    // It opens at the first price behind it.
    world.clock.advance(1_000);
    await world.tick('BTCUSD', '60000.00', '60000.00');
    world.clock.advance(57_000);
    await world.tick('BTCUSD', '59000.00', '59000.00');
    world.clock.advance(4_000);
    await world.tick('BTCUSD', '60000.00', '60000.00');
    await world.settle();
    expect(await option('40.01')).toBe('SELF_LIMIT');
    expect(await option('40')).toBe('accepted');
  });

  test('closing is never refused, and what waits is given up once the limit is reached', async () => {
    const { Id: open } = await accepted(world.forexSubmit(user, { ...BUY, lots: '1', multiple: '50' }));
    const { Id: pending } = await accepted(world.forexSubmit(user, { ...BUY, target: '50000' }));
    await stand({ loss_limit: '100' });
    await world.tick('BTCUSD', '59905.00', '59905.00');
    await accepted(world.forexClose(user, open));
    expect((await world.forexOrder(user, pending)).status).toBe('cancelled');
    expect(formatUnits((await readStanding(world.db.app, user))?.lossToday ?? 0n)).toBe('100');
  });

  test('what waits is given up once less is left than its own fee; what costs no more than that goes on', async () => {
    const submit = (lots: string) =>
      accepted(world.forexSubmit(user, { ...BUY, lots, multiple: '50', target: '59000' }));
    const [dear, cheap] = [await submit('1'), await submit('0.01')];
    await stand({ loss_limit: '34.99' });
    await accepted(world.microSubmit(user, OPTION));
    expect((await world.forexOrder(user, dear.Id)).status).toBe('cancelled');
    expect(await toldOf(dear.Id)).toEqual([{ kind: 'cancelled', params: { pair: 'BTC/USD', why: 'limit' } }]);
    await world.settledTick('BTCUSD', '58999.00', '58999.00');
    expect((await world.forexOrder(user, cheap.Id)).status).toBe('open');
  });

  test('what waits is given up in the batch that reaches the limit: by a stake, by a fee, by a fill', async () => {
    const reach: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['35', () => accepted(world.microSubmit(user, { ...OPTION, stake: '35' }))],
      ['40', () => accepted(world.forexSubmit(user, { ...BUY, lots: '1', multiple: '50' }))],
      ['45', () => world.settledTick('BTCUSD', '59000.00', '59000.00')],
    ];
    for (const [limit, act] of reach) {
      const { Id: pending } = await accepted(world.forexSubmit(user, { ...BUY, target: '50000' }));
      await accepted(world.forexSubmit(user, { ...BUY, lots: '1', multiple: '50', target: '59000' }));
      await stand({ loss_limit: limit });
      await act();
      expect([limit, (await world.forexOrder(user, pending)).status]).toEqual([limit, 'cancelled']);
      expect((await toldOf(pending)).at(-1)).toEqual({ kind: 'cancelled', params: { pair: 'BTC/USD', why: 'limit' } });
      await stand({ loss_limit: null });
    }
  });

  test('lowering holds at once, raising from its moment on', async () => {
    await closedAt('59940.00');
    const now = await databaseMs();
    await stand({ loss_limit: '50', loss_limit_next: '200', loss_limit_from: now + DAY_MS });
    expect(await option('1')).toBe('SELF_LIMIT');
    await stand({ loss_limit_from: now });
    expect(await option('135.01')).toBe('SELF_LIMIT');
    expect(await option('135')).toBe('accepted');
  });

  test('yesterday is over at 00:00 UTC by the database’s clock; what a server ahead of it wrote counts today', async () => {
    const loss = async (): Promise<string> => {
      const [standing] = await loadStandings(world.db.app, [user], [user]);
      return formatUnits(standing?.lossToday ?? 0n);
    };
    await closeWorld();
    await openWorld((Math.floor(systemClock.now() / DAY_MS) - 1) * DAY_MS);
    await closedAt('59940.00');
    expect(await loss()).toBe('0');
    world.clock.advance(DAY_MS - 1);
    await world.tick('BTCUSD', '60000.00', '60000.00');
    await closedAt('59950.00');
    expect(await loss()).toBe('0');
    world.clock.advance(1);
    await world.tick('BTCUSD', '60000.00', '60000.00');
    await closedAt('59980.00');
    expect(await loss()).toBe('25');
    const days = (by: number) => world.db.owner.query('UPDATE owners SET day = day + $2 WHERE id = $1', [user, by]);
    for (const [ahead, lost] of [
      [1, '145'],
      [-1, '0'],
    ] as const) {
      await days(ahead);
      expect(await loss()).toBe(lost);
      await days(-ahead);
    }
  });

  test('what a day has cost is read from one row, however many journals the day has', async () => {
    await stand({ loss_limit: '1000' });
    for (let order = 0; order < 5; order += 1) await accepted(world.microSubmit(user, OPTION));
    const tx = await world.db.app.connect();
    try {
      await tx.query('BEGIN');
      const reads = async (): Promise<Record<string, number>> => {
        const { rows } = await tx.query<{ relname: string; n: bigint }>(
          `SELECT relname, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS n FROM pg_stat_xact_user_tables
           WHERE relname IN ('journals', 'entries', 'ledger_accounts', 'owners') ORDER BY relname`,
        );
        return Object.fromEntries(rows.map(({ relname, n }) => [relname, Number(n)]));
      };
      const before = await reads();
      await tx.query(`SET LOCAL enable_seqscan = off`);
      expect(await loadStandings(tx, [user])).toMatchObject([{ lossToday: 0n }]);
      expect(await reads()).toEqual({ ...before, owners: (before.owners ?? 0) + 1 });
    } finally {
      await tx.query('ROLLBACK');
      tx.release();
    }
  });
});

test('a break ends by the database’s clock', async () => {
  const now = await databaseMs();
  await stand({ cool_off_until: now + 60_000 });
  expect(await option('30')).toBe('COOLING');
  expect(await refusalOf(world.forexSubmit(user, BUY))).toBe('COOLING');
  // The server's clock changes nothing.
  world.clock.advance(120_000);
  await world.tick('BTCUSD', '60000.00', '60000.00');
  expect(await option('30')).toBe('COOLING');
  await stand({ cool_off_until: now });
  expect(await option('30')).toBe('accepted');
});

describe('what waits is given up with the command that shuts its user out', () => {
  const asked = (set: StandingChange['set'], looksAt: readonly string[]) =>
    world.server.pipeline.submit({
      ...{ name: 'limits_set', realm: 'live', owners: [user], actor: { kind: 'user', id: user }, looksAt },
      names: { accounts: [user] },
      decide: () => ok({ change: { accounts: { standing: [{ userId: user, set }] } }, answer: {} }),
    });
  const change = (set: StandingChange['set']) => accepted(asked(set, STANDING_LOOKS_AT));

  test.each<readonly [string, StandingChange['set']]>([
    ['a lock', { freezes: { orders: { reason: 'why', time: 0, by: '1', until: null } } }],
    ['a break', { coolOffUntil: systemClock.now() + DAY_MS }],
    ['a limit', { lossLimit: amount(1n) }],
    ['a residence', { country: 'DE' }],
  ])('%s by a command that did not look at what waits is refused, logged, and changes nothing', async (_, set) => {
    const { Id: pending } = await accepted(world.forexSubmit(user, { ...BUY, target: '50000' }));
    const before = { ...(await readStanding(world.db.app, user)), nowMs: 0 };
    expect(await refusalOf(asked(set, []))).toBe('INTERNAL');
    expect({ ...(await readStanding(world.db.app, user)), nowMs: 0 }).toEqual(before);
    expect((await world.forexOrder(user, pending)).status).toBe('pending');
    expect(world.said.splice(0)).toMatchObject([{ level: 'error', fields: { command: 'limits_set' } }]);
  });

  test('a break, a lower limit; each order is told once, in its user’s words, and holds nothing any more', async () => {
    const now = await databaseMs();
    await closedAt('59940.00');
    for (const [why, set] of [
      ['break', { coolOffUntil: now + DAY_MS }],
      ['limit', { lossLimit: amount(6_500_000_000n) }],
    ] as const) {
      const ids = [];
      for (const target of ['50000', '51000'])
        ids.push((await accepted(world.forexSubmit(user, { ...BUY, target }))).Id);
      const { Id: kept } = await accepted(world.forexSubmit(user, BUY));
      await change(set);
      for (const id of ids) {
        expect((await world.forexOrder(user, id)).status).toBe('cancelled');
        expect(await toldOf(id)).toEqual([{ kind: 'cancelled', params: { pair: 'BTC/USD', why } }]);
      }
      // A position is nobody's to end but its user's.
      expect((await world.forexOrder(user, kept)).status).toBe('open');
      await accepted(world.forexClose(user, kept));
      await change({ coolOffUntil: undefined, lossLimit: undefined });
    }
    expect((await world.balance(user, 'forex')).locked).toBe('0');
  });

  test('another limit, a break that is over and a residence that is offered as much end nothing', async () => {
    const now = await databaseMs();
    const { Id: pending } = await accepted(world.forexSubmit(user, { ...BUY, target: '50000' }));
    await change({ lossLimit: amount(5_000_000n), coolOffUntil: now, country: 'HK' });
    expect((await world.forexOrder(user, pending)).status).toBe('pending');
    expect(await toldOf(pending)).toEqual([]);
  });
});

test('what a user cancels themselves is not told as if the system had done it', async () => {
  const { Id: pending } = await accepted(world.forexSubmit(user, { ...BUY, target: '50000' }));
  await accepted(world.forexCancel(user, pending));
  expect(await toldOf(pending)).toEqual([]);
});

test('a loss that takes what waits says so, of each order', async () => {
  const { Id: open } = await accepted(world.forexSubmit(user, { ...BUY, lots: '1', multiple: '10' }));
  const { Id: pending } = await accepted(
    world.forexSubmit(user, { ...BUY, target: '35000', lots: '1', multiple: '10' }),
  );
  await world.tick('BTCUSD', '53400.00', '53400.00');
  await accepted(world.forexClose(user, open));
  expect(await toldOf(pending)).toEqual([{ kind: 'cancelled', params: { pair: 'BTC/USD', why: 'loss' } }]);
});

describe('by residence', () => {
  test('in the European Union: no options, a coin twice at most, gold twenty times', async () => {
    await stand({ country: 'DE' });
    expect(await option('30')).toBe('PRODUCT_NOT_OFFERED');
    expect(await world.forexSubmit(user, BUY)).toMatchObject({
      ok: false,
      error: { error: 'MULTIPLE_NOT_OFFERED', params: { offered: '2' } },
    });
    await accepted(world.forexSubmit(user, { ...BUY, multiple: '2' }));
  });

  test('elsewhere, unknown, and for play money: everything', async () => {
    for (const country of ['HK', null]) {
      await stand({ country });
      expect(await option('30')).toBe('accepted');
      await accepted(world.forexSubmit(user, BUY));
    }
    const demo = await world.demoUser();
    await accepted(world.microSubmit(demo, OPTION));
  });
});
