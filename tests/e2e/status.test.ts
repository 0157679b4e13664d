// The service's status in the app: said on every screen when it switches and gone when it is over, without anything being pressed; where the documents want a
// screen of its own nobody is kept by it from their orders and money; and everybody reads what it was before.

import { APP_VERSION } from '@fairtick/contract/app-version';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { serviceStatus } from '@fairtick/server/domains/accounts/service-status';
import { SYSTEM } from '@fairtick/server/platform/principals';
import { announce } from '@fairtick/server/platform/settings/announce';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { RunningApp } from '../harness/app.ts';
import { fundLiveHouse, giveDollars } from '../harness/real-user.ts';
import { MONEY_TERMS } from './money-desk.ts';
import { act, bindAddress, field } from './own-money.ts';
import { People } from './people.ts';
import {
  chooseFamily,
  closeOrder,
  closeSheet,
  nothingIn,
  openDetail,
  openPair,
  openTicket,
  PAIR,
  pendingButton,
  priceOn,
  readyToTrade,
  sendButton,
  showOrders,
  ticketOf,
  toast,
  trade,
} from './trading.ts';
import { type Look, Visitor } from './visitor.ts';

const OPEN: AnswerOf<'main_status'> = { status: 0, reason: 'none', from: 0, until: 0, url: '', min_version: 0 };
const HOST = 'status.example.com';
/** Further than any run lasts, so that what is said of the times stays. */
const FAR = { from: 4_000_000_000_000, until: 4_000_003_600_000 };
const LOOKS: readonly Look[] = [
  { size: 'phone', lang: 'hk', theme: 'light' },
  { size: 'phone', lang: 'ar', theme: 'dark' },
  { size: 'desktop', lang: 'en', theme: 'dark' },
];

let people: People;
let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  people = await People.settle({ STATUS_HOSTS: HOST }, MONEY_TERMS);
  ({ app, browser } = people);
  await fundLiveHouse(app.database);
});
afterAll(() => people?.leave());

/** Announced as the operator does it. */
async function becomes(value: AnswerOf<'main_status'>): Promise<void> {
  const { rows } = await app.database.owner.query<{ at: string }>('SELECT database_ms() + 7000 AS at');
  const atMs = Number(rows[0]?.at);
  const done = await announce(app.database.ownerUrl, { setting: serviceStatus, value, atMs, actor: SYSTEM });
  expect(done).toMatchObject({ ok: true });
}

const banner = ({ page, say }: Visitor, status: 1 | 2 | 3 | 4): Locator =>
  page.getByRole(status === 1 ? 'status' : 'alert').filter({ hasText: say('status', `${status}.title`) });
const notice = ({ page, say }: Visitor, status: 3 | 4): Locator =>
  page.getByRole('alertdialog', { name: say('status', `${status}.title`) });

/** All at once: most of what they do is waiting. */
const each = async (visitors: readonly Visitor[], act: (visitor: Visitor) => Promise<void>): Promise<void> => {
  await Promise.all(visitors.map(act));
};

/** Gone by itself: the connection brought it. */
const isOpen = ({ page, say }: Visitor): Promise<void> =>
  page.getByRole('link', { name: say('status', 'history') }).waitFor({ state: 'detached' });

test('maintenance and closing only are said on the screen that is open, in its language, and an order is closed meanwhile', async () => {
  const visitors = await Promise.all(LOOKS.map((look) => Visitor.arrive(browser, app.url, look)));
  await each(visitors, async (visitor) => {
    await readyToTrade(visitor);
    await trade(visitor, { stopsAway: 9_000 });
    await isOpen(visitor);
    // Asked for it is not answered any more: the socket alone tells.
    await visitor.page.route('**/api/default/main_status', () => undefined);
  });
  await becomes({ ...OPEN, status: 1, reason: 'maintenance', ...FAR });
  await each(visitors, async (visitor) => {
    const { say, like } = visitor;
    await banner(visitor, 1).getByText(say('status', 'reason.maintenance')).waitFor();
    await banner(visitor, 1)
      .getByText(looselyOf(like('status', 'times.both')))
      .waitFor();
    await visitor.audit('status-1-trade');
    await visitor.goTo('home');
    await banner(visitor, 1).waitFor();
    await visitor.audit('status-1-home');
  });
  await becomes({ ...OPEN, status: 2, reason: 'incident' });
  await each(visitors, async (visitor) => {
    const { say } = visitor;
    await banner(visitor, 2).getByText(say('status', '2.text')).waitFor();
    await banner(visitor, 2).getByText(say('status', 'times.unsaid')).waitFor();
    await visitor.audit('status-2-home');
    await visitor.goTo('orders');
    await showOrders(visitor, 'holding');
    await closeOrder(visitor);
    await nothingIn(visitor, 'holding').waitFor();
  });
  await becomes(OPEN);
  await each(visitors, async (visitor) => {
    await isOpen(visitor);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });
});

test('where it is not offered, or the app is too old, that is said before all else, and leads on to orders and money', async () => {
  const visitors = await Promise.all(LOOKS.map((look) => Visitor.arrive(browser, app.url, look)));
  await each(visitors, readyToTrade);
  const [first] = visitors;
  if (first) await trade(first, { stopsAway: 9_000 });
  await becomes({ ...OPEN, status: 3, reason: 'law', url: `https://${HOST}/where` });
  await each(visitors, async (visitor) => {
    const { say, like } = visitor;
    const link = notice(visitor, 3).getByRole('link', { name: like('status', 'more.at', { host: HOST }) });
    expect(await link.getAttribute('href')).toBe(`https://${HOST}/where`);
    await visitor.audit('status-3-screen');
    await visitor.press(notice(visitor, 3).getByRole('button', { name: say('status', 'go_on') }));
    await notice(visitor, 3).waitFor({ state: 'hidden' });
    await banner(visitor, 3).waitFor();
    await visitor.audit('status-3-banner');
  });
  if (first) {
    await first.goTo('orders');
    await showOrders(first, 'holding');
    await closeOrder(first);
    await nothingIn(first, 'holding').waitFor();
  }
  await becomes({ ...OPEN, status: 4, min_version: APP_VERSION + 1 });
  await each(visitors, async (visitor) => {
    const { page, say } = visitor;
    await notice(visitor, 4).waitFor();
    await visitor.audit('status-4-screen');
    const loaded = page.waitForEvent('load');
    await visitor.press(notice(visitor, 4).getByRole('button', { name: say('status', 'reload') }));
    await loaded;
    await visitor.press(notice(visitor, 4).getByRole('button', { name: say('status', 'go_on.old') }));
    await notice(visitor, 4).waitFor({ state: 'hidden' });
    await banner(visitor, 4).waitFor();
  });
  await becomes({ ...OPEN, status: 4, min_version: APP_VERSION });
  await each(visitors, async (visitor) => {
    await isOpen(visitor);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });
});

test.concurrent.each(LOOKS)('anybody reads what the service was, the newest first, $size, $lang', async (look) => {
  const visitor = await Visitor.arrive(browser, app.url, look);
  const { page, say } = visitor;
  await visitor.open('/');
  await visitor.chooseLanguage();
  await visitor.open('/status');
  const spells = page.locator('main ol > li:visible');
  await spells.first().waitFor();
  const words = await spells.getByRole('heading', { level: 2 }).allTextContents();
  const expected = [4, 4, 3, 0, 2, 1, 0].map((status) => say('status', `word.${status}`));
  expect(words.map((word) => word.replace(say('status', 'now'), ''))).toEqual(expected);
  // The device's clock moves in steps: what switched a moment ago is announced until the next one.
  await spells.first().getByText(say('status', 'now'), { exact: true }).waitFor();
  await spells.filter({ hasText: say('status', 'reason.law') }).waitFor();
  await spells.last().getByText(visitor.like('status', 'first.until')).waitFor();
  await visitor.audit('status-history');
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});

test.concurrent.each(LOOKS)(
  'a newer build is offered where somebody looks, and loaded by a press alone, $size, $lang',
  async (look) => {
    const visitor = await Visitor.arrive(browser, app.url, look);
    const { page, say } = visitor;
    await readyToTrade(visitor);
    const served = z.object({ build: z.string() }).parse(await (await fetch(`${app.url}/version.json`)).json());
    expect(await page.locator('script[type=module]').getAttribute('src')).toBe(`./assets/${served.build}`);
    const offer = page.getByText(say('shell', 'new_build'));
    const again = page.getByRole('status').getByRole('button', { name: say('shell', 'error.reload') });
    await looks(visitor);
    expect(await offer.count()).toBe(0);
    // As after an update, while this tab stayed open.
    await page.route('**/version.json', (route) => route.fulfill({ json: { build: 'index-newer.js' } }));
    await looks(visitor);
    await offer.waitFor();
    await visitor.audit('new-build');
    await looks(visitor);
    expect(await offer.count()).toBe(1);
    await visitor.goTo('home');
    await offer.waitFor();
    await page.unroute('**/version.json');
    const loaded = page.waitForEvent('load');
    await visitor.press(again);
    await loaded;
    await visitor.tab('home').waitFor();
    await looks(visitor);
    expect(await offer.count()).toBe(0);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  },
);

test('an old tab that gets no more code is told so, is not loaded anew under its user’s hands, and closes an order', async () => {
  // Of a service that is open nothing of this was loaded before.
  await becomes(OPEN);
  const told = z.object({ data: z.object({ status: z.number() }) });
  const status = async () => told.parse(await (await fetch(`${app.url}/api/default/main_status`)).json()).data.status;
  await expect.poll(status, { timeout: 60_000 }).toBe(0);
  const visitor = await Visitor.arrive(browser, app.url, { size: 'desktop', lang: 'en', theme: 'light' });
  const { page, say } = visitor;
  await readyToTrade(visitor);
  await trade(visitor, { stopsAway: 9_000 });
  await visitor.goTo('orders');
  await showOrders(visitor, 'holding');
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  await page.route('**/assets/service-notice*.js', (route) => route.abort());
  await becomes({ ...OPEN, status: 2 });
  await page.getByText(say('shell', 'service.away')).waitFor();
  await closeOrder(visitor);
  await nothingIn(visitor, 'holding').waitFor();
  expect(await page.locator('body[data-same]').count()).toBe(1);
  await becomes(OPEN);
  await page.getByText(say('shell', 'service.away')).waitFor({ state: 'detached' });
  expect(await page.locator('body[data-same]').count()).toBe(1);
  await visitor.leave();
});

// Last: the history above is told whole.
test.each(LOOKS.slice(1))(
  'while closing only nothing that would be refused can be sent, with the reason beside it, and every way out is open, $size, $lang',
  async (look) => {
    const email = `closing.${look.lang}@example.com`;
    const visitor = await people.arrive(look, await funded(email));
    const { page, say, like } = visitor;
    await visitor.open('/');
    await openPair(visitor);
    await trade(visitor, { stopsAway: 9_000 });
    await placePending(visitor);
    const ticket = await openTicket(visitor);
    await ticket.getByRole('textbox', { name: say('trade', 'lots') }).fill('0.10');
    await expect.poll(() => sendButton(visitor, ticket, 'buy').isEnabled()).toBe(true);
    await isOpen(visitor);

    await becomes({ ...OPEN, status: 2, reason: 'incident' });
    // The ticket that is open says so by itself, whatever it would send.
    await ticket.getByText(say('trade', 'block.closing')).waitFor();
    expect(await sendButton(visitor, ticket, 'buy').isDisabled()).toBe(true);
    await visitor.choose(ticket.getByRole('radio', { name: say('trade', 'kind.pending'), exact: true }));
    await ticket.getByRole('textbox', { name: say('trade', 'target') }).fill('1000');
    expect(await pendingButton(visitor, ticket).isDisabled()).toBe(true);
    await ticket.getByText(say('trade', 'block.closing')).waitFor();
    await visitor.audit('closing-ticket');
    if (!visitor.wide) {
      await closeSheet(visitor, ticket);
      expect(await doors(visitor, 'sell', 'buy')).toEqual([false, false]);
    }
    await chooseFamily(visitor, 'contracts');
    expect(await doors(visitor, 'up', 'down')).toEqual([false, false]);
    await page.locator('main').getByText(say('trade', 'block.closing')).first().waitFor();
    await visitor.audit('closing-option');

    await visitor.open('/mine/charge');
    for (const kind of ['coin', 'bank']) {
      await visitor.choose(page.getByRole('radio', { name: say('deposit', kind), exact: true }));
      await page.getByRole('status').getByText(say('deposit', 'closed')).waitFor();
      expect(await act(visitor, 'deposit', 'send.none').isDisabled()).toBe(true);
      await visitor.audit(`closing-deposit-${kind}`);
    }

    await showOrders(visitor, 'holding');
    await closeOrder(visitor);
    await showOrders(visitor, 'pending');
    await cancelFirst(visitor);
    await nothingIn(visitor, 'pending').waitFor();
    await bindAddress(people, visitor, email);
    await app.database.owner.query('UPDATE destinations SET usable_time = bound_time');
    await visitor.open('/mine/withdraw');
    await page.getByRole('radio', { name: /Mine/ }).waitFor();
    await field(visitor, 'withdraw', 'sum').fill('100');
    await visitor.press(page.locator('main form button[type="submit"]'));
    const sent = page.locator('main li button').filter({ hasText: /100\.00/ });
    await visitor.press(sent);
    const sheet = page.getByRole('dialog', { name: say('withdraw', 'detail') });
    await visitor.press(sheet.getByRole('button', { name: like('withdraw', 'cancel', {}) }).last());
    await sheet.getByText(say('withdraw', 'step.cancelled'), { exact: true }).waitFor();
    await closeSheet(visitor, sheet);

    await visitor.open('/mine/charge');
    await page.getByText(say('deposit', 'closed')).waitFor();
    await becomes(OPEN);
    await page.getByText(say('deposit', 'closed')).waitFor({ state: 'detached' });
    expect(await act(visitor, 'deposit', 'send.none').isEnabled()).toBe(true);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  },
);

/** Comes back to the window; until the app was answered what it asks for then. */
async function looks({ page }: Visitor): Promise<void> {
  const answered = page.waitForResponse('**/version.json');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await (await answered).finished();
  // What the app does with it is done before the next frame but one.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Among other sentences. */
const looselyOf = ({ source }: RegExp): RegExp => new RegExp(source.replace(/^\^|\$$/g, ''));

/** Verified, with money on each account. */
async function funded(email: string) {
  const session = await people.living(email);
  const { owner } = app.database;
  await owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [session.user.id]);
  await giveDollars(app.database, BigInt(session.user.id), 10_000);
  return session;
}

/** An order that waits far below the price. */
async function placePending(visitor: Visitor): Promise<void> {
  const ticket = await openTicket(visitor);
  const price = await priceOn(visitor, ticket, 'sell');
  await visitor.choose(ticket.getByRole('radio', { name: visitor.say('trade', 'kind.pending'), exact: true }));
  await ticket.getByRole('textbox', { name: visitor.say('trade', 'lots') }).fill('0.10');
  await ticket.getByRole('textbox', { name: visitor.say('trade', 'target') }).fill((price * 0.9).toFixed(2));
  await visitor.press(pendingButton(visitor, ticket));
  await toast(visitor, visitor.like('trade', 'done.pending', { pair: PAIR }));
  if (!visitor.wide) await ticket.waitFor({ state: 'hidden' });
  else await visitor.choose(ticket.getByRole('radio', { name: visitor.say('trade', 'kind.market'), exact: true }));
}

/** Whether these can be pressed: where they stand on the screen, or in its ticket. */
async function doors(visitor: Visitor, ...sides: readonly ('buy' | 'sell' | 'up' | 'down')[]): Promise<boolean[]> {
  const place = visitor.wide ? ticketOf(visitor) : visitor.page.locator('main');
  const names = sides.map((side) => new RegExp(`^${visitor.say('trade', `side.${side}`)}`));
  await place.getByText(visitor.say('trade', 'block.closing')).first().waitFor();
  return Promise.all(names.map((name) => place.getByRole('button', { name }).last().isEnabled()));
}

async function cancelFirst(visitor: Visitor): Promise<void> {
  const { page, say } = visitor;
  const sheet = await openDetail(visitor);
  await visitor.press(sheet.getByRole('button', { name: say('orders', 'cancel.action'), exact: true }));
  await visitor.press(page.getByRole('alertdialog').getByRole('button', { name: say('orders', 'cancel.yes') }));
  await sheet.waitFor({ state: 'hidden' });
}
