// Back on a phone closes what lies over the page and leaves the page alone; so do Escape and a swipe, and none of them leaves a dead step behind.

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { closeOrder, closeSheet, openDetail, openTicket, readyToTrade, showOrders, trade } from './trading.ts';
import { type Look, settled, Visitor } from './visitor.ts';

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** A page that is opened while a layer's entry is being left: by the app itself, or by its address. */
const OPENED: readonly (readonly [string, string])[] = [
  ['by the app', `history.pushState(null, '', '#/powers')`],
  ['by its address', `location.hash = '#/powers'`],
];

test.each(OPENED)('a page that is opened as a sheet closes stays, %s', async (_, open) => {
  const visitor = await Visitor.arrive(browser, app.url, { size: 'desktop', lang: 'hk', theme: 'light' });
  const { page, say } = visitor;
  await visitor.open('/powers');
  await page.getByRole('heading', { level: 1, name: say('powers', 'title') }).waitFor();
  // The step back is asked for within a moment of the closing, and made another moment later.
  for (let ms = 0; ms < 24; ms += 2) {
    await visitor.open('/');
    await page.getByRole('button', { name: say('home', 'visit.how') }).click();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    await settled(page);
    const cross = sheet.getByRole('button', { name: say('shell', 'close'), exact: true }).first();
    await cross.evaluate((button) => button.setAttribute('data-cross', ''));
    await page.evaluate(`document.querySelector('[data-cross]').click(); setTimeout(() => { ${open}; }, ${ms})`);
    await page.getByRole('heading', { level: 1, name: say('powers', 'title') }).waitFor();
    // What a step back would still undo shows within this.
    await page.waitForTimeout(300);
    expect([ms, route(visitor)]).toEqual([ms, '#/powers']);
    await page.getByRole('heading', { level: 1, name: say('powers', 'title') }).waitFor();
  }
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});

const route = (visitor: Visitor): string => new URL(visitor.page.url()).hash;
const back = (visitor: Visitor): Promise<void> => visitor.page.evaluate(() => history.back());

async function openDrawer(visitor: Visitor): Promise<Locator> {
  await visitor.press(visitor.page.locator('main h1 button, main button:has(h1)').first());
  const drawer = visitor.page.getByRole('dialog');
  await drawer.getByRole('textbox').or(drawer.getByRole('searchbox')).first().waitFor();
  return drawer;
}

test('Back, Escape, a swipe and the cross close a sheet, a drawer and a question one by one, and the next Back leaves the page', async () => {
  const look: Look = { size: 'phone', lang: 'hk', theme: 'light' };
  const visitor = await Visitor.arrive(browser, app.url, look);
  const { page, say } = visitor;
  await readyToTrade(visitor);
  expect(route(visitor)).toBe('#/trade');
  await trade(visitor);

  const ticket = await openTicket(visitor);
  await settled(page);
  await back(visitor);
  await ticket.waitFor({ state: 'hidden' });
  expect(route(visitor)).toBe('#/trade');

  const drawer = await openDrawer(visitor);
  await settled(page);
  await back(visitor);
  await drawer.waitFor({ state: 'hidden' });
  expect(route(visitor)).toBe('#/trade');

  await openTicket(visitor);
  await settled(page);
  await page.keyboard.press('Escape');
  await ticket.waitFor({ state: 'hidden' });

  await openTicket(visitor);
  await settled(page);
  // A finger that a busy machine moves too slowly swipes again.
  await expect
    .poll(
      async () => {
        await swipeDown(visitor, ticket);
        return ticket.isVisible();
      },
      { interval: 3_000 },
    )
    .toBe(false);

  await openTicket(visitor);
  await closeSheet(visitor, ticket);
  await back(visitor);
  await page.waitForFunction(() => location.hash === '#/');

  await showOrders(visitor, 'holding');
  const orders = route(visitor);
  const detail = await openDetail(visitor);
  await visitor.press(detail.getByRole('button', { name: say('orders', 'close.action'), exact: true }));
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await settled(page);
  await back(visitor);
  await question.waitFor({ state: 'hidden' });
  expect(await detail.isVisible()).toBe(true);
  await visitor.press(detail.getByRole('button', { name: say('orders', 'close.action'), exact: true }));
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await detail.isVisible()).toBe(true);
  await back(visitor);
  await detail.waitFor({ state: 'hidden' });
  expect(route(visitor)).toBe(orders);

  // A question that ends its sheet with it: both leave, and the page stays.
  await closeOrder(visitor);
  await settled(page);
  expect(route(visitor)).toBe(orders);
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});

test('a page that is loaded anew under a sheet, or left by a way within it, keeps no step that does nothing', async () => {
  const visitor = await Visitor.arrive(browser, app.url, { size: 'phone', lang: 'hk', theme: 'light' });
  const { page, say } = visitor;
  await readyToTrade(visitor);
  const ticket = await openTicket(visitor);
  await settled(page);
  await page.reload();
  await page.locator('main canvas').first().waitFor();
  await openTicket(visitor);
  await settled(page);
  await back(visitor);
  await ticket.waitFor({ state: 'hidden' });
  expect(route(visitor)).toBe('#/trade');

  await openTicket(visitor);
  await settled(page);
  await visitor.open('/powers');
  await page.getByRole('heading', { level: 1, name: say('powers', 'title') }).waitFor();
  await back(visitor);
  await page.waitForFunction(() => location.hash === '#/trade');
  await page.locator('main canvas').first().waitFor();
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});

/** With a finger on the sheet's head. */
async function swipeDown(visitor: Visitor, sheet: Locator): Promise<void> {
  const box = (await sheet.isVisible()) && (await sheet.boundingBox());
  if (!box) return;
  const client = await visitor.context.newCDPSession(visitor.page);
  const x = box.x + box.width / 2;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await send('touchStart', box.y + 8);
  for (let step = 1; step <= 10; step += 1) await send('touchMove', box.y + 8 + step * 35);
  await send('touchEnd', box.y + 358);
  await client.detach();
}
