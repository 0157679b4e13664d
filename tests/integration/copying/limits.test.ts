// How much of a trader is copied, on the whole server: openings at their distance and of a day, and so much of a pair. What is beyond opens for the trader
// alone, and each who follows reads why.

import { hash } from 'node:crypto';
import { systemClock } from '@fairtick/kernel/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import { presetSettings } from '../../harness/preset.ts';
import { fundLiveHouse } from '../../harness/real-user.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse, type Person } from '../verification/house.ts';
import { type Crowd, crowdOf } from './crowd.ts';

/** USD of bitcoin that may be copied of one trader. */
const MOST = 20_000;
const LIMITS = {
  openings_a_day: 3,
  seconds_between: 2,
  copied: { fx: '100000000', metal: '50000000', index: '20000000', always: String(MOST) },
};

let house: House;
let cora: TestMember;
let crowd: Crowd;

beforeAll(async () => {
  house = await openHouse((db) => presetSettings(db.owner, { copying_limits: LIMITS }));
  await fundLiveHouse(house.db);
  cora = await insertStaff(house.db, { roles: ['compliance'], name: 'Cora' });
  crowd = crowdOf(house, cora);
});
afterAll(() => house.close());

const soon = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000, interval: 200 });
const rest = (ms: number) => new Promise<void>((resume) => systemClock.after(ms, resume));

async function leader(card: string): Promise<Person> {
  const { person, id } = await crowd.applicant(card);
  const done = await house.staff('trader_decide', { id, decision: 'approve', reason: '' }, { token: cora.token });
  if (done.said !== 'ok') throw new Error(`a trader was not approved: ${done.said}`);
  return person;
}
const follow = async (who: Person, trader: Person) =>
  house.user(
    'follow_trader',
    { trader_id: String(trader.id), multiple: '1', max_amount: '1900' },
    { token: who.token },
  );
const skip = z.object({ order_id: z.string(), reason: z.string() }).loose();
const skipsOf = async (who: Person) =>
  z
    .object({ data: z.array(skip) })
    .loose()
    .parse((await house.user('follow_skips', {}, { token: who.token })).data)
    .data.map(({ order_id, reason }) => [order_id, reason]);
const copied = async (id: string) =>
  z
    .array(z.tuple([z.bigint()]))
    .parse(await house.rows('SELECT follow_id FROM forex_orders WHERE origin_id = $1', [id]))
    .flat();

test('orders on the heels of another, and those beyond the day’s number, are the trader’s alone', async () => {
  const trader = await leader('L0000001');
  const one = await crowd.verified('L0000002');
  expect((await follow(one, trader)).said).toBe('ok');
  const first = await crowd.open(trader);
  const tooSoon = await crowd.open(trader);
  await soon(() => skipsOf(one)).toEqual([[tooSoon, 'trader_pace']]);
  for (let more = 0; more < 2; more += 1) {
    await rest(2_100);
    const id = await crowd.open(trader);
    await soon(() => copied(id)).toHaveLength(1);
  }
  await rest(2_100);
  const tooMany = await crowd.open(trader);
  await soon(() => skipsOf(one)).toEqual([
    [tooMany, 'trader_day'],
    [tooSoon, 'trader_pace'],
  ]);
  expect([(await copied(first)).length, await copied(tooSoon), await copied(tooMany)]).toEqual([1, [], []]);
  expect(
    await house.rows('SELECT count(*)::int FROM forex_orders WHERE user_id = $1 AND status = $2', [trader.id, 'open']),
  ).toEqual([[5]]);
  // What is open is closed with the trader's order, however many were opened.
  expect((await house.user('forex_close', { id: first }, { token: trader.token })).said).toBe('ok');
  await soon(() => house.rows('SELECT status::text FROM forex_orders WHERE origin_id = $1', [first])).toEqual([
    ['closed'],
  ]);
  const notices = JSON.stringify((await house.user('notices', {}, { token: one.token })).data);
  expect(notices).toContain('too soon after the trader’s last copied order');
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
});

test('of one trader and pair so much is copied; whoever comes behind that by the order’s hash goes without, and closing makes room', async () => {
  const trader = await leader('L0000011');
  const followers = [
    await crowd.verified('L0000012'),
    await crowd.verified('L0000013'),
    await crowd.verified('L0000014'),
  ];
  for (const one of followers) expect((await follow(one, trader)).said).toBe('ok');
  // Two of them fit, three don't.
  const [[worth = 0] = []] = z
    .array(z.tuple([z.number()]))
    .parse(
      await house.rows(
        'SELECT (quantity * cont_num * open_price)::float FROM forex_orders WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
        [trader.id],
      ),
    );
  const cont = (Math.floor((0.4 * MOST) / worth) / 100).toFixed(2);
  const order = { type: '1', cont, forex_id: '21', status: '1', multiple: '10' };
  for (let round = 0; round < 2; round += 1) {
    await rest(2_100);
    const placed = await house.user('forex_submit', order, { token: trader.token });
    expect(placed.said).toBe('ok');
    const { Id: id } = z.object({ Id: z.string() }).loose().parse(placed.data);
    await soon(async () => (await Promise.all(followers.map(skipsOf))).flat().filter(([of]) => of === id)).toEqual([
      [id, 'copied_limit'],
    ]);
    const relations = z
      .array(z.tuple([z.bigint()]))
      .parse(await house.rows('SELECT id FROM follows WHERE trader_id = $1', [trader.id]))
      .flat()
      .toSorted((a, b) => (hash('sha256', `${id}/${a}`, 'hex') < hash('sha256', `${id}/${b}`, 'hex') ? -1 : 1));
    expect((await copied(id)).toSorted()).toEqual(relations.slice(0, 2).toSorted());
    expect((await house.user('forex_close', { id }, { token: trader.token })).said).toBe('ok');
    await soon(() =>
      house.rows(`SELECT count(*)::int FROM forex_orders WHERE origin_id = $1 AND status = 'open'`, [id]),
    ).toEqual([[0]]);
  }
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
});

test('nobody begins to follow a trader whose account is more than half below its peak; who follows goes on, and a recovery opens it again', async () => {
  const trader = await leader('L0000021');
  const [one, two] = [await crowd.verified('L0000022'), await crowd.verified('L0000023')];
  const hour = async (at: number, equity: number, flow = 0) =>
    house.rows('INSERT INTO trader_equity (user_id, hour, equity, flow, through) VALUES ($1, $2, $3, $4, 0)', [
      trader.id,
      at * 3_600_000,
      equity,
      flow,
    ]);
  await hour(1, 1_000);
  await hour(2, 2_000);
  // Exactly half is not below it.
  await hour(3, 1_000);
  expect((await follow(one, trader)).said).toBe('ok');
  await hour(4, 999);
  expect((await follow(two, trader)).said).toBe('TRADER_FALLEN');
  const id = await crowd.open(trader);
  await soon(() => copied(id)).toHaveLength(1);
  // Money that is put in mends nothing.
  await hour(5, 5_999, 5_000);
  expect((await follow(two, trader)).said).toBe('TRADER_FALLEN');
  await hour(6, 6_100);
  expect((await follow(two, trader)).said).toBe('ok');
});

test('a fall is the person’s: who leads again from another account has not begun anew', async () => {
  const before = await leader('L0000031');
  const hour = async (at: number, equity: number) =>
    house.rows('INSERT INTO trader_equity (user_id, hour, equity, flow, through) VALUES ($1, $2, $3, 0, 0)', [
      before.id,
      at * 3_600_000,
      equity,
    ]);
  await hour(1, 2_000);
  await hour(2, 900);
  expect((await house.user('follow_end', {}, { token: before.token })).said).toBe('ok');
  const again = await leader('L0000031');
  expect((await follow(await crowd.verified('L0000032'), again)).said).toBe('TRADER_FALLEN');
  await hour(3, 1_100);
  expect((await follow(await crowd.verified('L0000033'), again)).said).toBe('ok');
});

test('what may be copied is said in public, with what it means', async () => {
  const settings = z
    .array(z.object({ key: z.string() }).loose())
    .parse((await house.user('public_settings', {}, {})).data);
  expect(settings.find(({ key }) => key === 'copying_limits')).toMatchObject({
    about: expect.stringContaining('copied in a day'),
  });
});
