// What a person does with orders: move their stops, close one or all, wait for a price, cancel; and what the app tells them meanwhile.

import { text } from '@fairtick/contract/texts/index';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import {
  balancesOnServer,
  nothingIn,
  openDetail,
  openTicket,
  orders,
  ordersOnServer,
  PAIR,
  pendingButton,
  priceOn,
  readyToTrade,
  setStop,
  showOrders,
  toast,
  trade,
} from './trading.ts';
import { SOON_MS, Visitor } from './visitor.ts';
import { escaped } from './words.ts';

/** Far enough that the market does not get there during a test. */
const FAR = 9_000;
/** Near enough that it does within seconds, on one side or the other. */
const NEAR = 20;
const BY_MARKET_MS = 60_000;

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** How a notice begins: what it says of prices and results differs. */
const saying = (key: 'notice.stop_loss' | 'notice.take_profit' | 'notice.filled'): RegExp =>
  new RegExp(escaped(text('en', key, { pair: PAIR }).replace(/\.$/, '')));
const exactly = (key: Parameters<typeof text>[1]): RegExp => new RegExp(escaped(text('en', key)));

const one = <T>(all: readonly T[]): T => {
  const [first] = all;
  if (all.length !== 1 || first === undefined) throw new Error(`${all.length} orders where one was expected`);
  return first;
};

describe.concurrent('with orders', () => {
  test('stops go where they were typed, at the opening and later, and a close ends the order', async () => {
    const visitor = await Visitor.arrive(browser, app.url, { size: 'phone', lang: 'en', theme: 'light' });
    const { page, say } = visitor;
    await readyToTrade(visitor);
    await trade(visitor, { stopsAway: FAR });
    const opened = one(await ordersOnServer(visitor, 1));
    expect(Number(opened.TargetProfitPrice) - Number(opened.TargetLossPrice)).toBeCloseTo(2 * FAR, 1);

    await showOrders(visitor, 'holding');
    const sheet = await openDetail(visitor);
    const lower = Number(opened.TargetLossPrice) - 100;
    const higher = Number(opened.TargetProfitPrice) + 200;
    await setStop(visitor, sheet, 'stop_loss', lower);
    await setStop(visitor, sheet, 'take_profit', higher);
    await visitor.press(sheet.getByRole('button', { name: say('orders', 'stops.save'), exact: true }));
    await toast(visitor, exactly('done.set_stop_price'));
    const moved = one(await ordersOnServer(visitor, 1));
    expect([moved.TargetLossPrice, moved.TargetProfitPrice].map(Number)).toEqual([lower, higher]);

    await visitor.press(sheet.getByRole('button', { name: say('orders', 'close.action'), exact: true }));
    const question = page.getByRole('alertdialog');
    await visitor.press(question.getByRole('button', { name: say('orders', 'close.yes'), exact: true }));
    const done = visitor.like('orders', 'close.done', { pair: PAIR });
    await toast(visitor, done);
    await nothingIn(visitor, 'holding').waitFor();
    // What it came to, and by a tap where it stands.
    await visitor.press(page.getByRole('status').getByRole('button', { name: done }));
    await page.waitForURL(/order\?source=1&type=3$/);
    await orders(visitor).first().waitFor();
    expect((await ordersOnServer(visitor, 3)).map(({ Id }) => Id)).toEqual([opened.Id]);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('all positions close at once', async () => {
    const visitor = await Visitor.arrive(browser, app.url, { size: 'desktop', lang: 'en', theme: 'dark' });
    const { page, say } = visitor;
    await readyToTrade(visitor);
    await trade(visitor);
    await trade(visitor, { side: 'sell', lots: '0.02' });
    await showOrders(visitor, 'holding');
    await page.getByRole('tab', { name: `${say('orders', 'tab.holding')} 2`, exact: true }).waitFor();
    await page.getByRole('tab', { name: `${say('orders', 'tab.pending')} 0`, exact: true }).waitFor();
    const panel = page.locator('#orders-panel');
    await visitor.press(panel.getByRole('button', { name: say('orders', 'close_all.action'), exact: true }));
    const question = page.getByRole('alertdialog');
    await visitor.press(question.getByRole('button', { name: say('orders', 'close_all.yes'), exact: true }));
    const said = page.getByRole('status').getByText(visitor.like('orders', 'close_all.done_other', { count: '2' }));
    await said.waitFor();
    const closed = await ordersOnServer(visitor, 3);
    const sum = closed.reduce((net, row) => net + Number(row.FactProfits) - Number(row.TradeFee), 0);
    expect(await said.textContent()).toContain(Math.abs(sum).toFixed(2));
    await nothingIn(visitor, 'holding').waitFor();
    expect(await ordersOnServer(visitor, 1)).toEqual([]);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('a waiting order holds its margin and gives it back when cancelled', async () => {
    const visitor = await Visitor.arrive(browser, app.url, { size: 'phone', lang: 'en', theme: 'dark' });
    const { page, say } = visitor;
    await readyToTrade(visitor);
    const before = await balancesOnServer(visitor);
    await waitAt(visitor, -FAR);
    expect(await balancesOnServer(visitor)).not.toBe(before);
    await showOrders(visitor, 'pending');
    const sheet = await openDetail(visitor);
    await visitor.press(sheet.getByRole('button', { name: say('orders', 'cancel.action'), exact: true }));
    const question = page.getByRole('alertdialog');
    await visitor.press(question.getByRole('button', { name: say('orders', 'cancel.yes'), exact: true }));
    await toast(visitor, exactly('done.cancel_trade'));
    await nothingIn(visitor, 'pending').waitFor();
    expect(await balancesOnServer(visitor)).toBe(before);
    await showOrders(visitor, 'history');
    await orders(visitor).first().getByText(say('orders', 'end.cancelled')).waitFor();
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('the app tells when a waiting order fills and when a stop ends it', async () => {
    const visitor = await Visitor.arrive(browser, app.url, { size: 'desktop', lang: 'en', theme: 'light' });
    await readyToTrade(visitor);
    const filled = toastLater(visitor, saying('notice.filled'));
    await waitAt(visitor, -NEAR);
    await waitAt(visitor, NEAR);
    await filled;
    const ended = Promise.any([
      toastLater(visitor, saying('notice.stop_loss')),
      toastLater(visitor, saying('notice.take_profit')),
    ]);
    await trade(visitor, { stopsAway: NEAR });
    await ended;
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });
});

/** A buying order that waits for a price so many dollars from the market. */
async function waitAt(visitor: Visitor, away: number): Promise<void> {
  const { say } = visitor;
  const ticket = await openTicket(visitor);
  await visitor.choose(ticket.getByRole('radio', { name: say('trade', 'kind.pending'), exact: true }));
  const target = (await priceOn(visitor, ticket, 'buy')) + away;
  await ticket.getByRole('textbox', { name: say('trade', 'target'), exact: true }).fill(target.toFixed(2));
  await visitor.press(pendingButton(visitor, ticket));
  await toast(visitor, visitor.like('trade', 'done.pending', { pair: PAIR }));
  if (!visitor.wide) await ticket.waitFor({ state: 'hidden', timeout: SOON_MS });
  else await visitor.choose(ticket.getByRole('radio', { name: say('trade', 'kind.market'), exact: true }));
}

const toastLater = (visitor: Visitor, said: RegExp): Promise<void> => toast(visitor, said, BY_MARKET_MS);
