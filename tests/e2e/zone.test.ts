// One clock: Tokyo's until another zone is chosen, this device's offered first, named on the chart and on each order.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { closeSheet, openDetail, PAIR, readyToTrade, showOrders, trade } from './trading.ts';
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

test.each<Look>([
  { size: 'phone', lang: 'hk', theme: 'light' },
  { size: 'desktop', lang: 'en', theme: 'dark' },
])('a zone that is chosen on the chart is that of every time, $size', async (look) => {
  // The device stands in Hong Kong.
  const visitor = await Visitor.arrive(browser, app.url, look);
  const { page, say, like } = visitor;
  await readyToTrade(visitor);
  await trade(visitor, { lots: '0.01' });
  const legend = page
    .getByRole('region', { name: like('trade', 'chart.label', { pair: PAIR }) })
    .locator('[data-legend]');
  await legend.getByText('GMT+9').waitFor();
  await showOrders(visitor, 'holding');
  const detail = await openDetail(visitor);
  await detail.getByText(/GMT\+9/).waitFor();
  await closeSheet(visitor, detail);

  await visitor.goTo('trade');
  await visitor.press(page.getByRole('button', { name: say('trade', 'zone.label'), exact: true }));
  const sheet = page.getByRole('dialog');
  const first = sheet.getByRole('listitem').first();
  await first.getByText(say('trade', 'zone.own')).waitFor();
  await visitor.audit('zones');
  await visitor.press(first.getByRole('button'));
  await legend.getByText('GMT+8').waitFor();
  await showOrders(visitor, 'holding');
  await (await openDetail(visitor)).getByText(/GMT\+8/).waitFor();
  await visitor.audit('zone-of-an-order');
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});
