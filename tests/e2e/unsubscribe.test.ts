// Somebody asks for news on their phone, gets an announcement as a letter, and gets no more of them by its link: without signing in, by one tap.

import { systemClock } from '@fairtick/kernel/clock';
import { tellAnnouncements } from '@fairtick/server/domains/content/telling/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ar } from '../../server/platform/mail/texts/ar.ts';
import { en } from '../../server/platform/mail/texts/en.ts';
import { hk } from '../../server/platform/mail/texts/hk.ts';
import { headerOf, partOf } from '../harness/post-office.ts';
import { insertStaff } from '../harness/staff.ts';
import { People, type Session } from './people.ts';
import type { Look } from './visitor.ts';

const SAID = { en, hk, ar } as const;
const BODY = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'For an hour.' }] }] };

let people: People;
beforeAll(async () => {
  people = await People.settle();
});
afterAll(async () => people?.leave());

/** Published so long ago that nobody means to take it back, and told to whoever asked. */
async function announce(title: string): Promise<void> {
  const { owner, app } = people.app.database;
  const { id: staffId } = await insertStaff(people.app.database, { roles: ['editor'] });
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO content_items (kind, about, audience, publish_time, staff_id) VALUES ('announcement', 'maintenance', 'all', 1, $1) RETURNING id`,
    [staffId],
  );
  const item = rows[0]?.id;
  await owner.query(
    `INSERT INTO content_texts (item_id, lang, version, title, summary, body, staff_id) VALUES ($1, 'en', 1, $2, 'In short', $3, $4)`,
    [item, title, JSON.stringify(BODY), staffId],
  );
  await owner.query(
    `INSERT INTO content_published (item_id, lang, version, staff_id, time) VALUES ($1, 'en', 1, $2, 1)`,
    [item, staffId],
  );
  await tellAnnouncements({ db: app, clock: systemClock });
}

test.each<Look>([
  { size: 'phone', lang: 'en', theme: 'light' },
  { size: 'phone', lang: 'ar', theme: 'dark' },
  { size: 'desktop', lang: 'hk', theme: 'light' },
])('news by mail are asked for, come, and are ended by one tap: %j', async (look) => {
  const email = `news-${look.lang}@example.com`;
  const session: Session = await people.living(email);
  const user = await people.arrive(look, session);
  const { page, say } = user;
  await user.open('/mine/system');
  const news = page.getByRole('group', { name: say('protection', 'telling.news') });
  const box = news.getByRole('checkbox', { name: say('protection', 'telling.mail') });
  await user.choose(box);
  await expect.poll(() => box.isChecked()).toBe(true);
  await page.getByRole('combobox', { name: say('protection', 'telling.lang') }).selectOption(look.lang);
  await expect
    .poll(async () => {
      const { rows } = await people.app.database.owner.query<{ told: string }>(
        `SELECT s.lang || (p.notify -> 'news' ->> 'mail') AS told FROM preferences p JOIN user_standing s USING (user_id) WHERE p.user_id = $1`,
        [session.user.id],
      );
      return rows[0]?.told;
    })
    .toBe(`${look.lang}true`);
  expect(user.findings).toEqual([]);
  await user.leave();

  await announce(`A pause at noon for ${look.lang}`);
  const letter = await people.letterTo(email, (one) => partOf(one, 'text/plain').includes('A pause at noon'));
  const { stop, letters } = SAID[look.lang];
  expect(headerOf(letter, 'subject')).toBe(letters.announcement_maintenance.subject);
  const link = /https?:\S+\/unsubscribe\/\S+/.exec(partOf(letter, 'text/plain'))?.[0] ?? '';

  const stranger = await people.arrive(look);
  await stranger.page.goto(link);
  await stranger.page.getByRole('heading', { level: 1, name: stop.title }).waitFor();
  await stranger.audit('unsubscribe');
  await stranger.press(stranger.page.getByRole('button', { name: stop.button, exact: true }));
  await stranger.page.getByRole('heading', { level: 1, name: stop.done }).waitFor();
  await stranger.audit('unsubscribed');
  expect(stranger.findings).toEqual([]);
  await stranger.page.goto(link.replace(/\.[\w-]{32}/, `.${'A'.repeat(32)}`));
  await stranger.press(stranger.page.getByRole('button', { name: stop.button, exact: true }));
  await stranger.page.getByText(stop.broken).waitFor();
  await stranger.press(stranger.page.getByRole('link', { name: stop.open }));
  await stranger.page.waitForURL((url) => url.pathname === '/');
  await stranger.leave();

  const again = await people.arrive(look, session);
  await again.open('/mine/system');
  const boxAgain = again.page
    .getByRole('group', { name: say('protection', 'telling.news') })
    .getByRole('checkbox', { name: say('protection', 'telling.mail') });
  await boxAgain.waitFor({ state: 'attached' });
  expect(await boxAgain.isChecked()).toBe(false);
  await again.leave();
});
