// Announcements over real SMTP and to a push service: to who asked for news and nobody else, each once however often a server ends in the middle, and one
// request without a session is enough to get no more.

import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { tellAnnouncements } from '@fairtick/server/domains/content/telling/jobs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { headerOf, openPostOffice, type PostOffice, partOf, type TakenLetter } from '../../harness/post-office.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { openPushService, type PushService } from '../protection/push-service.ts';
import { type House, openHouse, type Person } from '../verification/house.ts';
import { draft, Newsroom } from './newsroom.ts';

const SOON = { timeout: 20_000, interval: 50 };
/** By the hundred a machine under load is slow. */
const MANY = 120;

let office: PostOffice;
let service: PushService;
let house: House;
let newsroom: Newsroom;
let [eve, eva]: TestMember[] = [];

beforeAll(async () => {
  [office, service] = await Promise.all([openPostOffice(), openPushService()]);
  house = await openHouse(undefined, {
    SMTP_URL: `smtp://127.0.0.1:${office.port}`,
    SMTP_FROM: 'no-reply@fairtick.example',
    PUSH_HOSTS: service.origin,
    NODE_ENV: 'test',
  });
  newsroom = new Newsroom(house);
  [eve, eva] = [
    await insertStaff(house.db, { roles: ['editor'], name: 'Eve' }),
    await insertStaff(house.db, { roles: ['editor'], name: 'Eva' }),
  ];
});
afterAll(async () => {
  await house.close();
  await Promise.all([office.close(), service.close()]);
});
// Everybody of an earlier test has left the list, and no letter of theirs is under way.
beforeEach(async () => {
  await allSent();
  await house.rows(`UPDATE preferences SET notify = '{}'`);
  office.taken.length = 0;
  office.onReader = () => undefined;
});

const member = (one: TestMember | undefined): TestMember => one ?? expect.fail('nobody joined');
const email = ({ id }: Person): string => `user${id}@example.com`;

async function reader(lang = 'en', change: Readonly<Record<string, string>> = { news_mail: '1' }): Promise<Person> {
  const person = await house.person();
  expect((await house.user('preferences_set', { lang, ...change }, person)).said).toBe('ok');
  return person;
}

/** Published so long ago that nobody means to take it back. */
async function published(
  texts: Readonly<Partial<Record<'en' | 'hk' | 'ar', string>>>,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const id = await newsroom.begun(member(eve), { kind: 'announcement', about: 'notice', ...fields });
  for (const [lang, title] of Object.entries(texts)) {
    const key = lang === 'hk' || lang === 'ar' ? lang : 'en';
    await newsroom.write(member(eve), id, key, draft(title));
    expect(await newsroom.publish(member(fields.about === 'terms' ? eva : eve), id, key)).toBe('ok');
  }
  await house.rows('UPDATE content_published SET time = time - 300000 WHERE item_id = $1', [id]);
  return id;
}

const tell = (atOnce?: number, signal?: AbortSignal) =>
  tellAnnouncements({ db: house.db.app, clock: systemClock }, signal, atOnce);
const lettersTo = (person: Person): TakenLetter[] => office.taken.filter(({ to }) => to.includes(email(person)));
async function letterTo(person: Person): Promise<TakenLetter> {
  await expect.poll(() => lettersTo(person).length, SOON).toBe(1);
  return lettersTo(person)[0] ?? expect.fail('no letter');
}
/** Until nothing waits any more: what was not sent by then never is. */
const allSent = () =>
  expect
    .poll(() => house.rows('SELECT count(*)::int FROM outbox WHERE sent_time IS NULL AND dead_time IS NULL'), SOON)
    .toEqual([[0]]);
const stopOf = (letter: TakenLetter): string => /^<(\S+)>$/.exec(headerOf(letter, 'list-unsubscribe'))?.[1] ?? '';
const wants = async (person: Person): Promise<unknown> =>
  (await house.rows(`SELECT notify -> 'news' ->> 'mail' FROM preferences WHERE user_id = $1`, [person.id]))[0]?.[0];

test('goes to who asked for news, in their language or another that is named, with the way out in its headers and at its end', async () => {
  const [ann, hua, ali] = [await reader('en'), await reader('hk'), await reader('ar')];
  const [silent, unproven] = [await reader('en', {}), await reader()];
  await house.rows('UPDATE account_names SET verified_time = NULL WHERE user_id = $1', [unproven.id]);
  const id = await published({ en: 'Pause <b>at</b> noon', ar: 'توقف عند الظهر' }, { about: 'maintenance' });
  expect(await tell()).toEqual({ told: 3 });
  expect(await tell()).toEqual({ told: 0 });
  const [toAnn, toHua, toAli] = [await letterTo(ann), await letterTo(hua), await letterTo(ali)];
  await allSent();
  expect([lettersTo(silent), lettersTo(unproven), office.taken.length]).toEqual([[], [], 3]);
  expect([toAnn, toHua, toAli].map((one) => headerOf(one, 'subject'))).toEqual([
    'Maintenance is planned',
    '系統維護預告',
    'صيانة مقررة',
  ]);
  for (const [person, letter, lang] of [
    [ann, toAnn, 'en'],
    [hua, toHua, 'hk'],
    [ali, toAli, 'ar'],
  ] as const) {
    const [plain, html, stop] = [partOf(letter, 'text/plain'), partOf(letter, 'text/html'), stopOf(letter)];
    expect(stop).toMatch(new RegExp(`^${house.urls.users}/unsubscribe/${person.id}\\.[\\w-]{32}\\?lang=${lang}$`));
    expect(headerOf(letter, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    for (const part of [plain, html]) {
      expect(part).toContain(stop);
      expect(part).toContain(`${house.urls.users}/#/news/detail?id=${id}`);
    }
    expect(plain).toContain(lang === 'ar' ? 'توقف عند الظهر' : 'Pause <b>at</b> noon');
    expect(html).not.toContain('<b>');
    expect(html).toContain(`dir="${lang === 'ar' ? 'rtl' : 'ltr'}"`);
  }
});

test('one request of a program for mail ends it, a look at the page does not, and nobody makes a link of their own', async () => {
  const [ann, bob] = [await reader('en', { news_mail: '1', trading_mail: '0' }), await reader()];
  await published({ en: 'First' });
  await tell();
  const [stop, bobs] = [stopOf(await letterTo(ann)), stopOf(await letterTo(bob))];
  for (const accept of ['text/html', '*/*']) {
    const page = await fetch(stop, { headers: { accept } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  const post = (url: string, init: RequestInit = {}) => fetch(url, { method: 'POST', redirect: 'manual', ...init });
  const mac = stop.slice(stop.indexOf('.') + 1);
  const forged = [
    stop.replace(`${ann.id}.`, `${bob.id}.`),
    stop.replace(mac, `${'A'.repeat(32)}?lang=en`),
    stop.replace(`.${mac}`, ''),
    `${house.urls.users}/unsubscribe/${ann.id}`,
    `${house.urls.users}/unsubscribe/0${ann.id}.${mac}`,
    `${house.urls.users}/unsubscribe/999999999.${mac}`,
  ];
  // One answer to all of them, whether there is such a user or not.
  const answers = await Promise.all(forged.map(async (url) => (await post(url)).text()));
  expect(new Set(answers.map((one) => one.replace(/"code":1\b/, 'good')))).toEqual(new Set([answers[0]]));
  expect(answers[0]).not.toContain('"code":1,');
  expect([await wants(ann), await wants(bob)]).toEqual(['true', 'true']);

  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const first = await post(stop, { body: form });
  expect([first.status, await first.json()]).toMatchObject([200, { code: 1 }]);
  const parts = new FormData();
  parts.set('List-Unsubscribe', 'One-Click');
  expect((await post(bobs, { body: parts })).status).toBe(200);
  expect((await post(bobs)).status).toBe(200);
  expect([await wants(ann), await wants(bob)]).toEqual(['false', 'false']);
  // Nothing else of what they chose was changed.
  expect(
    await house.rows(`SELECT notify -> 'trading' ->> 'mail' FROM preferences WHERE user_id = $1`, [ann.id]),
  ).toEqual([['false']]);
  await published({ en: 'Second' });
  expect(await tell()).toEqual({ told: 0 });
});

test('waits five minutes, and what was withdrawn or not wanted by the time it leaves is not sent', async () => {
  const [ann, bob] = [await reader(), await reader()];
  const early = await published({ en: 'Too early' });
  await house.rows('UPDATE content_published SET time = time + 290000 WHERE item_id = $1', [early]);
  expect(await tell()).toEqual({ told: 0 });
  await newsroom.staff(member(eve), 'content_withdraw', { id: early, lang: 'en', reason: 'A mistake' });
  // A mail server that is slow to be found: both letters wait.
  office.onReader = () => 451;
  const gone = await published({ en: 'Taken back' });
  await tell();
  await newsroom.staff(member(eve), 'content_withdraw', { id: gone, lang: 'en', reason: 'Another mistake' });
  await published({ en: 'Good' });
  await tell();
  expect((await house.user('preferences_set', { news_mail: '0' }, bob)).said).toBe('ok');
  await house.rows('SELECT pg_sleep(2.5)');
  office.onReader = () => undefined;
  await house.rows('UPDATE outbox SET due_time = 0 WHERE sent_time IS NULL AND dead_time IS NULL');
  expect(partOf(await letterTo(ann), 'text/plain')).toContain('Good');
  await allSent();
  expect([office.taken.length, lettersTo(bob)]).toEqual([1, []]);
});

test('is for users with money alone, and terms for nobody before each language has them', async () => {
  await reader();
  await published({ en: 'To players' }, { audience: 'demo' });
  await published({ en: 'Terms', hk: '條款' }, { about: 'terms' });
  await newsroom.begun(member(eve), { kind: 'news' });
  expect(await tell()).toEqual({ told: 0 });
});

test('a telling that ends in the middle goes on behind the last who was told, by whichever server: nobody gets it twice', async () => {
  const readers: Id[] = [];
  for (let count = 0; count < MANY; count += 1) readers.push((await house.person()).id);
  await house.rows(
    `INSERT INTO preferences (user_id, notify) SELECT unnest($1::bigint[]), '{"news":{"mail":true}}'::json`,
    [readers],
  );
  const id = await published({ en: 'To many' });
  const stopping = new AbortController();
  stopping.abort();
  expect(await tell(7, stopping.signal)).toEqual({ told: 0 });
  // A server whose transaction ends before its commit has told nobody.
  await house.rows(`ALTER TABLE content_tellings ADD CONSTRAINT halfway CHECK (told < 60)`);
  await expect(tell(7)).rejects.toThrow(/halfway/);
  await house.rows(`ALTER TABLE content_tellings DROP CONSTRAINT halfway`);
  expect(await house.rows('SELECT told FROM content_tellings WHERE item_id = $1', [id])).toEqual([[56]]);
  const rest = await Promise.all([tell(7), tell(5), tell(11)]);
  expect(rest.reduce((sum, { told }) => sum + told, 0)).toBe(MANY - 56);
  await allSent();
  expect(office.taken.flatMap(({ to }) => to).toSorted()).toEqual(
    readers.map((one) => `user${one}@example.com`).toSorted(),
  );
});

test('an address that a mail server refuses for good gets no more news until its owner asks again', async () => {
  const [ann, bob] = [await reader(), await reader()];
  office.onReader = (address) => (address === email(ann) ? 550 : undefined);
  await published({ en: 'One' });
  await tell();
  await letterTo(bob);
  await expect
    .poll(() => house.rows('SELECT refused_time IS NOT NULL FROM account_names WHERE user_id = $1', [ann.id]), SOON)
    .toEqual([[true]]);
  office.taken.length = 0;
  office.onReader = () => undefined;
  await published({ en: 'Two' });
  expect(await tell()).toEqual({ told: 1 });
  await letterTo(bob);
  expect((await house.user('preferences_set', { news_mail: '1' }, ann)).said).toBe('ok');
  await published({ en: 'Three' });
  expect(await tell()).toEqual({ told: 2 });
  await letterTo(ann);
});

test('a browser that takes messages shows the title, and opens the announcements', async () => {
  const ann = await reader('ar', { news_push: '1' });
  const browser = service.browser();
  expect(
    (
      await house.user(
        'push_add',
        { endpoint: browser.endpoint, p256dh: browser.p256dh, auth: browser.auth },
        { ...ann, lang: 'ar' },
      )
    ).said,
  ).toBe('ok');
  await published({ en: 'A pause', ar: 'توقف' });
  expect(await tell()).toEqual({ told: 1 });
  await expect.poll(() => browser.got, SOON).toMatchObject([{ body: 'توقف', dir: 'rtl', at: '#/mine/announcement' }]);
  expect(office.taken).toEqual([]);
  browser.status = 410;
  await published({ en: 'Another' });
  await tell();
  await allSent();
  await published({ en: 'A third' });
  expect(await tell()).toEqual({ told: 0 });
});
