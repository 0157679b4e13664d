// Anybody reads what the operator can and cannot do, in each language, and gets from there to the log of the staff's acts.

import { STAFF_ACTS } from '@fairtick/contract/staff/matrix';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
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
  { size: 'phone', lang: 'hk', theme: 'dark' },
  { size: 'phone', lang: 'ar', theme: 'light' },
  { size: 'desktop', lang: 'en', theme: 'light' },
])('a visitor reads every power and follows the log, $size, $lang', async (look) => {
  const visitor = await Visitor.arrive(browser, app.url, look);
  const { page, say } = visitor;
  await visitor.open('/');
  await visitor.chooseLanguage();
  await visitor.open('/powers');
  await page.getByRole('heading', { level: 1, name: say('powers', 'title') }).waitFor();
  for (const what of ['price', 'result', 'spread', 'close', 'password', 'balance', 'trace'])
    await page.getByRole('heading', { level: 3, name: say('powers', `never.${what}`), exact: true }).waitFor();
  for (const act of STAFF_ACTS)
    await page.getByRole('heading', { level: 3, name: say('powers', `act.${act}`), exact: true }).waitFor();
  await visitor.audit('powers');
  const link = page.getByRole('link', { name: say('powers', 'log.checkpoint') });
  const checkpoint = await (await fetch(new URL((await link.getAttribute('href')) ?? '', app.url))).text();
  expect(checkpoint).toMatch(/^fairtick\.log\/acts\n\d+\n/);
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});
