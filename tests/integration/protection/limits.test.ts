// Limits that users set themselves, asked for on one server while the orders come to another (rule H8, accounts.md §8).

import { systemClock } from '@fairtick/kernel/clock';
import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { systemEntropy } from '@fairtick/kernel/random';
import { protectionRoutes, Sessions } from '@fairtick/server/domains/accounts/index';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type ForexTyped, type MicroTyped, type Server, type World } from '../../harness/world.ts';

const DAY_MS = 86_400_000;
const BUY: ForexTyped = { pair: 'BTCUSD', side: 'buy', lots: '0.01', multiple: '10' };
const OPTION: MicroTyped = { pair: 'BTCUSD', direction: 'up', stake: '30', seconds: '60' };

let world: World;
let other: Server;
let user: Id;
let token: string;
let routes: ReturnType<typeof protectionRoutes>;
let keys = 0;

beforeEach(async () => {
  world = await createWorld({
    startMs: systemClock.now(),
    // A fee that can be counted by hand: 5.00 a lot; stakes from a cent.
    settings: (settings) => ({
      ...settings,
      forex: { ...settings.forex, feeType: 1 },
      micro: {
        ...settings.micro,
        durations: settings.micro.durations.map((one) => ({ ...one, minStake: amount(1n) })),
      },
    }),
  });
  world.setPair('BTCUSD', { feeRate: amount(500_000_000n) });
  user = await world.realUser(10_000);
  await world.tick('BTCUSD', '60000.00', '60000.00');
  other = await world.another();
  const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const sessions = new Sessions({ db: world.db.app, clock: systemClock, entropy: systemEntropy, logger });
  token = await sessions.create(user);
  routes = protectionRoutes({
    submit: (command) => other.pipeline.submit(command),
    reads: () => world.db.app,
    elevation: (principal) => sessions.elevation(principal),
  });
});
afterEach(async () => {
  await other.stop();
  expect(await world.invariants()).toEqual([]);
  expect(world.said).toEqual([]);
  await world.close();
});

function asked(key?: string): RequestContext {
  keys += 1;
  return {
    principal: { kind: 'user', userId: user, realm: 'live', tokenHash: hashToken(token) },
    lang: 'en',
    key: key ?? `limits-${keys}`,
    address: '127.0.0.1',
    agent: 'world',
    deviceHash: null,
    requestId: `limits-${keys}`,
  };
}

const limits = async () => accepted(Promise.resolve(routes.limits({}, asked())));
const setLimit = async (dollars: string, key?: string) => routes.limits_set({ daily_loss: dollars }, asked(key));
const takeBreak = async (hours: '24' | '168' | '720' | 'forever') => routes.cool_off({ hours }, asked());
const option = (stake: string): Promise<string> => refusalOf(world.microSubmit(user, { ...OPTION, stake }));
const databaseMs = async (): Promise<number> =>
  Number((await world.db.owner.query<{ now: bigint }>('SELECT database_ms() AS now')).rows[0]?.now);
const stepUp = (): Promise<unknown> =>
  world.db.owner.query('UPDATE sessions SET elevated_until = database_ms() + 300000 WHERE user_id = $1', [user]);
/** As if the day that a raise waits were over. */
const dayLater = (): Promise<unknown> =>
  world.db.owner.query('UPDATE user_standing SET loss_limit_from = database_ms() WHERE user_id = $1', [user]);

/** One lot bought at 60,000 and closed: fee 5.00 and a loss of 60.00. */
async function lose60(): Promise<void> {
  const { Id: id } = await accepted(world.forexSubmit(user, { ...BUY, lots: '1', multiple: '50' }));
  await world.tick('BTCUSD', '59940.00', '59940.00');
  await accepted(world.forexClose(user, id));
  await world.tick('BTCUSD', '60000.00', '60000.00');
}

describe('a limit of a day', () => {
  test('of 100 with 60 lost, a fee of 5 and 30 at stake leaves 5.00; of 50 it leaves nothing; 200 holds after a day', async () => {
    await lose60();
    await accepted(world.microSubmit(user, OPTION));
    expect(await limits()).toEqual({ dailyLoss: null, next: null, lostToday: '95.00', left: null, coolOffUntil: 0 });
    const set = await accepted(setLimit('100'));
    expect(set).toEqual({ dailyLoss: '100.00', next: null, lostToday: '95.00', left: '5.00', coolOffUntil: 0 });
    expect(await option('5.01')).toBe('SELF_LIMIT');
    expect(await option('5')).toBe('accepted');
    expect(await accepted(setLimit('50'))).toMatchObject({ dailyLoss: '50.00', left: '0.00' });
    for (const order of [option('0.01'), refusalOf(world.forexSubmit(user, BUY))])
      expect(await order).toBe('SELF_LIMIT');

    await stepUp();
    const before = await databaseMs();
    const { next, dailyLoss } = await accepted(setLimit('200'));
    const now = await databaseMs();
    expect([dailyLoss, next?.dailyLoss]).toEqual(['50.00', '200.00']);
    expect(next?.from).toBeGreaterThanOrEqual(before + DAY_MS);
    expect(next?.from).toBeLessThanOrEqual(now + DAY_MS);
    expect(await option('0.01')).toBe('SELF_LIMIT');
    await dayLater();
    expect(await limits()).toMatchObject({ dailyLoss: '200.00', next: null, left: '100.00' });
    expect(await option('100.01')).toBe('SELF_LIMIT');
    expect(await option('100')).toBe('accepted');
  });

  test('is raised or taken away by nobody who only found the session open, and the same key goes through after a step-up', async () => {
    await accepted(setLimit('100'));
    for (const wish of ['100.01', ''])
      expect(await setLimit(wish, `the raise ${wish}`)).toEqual({
        ok: false,
        error: { error: 'STEP_UP_NEEDED', data: { methods: ['code'] } },
      });
    expect(await limits()).toMatchObject({ dailyLoss: '100.00', next: null });
    await stepUp();
    expect(await accepted(setLimit('', 'the raise '))).toMatchObject({
      dailyLoss: '100.00',
      next: { dailyLoss: null },
    });
    await dayLater();
    expect(await limits()).toMatchObject({ dailyLoss: null, next: null, left: null });
  });

  test('ends in the same batch what waits and costs more than it leaves; positions stay and can be closed', async () => {
    const { Id: open } = await accepted(world.forexSubmit(user, BUY));
    const { Id: waits } = await accepted(
      world.forexSubmit(user, { ...BUY, lots: '1', multiple: '50', target: '50000' }),
    );
    await accepted(setLimit('5'));
    expect((await world.forexOrder(user, waits)).status).toBe('cancelled');
    expect((await world.forexOrder(user, open)).status).toBe('open');
    await accepted(world.forexClose(user, open));
  });

  test.each([
    ['0', 'VALUE_ZERO daily_loss'],
    ['-1', 'VALUE_NEGATIVE daily_loss'],
    ['1.001', 'VALUE_TOO_PRECISE daily_loss'],
    ['a', 'VALUE_NOT_A_NUMBER daily_loss'],
    ['9'.repeat(40), 'VALUE_TOO_LARGE daily_loss'],
  ])('%s is none', async (typed, refusal) => {
    expect(await refusalOf(setLimit(typed))).toBe(refusal);
    expect(await limits()).toMatchObject({ dailyLoss: null });
  });

  test('set while stakes come to another server: never more at stake than the limit that was answered', async () => {
    const stakes = Array.from({ length: 12 }, () => option('10'));
    const set = setLimit('50');
    await Promise.all(stakes);
    const { dailyLoss, lostToday } = await accepted(set);
    expect(dailyLoss).toBe('50.00');
    const after = await Promise.all(Array.from({ length: 12 }, () => option('10')));
    const placed = after.filter((one) => one === 'accepted').length;
    expect(placed).toBe(Math.max(0, Math.floor((50 - Number((await limits()).lostToday) + placed * 10) / 10)));
    expect(Number((await limits()).lostToday)).toBe(Math.max(50, Number(lostToday)));
  });
});

describe('a break', () => {
  test('of a day stops every new order on every server, ends what waits, and lets positions be closed', async () => {
    const { Id: open } = await accepted(world.forexSubmit(user, BUY));
    const { Id: waits } = await accepted(world.forexSubmit(user, { ...BUY, target: '50000' }));
    const before = await databaseMs();
    const { coolOffUntil } = await accepted(takeBreak('24'));
    expect(coolOffUntil).toBeGreaterThanOrEqual(before + DAY_MS);
    expect(coolOffUntil).toBeLessThanOrEqual((await databaseMs()) + DAY_MS);
    expect((await world.forexOrder(user, waits)).status).toBe('cancelled');
    expect(await option('30')).toBe('COOLING');
    expect(await refusalOf(world.forexSubmit(user, BUY))).toBe('COOLING');
    await accepted(world.forexClose(user, open));
  });

  test.each(['720', 'forever'] as const)(
    'of %s hours is taken by nobody who only found the session open',
    async (hours) => {
      const needed = { ok: false, error: { error: 'STEP_UP_NEEDED', data: { methods: ['code'] } } };
      expect(await takeBreak(hours)).toEqual(needed);
      expect(await limits()).toMatchObject({ coolOffUntil: 0 });
      expect(await option('30')).toBe('accepted');
      await stepUp();
      const { coolOffUntil } = await accepted(takeBreak(hours));
      expect(coolOffUntil).toBeGreaterThan((await databaseMs()) + 29 * DAY_MS);
    },
  );

  test('is not shortened by a shorter one, and one without an end says no end', async () => {
    const { coolOffUntil } = await accepted(takeBreak('168'));
    expect(await accepted(takeBreak('24'))).toMatchObject({ coolOffUntil });
    await stepUp();
    const { coolOffUntil: never } = await accepted(takeBreak('forever'));
    expect(await accepted(takeBreak('720'))).toMatchObject({ coolOffUntil: never });
    expect(await world.microSubmit(user, OPTION)).toEqual({ ok: false, error: { error: 'COOLING', params: {} } });
  });
});
