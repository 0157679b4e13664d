// The directory of companies on the whole server: what the editors write, what users find and whose contact they are shown.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { presetSettings } from '../../harness/preset.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse } from '../verification/house.ts';
import type { Fields } from './newsroom.ts';

let house: House;
let eve: TestMember;

beforeAll(async () => {
  house = await openHouse((db) => presetSettings(db.owner, { is_main: 1 }));
  eve = await insertStaff(house.db, { roles: ['editor'], name: 'Eve' });
});
afterAll(() => house.close());

const EMPTY = { url: '', subject: '', registered_address: '', location: '', email: '', complaint_email: '' };
const write = (fields: Fields, who: TestMember = eve) =>
  house.staff('company_write', { ...EMPTY, main: '0', listed: '1', ...fields }, { token: who.token });
async function written(fields: Fields): Promise<string> {
  return z.object({ id: z.string() }).parse((await write(fields)).data).id;
}

const list = z.object({ data: z.array(z.object({ name: z.string() }).loose()), total: z.number() });
async function names(name = ''): Promise<string[]> {
  const { data, total } = list.parse((await house.user('getCompany', { name }, {})).data);
  expect(total).toBe(data.length);
  return data.map((one) => one.name);
}
const contact = async (company_id?: string) =>
  (await house.user('company_email', company_id === undefined ? {} : { company_id }, {})).data;
/** The directory is looked at every two seconds. */
const soon = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000 });

test('nothing is listed at first, and the edition says what it shows', async () => {
  expect(await names()).toEqual([]);
  expect((await house.user('getCompanyStatus', {}, {})).data).toEqual({ is_main: 1, company: null });
  expect(await contact()).toEqual({ name: '', email: '', complaint_email: '', website: '', address: '' });
});

test('a company is found by a piece of its name in any script, with what the documents name of it', async () => {
  await written({ name: '大華證券有限公司' });
  await written({ name: 'شركة الأمان' });
  const id = await written({
    ...{ name: '  Société\n Générale ', url: 'https://sg.example/fr', subject: 'SG SA', email: 'hello@sg.example' },
    ...{ registered_address: '1 Rue', location: '2 Rue', complaint_email: 'complaints@sg.example' },
  });
  await soon(names).toEqual(['Société Générale', 'شركة الأمان', '大華證券有限公司']);
  expect(await names('證券')).toEqual(['大華證券有限公司']);
  expect(await names('الامان')).toEqual(['شركة الأمان']);
  expect(await names('🙂')).toEqual([]);
  const { data } = list.parse((await house.user('getCompany', { name: 'SOCIETE gene' }, {})).data);
  expect(data).toEqual([
    {
      ...{ id, name: 'Société Générale', logo: '', url: 'https://sg.example/fr', subject: 'SG SA' },
      ...{ registered_address: '1 Rue', location: '2 Rue', email: 'hello@sg.example' },
    },
  ]);
  expect(await contact(id)).toEqual({
    ...{ name: 'Société Générale', email: 'hello@sg.example', complaint_email: 'complaints@sg.example' },
    ...{ website: 'https://sg.example/fr', address: '2 Rue' },
  });
});

test('the main company is one, and is reached by whoever chose none or one that is listed no more', async () => {
  const first = await written({ name: 'First', main: '1', registered_address: 'Somewhere 1' });
  await soon(contact).toMatchObject({ name: 'First', address: 'Somewhere 1' });
  const second = await written({ name: 'Second', main: '1' });
  await soon(async () => (await house.user('getCompanyStatus', {}, {})).data).toEqual({ is_main: 1, company: second });
  expect(await contact(first)).toMatchObject({ name: 'First' });
  expect(await written({ id: first, name: 'First', listed: '0' })).toBe(first);
  await soon(() => contact(first)).toMatchObject({ name: 'Second' });
  expect(await names('first')).toEqual([]);
  expect(await contact('999999999')).toMatchObject({ name: 'Second' });
  expect((await write({ id: second, name: 'Second', main: '1', listed: '0' })).said).toBe('INPUT_INVALID');
  // All that a company says stands in its acts, also what it said before.
  const acts = await house.rows(
    `SELECT kind, contents::jsonb ->> 'name', contents::jsonb ->> 'listed' FROM acts WHERE subject_kind = 'company' AND subject_id = $1 ORDER BY id`,
    [first],
  );
  expect(acts).toEqual([
    ['company_written', 'First', 'true'],
    ['company_written', 'First', 'false'],
  ]);
});

test.each([
  ['url', 'http://plain.example'],
  ['url', 'javascript:alert(1)'],
  ['url', 'java\tscript:alert(1)'],
  ['url', 'data:text/html,<script>alert(1)</script>'],
  ['url', 'https://bank.example@evil.example/'],
  ['url', 'https://evil.example/\u202e'],
  ['url', '//evil.example'],
  ['email', 'a@b'],
  ['email', 'a@b.example?bcc=c@d.example'],
  ['email', '"><img src=x onerror=alert(1)>@b.example'],
  ['complaint_email', 'a@b.example\r\nBcc: c@d.example'],
  ['logo', '../../etc/passwd'],
  ['logo', 'f'.repeat(32)],
  ['name', ' \u200b '],
])('%s is never %j', async (field, value) => {
  expect((await write({ name: 'Hostile', [field]: value })).said).toBe('INPUT_INVALID');
  expect(await house.rows(`SELECT count(*)::int FROM companies WHERE name = 'Hostile'`)).toEqual([[0]]);
});

test('who has no right to it writes nothing, and nobody writes over what is not there', async () => {
  const support = await insertStaff(house.db, { roles: ['support'] });
  const owner = await insertStaff(house.db, { roles: ['owner'] });
  for (const who of [support, owner]) expect((await write({ name: 'Mine' }, who)).said).toBe('NOT_ALLOWED');
  expect((await house.staff('companies', {}, { token: support.token })).said).toBe('NOT_ALLOWED');
  expect((await house.staff('companies', {}, { token: owner.token })).said).toBe('ok');
  expect((await write({ id: '999999999', name: 'Nobody' })).said).toBe('ITEM_UNKNOWN');
});

test('no call reads the cookie: what it says changes no answer', async () => {
  const asked = async (cookie?: string) => {
    const response = await fetch(`${house.urls.users}/api/company/email`, { headers: cookie ? { cookie } : {} });
    expect(response.headers.get('set-cookie')).toBe(null);
    return response.json();
  };
  expect(await asked('company_id=1')).toEqual(await asked());
});
