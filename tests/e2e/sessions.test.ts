// Who is signed in, where the guard leads, what the app keeps: over a login, a revoked session, a reload, another window.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { openPair, openTicket, PAIR, readyToTrade, showOrders, takeDemo } from './trading.ts';
import { type Look, Visitor } from './visitor.ts';

const PHONE: Look = { size: 'phone', lang: 'en', theme: 'light' };
const DESKTOP: Look = { size: 'desktop', lang: 'hk', theme: 'light' };

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const arrive = (look: Look): Promise<Visitor> => Visitor.arrive(browser, app.url, look);
const at = (route: RegExp): ((url: URL) => boolean) => {
  return (url) => route.test(url.hash);
};

describe.concurrent('sessions and settings', () => {
  test('a guarded page leads to the login and from there to where the visitor wanted to go', async () => {
    const visitor = await arrive(DESKTOP);
    const { page, say } = visitor;
    await visitor.open('/order?source=0&type=3');
    await page.waitForURL(at(/^#\/login\?from=/));
    expect(new URLSearchParams(page.url().split('?')[1]).get('from')).toBe('/order?source=0&type=3');
    await visitor.audit('login');
    await visitor.press(page.getByRole('button', { name: say('login', 'submit'), exact: true }));
    await page.getByText(say('login', 'account.missing'), { exact: true }).waitFor();
    await visitor.press(page.getByRole('button', { name: say('login', 'demo'), exact: true }));
    await page.waitForURL(at(/^#\/order\?source=0&type=3$/));
    await page.getByText(say('orders', 'empty.closed'), { exact: true }).waitFor();

    await logOut(visitor);
    await page.waitForURL(at(/^#\/$/));
    await page.getByRole('button', { name: say('home', 'visit.try') }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('fairtick.session'))).toBe(null);
    await visitor.open('/user');
    await page.waitForURL(at(/^#\/login\?from=/));
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('a way back that leads out of the app is not taken', async () => {
    for (const from of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
      // Somebody else each time: whoever is logged in is led away from the login.
      const visitor = await arrive({ ...PHONE, lang: 'hk' });
      const { page, say } = visitor;
      await visitor.open(`/login?from=${encodeURIComponent(from)}`);
      await visitor.press(page.getByRole('button', { name: say('login', 'demo'), exact: true }));
      await page.waitForFunction(() => localStorage.getItem('fairtick.session') !== null);
      await page.waitForURL((url) => url.origin === new URL(app.url).origin && !url.hash.startsWith('#/login'));
      await visitor.leave();
    }
  });

  test('a session that was revoked elsewhere ends here, at the login', async () => {
    const visitor = await arrive(PHONE);
    const { page } = visitor;
    await readyToTrade(visitor);
    await showOrders(visitor, 'holding');
    // Another device with the same token: this browser hears of it from the server alone.
    const authorization = await page.evaluate(() => {
      const stored: unknown = JSON.parse(localStorage.getItem('fairtick.session') ?? '{}');
      return typeof stored === 'object' && stored !== null && 'token' in stored ? String(stored.token) : '';
    });
    const answer = await fetch(`${app.url}/api/user/logout`, { method: 'POST', headers: { authorization } });
    expect(await answer.text()).toMatch(/^\{"code":1,/);
    await page.waitForURL(at(/^#\/login\?from=%2Forder|^#\/login\?from=\/order/), { timeout: 30_000 });
    expect(await page.evaluate(() => localStorage.getItem('fairtick.session'))).toBe(null);
    await visitor.leave();
  });

  test('logging out in one window logs out the other', async () => {
    const first = await arrive(PHONE);
    await readyToTrade(first);
    const second = await first.another();
    await second.open('/user');
    await second.page.getByText(second.say('account', 'demo.reset.text')).waitFor();
    await logOut(first);
    await second.page.waitForURL(at(/^#\/login\?from=/));
    await first.leave();
  });

  test('a window of somebody who has gone shows the next one nothing of theirs, nor what they had begun', async () => {
    const first = await arrive(PHONE);
    const { page } = first;
    await readyToTrade(first);
    const ticket = await openTicket(first);
    const elsewhere = await first.another();
    await elsewhere.open('/user');
    const uid = elsewhere.page.locator('main bdi').getByText(first.like('account', 'uid'));
    const theirs = (await uid.textContent()) ?? '';
    // In the other window somebody else signs in; this one is left as it is.
    const next = await arrive(PHONE);
    await readyToTrade(next);
    const session = await next.page.evaluate(() => localStorage.getItem('fairtick.session') ?? '');
    await page.bringToFront();
    await elsewhere.page.evaluate((value) => localStorage.setItem('fairtick.session', value), session);
    await ticket.waitFor({ state: 'detached' });
    await first.goTo('account');
    const own = page.locator('main bdi').getByText(first.like('account', 'uid'));
    await own.waitFor();
    expect(await own.textContent()).not.toBe(theirs);
    await first.leave();
    await next.leave();
  });

  test('an unknown path leads home', async () => {
    const visitor = await arrive(DESKTOP);
    for (const path of ['/nowhere', '/trade/extra', '/mine/nowhere', '/%2e%2e/x']) {
      await visitor.open(path);
      await visitor.page.waitForURL(at(/^#\/$/));
    }
    await visitor.page.getByRole('button', { name: visitor.say('home', 'visit.try') }).waitFor();
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test.each([
    ['ar-EG', 'ar', 'العربية'],
    ['de-CH', 'en', 'Deutsch'],
    ['zh-CN', 'zh-HK', '繁體中文'],
    ['sw-KE', 'zh-HK', '繁體中文'],
  ])('a first visit by a browser of %s reads %s', async (locale, read, name) => {
    const visitor = await arrive({ ...PHONE, locale });
    await visitor.open('/language');
    await visitor.page.waitForFunction((lang) => document.documentElement.lang === lang, read);
    expect(await visitor.page.locator('main button[aria-current="true"]').textContent()).toContain(name);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('a language is applied and kept, and the current one changes nothing', async () => {
    const visitor = await arrive({ ...PHONE, lang: 'hk' });
    const { page } = visitor;
    await visitor.open('/');
    await page.getByRole('button', { name: visitor.say('home', 'visit.try') }).waitFor();
    await visitor.press(page.locator('main a[href="#/language"]'));
    const languages = page.getByRole('main').getByRole('listitem');
    await languages.last().waitFor();
    expect(await languages.count()).toBe(18);
    await visitor.audit('languages');
    await visitor.press(page.locator('main button[aria-current="true"]'));
    expect(page.url()).toMatch(/#\/language$/);
    await visitor.press(page.getByRole('button', { name: 'العربية' }));
    await page.waitForURL(at(/^#\/$/));
    await page.waitForFunction(() => document.documentElement.dir === 'rtl' && document.documentElement.lang === 'ar');
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dir === 'rtl');
    const german = page.getByRole('button', { name: 'Deutsch' });
    await visitor.open('/language');
    await visitor.press(german);
    await page.waitForFunction(() => document.documentElement.dir === 'ltr' && document.documentElement.lang === 'en');
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('the theme follows the system until one is chosen, and the choice survives a reload', async () => {
    const visitor = await arrive(DESKTOP);
    const { page, say } = visitor;
    const themeIs = (theme: string): Promise<unknown> =>
      page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, theme);
    await visitor.open('/');
    await themeIs('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await themeIs('dark');
    await takeDemo(visitor);
    await visitor.goTo('account');
    await visitor.choose(page.getByRole('radio', { name: say('account', 'theme.light'), exact: true }));
    await themeIs('light');
    await visitor.audit('account');
    await page.reload();
    await themeIs('light');
    await visitor.choose(page.getByRole('radio', { name: say('account', 'theme.system'), exact: true }));
    await themeIs('dark');
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('screens that were left are as they were, and each visit begins at the top', async () => {
    const visitor = await arrive(PHONE);
    const { page, say } = visitor;
    await readyToTrade(visitor);
    await visitor.choose(page.getByRole('radio', { name: '15M', exact: true }));
    await visitor.goTo('home');
    const metals = page
      .getByRole('group', { name: say('home', 'categories') })
      .getByRole('button')
      .nth(1);
    await visitor.press(metals);
    await page.locator('section[aria-labelledby="all-markets"] li').nth(1).waitFor();
    await page.evaluate(() => scrollTo(0, 200));
    await visitor.goTo('trade');
    expect(await page.getByRole('radio', { name: '15M', exact: true }).isChecked()).toBe(true);
    await page.getByRole('heading', { level: 1 }).getByText(PAIR).waitFor();
    await visitor.goTo('home');
    expect(await metals.getAttribute('aria-pressed')).toBe('true');
    await page.waitForFunction(() => scrollY === 0);
    await page.reload();
    await openPair(visitor);
    expect(await page.getByRole('radio', { name: '15M', exact: true }).isChecked()).toBe(true);
    await visitor.leave();
  });
});

async function logOut(visitor: Visitor): Promise<void> {
  const { page, say } = visitor;
  await visitor.open('/user');
  await visitor.press(page.locator('main').getByRole('button', { name: say('account', 'logout'), exact: true }));
  const question = page.getByRole('alertdialog');
  await visitor.press(question.getByRole('button', { name: say('account', 'logout.confirm'), exact: true }));
}
