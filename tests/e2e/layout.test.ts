// The shape of the screens: no window too narrow, nothing that jumps while it loads, and everything within reach of a keyboard.

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { operate } from './keyboard.ts';
import {
  changes,
  nothingIn,
  openDetail,
  orders,
  ordersOnServer,
  PAIR,
  readyToTrade,
  said,
  showOrders,
  takeDemo,
  trade,
} from './trading.ts';
import { type Look, settled, tooWide, Visitor } from './visitor.ts';

/** Each with the heading of its own: while its code comes there is none, and the one of the screen before may still stand. */
const ROUTES: Readonly<Record<string, (say: Visitor['say']) => string>> = {
  '/': (say) => say('shell', 'title.home'),
  '/trade': () => PAIR,
  '/trade?form=contracts': () => PAIR,
  '/order': (say) => say('orders', 'title'),
  '/order?source=0': (say) => say('orders', 'title'),
  '/user': (say) => say('shell', 'title.account'),
  '/language': (say) => say('shell', 'title.language'),
  '/powers': (say) => say('powers', 'title'),
  '/client-money': (say) => say('powers', 'pool.title'),
  '/status': (say) => say('status', 'title'),
  '/notices': (say) => say('shell', 'title.notices'),
  '/login': (say) => say('login', 'title'),
  '/register': (say) => say('shell', 'title.register'),
  '/forgot': (say) => say('shell', 'title.forgot'),
  '/not-me?token=none': (say) => say('shell', 'title.not_me'),
};
const MOST_SHIFT = 0.05;

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe.concurrent('layout', () => {
  test.each<Look>([
    { size: 'desktop', lang: 'en', theme: 'light' },
    { size: 'desktop', lang: 'ar', theme: 'dark' },
  ])('no screen is wider than its window, $lang', async (look) => {
    const visitor = await Visitor.arrive(browser, app.url, look);
    const { page } = visitor;
    await readyToTrade(visitor);
    await trade(visitor, { stopsAway: 9_000 });
    const wide: string[] = [];
    for (const [route, title] of Object.entries(ROUTES)) {
      await visitor.open(route);
      await page.getByRole('heading', { level: 1, name: title(visitor.say) }).waitFor();
      wide.push(...(await tooWide(page)).map((found) => `${route} is ${found}`));
    }
    expect(wide).toEqual([]);
    await visitor.leave();
  });

  test.each<Look>([
    { size: 'phone', lang: 'en', theme: 'light' },
    { size: 'phone', lang: 'hk', theme: 'dark' },
    { size: 'phone', lang: 'ar', theme: 'light' },
  ])(
    'letters of twice the size leave each tab and each way its whole name in the smallest window, $lang',
    async (look) => {
      const visitor = await Visitor.arrive(browser, app.url, look);
      const { page, say } = visitor;
      await visitor.context.addInitScript((lang) => {
        localStorage.setItem('fairtick.settings', JSON.stringify({ lang }));
      }, look.lang);
      await page.setViewportSize({ width: 360, height: 740 });
      await visitor.open('/');
      await visitor.tab('home').waitFor();
      for (const size of ['100%', '125%', '150%', '200%']) {
        const faults = await page.evaluate(cutNames, size);
        expect(faults, size).toEqual([]);
      }
      await page.getByRole('heading', { level: 1, name: say('shell', 'title.home') }).waitFor();
      await visitor.audit('large-letters');
      expect(visitor.findings).toEqual([]);
      await visitor.leave();
    },
  );

  test.each<Look>([
    { size: 'phone', lang: 'hk', theme: 'light' },
    { size: 'desktop', lang: 'hk', theme: 'light' },
  ])('nothing jumps while Home loads, $size', async (look) => {
    const visitor = await Visitor.arrive(browser, app.url, look);
    const { page } = visitor;
    await visitor.context.addInitScript(watchShifts);
    await visitor.open('/');
    expect(await shift(visitor), 'a first visit').toBeLessThan(MOST_SHIFT);
    await takeDemo(visitor);
    await page.reload();
    expect(await shift(visitor), 'signed in').toBeLessThan(MOST_SHIFT);
    await visitor.leave();
  });

  test.each<Look>([
    { size: 'phone', lang: 'hk', theme: 'dark' },
    { size: 'phone', lang: 'en', theme: 'light' },
    { size: 'desktop', lang: 'ar', theme: 'light' },
  ])('the page greets before its scripts come, on the pixels where the app does, $size, $lang', async (look) => {
    const visitor = await Visitor.arrive(browser, app.url, look);
    const { page, say } = visitor;
    await visitor.context.addInitScript((lang) => {
      localStorage.setItem('fairtick.settings', JSON.stringify({ lang }));
    }, look.lang);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/index*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${app.url}/`, { waitUntil: 'commit' });
    const greeting = page.locator('section:visible').filter({ hasText: say('home', 'visit.text') });
    await greeting.waitFor();
    const before = await boxOf(greeting);
    expect(await page.getByRole('button').count()).toBe(0);
    release();
    await page.getByRole('button', { name: say('home', 'visit.try') }).waitFor();
    expect(await boxOf(greeting)).toEqual(before);
    await visitor.leave();
  });

  test.each<Look>([
    { size: 'phone', lang: 'en', theme: 'light' },
    { size: 'phone', lang: 'ar', theme: 'dark' },
    { size: 'desktop', lang: 'en', theme: 'dark' },
  ])(
    'what is said for a moment covers neither the head of a sheet nor the strip on top, $size, $lang',
    async (look) => {
      const visitor = await Visitor.arrive(browser, app.url, look);
      const { page } = visitor;
      await readyToTrade(visitor);
      await trade(visitor, { stopsAway: 9_000 });
      const spoken = page.locator('[role="status"][aria-live] > div').first();
      await apart(spoken, page.locator('header').filter({ has: page.locator('p[role="status"]') }));
      // A card's prices stand on one line, its stops on the next.
      await showOrders(visitor, 'holding');
      if (!visitor.wide) {
        const prices = orders(visitor).first().locator('bdi').filter({ hasText: '→' });
        expect((await boxOf(prices)).height).toBeLessThan(30);
      }
      const sheet = await openDetail(visitor);
      await page.route('**/v2/api/forex/close', (route) => route.continue({ postData: '{"id":"1"}' }));
      await visitor.press(sheet.getByRole('button', { name: visitor.say('orders', 'close.action'), exact: true }));
      const question = page.getByRole('alertdialog');
      await visitor.press(question.getByRole('button', { name: visitor.say('orders', 'close.yes'), exact: true }));
      await said(visitor, /#\d+/).waitFor();
      await question.waitFor({ state: 'hidden' });
      const refusal = page.locator('[role="status"][aria-live] > div').filter({ hasText: /#\d+/ });
      await apart(refusal, sheet.locator('header'));
      await visitor.leave();
    },
  );

  test('a keyboard is enough, from the first visit to a closed position', async () => {
    const visitor = await Visitor.arrive(browser, app.url, { size: 'desktop', lang: 'hk', theme: 'dark' });
    const { page, say } = visitor;
    await visitor.open('/');
    await operate(visitor, page.getByRole('button', { name: say('home', 'visit.try') }));
    await operate(visitor, page.getByRole('dialog').getByRole('button', { name: say('home', 'guide.skip') }));
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await operate(visitor, visitor.tab('trade'));
    const ticket = page.getByRole('complementary', { name: say('trade', 'ticket.label') });
    await operate(visitor, ticket.getByRole('checkbox', { name: say('trade', 'stop_loss') }), 'Space');
    // Nobody has chosen a pair yet: it is the first one.
    await operate(
      visitor,
      ticket.getByRole('button', { name: visitor.like('trade', 'send.buy', { pair: 'EUR/USD' }) }),
    );
    const position = page.locator('#positions-panel tbody tr').first();
    await position.waitFor();
    const [opened] = await ordersOnServer(visitor, 1);
    expect(Number(opened?.TargetLossPrice)).toBeGreaterThan(0);
    await operate(visitor, position.getByRole('button', { name: say('orders', 'close.short'), exact: true }));
    const question = page.getByRole('alertdialog');
    await operate(visitor, question.getByRole('button', { name: say('orders', 'close.yes'), exact: true }));
    await operate(visitor, visitor.tab('orders'));
    await nothingIn(visitor, 'holding').waitFor();
    expect((await ordersOnServer(visitor, 3)).length).toBe(1);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });
});

async function boxOf(target: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await settled(target.page());
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to be seen there');
  return box;
}

async function apart(one: Locator, other: Locator): Promise<void> {
  await one.waitFor();
  const [a, b] = [await boxOf(one), await boxOf(other)];
  const overlap = a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  expect(overlap, JSON.stringify([a, b])).toBe(false);
}

/** What moved without the user's doing since the page began, once prices flow and everything asked for is there. */
async function shift(visitor: Visitor): Promise<number> {
  await changes(visitor, 'section[aria-labelledby="all-markets"] li button');
  await visitor.page.locator('section[aria-labelledby="all-markets"] svg path').first().waitFor();
  return await visitor.page.evaluate(() => Number(Reflect.get(globalThis, 'shifted')));
}

/** In the page, with letters of that size: names that are not whole, lie outside of the bar, or over one another. */
function cutNames(size: string): string[] {
  document.documentElement.style.fontSize = size;
  const faults: string[] = [];
  for (const nav of document.querySelectorAll('nav')) {
    const bar = nav.getBoundingClientRect();
    const names = [...nav.querySelectorAll<HTMLElement>('li span')].filter(
      (span) => span.childElementCount === 0 && span.textContent !== '' && !span.classList.contains('sr-only'),
    );
    if (names.length === 0) faults.push(`${nav.ariaLabel} has no names`);
    const boxes = names.map((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return range.getBoundingClientRect();
    });
    for (const [at, name] of names.entries()) {
      const [box, text] = [boxes[at], name.textContent];
      if (!box) continue;
      if (name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight) faults.push(`${text} is cut`);
      // A box of letters is a little higher than what is drawn of them.
      if (box.left < 0 || box.right > innerWidth || box.top < bar.top - 2 || box.bottom > bar.bottom + 2)
        faults.push(`${text} is outside`);
      for (const other of boxes.slice(at + 1))
        if (box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)
          faults.push(`${text} lies over another`);
    }
  }
  return faults;
}

/** Before anything of the page: adds up what moves without the user's doing. */
function watchShifts(): void {
  Reflect.set(globalThis, 'shifted', 0);
  const add = (list: PerformanceObserverEntryList): void => {
    for (const entry of list.getEntries()) {
      const { hadRecentInput, value } = Object(entry);
      if (hadRecentInput !== true)
        Reflect.set(globalThis, 'shifted', Reflect.get(globalThis, 'shifted') + Number(value));
    }
  };
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
}
