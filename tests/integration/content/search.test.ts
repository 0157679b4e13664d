// What is published is found by its words in every language, and what is not read any more is not: on the whole server.

import { systemClock } from '@fairtick/kernel/clock';
import { keepWords } from '@fairtick/server/domains/content/search-table';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse } from '../verification/house.ts';
import { draft, Newsroom, tree, words } from './newsroom.ts';

let house: House;
let room: Newsroom;
let eve: TestMember;

beforeAll(async () => {
  house = await openHouse();
  room = new Newsroom(house);
  eve = await insertStaff(house.db, { roles: ['editor'], name: 'Eve' });
});
afterAll(() => house.close());

const answer = z.object({
  data: z.array(z.object({ id: z.string(), title: z.string(), lang: z.string() })),
  total: z.number(),
});
async function found(q: string, lang = 'en', token?: string): Promise<string[]> {
  const { data, total } = answer.parse((await house.user('content_search', { q }, { lang, token })).data);
  expect(total).toBe(data.length);
  return data.map(({ title }) => title);
}
/** The shelf is looked at every two seconds. */
const soon = (q: string, lang = 'en') => expect.poll(() => found(q, lang), { timeout: 20_000 });

async function published(title: string, lang: 'en' | 'hk' | 'ar', text: string, fields = {}): Promise<string> {
  const id = await room.begun(eve, fields);
  expect(await room.write(eve, id, lang, draft(title, { body: tree(words(text)) }))).toBe(1);
  expect(await room.publish(eve, id, lang)).toBe('ok');
  return id;
}

test('words of the title, the summary and the text are found, in English, Chinese and Arabic', async () => {
  await published('Delayed payments', 'en', 'All withdrawals wait: upgrade paused');
  await published('出金延遲通知', 'hk', '比特幣暫停');
  await published('إعلان هام', 'ar', 'تأخر والسحوبات اليوم');
  await soon('withdraw').toEqual(['Delayed payments']);
  for (const [q, title] of [
    ['upgrade paus', 'Delayed payments'],
    ['in short delayed', 'Delayed payments'],
    ['出金', '出金延遲通知'],
    ['延遲通知', '出金延遲通知'],
    ['知', '出金延遲通知'],
    ['比特幣', '出金延遲通知'],
    ['سحوبات', 'إعلان هام'],
    ['السحوبات', 'إعلان هام'],
    ['اعلان', 'إعلان هام'],
  ] as const)
    await soon(q, 'hk').toEqual([title]);
  for (const q of ['幣比', 'payments 出金', 'draw', 'ايداع']) expect(await found(q)).toEqual([]);
});

test('what is no word finds nothing, and no sign of a question is an operator', async () => {
  for (const q of ['', '🙂', '❤️', "' | ! <->", '!', "'':*", '\\']) expect(await found(q)).toEqual([]);
  await soon('delayed').toEqual(['Delayed payments']);
  // Were they operators, each of these would find it, or be an error.
  for (const q of ['nothing | delayed', '!nothing', "nothing' | 'delayed", 'delayed & !payments & nothing'])
    expect(await found(q)).toEqual([]);
  expect(await found("delayed':* & 'payments")).toEqual(['Delayed payments']);
  expect((await house.user('content_search', { q: 'x'.repeat(101) }, {})).said).toBe('INPUT_INVALID');
});

test('a hit in any language finds the item once, in the reader’s; titles come first, then the newest', async () => {
  const old = await published('Maintenance', 'en', 'zebra', { publish_time: '5000' });
  expect(await room.write(eve, old, 'hk', draft('維護 zebra'))).toBe(1);
  expect(await room.publish(eve, old, 'hk')).toBe('ok');
  await published('Elsewhere', 'en', 'a zebra', { publish_time: '6000' });
  await published('Later', 'en', 'zebras', { publish_time: '7000' });
  await soon('zebra').toEqual(['Maintenance', 'Later', 'Elsewhere']);
  expect(await found('zebra', 'hk')).toEqual(['維護 zebra', 'Later', 'Elsewhere']);
  expect(await found('維護')).toEqual(['Maintenance']);
});

test('a new version is found by its words and not by those of the one before, once it is published', async () => {
  const id = await published('Fees', 'en', 'walrus');
  await soon('walrus').toEqual(['Fees']);
  expect(await room.write(eve, id, 'en', draft('Fees', { body: tree(words('dolphin')) }))).toBe(2);
  expect(await found('dolphin')).toEqual([]);
  expect(await room.publish(eve, id, 'en', 2)).toBe('ok');
  await soon('dolphin').toEqual(['Fees']);
  expect(await found('walrus')).toEqual([]);
  expect((await room.staff(eve, 'content_withdraw', { id, lang: 'en', reason: 'wrong' })).said).toBe('ok');
  await soon('dolphin').toEqual([]);
});

test('drafts, the activity page, what is for others and what begins later are not found', async () => {
  const draftOnly = await room.begun(eve);
  await room.write(eve, draftOnly, 'en', draft('Ostrich'));
  await published('Ostrich page', 'en', 'ostrich', { kind: 'activity' });
  await published('Ostrich later', 'en', 'ostrich', { publish_time: String(systemClock.now() + 3_600_000) });
  const over = await published('Ostrich over', 'en', 'ostrich', { expire_time: '2000' });
  await published('Ostrich of real accounts', 'en', 'ostrich', { audience: 'live' });
  await published('Ostrich of all', 'en', 'ostrich');
  await soon('ostrich').toEqual(['Ostrich of all']);
  const { token } = await house.person();
  expect(await found('ostrich', 'en', token)).toEqual(['Ostrich of all', 'Ostrich of real accounts']);
  const dates = { audience: 'all', publish_time: '1000', reason: 'again' };
  expect((await room.staff(eve, 'content_dates', { id: over, ...dates })).said).toBe('ok');
  await soon('ostrich').toContain('Ostrich over');
});

test('texts without words, or with those of another rule, get theirs at a start', async () => {
  const id = await published('Penguin', 'en', 'penguin');
  await published('Second penguin', 'en', 'penguin');
  const { owner } = house.db;
  await owner.query('DELETE FROM content_words WHERE item_id = $1', [id]);
  await owner.query(`UPDATE content_words SET rule = 900, words = '' WHERE item_id > $1`, [id]);
  await soon('delayed').toEqual(['Delayed payments']);
  expect(await found('penguin')).toEqual([]);
  await keepWords(owner);
  await soon('penguin').toEqual(['Penguin', 'Second penguin'].reverse());
});
