// What is public about a pair can be read where it is traded: hours, what is added to the spread, what a night costs.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { Visitor } from './visitor.ts';

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp({ SIM_HOURS: 'market' }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

test('a visitor reads hours, holidays, markup and financing of a pair', async () => {
  const visitor = await Visitor.arrive(browser, app.url, { size: 'phone', lang: 'en', theme: 'light' });
  await visitor.open('/');
  await visitor.chooseLanguage();
  await visitor.open('/trade');
  await visitor.page.getByRole('button', { name: 'About EUR/USD' }).click();
  const sheet = visitor.page.getByRole('dialog', { name: 'About EUR/USD' });
  await sheet.getByText('Sunday 17:00 to Friday 17:00, New York').waitFor();
  await sheet.getByText(/January.*December/).waitFor();
  expect(await sheet.locator('dl > div').allTextContents()).toEqual(
    expect.arrayContaining(['Added to the spread on each side0.00000', 'Overnight, boughtNone', 'Overnight, soldNone']),
  );
  await visitor.audit('pair-facts');
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});
