// The ways in that are not everybody's: by a mobile and text messages, without reading a picture, and without a mouse.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openSmsGateway, type SmsGateway } from '../harness/sms-gateway.ts';
import { operate, reach, typeAt } from './keyboard.ts';
import { at, box, button, field, logIn, PASSWORD, People } from './people.ts';
import { type Look, SOON_MS, type Visitor } from './visitor.ts';

const PHONE: Look = { size: 'phone', lang: 'en', theme: 'light' };
/** From so many failures of a name on a picture is asked for. */
const FREE_FAILURES = 5;

describe.concurrent('where a code is sent', () => {
  let people: People;
  let gateway: SmsGateway;
  beforeAll(async () => {
    gateway = await openSmsGateway();
    people = await People.settle({ SMS_URL: gateway.url, SMS_SECRET: gateway.secret });
  });
  afterAll(async () => {
    await people?.leave();
    await gateway?.close();
  });

  test('a visitor registers by mobile and comes back by it', async () => {
    const visitor = await people.arrive({ size: 'phone', lang: 'hk', theme: 'dark' });
    const { page, say } = visitor;
    const byMobile = () => page.getByRole('radio', { name: say('login', 'tab.mobile'), exact: true });
    await visitor.open('/register');
    await visitor.choose(byMobile());
    await page.getByRole('combobox', { name: say('login', 'area'), exact: true }).selectOption('HK');
    await box(visitor, 'mobile').fill('9123 4567');
    await visitor.press(button(visitor, 'code.send'));
    await box(visitor, 'code').fill(
      await vi.waitFor(
        () => {
          const message = gateway.came.find(({ to }) => to === '+85291234567');
          return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? expect.fail('no message came');
        },
        { timeout: SOON_MS, interval: 50 },
      ),
    );
    await field(visitor, 'password.choose').fill(PASSWORD);
    await field(visitor, 'password.again').fill(PASSWORD);
    await visitor.audit('register-mobile');
    await visitor.press(button(visitor, 'register.submit'));
    await page.waitForURL(at(/^#\/$/));
    await visitor.open('/user');
    await page
      .locator('bdi:visible')
      .getByText(/\+852 .*4567/)
      .first()
      .waitFor();

    await page.evaluate(() => localStorage.removeItem('fairtick.session'));
    await page.reload();
    await visitor.open('/login');
    await visitor.choose(byMobile());
    await page.getByRole('combobox', { name: say('login', 'mobile.code'), exact: true }).selectOption('HK');
    await box(visitor, 'mobile').fill('91234567');
    await field(visitor, 'password').fill(PASSWORD);
    await visitor.press(button(visitor, 'submit'));
    await page.waitForURL(at(/^#\/$/));
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('who failed too often computes instead of reading, and comes in', async () => {
    const email = 'forgetful@example.com';
    await people.living(email);
    for (let failures = 0; failures < FREE_FAILURES; failures += 1) {
      const answer = await fetch(`${people.app.url}/api/user/loginForU`, {
        method: 'POST',
        headers: { lang: 'en' },
        body: new URLSearchParams({ account: email, password: 'a guess of somebody' }),
      });
      expect(await answer.json()).toMatchObject({ code: 4001 });
    }
    const visitor = await people.arrive(PHONE);
    await logIn(visitor, email, PASSWORD);
    await visitor.page.getByRole('img', { name: visitor.say('login', 'captcha.image') }).waitFor();
    await visitor.audit('login-captcha');
    await compute(visitor);
    await visitor.press(button(visitor, 'submit'));
    await visitor.page.waitForURL(at(/^#\/$/));
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('a keyboard is enough to register, and to confirm who is there: what is done is seen, and the focus comes back', async () => {
    const email = 'keys@example.com';
    const visitor = await people.arrive({ size: 'desktop', lang: 'en', theme: 'dark' });
    const { page, say } = visitor;
    await visitor.open('/register');
    await typeAt(visitor, page.getByRole('combobox', { name: say('login', 'area'), exact: true }), 'Hong');
    await typeAt(visitor, box(visitor, 'email'), email);
    const sent = people.office.taken.length;
    await operate(visitor, button(visitor, 'code.send'));
    const code = await people.codeSentTo(email, sent);
    await typeAt(visitor, box(visitor, 'code'), code);
    await typeAt(visitor, field(visitor, 'password.choose'), PASSWORD);
    await typeAt(visitor, field(visitor, 'password.again'), PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(at(/^#\/$/));

    await people.aMinuteLater();
    await visitor.open('/mine/system');
    const add = page.getByRole('button', { name: say('security', 'totp.add'), exact: true });
    await operate(visitor, add);
    const stepUp = page.getByRole('dialog', { name: say('security', 'step.title'), exact: true });
    await stepUp.waitFor();
    await page.keyboard.press('Escape');
    await stepUp.waitFor({ state: 'detached' });
    await page.waitForFunction((name) => document.activeElement?.textContent === name, say('security', 'totp.add'));

    await operate(visitor, add);
    const asked = people.office.taken.length;
    await operate(visitor, stepUp.getByRole('button', { name: say('security', 'step.send'), exact: true }));
    await reach(visitor, stepUp.getByRole('textbox'));
    await page.keyboard.type(await people.codeSentTo(email, asked));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: say('security', 'totp.title'), exact: true }).waitFor();
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });
});

describe('where a picture is asked for', () => {
  let people: People;
  beforeAll(async () => {
    people = await People.settle({}, { verify_reg_type: 2 });
  });
  afterAll(() => people?.leave());

  test('a visitor who cannot read it registers by a computation', async () => {
    const visitor = await people.arrive({ size: 'desktop', lang: 'ar', theme: 'light' });
    const { page, say } = visitor;
    await visitor.open('/register');
    await page.getByRole('combobox', { name: say('login', 'area'), exact: true }).selectOption('HK');
    await box(visitor, 'email').fill('computes@example.com');
    await field(visitor, 'password.choose').fill(PASSWORD);
    await field(visitor, 'password.again').fill(PASSWORD);
    await page.getByRole('img', { name: say('login', 'captcha.image') }).waitFor();
    await visitor.audit('register-captcha');
    await compute(visitor);
    await visitor.audit('register-computed');
    await visitor.press(button(visitor, 'register.submit'));
    await page.waitForURL(at(/^#\/$/));
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });
});

async function compute(visitor: Visitor): Promise<void> {
  await visitor.press(button(visitor, 'captcha.work'));
  await visitor.page.getByText(visitor.say('login', 'captcha.worked'), { exact: true }).waitFor();
}
