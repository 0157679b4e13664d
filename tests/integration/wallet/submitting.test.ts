// What users say of money that they sent: only what could be a deposit is taken, each picture and transaction once, and two who claim one transaction
// are both held.

import { type ErrorName, refuse } from '@fairtick/contract/errors';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { err } from '@fairtick/kernel/result';
import { endUnanswered } from '@fairtick/server/domains/wallet/deposits/ending';
import { ratesOfClosed } from '@fairtick/server/domains/wallet/rates';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, OPTIONS, openDesk } from './desk.ts';

let desk: Desk;
let user: bigint;
beforeEach(async () => {
  desk = await openDesk();
  user = await desk.person();
});
afterEach(() => desk.close());

const refused = (error: ErrorName, params?: Readonly<Record<string, string>>) => err(refuse(error, params));
type Sent = Partial<Record<'number' | 'proofImg' | 'address' | 'charge_id' | 'txid', string>>;
async function send(sent: Sent = {}, by = user, key?: string) {
  const proofImg = sent.proofImg ?? (await desk.image(by));
  const input = { number: '1000', address: '', charge_id: '1', txid: '', ...sent, proofImg };
  return desk.handlers.charge_submit(input, desk.context(by, key === undefined ? {} : { key }));
}
async function taken(sent: Sent = {}, by = user): Promise<AnswerOf<'charge_submit'>> {
  const answer = await send(sent, by);
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.value;
}
const TXID = `0x${'Ab'.repeat(32)}`;
const holds = async () =>
  (await desk.sql<{ held_for: string }>('SELECT held_for FROM deposits ORDER BY id')).map(({ held_for }) => held_for);

test('a deposit keeps its terms, its picture is used for it, and it stands in its user’s list alone', async () => {
  const proofImg = await desk.image(user);
  const made = await taken({ proofImg, txid: TXID, address: OPTIONS[0]?.kind === 'coin' ? OPTIONS[0].address : '' });
  expect(made).toMatchObject({ number: '1000', type: 0, currency_code: 'USDT', status: 0, remark: '', credited: '' });
  const [row] = await desk.sql<object>(
    `SELECT d.option_id, d.network, d.txid, d.held_for, u.state, u.attached_to = 'deposit:' || d.id AS of_it
     FROM deposits d JOIN uploads u ON u.id = d.proof`,
  );
  const terms = { option_id: 1, network: 'evm:1', txid: 'ab'.repeat(32), held_for: '' };
  expect(row).toEqual({ ...terms, state: 'used', of_it: true });
  const other = await desk.person();
  const listed = (type: '0' | '1', by: bigint) => desk.handlers.quick_ist({ type, page: 1 }, desk.context(by));
  expect(await listed('0', user)).toEqual({ ok: true, value: { data: [made], total: 1 } });
  expect(await listed('1', user)).toEqual({ ok: true, value: { data: [], total: 0 } });
  expect(await listed('0', other)).toEqual({ ok: true, value: { data: [], total: 0 } });
});

test('numbers that are none, too little, and options that are not offered are refused, and leave nothing', async () => {
  const faults: readonly (readonly [Sent, ErrorName, Readonly<Record<string, string>>?])[] = [
    [{ number: '' }, 'VALUE_MISSING', { field: 'number' }],
    [{ number: 'a' }, 'VALUE_NOT_A_NUMBER', { field: 'number' }],
    [{ number: '-1' }, 'VALUE_NEGATIVE', { field: 'number' }],
    [{ number: '0' }, 'VALUE_ZERO', { field: 'number' }],
    [{ number: '10.0000001' }, 'VALUE_TOO_PRECISE', { field: 'number', places: '6' }],
    [{ number: '9.99' }, 'AMOUNT_BELOW_MIN', { min: '10.00' }],
    [{ proofImg: '' }, 'VALUE_MISSING', { field: 'proofImg' }],
    [{ proofImg: 'https://example.com/a.png' }, 'UPLOAD_UNKNOWN'],
    [{ charge_id: '3' }, 'OPTION_UNKNOWN'],
    [{ charge_id: '5' }, 'OPTION_UNKNOWN'],
    [{ charge_id: '99' }, 'OPTION_UNKNOWN'],
    [{ address: '0x000000000000000000000000000000000000dEaD' }, 'OPTION_UNKNOWN'],
    [{ txid: 'see <b>this</b>' }, 'INPUT_INVALID', { field: 'txid' }],
  ];
  for (const [sent, error, params] of faults) expect([sent, await send(sent)]).toEqual([sent, refused(error, params)]);
  expect(await holds()).toEqual([]);
  await taken({ number: '10' });
});

test('a picture is one’s own and proves one deposit', async () => {
  const [own, others] = [await desk.image(user), await desk.image(await desk.person())];
  expect(await send({ proofImg: others })).toEqual(refused('UPLOAD_UNKNOWN'));
  await taken({ proofImg: own });
  expect(await send({ proofImg: own })).toEqual(refused('PROOF_USED'));
});

test('one picture sent ten times at once makes one deposit, and one key as well', async () => {
  const own = await desk.image(user);
  const many = await Promise.all(Array.from({ length: 10 }, () => send({ proofImg: own })));
  expect(many.filter(({ ok }) => ok)).toHaveLength(1);
  expect(many.filter(({ ok }) => !ok)).toEqual(Array(9).fill(refused('PROOF_USED')));
  const next = await desk.image(user);
  const same = await Promise.all(Array.from({ length: 10 }, () => send({ proofImg: next }, user, 'the-same-key')));
  expect(new Set(same.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await holds()).toEqual(['', '']);
});

test('a transaction is told once by its user, and holds both where another claims it, whoever and however at once', async () => {
  await taken({ txid: TXID });
  expect(await send({ txid: 'ab'.repeat(32) })).toEqual(refused('TXID_CLAIMED'));
  const other = await desk.person();
  await taken({ txid: `0x${'aB'.repeat(32)}` }, other);
  expect(await holds()).toEqual(['claimed_twice', 'claimed_twice']);
  const [second, third] = [await desk.person(), await desk.person()];
  const txid = 'cd'.repeat(32);
  await Promise.all([taken({ txid }, second), taken({ txid }, third)]);
  expect(await holds()).toEqual(Array(4).fill('claimed_twice'));
  await taken({}, second);
  await taken({}, third);
  expect((await holds()).slice(4)).toEqual(['', '']);
});

test('five deposits of one user wait at most, also where six are sent at once', async () => {
  const sent = await Promise.all(Array.from({ length: 6 }, () => send()));
  expect(sent.filter(({ ok }) => !ok)).toEqual([refused('DEPOSITS_WAITING', { max: '5' })]);
  await taken({}, await desk.person());
});

test('what somebody unverified may not hold waits for their verification and says so in their language', async () => {
  const unverified = await desk.person(false);
  const made = await taken({ number: '10' }, unverified);
  expect([made.remark, await holds()]).toEqual(['Waits until your identity is verified.', ['unverified']]);
  const { data } = await desk.handlers
    .quick_ist({ type: '0', page: 1 }, desk.context(unverified, { lang: 'hk' }))
    .then((answer) => (answer.ok ? answer.value : { data: [] }));
  expect(data[0]?.remark).toBe('待您完成身份驗證後處理。');
});

test('a deposit for which nothing came within seven days ends by itself, is told once, and what compliance looks at stays', async () => {
  const { id } = await taken();
  const txid = 'ef'.repeat(32);
  await taken({ txid }, await desk.person());
  await taken({ txid }, await desk.person());
  const unverified = await desk.person(false);
  await taken({ number: '10' }, unverified);
  // It came: somebody of the staff has booked what the user names.
  const came = 'ab'.repeat(32);
  await taken({ txid: came }, await desk.person());
  await desk.sql(
    `INSERT INTO receipts (id, method, reference, currency, amount, from_shown, seen_time, seen_by, booked, rate, state)
     SELECT 77, network, txid || ':0', currency, 100, '', 0, 1, 100, 1, 'free' FROM deposits WHERE txid = $1`,
    [came],
  );
  const { pipeline } = desk.world.server;
  const end = () => endUnanswered({ submit: (command) => pipeline.submit(command), db: desk.world.db.app });
  const age = (ms: number) =>
    desk.sql('UPDATE deposits SET submitted_time = database_ms() - $1::bigint', [String(7 * 86_400_000 - ms)]);
  await age(60_000);
  expect(await end()).toEqual({ ended: 0 });
  await age(0);
  expect([await end(), await end()]).toEqual([{ ended: 1 }, { ended: 0 }]);
  const rows = await desk.sql<object>('SELECT id::text, status, reason_code FROM deposits ORDER BY id');
  expect(rows).toEqual([
    { id, status: 'invalid', reason_code: 'nothing_came' },
    ...Array.from({ length: 4 }, () => ({ id: expect.any(String), status: 'unchecked', reason_code: null })),
  ]);
  const told = await desk.sql<{ user_id: bigint; kind: string }>('SELECT user_id, kind FROM notices');
  expect(told).toEqual([{ user_id: user, kind: 'deposit_rejected' }]);
  // Whoever is verified now does not wait for that any more.
  await desk.sql('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [String(unverified)]);
  expect(await end()).toEqual({ ended: 1 });
});

test('banks say what to write on the transfer, coins where to send, and neither what nothing turns into USD', async () => {
  const banks = await desk.handlers.wire_info({ bank_coin: 'EUR' }, desk.context(user));
  expect(banks).toMatchObject({
    ok: true,
    value: [{ id: '4', bank_remark: `Deposit U${user} of U${user}`, min: '0.01', places: 3 }],
  });
  expect(await desk.handlers.charge_symbols({}, desk.context(user))).toEqual({
    ok: true,
    value: [{ code: 'USD' }, { code: 'EUR' }],
  });
  const coins = await desk.handlers.charge_info({}, desk.context(user));
  expect(coins.ok && coins.value.map(({ id, usd_price }) => [id, usd_price])).toEqual([
    ['1', '1'],
    // No price of now: it is offered all the same.
    ['2', ''],
  ]);
  const wired = await desk.handlers.wire_submit(
    { number: '250.00', proofImg: await desk.image(user), wire_id: '4' },
    desk.context(user),
  );
  expect(wired).toMatchObject({ ok: true, value: { number: '250', type: 1, currency_code: 'EUR' } });
});

test('nothing is deposited, nor shown where to, before a code was entered for a name of the account', async () => {
  const names = (set: string) => desk.sql(`UPDATE account_names SET ${set} WHERE user_id = $1`, [user]);
  const looked = async () => [
    await desk.handlers.charge_info({}, desk.context(user)),
    await desk.handlers.wire_info({ bank_coin: '' }, desk.context(user)),
  ];
  const unreached = refused('NAME_UNCONFIRMED');
  await names('verified_time = NULL');
  expect([await send(), ...(await looked())]).toEqual([unreached, unreached, unreached]);
  await names('verified_time = 1, removed_time = 2');
  expect([await send(), ...(await looked())]).toEqual([unreached, unreached, unreached]);
  expect(await holds()).toEqual([]);
  await desk.sql(
    `INSERT INTO account_names (user_id, kind, name, verified_time) VALUES ($1, 'mobile', '+85291234567', 1)`,
    [user],
  );
  await taken();
});

test('over a weekend the last rate counts and says that its market is closed, and it stays known of what took it', async () => {
  const { world } = desk;
  const account = async () => {
    const banks = await desk.handlers.wire_info({ bank_coin: 'EUR' }, desk.context(user));
    return banks.ok ? banks.value.map(({ usd_price, rate_closed }) => ({ usd_price, rate_closed })) : banks;
  };
  // The first day of all was a Thursday: to eight in the evening of the next Friday.
  const [day, week] = [86_400_000, 7 * 86_400_000];
  world.clock.advance((day + 20 * 3_600_000 - (world.clock.now() % week) + week) % week);
  const tick = await world.tick('EURUSD', '1.24995', '1.25005');
  expect(await account()).toEqual([{ usd_price: '0.8', rate_closed: false }]);
  world.clock.advance(day);
  expect(await account()).toEqual([{ usd_price: '0.8', rate_closed: true }]);
  const taken = [0, 14_999, 15_000, day].map((ms) => ({ rateTick: tick.logIndex, atMs: tick.receivedTime + ms }));
  const closed = await ratesOfClosed(world.db.app, [...taken, { rateTick: undefined, atMs: world.clock.now() }]);
  expect(taken.map((one) => closed.has(one))).toEqual([false, false, true, true]);
  expect(closed.size).toBe(2);
});
