// When prices stop, when the recording is over, when the server dies: the app says so, stops trading, and goes on by itself.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { toHex } from '@fairtick/kernel/bytes';
import { systemEntropy } from '@fairtick/kernel/random';
import type { Browser, Locator, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DataFolder, Server } from '../chaos/server.ts';
import { needBuiltWeb, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import {
  changes,
  closeSheet,
  nothingIn,
  numberIn,
  openDetail,
  openTicket,
  orders,
  PAIR,
  readyToTrade,
  sendButton,
  showOrders,
  takeDemo,
  trade,
  verify,
} from './trading.ts';
import { type Look, Visitor } from './visitor.ts';

/** Longer than a price stays fresh (15 s), and than the app waits before it asks again how the feed is (30 s). */
const PATIENCE_MS = 60_000;
/** Three seconds of silence, and what a machine under load adds. Until the socket's heartbeat gives a line up take about twenty. */
const SILENCE_MS = 9_000;

let browser: Browser;
beforeAll(async () => {
  needBuiltWeb();
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

describe.concurrent('trouble', () => {
  test('prices that stop pause trading in plain words, and it resumes with the next price', {
    timeout: 180_000,
  }, async () => {
    const folder = recordingWithGap();
    const app = await startRealApp({ FEED: 'replay', REPLAY_DIR: folder });
    try {
      const visitor = await Visitor.arrive(browser, app.url, { size: 'phone', lang: 'hk', theme: 'light' });
      const { page, say } = visitor;
      await readyToTrade(visitor);
      await page.getByText(say('shell', 'feed.replay')).waitFor();
      const ticket = await openTicket(visitor);
      const button = sendButton(visitor, ticket, 'buy');
      const stale = ticket.getByText(say('trade', 'block.stale'));
      await stale.waitFor({ timeout: PATIENCE_MS });
      expect(await button.isDisabled()).toBe(true);
      await visitor.audit('stale');
      await stale.waitFor({ state: 'hidden', timeout: PATIENCE_MS });
      await enabled(button);
      await ticket.getByText(say('trade', 'block.ended')).waitFor({ timeout: PATIENCE_MS });
      expect(await button.isDisabled()).toBe(true);
      await closeSheet(visitor, ticket);
      await page.getByText(say('shell', 'feed.ended')).waitFor();
      await visitor.audit('ended');
      expect(visitor.findings).toEqual([]);
      await visitor.leave();
    } finally {
      await app.stop();
      fs.rmSync(folder, { recursive: true });
    }
  });

  test('a screen that is first opened without a line comes by itself when the line is back, and so do the markets of a first visit', async () => {
    const app = await startRealApp();
    try {
      const visitor = await Visitor.arrive(browser, app.url, { size: 'phone', lang: 'hk', theme: 'light' });
      const { page, context, say } = visitor;
      await page.route('**/v2/api/forex/trade_list*', (route) => route.abort());
      await visitor.open('/');
      await page.getByText(say('home', 'list.failed'), { exact: true }).waitFor();
      await page.unroute('**/v2/api/forex/trade_list*');
      await page.locator('section[aria-labelledby="all-markets"] li').first().waitFor();
      await context.setOffline(true);
      await visitor.open('/powers');
      await page.getByText(say('shell', 'away.title'), { exact: true }).waitFor({ timeout: PATIENCE_MS });
      await context.setOffline(false);
      await page.getByRole('heading', { level: 1, name: say('powers', 'title') }).waitFor({ timeout: PATIENCE_MS });
      expect(visitor.findings.filter((one) => !one.startsWith('console: '))).toEqual([]);
      await visitor.leave();
    } finally {
      await app.stop();
    }
  });

  test('a part that does not come takes neither the screen nor what was typed: it is said, and the page is loaded anew by a press alone', async () => {
    const app = await startRealApp();
    try {
      const visitor = await Visitor.arrive(browser, app.url, { size: 'desktop', lang: 'en', theme: 'light' });
      const { page, say } = visitor;
      for (const part of ['price-chart', 'order-sheet'])
        await page.route(`**/assets/${part}-*`, (route) => route.fulfill({ status: 404 }));
      await visitor.open('/');
      await visitor.chooseLanguage();
      await takeDemo(visitor);
      await visitor.open('/trade');
      const chart = page.getByRole('alert').filter({ hasText: say('trade', 'chart.failed') });
      await chart.waitFor();
      await page.evaluate(() => document.body.setAttribute('data-same', ''));
      const ticket = await openTicket(visitor);
      const lots = ticket.getByRole('textbox', { name: say('trade', 'lots') });
      await lots.fill('0.07');
      await visitor.press(ticket.getByRole('button', { name: visitor.like('trade', 'send.buy') }).last());
      await lots.fill('0.09');
      await visitor.press(page.locator('tbody tr').first().getByRole('button').first());
      await page.getByRole('status').getByText(say('shell', 'part_away')).waitFor();
      expect(await lots.inputValue()).toBe('0.09');
      expect(await page.locator('body[data-same]').count()).toBe(1);
      await visitor.audit('part-away');
      await page.unroute('**/assets/price-chart-*');
      await visitor.press(chart.getByRole('button', { name: say('shell', 'error.reload') }));
      await page.locator('main canvas').first().waitFor();
      expect(visitor.findings.filter((one) => !one.startsWith('console: '))).toEqual([]);
      await visitor.leave();
    } finally {
      await app.stop();
    }
  });

  test('a screen whose file is not there any more comes by itself, by the page of today', async () => {
    const app = await startRealApp();
    try {
      const visitor = await Visitor.arrive(browser, app.url, { size: 'desktop', lang: 'hk', theme: 'light' });
      const { page, say } = visitor;
      await visitor.open('/');
      await page.locator('section[aria-labelledby="all-markets"] li').first().waitFor();
      let away = 0;
      const answerAway = (route: Route) => {
        away += 1;
        return route.fulfill({ status: 404 });
      };
      await page.route('**/assets/trust-screens-*', answerAway, { times: 1 });
      await visitor.open('/powers');
      await page.getByRole('heading', { level: 1, name: say('powers', 'title') }).waitFor({ timeout: PATIENCE_MS });
      expect(away).toBe(1);
      expect(
        await page.evaluate(() => performance.getEntriesByType('navigation').map((one) => one.toJSON().type)),
      ).toEqual(['reload']);
      await visitor.leave();
    } finally {
      await app.stop();
    }
  });

  test.each<Look>([
    { size: 'phone', lang: 'ar', theme: 'dark' },
    { size: 'desktop', lang: 'en', theme: 'light' },
  ])(
    'a line that says nothing for three seconds is told, and so is a device without one, $size',
    { timeout: 240_000 },
    silence,
  );

  test('a killed server is missed at once and found again by itself, with every order and the same past', {
    timeout: 180_000,
  }, async () => {
    const data = new DataFolder();
    let server = await Server.start({ dataDir: data.dir });
    try {
      const visitor = await Visitor.arrive(browser, server.url, { size: 'desktop', lang: 'en', theme: 'light' });
      const { page, say } = visitor;
      await readyToTrade(visitor);
      await trade(visitor);
      await trade(visitor, { lots: '0.03' });
      const id = await closeOne(visitor);
      const remembered = await memory(visitor);

      await visitor.goTo('trade');
      const { port } = server;
      await server.kill();
      const lost = page.getByText(say('shell', 'link.lost'));
      await lost.waitFor({ timeout: PATIENCE_MS });
      const ticket = page.getByRole('complementary', { name: say('trade', 'ticket.label') });
      await ticket.getByText(say('trade', 'block.lost')).waitFor();
      expect(await sendButton(visitor, ticket, 'buy').isDisabled()).toBe(true);
      await visitor.audit('lost');
      // The browser itself reports every try to reach a server that is not there.
      visitor.findings.splice(
        0,
        Number.POSITIVE_INFINITY,
        ...visitor.findings.filter((one) => !one.startsWith('console: ')),
      );

      server = await Server.start({ dataDir: data.dir, port });
      await lost.waitFor({ state: 'hidden', timeout: PATIENCE_MS });
      await enabled(sendButton(visitor, ticket, 'buy'));
      await changes(visitor, `aside li:has-text("${PAIR}") button`);
      await showOrders(visitor, 'holding');
      await changes(visitor, '#orders-panel tbody tr');
      expect(await orders(visitor).count()).toBe(1);
      await showOrders(visitor, 'history');
      const sheet = await openDetail(visitor);
      expect(await numberIn(visitor, sheet)).toBe(id);
      await checksOut(visitor, sheet);
      const known = await memory(visitor);
      expect(known.key).toBe(remembered.key);
      expect(known.size).toBeGreaterThan(remembered.size);
      await visitor.leave();
    } finally {
      await server.stop();
      await data.remove();
    }
  });
});

/** A line that says nothing, and one that the device itself knows to be away: orders wait, prices dim, and all of it comes back by itself. */
async function silence(look: Look): Promise<void> {
  const data = new DataFolder();
  const server = await Server.start({ dataDir: data.dir });
  try {
    const visitor = await Visitor.arrive(browser, server.url, look);
    const { page, context, say } = visitor;
    await readyToTrade(visitor);
    await trade(visitor);
    const lost = page.getByText(say('shell', 'link.lost'));
    const price = page.locator('main .live-price').first();
    const colour = (): Promise<string> => price.evaluate((element) => getComputedStyle(element).color);
    const ticket = await openTicket(visitor);
    const button = sendButton(visitor, ticket, 'buy');
    await enabled(button);

    process.kill(server.pid, 'SIGSTOP');
    const stopped = performance.now();
    await lost.waitFor();
    expect(performance.now() - stopped).toBeLessThan(SILENCE_MS);
    expect(await button.isDisabled()).toBe(true);
    await ticket.getByText(say('trade', 'block.lost')).waitFor();
    await page.locator('html[data-prices="aging"]').waitFor();
    const aging = await colour();
    await page.locator('html[data-prices="old"]').waitFor();
    expect(await colour()).not.toBe(aging);
    await visitor.audit('silent');
    process.kill(server.pid, 'SIGCONT');
    await lost.waitFor({ state: 'hidden', timeout: PATIENCE_MS });
    await enabled(button);
    expect(await page.locator('html[data-prices]').count()).toBe(0);

    if (!visitor.wide) await closeSheet(visitor, ticket);
    await showOrders(visitor, 'holding');
    const detail = await openDetail(visitor);
    await visitor.press(detail.getByRole('button', { name: say('orders', 'close.action'), exact: true }));
    const question = page.getByRole('alertdialog');
    const close = question.getByRole('button', { name: say('orders', 'close.yes'), exact: true });
    await enabled(close);
    await context.setOffline(true);
    await question.getByText(say('trade', 'block.lost')).waitFor();
    expect(await close.isDisabled()).toBe(true);
    await context.setOffline(false);
    await lost.waitFor({ state: 'hidden', timeout: PATIENCE_MS });
    await enabled(close);
    expect(visitor.findings.filter((one) => !one.startsWith('console: '))).toEqual([]);
    await visitor.leave();
  } finally {
    process.kill(server.pid, 'SIGCONT');
    await server.stop();
    await data.remove();
  }
}

/** Closes the newest of two positions by hand, verifies it so that the browser remembers the log, and gives its number. */
async function closeOne(visitor: Visitor): Promise<string> {
  const { page, say } = visitor;
  await showOrders(visitor, 'holding');
  await orders(visitor).nth(1).waitFor();
  await visitor.press(
    orders(visitor)
      .first()
      .getByRole('button', { name: say('orders', 'close.short'), exact: true }),
  );
  await visitor.press(
    page.getByRole('alertdialog').getByRole('button', { name: say('orders', 'close.yes'), exact: true }),
  );
  await showOrders(visitor, 'history');
  await nothingIn(visitor, 'history').waitFor({ state: 'hidden' });
  const sheet = await openDetail(visitor);
  await checksOut(visitor, sheet);
  const id = await numberIn(visitor, sheet);
  await closeSheet(visitor, sheet);
  return id;
}

async function checksOut(visitor: Visitor, sheet: Locator): Promise<void> {
  const panel = await verify(visitor, sheet);
  await panel.getByRole('status').getByText(visitor.say('verify', 'holds'), { exact: true }).waitFor();
}

/** What this browser remembers of the log. */
async function memory(visitor: Visitor): Promise<{ key: string; size: number }> {
  const text = await visitor.page.evaluate(() => localStorage.getItem('fairtick.log'));
  return z.object({ key: z.string(), size: z.number() }).parse(JSON.parse(text ?? 'null'));
}

async function enabled(button: Locator): Promise<void> {
  await button.and(button.page().locator(':enabled')).waitFor({ timeout: PATIENCE_MS });
}

/** 12 s of prices, nothing for 26 s, 12 s of prices, the end. The recorded days are of no matter: coins trade always. */
function recordingWithGap(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `fairtick-e2e-${toHex(systemEntropy.bytes(3))}-`));
  const begin = Date.UTC(2026, 0, 5, 12);
  const lines: string[] = ['time_ms,bid,ask'];
  for (const [from, to] of [
    [0, 12_000],
    [38_000, 50_000],
  ] as const) {
    for (let at = from; at < to; at += 250) {
      const bid = 96_000 + ((at / 250) % 9);
      lines.push(`${begin + at},${bid}.00,${bid + 10}.00`);
    }
  }
  fs.writeFileSync(path.join(folder, 'BTCUSD.ticks.gap.csv.gz'), gzipSync(`${lines.join('\n')}\n`));
  return folder;
}
