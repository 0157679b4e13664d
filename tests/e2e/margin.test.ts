// An order that takes much of the account says so before it is sent, one of nearly all of it is asked about once more; how near the account is to
// its forced close stands in the ticket, on the trade screen and on each position.

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { openDetail, openTicket, orders, ordersOnServer, readyToTrade, sendButton, showOrders } from './trading.ts';
import { type Look, Visitor } from './visitor.ts';

/** Of 100,000 dollars, a tenth of their worth as margin, at any price that the simulation gets to. */
const LITTLE = '0.10';
const MUCH = '4';
const NEARLY_ALL = '8';

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

test.each<Look>([
  { size: 'phone', lang: 'en', theme: 'light' },
  { size: 'desktop', lang: 'ar', theme: 'dark' },
])('an order of much of the account is told, one of nearly all of it is asked about, $size', async (look) => {
  const visitor = await Visitor.arrive(browser, app.url, look);
  const { page, say, like } = visitor;
  await readyToTrade(visitor);
  const ticket = await openTicket(visitor);
  const lots = ticket.getByRole('textbox', { name: say('trade', 'lots') });
  const amber = ticket.getByText(like('trade', 'use.amber'));
  const red = ticket.getByText(like('trade', 'use.red'));
  const level = gauge(visitor, ticket);
  await lots.fill(LITTLE);
  await level.waitFor({ state: 'attached' });
  expect([await amber.count(), await red.count()]).toEqual([0, 0]);
  expect(await level.getAttribute('aria-valuetext')).toContain('→');
  await lots.fill(MUCH);
  await amber.waitFor();
  expect(await levelOf(level)).toBeLessThan(350);
  await lots.fill(NEARLY_ALL);
  await red.waitFor();
  expect(await levelOf(level)).toBeLessThan(143);
  await visitor.audit('nearly-all');

  const question = page.getByRole('alertdialog');
  await visitor.press(sendButton(visitor, ticket, 'buy'));
  await question.waitFor();
  await visitor.audit('nearly-all-asked');
  await visitor.press(question.getByRole('button', { name: say('shell', 'back'), exact: true }));
  await question.waitFor({ state: 'hidden' });
  expect(await ordersOnServer(visitor, 1)).toEqual([]);
  await visitor.press(sendButton(visitor, ticket, 'buy'));
  await visitor.press(question.getByRole('button', { name: say('trade', 'use.yes') }));
  await question.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await ordersOnServer(visitor, 1)).length).toBe(1);
  if (!visitor.wide) await ticket.waitFor({ state: 'hidden' });

  const onScreen = visitor.wide
    ? page.getByRole('region', { name: say('orders', 'panel.label') })
    : page.getByRole('link', { name: say('orders', 'strip.label') });
  await gauge(visitor, onScreen).waitFor({ state: 'attached' });
  await visitor.audit('trade-with-level');
  await showOrders(visitor, 'holding');
  // The forced close: with a tenth of its worth as margin, not quite a tenth below.
  await orders(visitor)
    .first()
    .getByText(/8\d,\d{3}\.\d\d/)
    .first()
    .waitFor();
  await visitor.audit('holding-with-level');
  await gauge(visitor, await openDetail(visitor)).waitFor({ state: 'attached' });
  await visitor.audit('detail-with-level');
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});

const gauge = ({ say }: Visitor, within: Locator): Locator =>
  within.getByRole('meter', { name: say('orders', 'account.level') });
const levelOf = async (level: Locator): Promise<number> => Number(await level.getAttribute('value'));
