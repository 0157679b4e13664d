// A market that closes for the weekend, while others go on: when it opens stands on the button, and closing a position says so before it is confirmed.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import {
  chooseFamily,
  closeSheet,
  openDetail,
  openPair,
  openTicket,
  sendButton,
  showOrders,
  takeDemo,
  ticketOf,
  toast,
} from './trading.ts';
import { type Look, Visitor } from './visitor.ts';

const PAIR = 'EUR/USD';
/** A Friday's 17:00 in New York, and the Sunday's. */
const CLOSES = Date.UTC(2016, 4, 6, 21);
const OPENS = Date.UTC(2016, 4, 8, 21);
/** For two people to open a position in, whatever else the machine does. */
const BEFORE_MS = 90_000;
const AFTER_MS = 400_000;

let folder: string;
let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-weekend-'));
  record('EURUSD', 1.14, 0.0001, CLOSES - 1);
  record('BTCUSD', 450, 0.1, CLOSES + AFTER_MS);
  [app, browser] = await Promise.all([startRealApp({ FEED: 'replay', REPLAY_DIR: folder }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  fs.rmSync(folder, { recursive: true });
});

/** Four ticks a second until then. */
function record(code: string, price: number, spread: number, until: number): void {
  const lines = ['time_ms,bid,ask'];
  for (let at = CLOSES - BEFORE_MS; at <= until; at += 250) {
    const bid = price + ((at / 250) % 9) * spread;
    lines.push(`${at},${bid.toFixed(5)},${(bid + spread).toFixed(5)}`);
  }
  fs.writeFileSync(path.join(folder, `${code}.ticks.weekend.csv.gz`), gzipSync(`${lines.join('\n')}\n`));
}

const LOOKS: readonly Look[] = [
  { size: 'phone', lang: 'ar', theme: 'dark' },
  { size: 'desktop', lang: 'en', theme: 'light' },
];

test('says on the button when it opens, and before a close is confirmed that it waits until then', async () => {
  const visitors = await Promise.all(LOOKS.map((look) => Visitor.arrive(browser, app.url, look)));
  await Promise.all(visitors.map(buys));
  for (const visitor of visitors) await isTold(visitor);
});

async function buys(visitor: Visitor): Promise<void> {
  await visitor.open('/');
  await visitor.chooseLanguage();
  await takeDemo(visitor);
  await openPair(visitor, PAIR);
  const ticket = await openTicket(visitor);
  await visitor.press(sendButton(visitor, ticket, 'buy', PAIR));
  await toast(visitor, visitor.like('trade', 'done.bought', { pair: PAIR }));
}

async function isTold(visitor: Visitor): Promise<void> {
  const { page, say, like, wide } = visitor;
  const time = new Intl.DateTimeFormat(visitor.look.lang === 'ar' ? 'ar' : 'en', {
    day: 'numeric',
    timeZone: 'Asia/Hong_Kong',
    numberingSystem: 'latn',
  }).format(OPENS);
  const opens = page.getByRole('button', { name: like('trade', 'opens_at') });
  await opens.first().waitFor({ timeout: BEFORE_MS });
  expect(await opens.first().isDisabled()).toBe(true);
  expect(await opens.first().textContent()).toContain(time);
  await visitor.audit('closed-market');
  if (wide) await ticketOf(visitor).getByText(like('trade', 'block.hours_until')).waitFor();
  await chooseFamily(visitor, 'contracts');
  expect(await opens.first().isDisabled()).toBe(true);
  await visitor.audit('closed-market-options');

  await visitor.goTo('orders');
  await showOrders(visitor, 'holding');
  const sheet = await openDetail(visitor);
  await visitor.press(sheet.getByRole('button', { name: say('orders', 'close.action'), exact: true }));
  const question = page.getByRole('alertdialog');
  await question.getByText(like('trade', 'block.hours_until')).waitFor();
  expect(await question.getByRole('button', { name: say('orders', 'close.yes') }).isDisabled()).toBe(true);
  await visitor.audit('closed-market-close');
  await visitor.press(question.getByRole('button', { name: say('shell', 'back'), exact: true }));
  await closeSheet(visitor, sheet);
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
}
