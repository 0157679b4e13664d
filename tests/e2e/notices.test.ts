// What happened while nobody looked: the bell counts it, the list shows it with a way to what it is about, reading it ends the count, and the
// next person at the same browser sees none of it.

import { runAll } from '@fairtick/server/platform/database/statement';
import { insertNotices } from '@fairtick/server/platform/notices/table';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { readyToTrade, takeAnotherDemo, takeDemo, trade } from './trading.ts';
import { type Look, Visitor } from './visitor.ts';

const STORED = 25;
const PAGE = 20;
const KINDS = [
  'verified',
  'frozen',
  'margin_call',
  'stop_out',
  'filled',
  'cancelled',
  'verification_rejected',
  'micro_void',
  'micro_no_tick',
] as const;

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const newestUser = async (): Promise<bigint> =>
  (await app.database.owner.query<{ id: bigint }>('SELECT max(id) AS id FROM users')).rows[0]?.id ?? 0n;

let nextId = 1n;
/** As a batch would write them. */
async function happened(userId: bigint): Promise<void> {
  const notices = Array.from({ length: STORED }, (_, n) => ({
    id: nextId++,
    userId,
    realm: 'demo' as const,
    kind: KINDS[n % KINDS.length] ?? 'verified',
    orderId: undefined,
    params: {
      pair: 'EUR/USD',
      price: '1.09400',
      result: '-120.50',
      level: '98.20',
      reason: 'A stolen card',
      rejection: 'unreadable',
      words: 'The picture is dark',
      why: 'limit',
    },
  }));
  await runAll(app.database.app, insertNotices(notices));
}

/** Those of the screen that is shown: Home stays behind it, with lists of its own. */
const listed = ({ page }: Visitor): Locator =>
  page.locator('main li').filter({ has: page.locator('a[href^="#/"]'), visible: true });
const bell = (visitor: Visitor) => visitor.page.locator('main a[href="#/notices"]');
async function counted(visitor: Visitor, count: string): Promise<void> {
  const { page, say, like } = visitor;
  const name = count === '0' ? say('home', 'notices') : like('home', 'notices.unread', { count });
  await page.getByRole('link', { name, exact: true }).waitFor();
}

test.each<Look>([
  { size: 'phone', lang: 'hk', theme: 'light' },
  { size: 'phone', lang: 'ar', theme: 'dark' },
  { size: 'desktop', lang: 'en', theme: 'light' },
])('counted, shown page by page, read, and gone with its user, $size, $lang', async (look) => {
  const visitor = await Visitor.arrive(browser, app.url, look);
  const { page, say } = visitor;
  const items = listed(visitor);
  await visitor.open('/');
  await visitor.chooseLanguage();
  await visitor.open('/');
  await takeDemo(visitor);
  await counted(visitor, '0');
  await visitor.press(bell(visitor));
  await page.getByText(say('notices', 'empty.title')).waitFor();
  await visitor.audit('notices-empty');
  const user = await newestUser();
  await happened(user);
  await visitor.open('/');
  await page.reload();
  await counted(visitor, String(STORED));
  await visitor.audit('notices-bell');
  await visitor.press(bell(visitor));
  await items.nth(PAGE - 1).waitFor();
  expect(await page.locator('main').getByText(say('notices', 'new'), { exact: true }).count()).toBe(PAGE);
  await visitor.audit('notices');
  await items.nth(PAGE - 1).scrollIntoViewIfNeeded();
  await items.nth(STORED - 1).waitFor();
  await visitor.open('/');
  await counted(visitor, '0');
  const { rows } = await app.database.owner.query('SELECT FROM notices WHERE user_id = $1 AND read_time IS NULL', [
    user,
  ]);
  expect(rows.length).toBe(0);
  await visitor.goTo('account');
  await visitor.press(page.locator('main').getByRole('button', { name: say('account', 'logout'), exact: true }));
  const question = page.getByRole('alertdialog');
  await visitor.press(question.getByRole('button', { name: say('account', 'logout.confirm'), exact: true }));
  await visitor.open('/');
  await takeAnotherDemo(visitor);
  await visitor.open('/notices');
  await page.getByText(say('notices', 'empty.title')).waitFor();
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});

test('what the market does is counted as it happens; where nothing can be loaded the screen says so and tries again', async () => {
  const visitor = await Visitor.arrive(browser, app.url, { size: 'desktop', lang: 'en', theme: 'dark' });
  const { page, say } = visitor;
  await readyToTrade(visitor);
  await trade(visitor, { stopsAway: 5 });
  await visitor.goTo('home');
  await counted(visitor, '1');
  await page.route('**/v3/api/notices*', (route) => route.abort());
  await visitor.press(bell(visitor));
  await page.getByText(say('notices', 'failed.title')).waitFor();
  await visitor.audit('notices-failed');
  await page.unroute('**/v3/api/notices*');
  // Nobody presses anything: the list is asked for again.
  await listed(visitor).first().waitFor();
  await visitor.leave();
});
