// Documents on their way: a photo that is cut off, a country that is refused, and what an empty account is led to while a person looks at them.

import { fileURLToPath } from 'node:url';
import { errorText } from '@fairtick/contract/texts/index';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, People } from './people.ts';
import type { Look, Visitor } from './visitor.ts';

const PHONE: Look = { size: 'phone', lang: 'en', theme: 'light' };
const PHOTO = fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url));
const UPLOAD = '**/api/common/image_upload';

let people: People;
beforeAll(async () => {
  people = await People.settle();
});
afterAll(() => people?.leave());

async function write({ page, say }: Visitor, country: string): Promise<void> {
  await page.getByRole('textbox', { name: say('verification', 'name') }).fill('Wong Mei Ling');
  await countryOf(page, say).selectOption(country);
  await page.getByRole('textbox', { name: say('verification', 'card') }).fill('C664420(9)');
}
const countryOf = (page: Visitor['page'], say: Visitor['say']): Locator =>
  page.getByRole('combobox', { name: say('verification', 'country') });
const photos = ({ page }: Visitor): Locator => page.locator('input[type="file"]');
const sent = ({ page, say }: Visitor): Locator => page.getByText(say('verification', 'photo.sent'), { exact: true });
const submit = (visitor: Visitor): Promise<void> =>
  visitor.press(visitor.page.getByRole('button', { name: visitor.say('verification', 'submit'), exact: true }));
/** One after the other: one decoder reads them, and the machine may be busy with something else. */
async function choosePhotos(visitor: Visitor): Promise<void> {
  for (const n of [0, 1]) {
    await photos(visitor).nth(n).setInputFiles(PHOTO);
    await sent(visitor).nth(n).waitFor();
  }
}
async function focusIsIn({ page }: Visitor, input: Locator): Promise<void> {
  const handle = await input.elementHandle();
  await page.waitForFunction((element) => document.activeElement === element, handle);
  expect(await input.getAttribute('aria-invalid')).toBe('true');
}

describe('documents', () => {
  test.each<Look>([PHONE, { size: 'desktop', lang: 'ar', theme: 'dark' }])(
    'a photo that is cut off says so at its field, is where the focus goes, and can be sent again, $lang',
    async (look) => {
      const visitor = await people.arrive(look, await people.living(`cut.off.${look.lang}@example.com`));
      const { page, say } = visitor;
      await visitor.open('/mine/auth');
      await write(visitor, 'HK');
      await photos(visitor).nth(1).setInputFiles(PHOTO);
      await sent(visitor).first().waitFor();
      await page.route(UPLOAD, (route) => route.abort('connectionreset'));
      await photos(visitor).nth(0).setInputFiles(PHOTO);
      const alert = page.getByRole('alert').filter({ hasText: say('verification', 'photo.failed') });
      await alert.waitFor();
      await submit(visitor);
      await focusIsIn(visitor, photos(visitor).nth(0));
      await visitor.audit('photo-failed');
      await page.unroute(UPLOAD);
      await visitor.press(alert.getByRole('button', { name: say('verification', 'photo.again'), exact: true }));
      await sent(visitor).nth(1).waitFor();
      await submit(visitor);
      await page.getByRole('heading', { name: say('verification', 'waiting.title') }).waitFor();
      // The browser itself reports what was cut off.
      expect(visitor.findings.filter((one) => !one.includes('ERR_CONNECTION_RESET'))).toEqual([]);
      await visitor.leave();
    },
  );

  test('a document of a country that is refused is refused at the field that says it, with what was typed still there', async () => {
    const visitor = await people.arrive(PHONE, await people.living('refused@example.com'));
    const { page, say } = visitor;
    await visitor.open('/mine/auth');
    await write(visitor, 'CN');
    await choosePhotos(visitor);
    await submit(visitor);
    await page.getByText(errorText('en', 'COUNTRY_REFUSED'), { exact: true }).waitFor();
    await focusIsIn(visitor, countryOf(page, say));
    await countryOf(page, say).selectOption('HK');
    await submit(visitor);
    await page.getByRole('heading', { name: say('verification', 'waiting.title') }).waitFor();
    await visitor.leave();
  });

  test.each<Look>([
    PHONE,
    { size: 'desktop', lang: 'hk', theme: 'dark' },
    { size: 'phone', lang: 'ar', theme: 'dark' },
  ])('an empty account is led on: to show who its owner is, then to practise, $size, $lang', async (look) => {
    const email = `led.on.${look.lang}@example.com`;
    const visitor = await people.arrive(look, await people.living(email));
    const { page, say } = visitor;
    await visitor.open('/');
    const card = page.locator('section[aria-labelledby="next-step"]');
    await card.getByRole('heading', { name: say('home', 'next.verify'), exact: true }).waitFor();
    await visitor.audit('next-verify');
    await visitor.press(card.getByRole('link', { name: say('home', 'next.verify.action'), exact: true }));
    await page.waitForURL(at(/^#\/mine\/auth$/));
    await write(visitor, 'HK');
    await choosePhotos(visitor);
    await submit(visitor);
    await page.getByRole('heading', { name: say('verification', 'waiting.title') }).waitFor();
    await visitor.open('/');
    await card.getByRole('heading', { name: say('home', 'next.waiting'), exact: true }).waitFor();
    await visitor.press(card.getByRole('button', { name: say('home', 'next.practise'), exact: true }));
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await visitor.audit('next-practise');
    await visitor.press(question.getByRole('button', { name: say('home', 'next.practise.confirm'), exact: true }));
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('fairtick.session') ?? '{}').user?.is_demo === 1);
    await card.waitFor({ state: 'detached' });
    const { rows } = await people.app.database.owner.query(
      'SELECT FROM sessions s JOIN account_names n ON n.user_id = s.user_id WHERE n.name = $1 AND s.revoked_time IS NULL',
      [email],
    );
    expect(rows.length, 'nobody holds the token of their own account any more').toBe(0);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });
});
