// The chart with orders on it: chips that never pile up, neutral but for their result, open at a press, and arrows for what lies out of view.

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { chooseFamily, closeSheet, PAIR, readyToTrade, trade } from './trading.ts';
import { type Look, Visitor } from './visitor.ts';

/** Far out of what the candles show. */
const FAR = 9_000;

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const chartOf = ({ page, like }: Visitor): Locator =>
  page.getByRole('region', { name: like('trade', 'chart.label', { pair: PAIR }) });

test.each<Look>([
  { size: 'phone', lang: 'ar', theme: 'dark' },
  { size: 'desktop', lang: 'en', theme: 'light' },
])('orders at about one price share a chip beside the axis that opens at a press, $size', async (look) => {
  const visitor = await Visitor.arrive(browser, app.url, look);
  const { page, say } = visitor;
  await readyToTrade(visitor);
  await trade(visitor, { lots: '0.01', stopsAway: FAR });
  await trade(visitor, { lots: '0.02' });
  await trade(visitor, { lots: '0.03', side: 'sell' });
  const chart = chartOf(visitor);
  const shared = chart.locator('[data-chip] [aria-expanded]').filter({ hasText: '3 ×' });
  await shared.waitFor();
  expect(await nearest(chart)).toBeGreaterThanOrEqual(24);
  expect(await shared.evaluate(isNeutral)).toEqual([]);
  await chart.getByRole('button', { name: say('trade', 'line.above') }).waitFor();
  await chart.getByRole('button', { name: say('trade', 'line.below') }).waitFor();

  await visitor.press(shared);
  const fan = chart.getByRole('list', { name: say('trade', 'line.several') });
  await fan.getByRole('button').nth(2).waitFor();
  await visitor.audit('fan');
  await page.keyboard.press('Escape');
  await fan.waitFor({ state: 'hidden' });
  await visitor.press(chart.getByRole('button', { name: say('trade', 'line.below') }));
  await visitor.press(fan.getByRole('button').first());
  const detail = page.getByRole('dialog').filter({ hasText: say('orders', 'field.id') });
  await detail.waitFor();
  await closeSheet(visitor, detail);

  await chooseFamily(visitor, 'contracts');
  await shared.waitFor({ state: 'detached' });
  expect(await chart.locator('[data-line]').count()).toBe(0);
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});

test.each<Look>([
  { size: 'phone', lang: 'hk', theme: 'light' },
  { size: 'desktop', lang: 'en', theme: 'dark' },
])('a chart that is thrown far either way shows candles, loads older ones and has a way back, $size', async (look) => {
  const visitor = await Visitor.arrive(browser, app.url, look);
  const { page, say } = visitor;
  await visitor.context.addInitScript(() => {
    localStorage.setItem('fairtick.settings', JSON.stringify({ zone: 'America/New_York' }));
  });
  await readyToTrade(visitor);
  const chart = chartOf(visitor);
  const latest = chart.getByRole('button', { name: say('trade', 'chart.latest') });
  await chart
    .getByText(/GMT[-−][45]/)
    .first()
    .waitFor();
  expect(await latest.count()).toBe(0);
  expect(await overAxis(chart)).toEqual([]);
  for (let times = 0; times < 6; times += 1) await throwIt(visitor, chart, -0.7);
  expect(await candlePixels(chart)).toBeGreaterThan(200);
  const older = page.waitForRequest((request) => /kline\?.*to=\d/.test(request.url()));
  for (let times = 0; times < 6; times += 1) await throwIt(visitor, chart, 0.7);
  await older;
  for (let times = 0; times < 20; times += 1) await throwIt(visitor, chart, 0.7);
  expect(await candlePixels(chart)).toBeGreaterThan(200);
  await visitor.press(latest);
  await latest.waitFor({ state: 'detached' });
  expect(await candlePixels(chart)).toBeGreaterThan(200);
  await visitor.audit('thrown');
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});

/** What of the bar's figures lies over the axis of prices. */
const overAxis = (chart: Locator): Promise<string[]> =>
  chart.evaluate((section) => {
    const axis = section.querySelector('tr > td:nth-child(3)')?.getBoundingClientRect();
    if (!axis?.width) throw new Error('the chart has no axis of prices');
    return [...section.querySelectorAll('[data-legend] p > *')]
      .filter((figure) => figure.getBoundingClientRect().right > axis.left)
      .map((figure) => figure.textContent ?? '');
  });

/** A quick pull across a share of the chart, to the right where it is positive. */
async function throwIt({ page }: Visitor, chart: Locator, share: number): Promise<void> {
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart has no place');
  const y = box.y + box.height * 0.6;
  const middle = box.x + box.width * 0.45;
  await page.mouse.move(middle - (share * box.width) / 2, y);
  await page.mouse.down();
  await page.mouse.move(middle + (share * box.width) / 2, y, { steps: 4 });
  await page.mouse.up();
}

/** How many pixels of the chart have exactly the colour of a candle. */
const candlePixels = (chart: Locator): Promise<number> =>
  chart.evaluate((section) => {
    const marks = [
      [0x85, 0xbd, 0x00],
      [0xf6, 0x54, 0x3e],
    ];
    let count = 0;
    for (const canvas of section.querySelectorAll('canvas')) {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (let i = 0; i < data.length; i += 4) {
        if (marks.some((mark) => mark.every((value, part) => data[i + part] === value))) count += 1;
      }
    }
    return count;
  });

/** Pixels between the middles of the two nearest chips in sight. */
const nearest = (chart: Locator): Promise<number> =>
  chart.locator('[data-chip] > button').evaluateAll((chips) => {
    const middles = chips
      .filter((chip) => getComputedStyle(chip).visibility === 'visible')
      .map((chip) => chip.getBoundingClientRect())
      .map(({ top, bottom }) => (top + bottom) / 2)
      .sort((a, b) => a - b);
    return Math.min(...middles.slice(1).map((middle, i) => Math.round(middle - (middles[i] ?? 0))), 1_000);
  });

/** What of a chip is coloured though it is no result. */
function isNeutral(chip: Element): string[] {
  const colour = (name: string): string => {
    const probe = chip.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const marks = [colour('--up-mark'), colour('--down-mark'), colour('--up'), colour('--down')];
  const faults = [...chip.querySelectorAll('*'), chip]
    .filter((one) => marks.includes(getComputedStyle(one).backgroundColor))
    .map((one) => `${one.tagName} has a coloured ground`);
  const result = chip.querySelector('bdi');
  const text = result?.textContent ?? '';
  const expected = text.includes('-') ? colour('--down') : text.includes('+') ? colour('--up') : colour('--muted');
  if (!result || getComputedStyle(result).color !== expected) faults.push(`the result "${text}" has another colour`);
  return faults;
}
