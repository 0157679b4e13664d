// What editors publish and readers read, over HTTP on the whole server: versions, languages, moments, a second person for terms, and what was read.

import { systemClock } from '@fairtick/kernel/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { pngOf } from '../../harness/picture.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse, type Person, type Told } from '../verification/house.ts';
import { draft, type Fields, Newsroom, tree, words } from './newsroom.ts';

let house: House;
let room: Newsroom;
let eve: TestMember;
let eva: TestMember;
let owner: TestMember;
let reader: Person;

beforeAll(async () => {
  house = await openHouse();
  room = new Newsroom(house);
  eve = await insertStaff(house.db, { roles: ['editor'], name: 'Eve' });
  eva = await insertStaff(house.db, { roles: ['editor'], name: 'Eva' });
  owner = await insertStaff(house.db, { roles: ['owner'] });
  reader = await house.person();
});
afterAll(() => house.close());

const begun = (fields: Fields = {}) => room.begun(eve, fields);
const staff: Newsroom['staff'] = (...sent) => room.staff(...sent);
const write: Newsroom['write'] = (...sent) => room.write(...sent);
const publish: Newsroom['publish'] = (...sent) => room.publish(...sent);

const list = z.object({
  data: z.array(z.object({ id: z.string(), title: z.string(), lang: z.string(), created_at: z.number() })),
  total: z.number(),
});
/** The shelf is looked at every two seconds: until the newest is there. */
const titles = async (lang: string, category = '1'): Promise<string[]> =>
  list.parse((await house.user('news_list', { category_id: category }, { lang })).data).data.map(({ title }) => title);

test('a version is read once it is published, in the reader’s language or with its name in another', async () => {
  const id = await begun();
  expect(await write(eve, id, 'en', draft('First news'))).toBe(1);
  expect(await write(eve, id, 'ar', draft('أول خبر'))).toBe(1);
  expect(await titles('en')).not.toContain('First news');
  expect(await publish(eve, id, 'en')).toBe('ok');
  expect(await publish(eve, id, 'ar')).toBe('ok');
  await expect.poll(() => titles('ar'), { timeout: 20_000 }).toContain('أول خبر');
  expect(await titles('de')).toContain('First news');
  const { data } = await house.user('news_info', { id }, { lang: 'hk' });
  expect(data).toMatchObject({
    ...{ title: 'First news', lang: 'en', desc: 'In short', created_at: 1_000, version: 1, about: null },
    content: '<p>First news</p>',
    body: { type: 'doc', content: [words('First news')] },
  });
  const acts = await house.rows(
    `SELECT kind, contents::jsonb->>'lang' FROM acts WHERE subject_kind = 'content' AND subject_id = $1 ORDER BY id`,
    [id],
  );
  expect(acts).toEqual([
    ['content_published', 'en'],
    ['content_published', 'ar'],
  ]);
});

test('a change is the next version, unread until it is published; what is withdrawn is gone while it is open', async () => {
  const id = await begun();
  await write(eve, id, 'en', draft('One'));
  await publish(eve, id, 'en');
  expect(await write(eva, id, 'en', draft('Two'))).toBe(2);
  await expect.poll(() => titles('en'), { timeout: 20_000 }).toContain('One');
  expect(await publish(eva, id, 'en', 2)).toBe('ok');
  await expect.poll(() => titles('en'), { timeout: 20_000 }).toContain('Two');
  expect(await titles('en')).not.toContain('One');
  expect(await publish(eva, id, 'en', 2)).toBe('ALREADY_DECIDED');
  expect(await publish(eva, id, 'en', 3)).toBe('ITEM_UNKNOWN');
  expect((await staff(eva, 'content_withdraw', { id, lang: 'en', reason: 'a mistake' })).said).toBe('ok');
  await expect.poll(() => titles('en'), { timeout: 20_000 }).not.toContain('Two');
  expect((await house.user('news_info', { id }, {})).said).toBe('CONTENT_UNKNOWN');
  await expect(
    house.db.owner.query('UPDATE content_texts SET title = $1 WHERE item_id = $2', ['Three', id]),
  ).rejects.toThrow();
});

test('one key writes one version, however often it is sent, and none with another file', async () => {
  const id = await begun();
  const sent: number[] = [];
  for (let n = 0; n < 3; n += 1) sent.push(await write(eve, id, 'en', draft('Once'), 'the-key-of-once-1'));
  expect(sent).toEqual([1, 1, 1]);
  expect(await write(eve, id, 'en', draft('Another'), 'the-key-of-once-1')).toBe(-1007);
});

test('what begins later or has ended is not read, and the other server reads the same', async () => {
  const soon = await begun({ publish_time: String(systemClock.now() + 3_600_000) });
  const over = await begun({ expire_time: '2000' });
  const now = await begun();
  for (const [id, title] of [
    [soon, 'Soon'],
    [over, 'Over'],
    [now, 'Now'],
  ] as const) {
    await write(eve, id, 'en', draft(title));
    await publish(eve, id, 'en');
  }
  const other = await house.another();
  await expect.poll(() => titles('en'), { timeout: 20_000 }).toContain('Now');
  const there = list.parse((await other.user('news_list', {}, { lang: 'en' })).data).data.map(({ title }) => title);
  expect(there).toContain('Now');
  for (const seen of [await titles('en'), there]) {
    expect(seen).not.toContain('Soon');
    expect(seen).not.toContain('Over');
  }
  const dates = { audience: 'all', publish_time: '1000', reason: 'earlier' };
  expect((await staff(eve, 'content_dates', { id: soon, ...dates })).said).toBe('ok');
  await expect.poll(() => titles('en'), { timeout: 20_000 }).toContain('Soon');
});

test('what is pinned stands above newer ones, and what is for some countries is read by who lives there', async () => {
  const soon = String(systemClock.now() - 60_000);
  const newer = await begun({ kind: 'note', publish_time: soon });
  const pinned = await begun({ kind: 'note', pinned: 'yes' });
  const local = await begun({ kind: 'note', countries: 'SG,HK', publish_time: soon });
  for (const [id, title] of [
    [newer, 'Newer'],
    [pinned, 'Pinned'],
    [local, 'Local'],
  ] as const) {
    await write(eve, id, 'en', draft(title));
    await publish(eve, id, 'en');
  }
  const read = async (token?: string) =>
    list
      .parse((await house.user('news_list', { category_id: '3' }, { lang: 'en', token })).data)
      .data.map((one) => one.title);
  await expect.poll(() => read(), { timeout: 20_000 }).toEqual(['Pinned', 'Newer']);
  const [here, elsewhere] = [await house.person(), await house.person()];
  const livesIn = (id: bigint, country: string) =>
    house.db.owner.query('UPDATE user_standing SET country = $2 WHERE user_id = $1', [id, country]);
  await livesIn(here.id, 'HK');
  await livesIn(elsewhere.id, 'DE');
  expect(await read(here.token)).toEqual(['Pinned', 'Local', 'Newer']);
  expect(await read(elsewhere.token)).toEqual(['Pinned', 'Newer']);
  expect((await house.user('news_info', { id: local }, { token: elsewhere.token })).said).toBe('CONTENT_UNKNOWN');
  expect((await house.user('news_info', { id: local }, { token: here.token })).said).toBe('ok');
  const wrong = { kind: 'note', audience: 'all', publish_time: '1', countries: 'Hong Kong' };
  expect((await staff(eve, 'content_new', wrong)).said).toBe('INPUT_INVALID');
});

test('who has a list or a text is told that it is the same; visitors keep it a minute, others ask each time', async () => {
  const id = await begun();
  await write(eve, id, 'en', draft('Kept'));
  await publish(eve, id, 'en');
  await expect.poll(() => titles('en'), { timeout: 20_000 }).toContain('Kept');
  for (const path of ['/api/news/list?category_id=1', `/api/news/info?id=${id}`]) {
    const ask = (headers: Readonly<Record<string, string>>) => fetch(house.urls.users + path, { headers });
    const first = await ask({ lang: 'en' });
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      ...[200, 'public, max-age=60'],
      'authorization, lang, accept-encoding',
    ]);
    const again = await ask({ lang: 'en', 'if-none-match': `"other", ${etag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const own = await ask({ lang: 'en', authorization: reader.token });
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  }
  const list = (headers: Readonly<Record<string, string>>) =>
    fetch(`${house.urls.users}/api/news/list`, { headers: { lang: 'en', ...headers } });
  const etag = (await list({})).headers.get('etag') ?? '';
  expect((await staff(eve, 'content_withdraw', { id, lang: 'en', reason: 'over' })).said).toBe('ok');
  await expect.poll(async () => (await list({ 'if-none-match': etag })).status, { timeout: 20_000 }).toBe(200);
  const refusedOne = await fetch(`${house.urls.users}/api/news/info?id=${id}`);
  expect(refusedOne.headers.get('cache-control')).toBe('no-store');
});

test('terms take a second person and every complete language, and the user’s word; others are read when they are open', async () => {
  const terms = await begun({ kind: 'announcement', about: 'terms' });
  const notice = await begun({ kind: 'announcement', about: 'notice' });
  for (const lang of ['en', 'hk', 'ar'] as const) {
    await write(eve, terms, lang, draft(`Terms ${lang}`));
    expect(await publish(eve, terms, lang)).toBe('OWN_WORK');
    // An owner checks what others wrote.
    expect(await publish(lang === 'en' ? owner : eva, terms, lang)).toBe('ok');
    if (lang !== 'ar') expect(await titles('en', '2')).not.toContain('Terms en');
  }
  await write(eve, notice, 'en', draft('DEMO'));
  await publish(eve, notice, 'en');
  const shown = async (token?: string) =>
    z
      .object({
        unread: z.number(),
        terms: z.object({ id: z.string() }).nullable(),
        data: z.array(z.object({ id: z.string(), read: z.boolean(), demo: z.boolean() })),
      })
      .parse((await house.user('announcements', {}, { lang: 'en', token })).data);
  await expect.poll(async () => (await shown(reader.token)).unread, { timeout: 20_000 }).toBe(2);
  const before = await shown(reader.token);
  expect(before.terms?.id).toBe(terms);
  expect(before.data.find(({ id }) => id === notice)?.demo).toBe(true);
  expect(await shown()).toMatchObject({ unread: 0, terms: null });
  const read = (id: string, version = '1') =>
    house.user('announcement_read', { id, lang: 'en', version }, { token: reader.token });
  // Nobody has read what was not there yet.
  expect((await read(terms, '2')).said).toBe('CONTENT_UNKNOWN');
  expect((await read(terms)).said).toBe('ok');
  expect((await read(terms)).said).toBe('ok');
  const after = await shown(reader.token);
  expect([after.unread, after.terms]).toEqual([1, null]);
  expect(
    await house.rows('SELECT item_id::text, lang, version FROM content_reads WHERE user_id = $1', [reader.id]),
  ).toEqual([[terms, 'en', 1]]);
  // What somebody has said they read does not change behind them.
  expect(await write(eve, terms, 'en', draft('Other terms'))).toBe(-7003);
});

const publishedTerms = async (title: string): Promise<string> => {
  const id = await begun({ kind: 'announcement', about: 'terms' });
  for (const lang of ['en', 'hk', 'ar'] as const) {
    await write(eve, id, lang, draft(`${title} ${lang}`));
    await publish(eva, id, lang);
  }
  return id;
};
const proposalIn = (told: Told): string => z.object({ proposal: z.string() }).parse(told.data).proposal;
const openProposal = z.object({
  ...{ id: z.string(), kind: z.string(), subject: z.string(), hash: z.string(), mine: z.boolean() },
  difference: z.array(z.object({ field: z.string(), old: z.string(), new: z.string() })),
});
async function proposalFor(who: TestMember, id: string) {
  const { data } = await staff(who, 'proposals', {});
  return z
    .object({ data: z.array(openProposal) })
    .parse(data)
    .data.find((one) => one.id === id);
}
async function accept(who: TestMember, id: string): Promise<string> {
  const hash = (await proposalFor(who, id))?.hash ?? '';
  return (await staff(who, 'proposal_decide', { id, hash, decision: 'accept' })).said;
}

test('one editor alone moves neither the dates of terms nor withdraws them; a second one, who reads what it changes, does', async () => {
  const id = await publishedTerms('Fees');
  const stored = () =>
    house.rows(
      `SELECT i.publish_time::int8::text, i.expire_time::text, p.version FROM content_items i JOIN content_published p ON p.item_id = i.id
       WHERE i.id = $1 AND p.lang = 'en'`,
      [id],
    );
  const dates = { id, audience: 'all', publish_time: '1000', expire_time: '9000000000000', reason: 'it ends' };
  const moved = proposalIn(await staff(eve, 'content_dates', dates, 'the-key-of-dates-1'));
  expect(proposalIn(await staff(eve, 'content_dates', dates, 'the-key-of-dates-1'))).toBe(moved);
  expect(await stored()).toEqual([['1000', null, 1]]);
  expect(await proposalFor(eva, moved)).toMatchObject({
    ...{ kind: 'content_dates', subject: 'Fees en', mine: false },
    difference: [{ field: 'read_until', old: '', new: '2255-03-14T16:00:00.000Z' }],
  });
  expect(await accept(eve, moved)).toBe('OWN_WORK');
  const support = await insertStaff(house.db, { roles: ['support'] });
  expect((await staff(support, 'proposal_decide', { id: moved, hash: '', decision: 'accept' })).said).toBe(
    'NOT_ALLOWED',
  );
  expect(await accept(eva, moved)).toBe('ok');
  expect(await stored()).toEqual([['1000', '9000000000000', 1]]);

  const withdrawn = proposalIn(await staff(eva, 'content_withdraw', { id, lang: 'en', reason: 'wrong figures' }));
  expect(await stored()).toEqual([['1000', '9000000000000', 1]]);
  expect(await accept(owner, withdrawn)).toBe('ok');
  expect(await stored()).toEqual([['1000', '9000000000000', null]]);
  // What is withdrawn already is not proposed again.
  expect((await staff(eve, 'content_withdraw', { id, lang: 'en', reason: 'again' })).said).toBe('ALREADY_DECIDED');
  const acts = await house.rows(
    `SELECT kind, contents::jsonb->>'reason', contents::jsonb->>'maker' FROM acts
     WHERE subject_kind = 'content' AND subject_id = $1 AND kind <> 'content_published' ORDER BY id`,
    [id],
  );
  expect(acts).toEqual([
    ['content_dated', 'it ends', String(eve.id)],
    ['content_withdrawn', 'wrong figures', String(eva.id)],
  ]);
});

test('dates that changed while a proposal about them waited are not what two people agreed on', async () => {
  const id = await publishedTerms('Margins');
  const dates = { id, audience: 'all', publish_time: '1000', reason: 'as it was meant' };
  const first = proposalIn(await staff(eve, 'content_dates', { ...dates, audience: 'live' }));
  const second = proposalIn(await staff(eve, 'content_dates', { ...dates, publish_time: '2000' }));
  expect(await accept(eva, first)).toBe('ok');
  expect(await accept(eva, second)).toBe('PROPOSAL_CHANGED');
});

test('who acknowledged terms is asked again once other words took their place, and not for the same words', async () => {
  const id = await publishedTerms('Nights');
  const person = await house.person();
  const asked = async (lang: string): Promise<boolean> => {
    const { data } = await house.user('news_info', { id }, { lang, token: person.token });
    return !z.object({ read: z.boolean() }).parse(data).read;
  };
  const sends = (lang: string, version: string) =>
    house.user('announcement_read', { id, lang, version }, { token: person.token });
  const titleIs = async (title: string) =>
    expect
      .poll(async () => (await house.user('news_info', { id }, { lang: 'en' })).data, { timeout: 20_000 })
      .toMatchObject({ title });
  const withdraw = async (lang: string) => {
    expect(
      await accept(eva, proposalIn(await staff(eve, 'content_withdraw', { id, lang, reason: 'other words' }))),
    ).toBe('ok');
  };
  await titleIs('Nights en');
  expect([await asked('en'), await asked('hk')]).toEqual([true, true]);
  expect((await sends('en', '1')).said).toBe('ok');
  // Nobody is asked for the same words in another language.
  expect([await asked('en'), await asked('hk')]).toEqual([false, false]);
  for (const lang of ['en', 'hk', 'ar'] as const) {
    await withdraw(lang);
    expect(await write(eve, id, lang, draft(`Nights cost more ${lang}`))).toBe(2);
    expect(await publish(eva, id, lang, 2)).toBe('ok');
  }
  await titleIs('Nights cost more en');
  expect([await asked('en'), await asked('hk')]).toEqual([true, true]);
  expect((await sends('hk', '2')).said).toBe('ok');
  expect([await asked('en'), await asked('hk')]).toEqual([false, false]);
});

test('a picture is made anew, shown by its address to anybody, and a text shows only pictures of ours', async () => {
  const id = await begun({ kind: 'activity' });
  const made = z
    .object({ data: z.object({ id: z.string(), width: z.number() }) })
    .parse(await room.sendFile(eve, '/staff/api/content/picture', {}, pngOf(40, 20)));
  const picture = made.data.id;
  const shown = await fetch(`${house.urls.users}/content/${picture}.jpg`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(shown.headers.get('cache-control')).toContain('immutable');
  for (const path of [`${picture}.JPG`, `${picture}`, `${'0'.repeat(32)}.jpg`, `..%2f${picture}.jpg`])
    expect((await fetch(`${house.urls.users}/content/${path}`)).status).toBe(404);
  const image = (src: string) => tree({ type: 'image', attrs: { src, alt: 'A feast' } });
  expect(await write(eve, id, 'en', draft('Feast', { body: image('f'.repeat(32)) }))).toBe(-7002);
  expect(await write(eve, id, 'en', draft('Feast', { picture, body: image(picture) }))).toBe(1);
  await publish(eve, id, 'en');
  const activity = async (lang: string) => (await house.user('activity', {}, { lang })).data;
  await expect
    .poll(() => activity('de'), { timeout: 20_000 })
    .toMatchObject({ item: { logo: `/content/${picture}.jpg`, lang: 'en', title: 'Feast' } });
});

test('who is no editor writes nothing, and an editor only what is well', async () => {
  const support = await insertStaff(house.db, { roles: ['support'] });
  const id = await begun();
  expect(await write(support, id, 'en', draft('Mine'))).toBe(-8001);
  expect((await staff(support, 'content_items', {})).said).toBe('NOT_ALLOWED');
  expect((await staff(owner, 'content_new', { kind: 'news', audience: 'all', publish_time: '1' })).said).toBe(
    'NOT_ALLOWED',
  );
  expect((await staff(eve, 'content_new', { kind: 'announcement', audience: 'all', publish_time: '1' })).said).toBe(
    'INPUT_INVALID',
  );
  const ended = { kind: 'news', audience: 'all', publish_time: '2000', expire_time: '2000' };
  expect((await staff(eve, 'content_new', ended)).said).toBe('INPUT_INVALID');
  expect(await write(eve, '999999999', 'en', draft('Nowhere'))).toBe(-8011);
});
