// Traders over HTTP on the whole server: who may apply, what the staff decide, what others see, and that every figure is what the orders say.
// Long because each rule is one test over one server.

import { systemClock } from '@fairtick/kernel/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import { fundLiveHouse } from '../../harness/real-user.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse, type Person } from '../verification/house.ts';
import { type Crowd, crowdOf } from './crowd.ts';

let house: House;
let cora: TestMember;
let crowd: Crowd;

beforeAll(async () => {
  house = await openHouse();
  await fundLiveHouse(house.db);
  cora = await insertStaff(house.db, { roles: ['compliance'], name: 'Cora' });
  crowd = crowdOf(house, cora);
});
afterAll(() => house.close());

type Fields = Readonly<Record<string, string>>;
const plain = z.record(z.string(), z.unknown());
const list = z.object({ data: z.array(plain), total: z.number() }).loose();
const apply = (who: Person, fields: Fields = {}, key?: string) =>
  house.user('apply_trader', fields, { token: who.token, ...(key !== undefined && { key }) });
const profile = async (who: Person, lang = 'en') =>
  plain.parse((await house.user('follow_profile', {}, { token: who.token, lang })).data);
const decide = (id: string, decision: string, reason = '', who: TestMember = cora) =>
  house.staff('trader_decide', { id, decision, reason }, { token: who.token });
const lobby = async () => list.parse((await house.user('trader_list', {}, {})).data).data;
const inLobby = async ({ id }: Person) => (await lobby()).find(({ user_id }) => user_id === String(id));
/** The board is looked at every few seconds. */
const soon = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000, interval: 500 });
const isTrader = async (who: Person) =>
  z
    .object({ user: plain })
    .loose()
    .parse((await house.user('user_info', {}, { token: who.token })).data).user.is_trader;

test('who is not verified, and who has closed fewer than ten orders, is told so', async () => {
  const nobody = await house.person();
  expect((await apply(nobody)).said).toBe('NOT_VERIFIED');
  expect(await profile(nobody)).toMatchObject({ status: 0, verified: false, closed_orders: 0, needed_orders: 10 });
  const few = await crowd.verified('FEW0001');
  await crowd.trade(few, 9);
  const refused = await apply(few);
  expect(refused.said).toBe('TRADER_ORDERS_FEW');
  expect(refused.msg).toContain('you have 9');
  // One that is open is not closed.
  await crowd.open(few);
  expect((await apply(few)).said).toBe('TRADER_ORDERS_FEW');
  await crowd.trade(few, 1);
  expect((await apply(few)).said).toBe('ok');
  expect(await profile(few)).toMatchObject({ status: 1, closed_orders: 10 });
});

test('an application keeps what was agreed to, waits once, and is answered within five days', async () => {
  const ann = await crowd.verified('AGREE001');
  await crowd.trade(ann, 10);
  const { agreement } = z
    .object({
      agreement: z.object({ version: z.number(), hash: z.string(), lang: z.string(), paragraphs: z.array(z.string()) }),
    })
    .loose()
    .parse(await profile(ann, 'ar'));
  expect(agreement.lang).toBe('ar');
  expect(agreement.paragraphs.length).toBeGreaterThan(5);
  // What was read in one language is not what holds in another.
  expect((await apply(ann, { agreement: agreement.hash })).said).toBe('AGREEMENT_OLD');
  const all = await Promise.all(Array.from({ length: 8 }, () => apply(ann)));
  expect(all.map(({ said }) => said).toSorted()).toEqual([...Array(7).fill('TRADER_WAITING'), 'ok']);
  const kept = await profile(ann);
  expect(kept).toMatchObject({ status: 1, nickname_chosen: false, share_rate: '10.00', max_followers: 1000 });
  expect(Number(kept.due) - Number(kept.applied)).toBe(5 * 86_400_000);
  const english = z
    .object({ hash: z.string() })
    .loose()
    .parse((await profile(ann)).agreement);
  expect(kept.agreed).toMatchObject({ version: 1, hash: english.hash });
});

test('apply, be approved, be seen: figures are what the orders say, and no money or open order of anybody shows', async () => {
  const { person, id } = await crowd.applicant('LEAD0001');
  await house.user(
    'follow_profile_change',
    { nickname: 'Mei Lin', multiple: '3', max_amount: '2500.5' },
    { token: person.token },
  );
  expect(await isTrader(person)).toBe(false);
  expect((await house.user('trader_detail', { id: String(person.id) }, {})).said).toBe('TRADER_UNKNOWN');
  const item = plain.parse((await house.staff('trader_item', { id }, { token: cora.token })).data);
  expect(item).toMatchObject({ state: 'waiting', nickname: 'Mei Lin', verified: true, country: 'HK', samePerson: [] });
  expect(item.record).toMatchObject({ total: { trades: 10 }, multiple: 10, pair: 'BTC/USD', drawdown: '' });
  expect((await decide(id, 'approve')).said).toBe('ok');
  expect(await isTrader(person)).toBe(true);
  await soon(() => inLobby(person)).toMatchObject({ nickname: 'Mei Lin', own_num: 10, state: 'active' });
  const seen = await inLobby(person);
  const [[net, rate, gains]] = z.tuple([z.tuple([z.string(), z.string(), z.number()])]).parse(
    await house.rows(
      `SELECT sum(result - fee)::numeric(30, 6)::text, round(sum(result - fee) / sum(margin) * 100, 2)::text,
           (count(*) FILTER (WHERE result - fee > 0))::int
         FROM forex_orders WHERE user_id = $1 AND status = 'closed'`,
      [person.id],
    ),
  );
  expect(seen).toMatchObject({ total_profit: net, profit_percent: rate, position_quantity: 3, max_amount: '2500.50' });
  expect(seen).toMatchObject({ share_rate: '10.00' });
  expect(seen).toMatchObject({
    follow_num: 0,
    position_num: 0,
    total_num: 0,
    total_amount: '0.000000',
    is_followed: false,
  });
  const record = plain.parse((await house.user('trader_record', { id: String(person.id) }, {})).data);
  expect(record).toMatchObject({
    three_week: { trades: 10, profit: net, rate, win: (gains * 10).toFixed(2) },
    total: { trades: 10, profit: net },
    ...{ sharpe: '', return_7: '', unlisted: ['new'] },
  });
  const orders = list.parse(
    (await house.user('my_deal_follow_order', { user_id: String(person.id), status: '3', page: '1' }, {})).data,
  );
  expect(orders.total).toBe(10);
  expect(orders.data[0]).toMatchObject({
    Status: 3,
    FollowType: 1,
    OrderType: 1,
    ForexTradeLists: { ShowCode: 'BTC/USD' },
  });
  const open = await crowd.open(person);
  for (const token of [undefined, (await house.person()).token])
    expect(
      (await house.user('my_deal_follow_order', { user_id: String(person.id), status: '1' }, { token })).said,
    ).toBe('FOLLOWERS_ONLY');
  const copies = { user_id: String(person.id), follower_user_id: '7', status: '3' };
  expect((await house.user('my_deal_follow_order', copies, {})).said).toBe('ORDER_NOT_FOUND');
  // What is open is charged where it loses, and stands beside the closed figures.
  await soon(async () => (await inLobby(person))?.open_result).not.toBe('0.000000');
  await house.user('forex_close', { id: open }, { token: person.token });
  await soon(async () => (await inLobby(person))?.own_num).toBe(11);
});

test('ranked from ten closed orders of three weeks, fourteen days after approval, with 500 USD of their own', async () => {
  const { person, id } = await crowd.applicant('RANK0001');
  const ranked = async () =>
    z
      .array(z.object({ user: z.object({ id: z.string() }).loose() }).loose())
      .parse((await house.user('follow_list', {}, {})).data)
      .find(({ user }) => user.id === String(person.id));
  await decide(id, 'approve');
  await soon(() => inLobby(person)).toBeDefined();
  expect(await ranked()).toBeUndefined();
  await house.db.owner.query(`ALTER TABLE traders DISABLE TRIGGER trader_stays`);
  await house.db.owner.query('UPDATE traders SET approved_time = approved_time - $2 WHERE user_id = $1', [
    person.id,
    14 * 86_400_000,
  ]);
  await house.db.owner.query(`ALTER TABLE traders ENABLE TRIGGER trader_stays`);
  await soon(ranked).toMatchObject({ multiple: 10, code: 'BTC/USD', total_trade_num: 10 });
  expect((await lobby())[0]?.user_id).toBe(String(person.id));
});

test('a rejection and a suspension are told with their reason; a suspended one is gone from the lobby and its record stays', async () => {
  const { person, id } = await crowd.applicant('FATE0001');
  expect((await decide(id, 'reject')).said).toBe('REASON_REQUIRED');
  expect((await decide(id, 'reject', 'Write to www.example.com')).said).toBe('REASON_LEADS_AWAY');
  expect((await decide(id, 'suspend', 'Too early')).said).toBe('ALREADY_DECIDED');
  expect((await decide(id, 'reject', 'The record is too short.')).said).toBe('ok');
  expect(await profile(person)).toMatchObject({ status: 3, reason: 'The record is too short.' });
  expect((await decide(id, 'approve')).said).toBe('ALREADY_DECIDED');
  expect((await apply(person)).said).toBe('ok');
  const [[again = 0n] = [0n]] = z
    .array(z.tuple([z.bigint()]))
    .parse(await house.rows('SELECT id FROM trader_applications WHERE user_id = $1 AND status = 1', [person.id]));
  const both = await Promise.all([decide(String(again), 'approve'), decide(String(again), 'approve')]);
  expect(both.map(({ said }) => said).toSorted()).toEqual(['ALREADY_DECIDED', 'ok']);
  expect((await apply(person)).said).toBe('TRADER_ALREADY');
  await soon(() => inLobby(person)).toBeDefined();
  expect((await decide(String(again), 'suspend', 'Orders against another account.')).said).toBe('ok');
  expect(await isTrader(person)).toBe(false);
  expect((await apply(person)).said).toBe('TRADER_SUSPENDED');
  await soon(() => inLobby(person)).toBeUndefined();
  expect((await house.user('trader_detail', { id: String(person.id) }, {})).data).toMatchObject({
    state: 'suspended',
    own_num: 10,
  });
  // A suspension ends by approving again, and the record goes on since its first day.
  const before = (await profile(person)).approved;
  expect((await decide(String(again), 'approve')).said).toBe('ok');
  expect((await profile(person)).approved).toBe(before);
  const told = await house.rows(`SELECT kind FROM notices WHERE user_id = $1 AND kind LIKE 'trader%' ORDER BY id`, [
    person.id,
  ]);
  expect(told).toEqual([['trader_rejected'], ['trader_approved'], ['trader_suspended'], ['trader_approved']]);
  const acts = await house.rows(
    `SELECT kind, actor_id, contents::jsonb ->> 'reason' FROM acts WHERE subject_id = $1 AND kind LIKE 'trader%' ORDER BY id`,
    [String(person.id)],
  );
  expect(acts).toEqual([
    ['trader_rejected', cora.id, 'The record is too short.'],
    ['trader_approved', cora.id, null],
    ['trader_suspended', cora.id, 'Orders against another account.'],
    ['trader_approved', cora.id, null],
  ]);
});

test('a person has one record, whatever accounts they open', async () => {
  const { person: first, id } = await crowd.applicant('SAME 0001');
  const second = await crowd.verified('same-0001');
  await crowd.trade(second, 10);
  // While one waits, leads or is suspended, no other of theirs does.
  expect((await apply(second)).said).toBe('TRADER_ELSEWHERE');
  await decide(id, 'approve');
  expect((await apply(second)).said).toBe('TRADER_ELSEWHERE');
  await decide(id, 'suspend', 'Two accounts of one person.');
  expect((await apply(second)).said).toBe('TRADER_ELSEWHERE');
  // Who has left may begin again, and what they did before is told with it.
  await house.db.owner.query('UPDATE users SET removed_time = $2 WHERE id = $1', [first.id, systemClock.now()]);
  expect((await apply(second)).said).toBe('ok');
  const [[next = 0n] = [0n]] = z
    .array(z.tuple([z.bigint()]))
    .parse(await house.rows('SELECT id FROM trader_applications WHERE user_id = $1 AND status = 1', [second.id]));
  const item = plain.parse((await house.staff('trader_item', { id: String(next) }, { token: cora.token })).data);
  expect(item).toMatchObject({ record: { total: { trades: 20 } } });
  expect(item.samePerson).toHaveLength(1);
  await decide(String(next), 'approve');
  await soon(() => inLobby(second)).toMatchObject({ own_num: 20 });
  expect((await house.user('trader_detail', { id: String(first.id) }, {})).data).toMatchObject({
    state: 'left',
    own_num: 20,
  });
  // A record stays readable, also while somebody asks to lead again and is refused.
  const stateOf = async () => {
    const { said, data } = await house.user('trader_detail', { id: String(second.id) }, {});
    return said === 'ok' ? plain.parse(data).state : said;
  };
  expect((await house.user('follow_end', {}, { token: second.token })).said).toBe('ok');
  await soon(stateOf).toBe('left');
  expect((await apply(second)).said).toBe('ok');
  const [[third = 0n] = [0n]] = z
    .array(z.tuple([z.bigint()]))
    .parse(await house.rows('SELECT id FROM trader_applications WHERE user_id = $1 AND status = 1', [second.id]));
  await decide(String(third), 'reject', 'Not again.');
  await house.rows('SELECT pg_sleep(2)');
  expect(await stateOf()).toBe('left');
});

test('two accounts of one person who apply at the same moment: one of them waits', async () => {
  const [one, other] = [await crowd.verified('RACE0001'), await crowd.verified('RACE0001')];
  await crowd.trade(one, 10);
  await crowd.trade(other, 10);
  const both = await Promise.all([apply(one), apply(other)]);
  expect(both.map(({ said }) => said).toSorted()).toEqual(['TRADER_ELSEWHERE', 'ok']);
});

test('nobody looks at or decides the application of an account that is their own', async () => {
  const { person, id } = await crowd.applicant('MINE0001');
  const carl = await insertStaff(house.db, { roles: ['compliance'] });
  await house.db.owner.query('INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $3)', [
    ...[carl.id, person.id, cora.id],
  ]);
  expect((await house.staff('trader_item', { id }, { token: carl.token })).said).toBe('BENEFICIARY');
  expect((await decide(id, 'approve', '', carl)).said).toBe('BENEFICIARY');
  const support = await insertStaff(house.db, { roles: ['support'] });
  expect((await house.staff('traders_queue', {}, { token: support.token })).said).toBe('NOT_ALLOWED');
  const auditor = await insertStaff(house.db, { roles: ['auditor'] });
  expect((await house.staff('trader_item', { id }, { token: auditor.token })).said).toBe('ok');
  expect((await decide(id, 'approve', '', auditor)).said).toBe('NOT_ALLOWED');
});

test('names are unlike each other and unlike ours', async () => {
  const [ann, bob] = [await house.person(), await house.person()];
  const call = (who: Person, nickname: string) =>
    house.user('follow_profile_change', { nickname }, { token: who.token });
  expect((await call(ann, 'Silver Fox')).said).toBe('ok');
  // In Cyrillic, full width, with digits for letters.
  for (const name of ['silver fox', 'Ѕilvеr Fох', 'ＳＩＬＶＥＲ ＦＯＸ', 'S1lver_F0x'])
    expect((await call(bob, name)).said).toBe('NICKNAME_TAKEN');
  for (const name of ['Fairtick Pro', 'f4irtick', 'Аdmin', 'Trader 1234', 'www.fox.com', '...'])
    expect((await call(bob, name)).said).toBe('NICKNAME_REFUSED');
  for (const name of ['x', 'a'.repeat(21)]) expect((await call(bob, name)).said).toBe('NICKNAME_LENGTH');
  const race = await Promise.all([call(bob, 'Golden Owl'), call(await house.person(), 'golden owl')]);
  expect(race.map(({ said }) => said).toSorted()).toEqual(['NICKNAME_TAKEN', 'ok']);
  const range = (fields: Fields) => house.user('follow_profile_change', fields, { token: bob.token });
  for (const multiple of ['0', '101', '1.5', 'x']) expect((await range({ multiple })).said).toBe('MULTIPLE_RANGE');
  for (const max_amount of ['9.99', '1000000.01', '10.001', '-1'])
    expect((await range({ max_amount })).said).toBe('MAX_AMOUNT_RANGE');
});

test('another server answers the same, and the books are whole', async () => {
  const other = await house.another();
  const rows = async (server: Pick<House, 'user'>) =>
    list
      .parse((await server.user('trader_list', {}, {})).data)
      .data.map(({ user_id, own_num, total_profit }) => [user_id, own_num, total_profit]);
  await soon(() => rows(other)).toEqual(await rows(house));
  // Whoever was removed above still held money.
  const broken = (await brokenInvariants(house.db.owner)).filter((one) => !one.startsWith('removed_user_has_nothing'));
  expect(broken).toEqual([]);
});
