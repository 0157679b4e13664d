// What comes by its own time, pictures by language, what is too large to be read at all, and what letters make of a title: on the whole server.

import { systemClock } from '@fairtick/kernel/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MARKUP } from '../../harness/hostile-markup.ts';
import { pngOf } from '../../harness/picture.ts';
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

const SOON = { timeout: 60_000 };
const list = z.object({ data: z.array(z.object({ title: z.string() })) });
const titles = async (lang = 'en'): Promise<string[]> =>
  list.parse((await house.user('news_list', { category_id: '1' }, { lang })).data).data.map(({ title }) => title);

/** Published before it begins, and read until it is over. What was seen of it. */
async function comesAndGoes(title: string, beginsInMs: number, lastsMs: number) {
  const begins = systemClock.now() + beginsInMs;
  const ends = begins + lastsMs;
  const id = await room.begun(eve, { publish_time: String(begins), expire_time: String(ends) });
  expect(await room.write(eve, id, 'en', draft(title))).toBe(1);
  const published = await room.publish(eve, id, 'en');
  const wrong: string[] = [];
  let reads = 0;
  const isOver = async (): Promise<boolean> => {
    const before = systemClock.now();
    const isRead = (await titles()).includes(title);
    if (isRead) reads += 1;
    if (isRead && systemClock.now() < begins) wrong.push('before its moment');
    if (isRead && before >= ends) wrong.push('after its end');
    return !isRead && systemClock.now() >= ends;
  };
  await expect.poll(isOver, { timeout: 180_000 }).toBe(true);
  expect((await house.user('news_info', { id }, {})).said).toBe('CONTENT_UNKNOWN');
  expect(wrong).toEqual([]);
  return { published, reads };
}

test('an item comes and goes at its own moments, while nobody touches it, and never before or after', async () => {
  // A machine that sleeps through it is no fault of the item's: then it is given longer.
  let seen = await comesAndGoes('By itself', 6_000, 6_000);
  if (seen.reads === 0) seen = await comesAndGoes('By itself, and longer', 30_000, 40_000);
  expect(seen).toEqual({ published: 'ok', reads: expect.any(Number) });
  expect(seen.reads).toBeGreaterThan(0);
}, 300_000);

test('the activity page has a picture of its own in Chinese, and another for everybody else', async () => {
  const pictureOf = async (width: number): Promise<string> => {
    const sent = await room.sendFile(eve, '/staff/api/content/picture', {}, pngOf(width, 20));
    return z.object({ data: z.object({ id: z.string() }) }).parse(sent).data.id;
  };
  const [english, chinese] = [await pictureOf(40), await pictureOf(60)];
  const id = await room.begun(eve, { kind: 'activity' });
  await room.write(eve, id, 'en', draft('A feast', { picture: english }));
  await room.write(eve, id, 'hk', draft('盛會', { picture: chinese }));
  for (const lang of ['en', 'hk'] as const) expect(await room.publish(eve, id, lang)).toBe('ok');
  const logoIn = async (lang: string): Promise<unknown> => {
    const { data } = await house.user('activity', {}, { lang });
    return z.object({ item: z.object({ logo: z.string() }).nullable() }).parse(data).item?.logo;
  };
  await expect.poll(() => logoIn('hk'), SOON).toBe(`/content/${chinese}.jpg`);
  for (const lang of ['en', 'ar', 'de', 'jp']) expect(await logoIn(lang)).toBe(`/content/${english}.jpg`);
});

test('ten megabytes are refused, whether they are one text, many nodes or no tree at all, and nothing of them is kept', async () => {
  const id = await room.begun(eve);
  const MEGABYTE = 1_048_576;
  const long = 'x'.repeat(10 * MEGABYTE);
  const sizes = [
    draft('Long', { body: tree(words(long)) }),
    draft('Many', { body: tree(...Array.from({ length: 200_000 }, () => words('a word'))) }),
    new TextEncoder().encode(long),
    draft('Nearly', { body: tree(words('x'.repeat(MEGABYTE - 500))) }),
  ];
  for (const file of sizes) expect(await room.write(eve, id, 'en', file).catch(() => -1)).toBeLessThan(0);
  expect(await house.rows('SELECT count(*)::int FROM content_texts WHERE item_id = $1', [id])).toEqual([[0]]);
  expect(await room.write(eve, id, 'en', draft('Short'))).toBe(1);
});

test('markup in a title is a title in the list, and in the HTML of a text no element of anybody', async () => {
  const id = await room.begun(eve, { kind: 'note' });
  const body = tree(...MARKUP.map(words));
  expect(await room.write(eve, id, 'en', draft(MARKUP[5] ?? '', { body }))).toBe(1);
  expect(await room.publish(eve, id, 'en')).toBe('ok');
  const info = async () => (await house.user('news_info', { id }, { lang: 'en' })).data;
  await expect.poll(info, SOON).toMatchObject({ title: MARKUP[5] });
  const { content } = z.object({ content: z.string() }).parse(await info());
  expect(content.replaceAll(/<\/?p>/g, '')).not.toMatch(/[<>"']/);
});
