// An account as a table for spreadsheets, over HTTP on the whole server: whole, of its owner alone, and nothing in it runs in a spreadsheet.

import { LEDGER_TYPES } from '@fairtick/contract/ledger-types';
import { cell } from '@fairtick/server/domains/ledger/sheet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { giveDollars } from '../../harness/real-user.ts';
import { type House, openHouse, type Person } from '../verification/house.ts';

let house: House;
let person: Person;
let other: Person;
beforeAll(async () => {
  house = await openHouse();
  person = await house.person();
  other = await house.person();
  for (const { id } of [person, other]) await giveDollars(house.db, id, 10_000);
});
afterAll(() => house.close());

const ask = (query: string, token?: string, lang = 'en'): Promise<Response> =>
  fetch(`${house.urls.users}/v3/api/ledger.csv?${query}`, {
    headers: { lang, ...(token === undefined ? {} : { authorization: token }) },
  });
const rowsOf = async (response: Response): Promise<string[]> =>
  (await response.text()).split('\r\n').filter((line) => line !== '');
const envelope = z.object({ code: z.number(), msg: z.string() });
const refusal = async (response: Response): Promise<number> => envelope.parse(await response.json()).code;
const move = async (balance: string, from: string, to: string) => {
  const fields = { balance, currency_id: '1', from, to };
  expect(await house.user('transfer', fields, { token: person.token })).toMatchObject({ said: 'ok' });
};

test('every line of the caller’s own account, the newest first, as the pages have it', async () => {
  await move('1.000001', '1', '2');
  await move('20', '1', '3');
  const response = await ask('account=1', person.token);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="fairtick.csv"');
  const [head, ...lines] = await rowsOf(response);
  expect(head).toBe(
    'Time (UTC),Kind,Number of the kind,"Change of what is free, USD","Change of what is held, USD",Line',
  );
  const pages = z
    .object({ list: z.array(z.object({ Id: z.string(), Value: z.string(), CreatedAt: z.number() })) })
    .parse((await house.user('ledger', { account: '1' }, { token: person.token })).data);
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(pages.list.map(({ Id }) => Id));
  expect(lines.map((line) => line.split(',').at(-3))).toEqual(['-20', '-1.000001', '10000']);
  expect(lines.map((line) => line.split(',')[0])).toEqual(
    pages.list.map(({ CreatedAt }) => new Date(CreatedAt).toISOString()),
  );
});

test('of one kind and of some days, in the language asked for', async () => {
  const [head, ...lines] = await rowsOf(await ask(`account=1&type=${LEDGER_TYPES.transfer}`, person.token, 'ar'));
  expect(head?.startsWith('الوقت (UTC),')).toBe(true);
  expect(lines).toHaveLength(2);
  expect(await rowsOf(await ask('account=1&to=1', person.token))).toHaveLength(1);
});

test('more lines than are read at once, each once', async () => {
  await house.db.owner.query(
    `INSERT INTO journals (id, realm, time, reason, reference, idempotency_key, lines, owner_id, number, actor_kind, actor_id)
     SELECT 800000000 + n, 'live', 5, 120, $1, 'test:' || n, 2, $1, v.version + n, 1, $1
     FROM (SELECT version FROM owners WHERE id = $1) v, generate_series(1, 2300) n`,
    [other.id],
  );
  await house.db.owner.query(
    `INSERT INTO entries (journal_id, line, account_id, available_change, locked_change)
     SELECT 800000000 + n, l.line, a.id, CASE a.kind WHEN 'change' THEN -0.01 ELSE 0.01 END, 0
     FROM generate_series(1, 2300) n, (VALUES (0, 'change'), (1, 'micro')) l (line, kind)
     JOIN ledger_accounts a ON a.owner_id = $1 AND a.kind = l.kind`,
    [other.id],
  );
  const lines = (await rowsOf(await ask('account=1', other.token))).slice(1).map((line) => line.split(',').at(-1));
  expect([lines.length, new Set(lines).size]).toEqual([2_301, 2_301]);
  // Nobody else's: the other one has as many as before.
  expect((await rowsOf(await ask('account=1', person.token))).length).toBeLessThan(5);
});

test('nobody without a session, no demo user, and nothing but its own fields', async () => {
  const demo = z.object({ token: z.string() }).parse((await house.user('createAccountDemoForU', {}, {})).data).token;
  expect(await refusal(await ask('account=1'))).toBe(999);
  expect(await refusal(await ask('account=1', 'x'.repeat(43)))).toBe(999);
  expect(await refusal(await ask('account=1', demo))).toBe(1006);
  for (const query of ['', 'account=4', 'account=1&from=x', 'account=1&account=2', 'account=1&type=0'])
    expect([1100, 1101]).toContain(await refusal(await ask(query, person.token)));
});

test('who goes away in the middle leaves room for others', async () => {
  // More than one person may read at once. The server sees late that somebody has gone: whoever comes too soon comes again.
  for (let at = 0; at < 5; at += 1) {
    await expect.poll(readAndGo).toBe(200);
  }
  await expect.poll(async () => (await rowsOf(await ask('account=1', other.token))).length).toBe(2_302);
});

async function readAndGo(): Promise<number> {
  const stop = new AbortController();
  const response = await fetch(`${house.urls.users}/v3/api/ledger.csv?account=1`, {
    headers: { authorization: other.token },
    signal: stop.signal,
  });
  stop.abort();
  await response.text().catch(() => {});
  return response.status;
}

test.each([
  ['=1+1', "'=1+1"],
  ['+1 and more', "'+1 and more"],
  ['-x', "'-x"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['-20.5', '-20.5'],
  ['12', '12'],
  ['a "word", and more', '"a ""word"", and more"'],
  ['=a,b', `"'=a,b"`],
])('%j stands in its cell as %j', (value, shown) => expect(cell(value)).toBe(shown));
