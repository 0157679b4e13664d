// Hidden money is hidden on every screen, and what is nobody's own yet, as the cost of an order, is not.

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { openDetail, openTicket, PAIR, pendingButton, priceOn, readyToTrade, showOrders, trade } from './trading.ts';
import { type Look, Visitor } from './visitor.ts';

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** A sum of dollars in any of the languages. */
const DOLLARS = /\$\s?\d|\d\s?US\$/;
const dollarsIn = (place: Locator): Promise<string[]> =>
  place.getByText(DOLLARS).filter({ visible: true }).allTextContents();
const SCREENS = ['/', '/mine', '/mine/accounts', '/mine/transfer', '/mine/history?accountTypeId=2', '/order'];

test.each<Look>([
  { size: 'phone', lang: 'en', theme: 'light' },
  { size: 'desktop', lang: 'ar', theme: 'dark' },
])('money that is hidden shows on no screen, $size', async (look) => {
  const visitor = await Visitor.arrive(browser, app.url, look);
  const { page, say } = visitor;
  await readyToTrade(visitor);
  await trade(visitor, { lots: '0.10' });
  await visitor.goTo('home');
  await visitor.press(page.getByRole('button', { name: say('home', 'balance.hide') }));
  for (const screen of SCREENS) {
    await visitor.open(screen);
    await page.locator('main').getByText('••••••').filter({ visible: true }).first().waitFor();
    expect([screen, ...(await dollarsIn(page.locator('main')))]).toEqual([screen]);
  }
  await showOrders(visitor, 'holding');
  const detail = await openDetail(visitor);
  expect(await dollarsIn(detail)).toEqual([]);
  await visitor.audit('hidden-detail');
  await page.keyboard.press('Escape');
  await visitor.goTo('trade');
  const ticket = await openTicket(visitor);
  expect(await dollarsIn(ticket)).not.toEqual([]);
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});

test('an order that waits says on its button its side, its size and its price', async () => {
  const visitor = await Visitor.arrive(browser, app.url, { size: 'phone', lang: 'en', theme: 'dark' });
  const { say } = visitor;
  await readyToTrade(visitor);
  const ticket = await openTicket(visitor, 'sell');
  await visitor.choose(ticket.getByRole('radio', { name: say('trade', 'kind.pending'), exact: true }));
  const target = Math.round(await priceOn(visitor, ticket, 'sell')) + 1_000;
  await ticket.getByRole('textbox', { name: say('trade', 'target'), exact: true }).fill(String(target));
  const price = `${target.toLocaleString('en')}.00`;
  const button = pendingButton(visitor, ticket, 'sell');
  await expect.poll(() => button.textContent()).toBe(`Sell 0.01 ${PAIR} at ${price}`);
  await visitor.audit('waiting-order');
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});
