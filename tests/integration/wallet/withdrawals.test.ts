// What users ask about withdrawals, over HTTP on the whole server: terms, the hold, what is kept of a call, lists, taking back.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import type { Person } from '../verification/house.ts';
import { ADDRESS, BANK, COIN, type MoneyHouse, openMoneyHouse, recordOf } from './money-house.ts';

let house: MoneyHouse;
let person: Person;
beforeAll(async () => {
  house = await openMoneyHouse();
});
afterAll(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.close();
});
beforeEach(async () => {
  person = await house.rich(1_000);
});

type Fields = Readonly<Record<string, string>>;
const draw = (fields: Fields, key?: string, who = person) =>
  house.user('draw', { draw_currency_id: '1', ...fields }, { token: who.token, ...(key === undefined ? {} : { key }) });
const page = z.object({ data: z.array(recordOf), total: z.number() });
const list = async (fields: Fields = {}, lang = 'en') =>
  page.parse((await house.user('draw_list', fields, { token: person.token, lang })).data);

test('what can be withdrawn, with its terms; a currency without a rate is not on offer', async () => {
  const { data } = await house.user('draw_symbol_list', { type: '1' }, { token: person.token });
  expect(data).toEqual([
    {
      ...{
        id: '1',
        code: 'USDT',
        protocol: 'ERC20',
        draw_rate: '5.00',
        fee_type: 1,
        usd_price: '1',
        rate_closed: false,
      },
      ...{ min: '10.00', max: '50000.00', places: 6, network: 'evm:1' },
    },
  ]);
  expect((await house.user('draw_symbol_list', { type: '2' }, { token: person.token })).data).toMatchObject([
    { code: 'USD', protocol: 'SWIFT' },
  ]);
});

test('asked for: held at once, shown with its steps, and taken back', async () => {
  const draw_method_id = await house.bound(person);
  const told = await draw({ number: '150', draw_method_id, memo: ' for\nrent ', shown: '145' });
  expect(told).toMatchObject({ said: 'ok' });
  expect(told.data).toMatchObject({
    ...{ number: '150.00', real_number: '145.000000', fee: '5.00', status: 1, status_name: 'Waits for review' },
    ...{ address: ADDRESS, memo: 'for rent', notes: '', overdue: false, type: 1 },
    draw_currency: { code: 'USDT', protocol: 'ERC20' },
  });
  const { id } = recordOf.parse(told.data);
  expect([await house.moneyOf(person), await house.journalsOf(id)]).toEqual([['850.00', '150.00', '0.00'], [110]]);
  const cancelled = await house.user('draw_cancel', { id }, { token: person.token });
  expect(recordOf.parse(cancelled.data)).toMatchObject({ status: 5, steps: [{ status: 1 }, { status: 5 }] });
  expect([await house.moneyOf(person), await house.journalsOf(id)]).toEqual([
    ['1000.00', '0.00', '0.00'],
    [110, 114],
  ]);
  expect((await house.user('draw_cancel', { id }, { token: person.token })).said).toBe('WITHDRAWAL_NOT_WAITING');
  expect(await list({}, 'hk')).toMatchObject({ total: 1, data: [{ id, status_name: '已取消' }] });
});

test('sent again with its key it is one withdrawal; what is kept of the call names no place', async () => {
  const draw_method_id = await house.bound(person, BANK);
  const fields = { draw_currency_id: '2', number: '100', draw_method_id };
  const answers = await Promise.all(Array.from({ length: 20 }, () => draw(fields, 'one-key')));
  expect(new Set(answers.map(({ said }) => said))).toEqual(new Set(['ok']));
  expect(answers[0]?.data).toMatchObject({ payee_account: 'DE89370400440532013000', type: 2 });
  expect((await list({ type: '2' })).total).toBe(1);
  const [[kept] = []] = await house.rows(
    `SELECT answer::text FROM command_keys WHERE owner_id = $1 AND call = 'draw'`,
    [person.id],
  );
  expect(kept).not.toContain('DE89');
});

test('many at once take no more than there is', async () => {
  const draw_method_id = await house.bound(person);
  const answers = await Promise.all(Array.from({ length: 30 }, () => draw({ number: '100', draw_method_id })));
  const said = answers.map((one) => one.said);
  expect([said.filter((one) => one === 'ok').length, new Set(said)]).toEqual([
    10,
    new Set(['ok', 'BALANCE_INSUFFICIENT']),
  ]);
  expect(await house.moneyOf(person)).toEqual(['0.00', '1000.00', '0.00']);
  expect((await list({ page: '1' })).data).toHaveLength(10);
  expect(await list({ page: '2' })).toEqual({ data: [], total: 10 });
});

test('only by who is verified, stepped up, and not held after a reset', async () => {
  const draw_method_id = await house.bound(person);
  const fields = { number: '100', draw_method_id };
  const set = (sql: string) => house.db.owner.query(`UPDATE user_standing SET ${sql} WHERE user_id = $1`, [person.id]);
  await set('verified_time = NULL');
  expect((await draw(fields)).said).toBe('NOT_VERIFIED');
  await set('verified_time = 1, hold_until = database_ms() + 60000');
  expect((await draw(fields)).said).toBe('DESTINATION_RESTS');
  await set('hold_until = database_ms() - 1');
  expect((await draw(fields)).said).toBe('ok');
  await house.db.owner.query('UPDATE sessions SET elevated_until = 0 WHERE user_id = $1', [person.id]);
  expect((await draw(fields)).said).toBe('STEP_UP_NEEDED');
});

test('what may leave in a day is counted by the database, and what was asked longer ago is not', async () => {
  const rich = await house.rich(200_000);
  const draw_method_id = await house.bound(rich);
  const ask = async (number: string): Promise<string> => (await draw({ number, draw_method_id }, undefined, rich)).msg;
  expect([await ask('50000'), await ask('50000'), await ask('10')]).toEqual([
    ...['', '', expect.stringContaining('You can still withdraw 0.00 USD')],
  ]);
  await house.db.owner.query('ALTER TABLE withdrawals DISABLE TRIGGER USER');
  await house.db.owner.query('UPDATE withdrawals SET request_time = request_time - 86400000 WHERE user_id = $1', [
    rich.id,
  ]);
  await house.db.owner.query('ALTER TABLE withdrawals ENABLE TRIGGER USER');
  expect(await ask('50000')).toBe('');
});

test('another’s is taken back by nobody else', async () => {
  await house.bound(person, COIN);
  const id = await house.asked(person, '100');
  const other = await house.rich(1_000);
  expect((await house.user('draw_cancel', { id }, { token: other.token })).said).toBe('WITHDRAWAL_NOT_WAITING');
  expect(await house.statusOf(id)).toBe('waiting');
});
