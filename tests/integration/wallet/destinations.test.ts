// Where money may go, over HTTP on the whole server: what is bound is checked by its network or bank, rests for a day, is one's own alone, and stays
// while a withdrawal to it is under way.

import { systemEntropy } from '@fairtick/kernel/random';
import { WITHDRAWALS } from '@fairtick/server/domains/wallet/columns';
import {
  destinationsResealer,
  openDetails,
  placeMacs,
  sealDetails,
} from '@fairtick/server/domains/wallet/destinations/details';
import { countBound, findDestinations, insertDestination } from '@fairtick/server/domains/wallet/destinations/table';
import { Keys, type MasterKey } from '@fairtick/server/platform/keys/keys';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { insertStaff } from '../../harness/staff.ts';
import type { Person } from '../verification/house.ts';
import { ADDRESS, BANK, COIN, type MoneyHouse, OURS, openMoneyHouse, TOKEN } from './money-house.ts';

let house: MoneyHouse;
let person: Person;
beforeAll(async () => {
  house = await openMoneyHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  person = await house.rich(1_000);
});

type Fields = Readonly<Record<string, string>>;
const bind = (fields: Fields, who = person) => house.user('bind_draw_method', fields, { token: who.token });
const said = async (fields: Fields, who = person): Promise<string> => (await bind(fields, who)).said;
const listed = z.array(
  z.object({
    id: z.string(),
    dc_address: z.string(),
    exchange_name: z.string(),
    payee_name: z.string(),
    usable_at: z.number(),
  }),
);
const list = async (draw_type: string, who = person, more: Fields = {}) =>
  listed.parse((await house.user('get_draw_method', { draw_type, ...more }, { token: who.token })).data);

test('a coin’s address is checked by its network, shown as its checksum writes it, and nothing of ours', async () => {
  expect(await said({ ...COIN, dc_address: '' })).toBe('VALUE_MISSING');
  expect(await said({ ...COIN, dc_address: `${ADDRESS.slice(0, -1)}D` })).toBe('ADDRESS_CHECKSUM');
  expect(await said({ ...COIN, dc_address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })).toBe('ADDRESS_NETWORK');
  expect(await said({ ...COIN, tag: '7' })).toBe('INPUT_INVALID');
  expect(await said({ ...COIN, draw_id: '2' })).toBe('CURRENCY_UNKNOWN');
  expect([await said({ ...COIN, dc_address: OURS }), await said({ ...COIN, dc_address: TOKEN.toLowerCase() })]).toEqual(
    [...['INPUT_INVALID', 'INPUT_INVALID']],
  );
  expect(await said({ ...COIN, owner: 'other' })).toBe('VALUE_MISSING');
  // Whoever says that an exchange holds it says which.
  expect(await said({ ...COIN, exchange_name: ' ' })).toBe('VALUE_MISSING');
  expect(await said({ ...COIN, dc_address: ADDRESS.toLowerCase() })).toBe('ok');
  expect(await list('1')).toMatchObject([{ dc_address: ADDRESS, exchange_name: 'Kraken' }]);
  expect([await list('1', person, { draw_id: '3' }), await list('2')]).toEqual([[], []]);
});

test('a bank account by its IBAN and BIC; its lines and its payee stand nowhere in the clear', async () => {
  expect(await said({ ...BANK, payee_account: 'DE89370400440532013001' })).toBe('IBAN_WRONG');
  expect(await said({ ...BANK, payee_account: '12345678' })).toBe('IBAN_WRONG');
  expect(await said({ ...BANK, bank_swift: 'DEUTDEF' })).toBe('BIC_WRONG');
  expect(await said({ ...BANK, payee_name: ' ' })).toBe('VALUE_MISSING');
  // A country without IBANs has numbers of its own.
  expect(await said({ ...BANK, bank_swift: 'HSBCHKHH', payee_account: '123-456789-838' })).toBe('ok');
  const { data } = await bind(BANK);
  expect(data).toMatchObject({ payee_account: 'DE89370400440532013000', payee_name: 'Kim Doe' });
  const kept = JSON.stringify([
    await house.rows('SELECT * FROM destinations WHERE user_id = $1', [person.id]).then(shown),
    await house.rows('SELECT call, answer FROM command_keys WHERE owner_id = $1', [person.id]),
  ]);
  for (const line of ['Kim', 'DE89370400440532013000', 'Frankfurt']) expect(kept).not.toContain(line);
  expect(house.lines.join('\n')).not.toContain('DE8937040044');
});

const shown = (rows: unknown[][]): string[] => rows.flat().map((one) => (one instanceof Uint8Array ? '' : String(one)));

test('it rests for 24 hours by the database’s clock', async () => {
  await bind(COIN);
  const [times] = await house.rows(
    'SELECT usable_time - bound_time, abs(database_ms() - bound_time) < 60000 FROM destinations WHERE user_id = $1',
    [person.id],
  );
  expect(times).toEqual([86_400_000n, true]);
  const [{ id = '' } = {}] = await list('1');
  const fields = { draw_currency_id: '1', number: '100', draw_method_id: id };
  expect((await house.user('draw', fields, { token: person.token })).said).toBe('DESTINATION_RESTS');
});

test('whose withdrawals are frozen binds nothing and takes nothing away: a day of rest would be over by the time it is lifted', async () => {
  const id = await house.bound(person);
  const cora = await insertStaff(house.db, { roles: ['compliance'], name: 'Cora' });
  const frozen = { id: String(person.id), locks: 'withdrawals', reason: 'a stolen card' };
  expect((await house.staff('user_freeze', frozen, { token: cora.token })).said).toBe('ok');
  expect(await said(BANK)).toBe('FROZEN');
  expect((await house.user('del_draw_method', { id }, { token: person.token })).said).toBe('FROZEN');
});

test('the same place once, twenty at most, also when many are bound at once', async () => {
  const addresses = Array.from({ length: 22 }, (_, at) => `0x${(at + 1).toString(16).padStart(40, '0')}`);
  for (const dc_address of addresses.slice(0, 18)) expect(await said({ ...COIN, dc_address })).toBe('ok');
  const answers = await Promise.all(addresses.slice(18).map((dc_address) => said({ ...COIN, dc_address })));
  expect(answers.sort()).toEqual(['DESTINATIONS_MANY', 'DESTINATIONS_MANY', 'ok', 'ok']);
  const other = await house.rich(1);
  expect(await Promise.all([said(COIN, other), said(COIN, other)]).then((both) => both.sort())).toEqual([
    ...['DESTINATION_TWICE', 'ok'],
  ]);
});

test('one key binds one place: sent again it is the same answer, with another place it is none', async () => {
  const send = (fields: Fields) => house.user('bind_draw_method', fields, { token: person.token, key: 'key-of-mine' });
  const [one, again] = [await send(BANK), await send(BANK)];
  expect([one.said, again.data]).toEqual(['ok', one.data]);
  expect((await send({ ...BANK, payee_account: 'GB29NWBK60161331926819' })).said).toBe('KEY_REUSED');
  expect(await list('2')).toHaveLength(1);
});

test('nobody sees, uses or takes away another’s', async () => {
  const id = await house.bound(person);
  const other = await house.rich(1_000);
  expect(await list('1', other)).toEqual([]);
  const remove = (who: Person) => house.user('del_draw_method', { id }, { token: who.token });
  expect((await remove(other)).said).toBe('DESTINATION_UNKNOWN');
  const fields = { draw_currency_id: '1', number: '100', draw_method_id: id };
  expect((await house.user('draw', fields, { token: other.token })).said).toBe('DESTINATION_UNKNOWN');
  expect([(await remove(person)).said, (await remove(person)).said]).toEqual(['ok', 'DESTINATION_UNKNOWN']);
  // The same place can be bound again, and rests again.
  expect(await said(COIN)).toBe('ok');
});

test('it stays while a withdrawal to it is under way, whichever of the two comes first', async () => {
  const id = await house.bound(person);
  const fields = { draw_currency_id: '1', number: '100', draw_method_id: id };
  const [drawn, removed] = await Promise.all([
    house.user('draw', fields, { token: person.token }),
    house.user('del_draw_method', { id }, { token: person.token }),
  ]);
  expect([
    ['ok', 'DESTINATION_IN_USE'],
    ['DESTINATION_UNKNOWN', 'ok'],
  ]).toContainEqual([drawn.said, removed.said]);
  const rich = await house.rich(1_000);
  const bound = await house.bound(rich);
  const asked = await house.asked(rich, '100');
  const remove = async () => (await house.user('del_draw_method', { id: bound }, { token: rich.token })).said;
  expect(await remove()).toBe('DESTINATION_IN_USE');
  await house.user('draw_cancel', { id: asked }, { token: rich.token });
  expect(await remove()).toBe('ok');
  // What was asked for is shown with where it would have gone.
  const { data } = await house.user('draw_list', { type: '1' }, { token: rich.token });
  expect(data).toMatchObject({ data: [{ address: ADDRESS, status: 5 }], total: 1 });
});

test('a session that has not stepped up binds and takes away nothing', async () => {
  await house.db.owner.query('UPDATE sessions SET elevated_until = 0 WHERE user_id = $1', [person.id]);
  expect(await said(COIN)).toBe('STEP_UP_NEEDED');
  expect((await house.user('del_draw_method', { id: '1' }, { token: person.token })).said).toBe('STEP_UP_NEEDED');
});

test('a changed master key: sealed again, also of what was taken away, and still known as the same place', async () => {
  const masters: MasterKey[] = [1, 2].map((id) => ({ id, secret: new Uint8Array(32).fill(id) }));
  const [first, second] = masters;
  if (!first || !second) throw new Error('two keys');
  const [old, both, alone] = [
    new Keys([first], systemEntropy),
    new Keys([second, first], systemEntropy),
    new Keys([second], systemEntropy),
  ];
  const row = { id: 77n, userId: person.id };
  const place = { kind: 'bank', network: '', address: '', tag: '', account: 'X1234' } as const;
  const lines = {
    bankName: 'A',
    bankAddress: '',
    bic: 'B',
    payeeName: 'C',
    account: 'X1234',
    beneficiary: '',
    exchange: '',
  };
  const more = { ...row, ...place, currency: 'USD', label: '', owner: 'me', walletKind: '' } as const;
  const sealed = { detailsSealed: sealDetails(old, row, lines), placeMac: placeMacs(old, place)[0] };
  await insertDestination(house.db.app, { ...more, ...sealed }, 0);
  await house.db.owner.query('UPDATE destinations SET removed_time = bound_time WHERE id = 77');
  // Others of this database were sealed under its own master key, which is not here.
  const only = 'DELETE FROM destinations WHERE id <> 77';
  await house.db.owner.query('ALTER TABLE destinations DISABLE TRIGGER USER');
  await house.db.owner.query(`ALTER TABLE ${WITHDRAWALS.name} DROP CONSTRAINT withdrawals_destination_id_fkey`);
  await house.db.owner.query(only);
  await house.db.owner.query('ALTER TABLE destinations ENABLE TRIGGER USER');
  expect(await destinationsResealer.batch(both, house.db.owner)).toBe(1);
  expect(await destinationsResealer.batch(both, house.db.owner)).toBe(0);
  const found = (await findDestinations(house.db.app, [77n])).get(77n);
  expect(found && openDetails(alone, found)).toEqual(lines);
  await house.db.owner.query('UPDATE destinations SET removed_time = NULL WHERE id = 77').then(
    () => expect.fail('its end is final'),
    () => undefined,
  );
  expect(Buffer.from(found?.placeMac ?? []).equals(placeMacs(alone, place)[0])).toBe(true);
  expect((await countBound(house.db.app, person.id, placeMacs(alone, place))).count).toBe(0);
});
