// A visitor becomes a person with an account, on real servers and by real letters: registers by a code, comes back on another device, guards the
// account, forgets the password, shows who they are, invites a friend, and sets themself a limit.

import { fileURLToPath } from 'node:url';
import { errorText } from '@fairtick/contract/texts/index';
import type { CDPSession, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, box, button, field, logIn, PASSWORD, People } from './people.ts';
import { type Look, tooWide, type Visitor } from './visitor.ts';

const PHONE: Look = { size: 'phone', lang: 'en', theme: 'light' };

let people: People;
beforeAll(async () => {
  people = await People.settle();
});
afterAll(() => people?.leave());

describe.concurrent('a person’s account', () => {
  test.each<Look>([
    PHONE,
    { size: 'desktop', lang: 'hk', theme: 'dark' },
    { size: 'phone', lang: 'ar', theme: 'dark' },
  ])('registers by a code, signs in on a second device and ends it from the first, $size, $lang', async (look) => {
    const email = `first.${look.lang}@example.com`;
    const here = await people.arrive(look);
    await people.register(here, email);
    await here.open('/user');
    await here.page.locator('bdi:visible').getByText(email, { exact: true }).waitFor();
    await here.audit('user');

    const there = await people.arrive({ ...look, size: 'desktop' });
    await logIn(there, email, PASSWORD);
    await there.page.waitForURL(at(/^#\/$/));

    await here.open('/mine/system');
    const end = here.page.getByRole('button', { name: here.say('security', 'session.end'), exact: true });
    await end.waitFor();
    await here.audit('system');
    await here.press(end);
    await there.page.waitForFunction(() => localStorage.getItem('fairtick.session') === null);
    await end.waitFor({ state: 'detached' });
    expect([...here.findings, ...there.findings]).toEqual([]);
    await here.leave();
    await there.leave();
  });

  test('nothing is sent while a field is empty, and a name that is taken is told to who holds its code', async () => {
    const visitor = await people.arrive(PHONE);
    const { page, say } = visitor;
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await visitor.open('/login');
    await visitor.press(button(visitor, 'submit'));
    await page.getByText(say('login', 'account.missing'), { exact: true }).waitFor();
    await box(visitor, 'email').fill('nobody@example.com');
    await visitor.press(button(visitor, 'submit'));
    await page.getByText(say('login', 'password.missing'), { exact: true }).waitFor();
    expect(sent.filter((url) => url.includes('loginForU'))).toEqual([]);
    await visitor.leave();
  });

  test('what is refused is said at its field, which the focus goes to; what no field can show is not said on the next screen', async () => {
    const visitor = await people.arrive(PHONE);
    const { page, say } = visitor;
    const focusIsIn = async (input: Locator) => {
      const handle = await input.elementHandle();
      await page.waitForFunction((element) => document.activeElement === element, handle);
      expect(await input.getAttribute('aria-invalid')).toBe('true');
    };
    await logIn(visitor, 'nobody@example.com', PASSWORD);
    await page.getByRole('alert').getByText(errorText('en', 'LOGIN_FAILED'), { exact: true }).waitFor();
    await focusIsIn(field(visitor, 'password'));

    await visitor.open('/register');
    await page.getByRole('combobox', { name: say('login', 'area'), exact: true }).selectOption('HK');
    await box(visitor, 'email').fill('guesses@example.com');
    await people.sendCode(visitor, 'guesses@example.com');
    const sent = await box(visitor, 'code').inputValue();
    await box(visitor, 'code').fill(sent === '000000' ? '111111' : '000000');
    await field(visitor, 'password.choose').fill(PASSWORD);
    await field(visitor, 'password.again').fill(PASSWORD);
    await visitor.press(button(visitor, 'register.submit'));
    await page.getByRole('alert').getByText(errorText('en', 'CODE_WRONG'), { exact: true }).waitFor();
    await focusIsIn(box(visitor, 'code'));

    await page.route('**/api/user/register', (route) => route.continue({ postData: 'type=letter' }));
    await visitor.press(button(visitor, 'register.submit'));
    const refusal = page.locator('[role="status"][aria-live] > div');
    await refusal.first().waitFor();
    await visitor.press(page.getByRole('link', { name: say('login', 'submit'), exact: true }));
    await page.waitForURL(at(/^#\/login$/));
    // That a code was sent may still be said: it is no refusal.
    const left = (await refusal.allTextContents()).filter((text) => text !== say('login', 'code.sent'));
    expect(left).toEqual([]);
    await visitor.leave();
  });

  test('no screen of a person is wider than its window, however long their e-mail is', async () => {
    const email = `${'long.name.'.repeat(5)}of.somebody@house.example.com`;
    const visitor = await people.arrive({ size: 'desktop', lang: 'en', theme: 'light' }, await people.living(email));
    const wide: string[] = [];
    const screens = {
      '/user': 'title.account',
      '/mine/system': 'title.system',
      '/mine/password': 'title.password',
      '/mine/invite': 'title.invite',
      '/mine/auth': 'title.verification',
      '/notices': 'title.notices',
      '/': 'title.home',
    };
    for (const [route, title] of Object.entries(screens)) {
      await visitor.open(route);
      await visitor.page.getByRole('heading', { name: visitor.say('shell', title), exact: true, level: 1 }).waitFor();
      wide.push(...(await tooWide(visitor.page)).map((found) => `${route} is ${found}`));
    }
    expect(wide).toEqual([]);
    await visitor.leave();
  });

  test('a passkey is added after a code, brings recovery codes once, and signs in without a password', async () => {
    const email = 'passkey@example.com';
    const visitor = await people.arrive(PHONE);
    const { page, say } = visitor;
    const device = await withAuthenticator(visitor);
    await people.register(visitor, email);
    await visitor.open('/mine/system');
    await visitor.press(page.getByRole('button', { name: say('security', 'passkey.add'), exact: true }));
    const dialog = page.getByRole('dialog', { name: say('security', 'passkey.add') });
    await dialog.getByRole('textbox').fill('My phone');
    await visitor.press(dialog.getByRole('button', { name: say('security', 'passkey.add'), exact: true }));
    await people.confirmByLetter(visitor, email);
    const shown = page.getByRole('dialog', { name: say('security', 'recovery.title') });
    await shown.getByRole('listitem').first().waitFor();
    expect(await shown.getByRole('listitem').count()).toBe(10);
    await visitor.audit('recovery-codes');
    await visitor.press(shown.getByRole('button', { name: say('security', 'recovery.kept'), exact: true }));
    await page.getByText('My phone', { exact: true }).waitFor();
    await page.evaluate(() => localStorage.removeItem('fairtick.session'));
    await page.reload();
    await visitor.open('/login');
    await visitor.press(button(visitor, 'passkey'));
    await page.waitForURL(at(/^#\/$/));
    // What worked on this device last leads the next time.
    expect(await page.evaluate(() => localStorage.getItem('fairtick.login-way'))).toBe('"passkey"');
    await page.evaluate(() => localStorage.removeItem('fairtick.session'));
    await page.reload();
    await visitor.open('/login');
    await button(visitor, 'passkey').waitFor();
    const order = await page.locator('main button').allTextContents();
    expect(order.indexOf(say('login', 'passkey'))).toBeGreaterThanOrEqual(0);
    expect(order.indexOf(say('login', 'passkey'))).toBeLessThan(order.indexOf(say('login', 'submit')));
    await visitor.audit('login-passkey-first');
    expect(visitor.findings).toEqual([]);
    await device.detach();
    await visitor.leave();
  });

  test('shows who they are by two photos, and reads that a person looks at them', async () => {
    const visitor = await people.arrive({ size: 'desktop', lang: 'en', theme: 'dark' });
    const { page, say } = visitor;
    await people.register(visitor, 'shows@example.com');
    await visitor.open('/mine/auth');
    await page.getByRole('textbox', { name: say('verification', 'name') }).fill('Wong Mei Ling');
    await page.getByRole('combobox', { name: say('verification', 'country') }).selectOption('HK');
    await page.getByRole('textbox', { name: say('verification', 'card') }).fill('C664420(9)');
    const photos = page.locator('input[type="file"]');
    for (const n of [0, 1])
      await photos.nth(n).setInputFiles(fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url)));
    await page.getByText(say('verification', 'photo.sent'), { exact: true }).nth(1).waitFor();
    await visitor.audit('verification');
    await visitor.press(page.getByRole('button', { name: say('verification', 'submit'), exact: true }));
    await page.getByRole('heading', { name: say('verification', 'waiting.title') }).waitFor();
    await visitor.audit('verification-waiting');
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('invites a friend by the link, and finds them in the list; sets a limit that is shown at once', async () => {
    const visitor = await people.arrive(PHONE);
    const { page, say } = visitor;
    await people.register(visitor, 'invites@example.com');
    await visitor.open('/mine/invite');
    const link = page.getByText(/#\/register\?invite_code=/);
    await link.waitFor();
    const code = /invite_code=(\w+)/.exec((await link.textContent()) ?? '')?.[1] ?? '';
    const friend = await people.arrive(PHONE);
    await friend.open(`/register?invite_code=${code}`);
    await friend.page.waitForFunction(
      (wanted) => [...document.querySelectorAll('input')].some((one) => one.value === wanted),
      code,
    );
    await people.register(friend, 'friend@example.com', `?invite_code=${code}`);
    await page.reload();
    await page.getByText(say('invite', 'unverified'), { exact: true }).waitFor();
    await visitor.audit('invite');

    await visitor.open('/mine/system');
    await page.getByRole('textbox', { name: say('protection', 'limit.field') }).fill('100');
    await visitor.press(page.getByRole('button', { name: say('protection', 'limit.set'), exact: true }));
    await page.getByText(say('protection', 'limit.done'), { exact: true }).waitFor();
    await page.getByText('$100.00', { exact: true }).first().waitFor();
    expect([...visitor.findings, ...friend.findings]).toEqual([]);
    await friend.leave();
    await visitor.leave();
  });
});

describe('a demo account', () => {
  test('is told at the door of each screen that is a person’s', async () => {
    const visitor = await people.arrive(PHONE);
    const { page, say } = visitor;
    await visitor.open('/login');
    await visitor.press(button(visitor, 'demo'));
    await page.waitForFunction(() => localStorage.getItem('fairtick.session') !== null);
    for (const route of ['/mine/auth', '/mine/system', '/mine/invite']) {
      await visitor.open(route);
      await page.waitForURL(at(/^#\/user$/));
      await page.getByText(say('shell', 'only_real'), { exact: true }).waitFor();
      await page.reload();
    }
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });
});

/** A platform authenticator that says yes, of this page alone. */
async function withAuthenticator({ context, page }: Visitor): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}
