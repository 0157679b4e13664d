// The service worker in a real browser: shows what it is sent, keeps files that cannot change, and never a page.

import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { SOON_MS, Visitor } from './visitor.ts';

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** The worker of the app, as if messages had just been turned on. */
async function withWorker() {
  const visitor = await Visitor.arrive(browser, app.url, { lang: 'en', theme: 'light', size: 'desktop' });
  const { page, context } = visitor;
  await context.grantPermissions(['notifications'], { origin: new URL(app.url).origin });
  const client = await context.newCDPSession(page);
  const registered = registrationOf(client);
  await client.send('ServiceWorker.enable');
  await page.goto(app.url);
  await page.evaluate(async () => {
    const worker = './service-worker.js';
    const own = window.trustedTypes?.createPolicy('fairtick', { createScriptURL: () => worker });
    await navigator.serviceWorker.register(own?.createScriptURL(worker) ?? worker);
    await navigator.serviceWorker.ready;
  });
  return { page, context, client, registrationId: await registered };
}

const registrationOf = (client: CDPSession): Promise<string> =>
  new Promise((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
      if (one) resolve(one.registrationId);
    });
  });

test('shows a message in its language, over the one before of the same tag', async () => {
  const { page, client, registrationId } = await withWorker();
  const shown = async () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      return (await worker.getNotifications()).map(({ title, body, tag, dir }) => ({ title, body, tag, dir }));
    });
  // One after the other: of two at once a browser may show either last.
  for (const body of ['one', 'نُفّذ أمرك']) {
    await client.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(app.url).origin,
      registrationId,
      data: JSON.stringify({ body, tag: 'tag', lang: 'ar', dir: 'rtl' }),
    });
    await expect.poll(shown, { timeout: SOON_MS }).toEqual([{ title: 'Fairtick', body, tag: 'tag', dir: 'rtl' }]);
  }
});

test('keeps files named by what they hold and never a page: without a network there is no old app', async () => {
  const { page, context } = await withWorker();
  await page.reload();
  await page.locator('section[aria-labelledby="all-markets"] li').first().waitFor();
  const kept = async (): Promise<string[]> =>
    page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
      return found;
    });
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(3);
  for (const path of await kept()) expect(path).toMatch(/^\/assets\//);
  await context.setOffline(true);
  await page.reload();
  expect(await page.locator('body').textContent()).toContain('There is no connection.');
  await context.setOffline(false);
  await page.reload();
  await page.locator('section[aria-labelledby="all-markets"] li').first().waitFor();
});
