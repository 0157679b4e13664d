// Everything that users and staff can write, written by somebody who wants it to become code, and looked at in a real browser on every screen that shows
// it: it stays the words that it is, and the browser's content policy has nothing to report.

import { systemEntropy } from '@fairtick/kernel/random';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { HOSTILE_ADDRESSES, HOSTILE_CLASS, MARKUP, OVERRIDES, SHORT_MARKUP } from '../harness/hostile-markup.ts';
import { giveDollars } from '../harness/real-user.ts';
import { insertStaff, type TestMember } from '../harness/staff.ts';
import { foreignIn, watch } from './judge-page.ts';
import { MONEY_TERMS } from './money-desk.ts';
import { THEIRS } from './own-money.ts';
import { People, type Session } from './people.ts';
import { SIZES } from './visitor.ts';

type Fields = Readonly<Record<string, string>>;
const told = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });
const made = z.object({ id: z.string() });
const [IMAGE = ''] = MARKUP.filter((one) => one.startsWith('<img'));
const WHOLE = [...MARKUP, OVERRIDES].join('\n');
/** No address may stand in what the staff write to users. */
const ANSWER = MARKUP.filter((one) => /^<(?:img|svg|xmp|template)/.test(one) && !one.includes('//')).join('\n');
const tree = (...content: unknown[]): string => JSON.stringify({ type: 'doc', content });
const paragraph = (text: string, ...marks: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
});

let people: People;
let staff: TestMember;
let session: Session;
const ids: Record<string, string> = {};

beforeAll(async () => {
  people = await People.settle(
    {},
    {
      ...MONEY_TERMS,
      is_main: 1,
      chat_prepared: [{ name: IMAGE, texts: { en: ANSWER } }],
      deposit_options: MONEY_TERMS.deposit_options.map((one) => ({
        ...one,
        ...('bank_name' in one && { bank_name: IMAGE, bank_address: MARKUP[6], payee_name: SHORT_MARKUP[0] }),
      })),
    },
  );
  const { database } = people.app;
  staff = await insertStaff(database, {
    roles: ['editor', 'support', 'compliance', 'treasurer', 'auditor'],
    name: `${IMAGE} Lund`,
  });
  session = await people.living('hostile@example.com');
  const { id } = session.user;
  await database.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [id]);
  await database.owner.query('UPDATE sessions SET elevated_until = 9000000000000 WHERE user_id = $1', [id]);
  await giveDollars(database, BigInt(id), 1_000);
});
afterAll(() => people?.leave());

async function sends(url: string, token: string, body: FormData | URLSearchParams): Promise<z.infer<typeof told>> {
  const key = Buffer.from(systemEntropy.bytes(12)).toString('hex');
  const headers = { lang: 'en', authorization: token, 'idempotency-key': key };
  return told.parse(await (await fetch(url, { method: 'POST', headers, body })).json());
}
async function done(asked: Promise<z.infer<typeof told>>): Promise<unknown> {
  const { code, msg, data } = await asked;
  if (code !== 1) throw new Error(msg);
  return data;
}
const user = (path: string, fields: Fields) =>
  done(sends(people.app.url + path, session.token, new URLSearchParams(fields)));
const member = (path: string, fields: Fields) =>
  done(sends(people.app.consoleUrl + path, staff.token, new URLSearchParams(fields)));

async function writes(kind: string, title: string, body: string): Promise<z.infer<typeof told> & { id: string }> {
  const { id } = made.parse(
    await member('/staff/api/content/new', {
      kind,
      audience: 'all',
      publish_time: '1000',
      ...(kind === 'announcement' && { about: 'notice' }),
    }),
  );
  const form = new FormData();
  form.set('id', id);
  form.set('lang', 'en');
  const file = JSON.stringify({ title, summary: WHOLE.slice(0, 450), picture: null, body });
  form.set('file', new Blob([file]), 'file');
  return { ...(await sends(`${people.app.consoleUrl}/staff/api/content/write`, staff.token, form)), id };
}

const BODY = tree(
  ...MARKUP.map((one) => paragraph(one)),
  { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: IMAGE }] },
  { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(WHOLE)] }] },
  { type: 'blockquote', content: [paragraph(IMAGE, { type: 'bold' }, { type: 'italic' })] },
  {
    type: 'table',
    content: ['tableHeader', 'tableCell'].map((type) => ({
      type: 'tableRow',
      content: [IMAGE, SHORT_MARKUP[1] ?? ''].map((text) => ({ type, content: [paragraph(text)] })),
    })),
  },
  paragraph(IMAGE, { type: 'link', attrs: { href: `https://a.example/?q="><img${encodeURIComponent(IMAGE)}` } }),
);

/** Where it is shown by the words as they were typed. */
interface Shown {
  readonly route: string;
  readonly words: string;
  readonly begin?: (page: Page) => Promise<void>;
}

async function lookAt(page: Page, url: string, { route, words, begin }: Shown, findings: string[]): Promise<void> {
  await page.goto(`${url}/#${route}`);
  // Anew, so that nothing is shown that an earlier screen left there.
  await page.reload();
  const seen: Locator = page.getByText(words).filter({ visible: true }).first();
  await begin?.(page);
  await seen.waitFor();
  findings.push(...(await foreignIn(page)).map((what) => `${route}: ${what}`));
}

describe('what is written by somebody hostile', () => {
  test('is taken by the server as text, and no address of it as a link', async () => {
    for (const [at, title] of MARKUP.entries()) {
      const kind = ['news', 'announcement', 'note'][at % 3] ?? 'news';
      const { id, code, msg } = await writes(kind, title, BODY);
      expect([code, msg]).toEqual([1, expect.anything()]);
      await member('/staff/api/content/publish', { id, lang: 'en', version: '1' });
      ids[kind] = id;
    }
    const activity = await writes('activity', IMAGE, BODY);
    await member('/staff/api/content/publish', { id: activity.id, lang: 'en', version: '1' });
    for (const href of HOSTILE_ADDRESSES) {
      const { code } = await writes('news', 'A link', tree(paragraph('x', { type: 'link', attrs: { href } })));
      expect(code, href).not.toBe(1);
    }
    for (const [at, name] of MARKUP.entries()) {
      const facts = { subject: IMAGE, registered_address: WHOLE.slice(0, 290), location: MARKUP[at] ?? '' };
      const rest = { url: '', email: '', complaint_email: '', main: at === 5 ? '1' : '0', listed: '1' };
      await member('/staff/api/companies/write', { name, ...facts, ...rest });
    }
    await user('/v3/api/feedback', { kind: 'complaint', text: WHOLE, device: IMAGE });
    for (const part of [WHOLE.slice(0, 1_000), WHOLE.slice(1_000)]) await user('/v3/api/chat/send', { text: part });
    await user('/v3/api/chat/send', { text: IMAGE });
    const bound = { type: '1', draw_id: '1', dc_address: THEIRS, wallet_kind: 'exchange' };
    const names = { exchange_name: IMAGE, label: SHORT_MARKUP[0] ?? '' };
    const { id: way } = made.parse(await user('/api/wallet/bind_draw_method', { ...bound, ...names }));
    await people.app.database.owner.query('UPDATE destinations SET usable_time = bound_time');
    const drawn = { draw_currency_id: '1', number: '100', draw_method_id: way, memo: IMAGE };
    ids.withdrawal = made.parse(await user('/api/account/draw', drawn)).id;
    const found = await people.app.database.owner.query<{ feedback: string; thread: string }>(
      `SELECT (SELECT max(id) FROM feedback)::text AS feedback, (SELECT max(id) FROM support_threads)::text AS thread`,
    );
    Object.assign(ids, found.rows[0]);
    await member('/staff/api/chat/claim', { id: ids.thread ?? '' });
    await member('/staff/api/chat/answer', { id: ids.thread ?? '', text: ANSWER });
    await member('/staff/api/feedback/claim', { id: ids.feedback ?? '' });
    await member('/staff/api/feedback/answer', { id: ids.feedback ?? '', text: ANSWER });
    await member('/staff/api/users/freeze', { id: session.user.id, locks: 'orders', reason: ANSWER.slice(0, 400) });
  });

  test('is words on every screen of the app', async () => {
    const findings: string[] = [];
    const visitor = await people.arrive({ size: 'phone', lang: 'en', theme: 'light' }, session);
    await watch(visitor.context, findings);
    const [answer = ''] = ANSWER.split('\n');
    const screens: Shown[] = [
      { route: '/news', words: MARKUP[0] ?? '' },
      { route: `/news/detail?id=${ids.news}`, words: IMAGE },
      { route: '/mine/announcement', words: MARKUP[1] ?? '' },
      { route: `/news/detail?id=${ids.announcement}`, words: IMAGE },
      { route: '/activity', words: IMAGE },
      {
        route: '/product',
        words: MARKUP[6] ?? '',
        begin: async (page) => {
          await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill(IMAGE);
          await page.getByText(IMAGE).filter({ visible: true }).first().waitFor();
          await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('');
          await page
            .getByText(MARKUP[6] ?? '')
            .filter({ visible: true })
            .first()
            .tap();
          await page.getByRole('dialog').getByText(IMAGE).first().waitFor();
        },
      },
      { route: '/mine/email', words: IMAGE },
      { route: '/mine/chat', words: answer },
      { route: '/feedback', words: answer },
      { route: '/mine/coin-address-list', words: SHORT_MARKUP[0] ?? '' },
      { route: '/mine/withdraw', words: SHORT_MARKUP[0] ?? '' },
      {
        route: '/mine/charge',
        words: IMAGE,
        begin: (page) => page.getByRole('radio', { name: visitor.say('deposit', 'bank'), exact: true }).check(),
      },
    ];
    for (const screen of screens) await lookAt(visitor.page, people.app.url, screen, findings);
    expect(findings).toEqual([]);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('is words on every screen of the console', async () => {
    const findings: string[] = [];
    const context = await people.browser.newContext({ viewport: SIZES.desktop, locale: 'en' });
    context.setDefaultTimeout(60_000);
    await watch(context, findings);
    await context.addInitScript(
      (token) => sessionStorage.setItem('fairtick.console.session', JSON.stringify(token)),
      staff.token,
    );
    const page = await context.newPage();
    const [answer = ''] = ANSWER.split('\n');
    const screens: Shown[] = [
      { route: '/content', words: MARKUP.at(-1) ?? '' },
      { route: `/content/${ids.news}`, words: IMAGE },
      { route: '/companies', words: IMAGE },
      { route: `/chat/${ids.thread}`, words: answer },
      { route: `/feedback/${ids.feedback}`, words: answer },
      { route: `/users/${session.user.id}`, words: answer },
      { route: `/withdrawals/${ids.withdrawal}`, words: IMAGE },
      { route: '/audit', words: `${IMAGE} Lund` },
    ];
    for (const screen of screens) await lookAt(page, people.app.consoleUrl, screen, findings);
    expect(findings).toEqual([]);
    await context.close();
  });

  test('has, as HTML for other clients, the elements of its tree and no others, in a page that nothing guards', async () => {
    const findings: string[] = [];
    const context = await people.browser.newContext();
    await watch(context, findings);
    const page = await context.newPage();
    const answer = await fetch(`${people.app.url}/api/news/info?id=${ids.news}`, { headers: { lang: 'en' } });
    const { content } = z.object({ content: z.string() }).parse(told.parse(await answer.json()).data);
    await page.setContent(content);
    expect(await page.locator(`.${HOSTILE_CLASS}`).count()).toBe(0);
    const names = await page.evaluate(() => [
      ...new Set([...document.body.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase())),
    ]);
    expect(names.toSorted()).toEqual([
      'a',
      'blockquote',
      'em',
      'h2',
      'li',
      'p',
      'strong',
      'table',
      'tbody',
      'td',
      'th',
      'tr',
      'ul',
    ]);
    expect([...(await foreignIn(page)), ...findings]).toEqual([]);
    await context.close();
  });
});
