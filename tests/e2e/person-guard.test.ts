// What people with an account live through, on real servers and by real letters: they show who they are and are believed, forget a password, lose
// a phone, and leave.

import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { headerOf, partOf } from '../harness/post-office.ts';
import { insertStaff } from '../harness/staff.ts';
import { AuthenticatorApp } from './authenticator-app.ts';
import { Member } from './member.ts';
import { at, box, button, field, logIn, PASSWORD, People, signedOut } from './people.ts';
import type { Look, Visitor } from './visitor.ts';

const PHONE: Look = { size: 'phone', lang: 'en', theme: 'light' };
const NEW_PASSWORD = 'five other words in a row';
const PHOTO = fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url));

let people: People;
beforeAll(async () => {
  people = await People.settle();
});
afterAll(() => people?.leave());

const own = ({ page, say }: Visitor, key: string) =>
  page.getByRole('button', { name: say('security', key), exact: true });
/** A button of an open dialog. */
const within = ({ page, say }: Visitor, title: string, act: string) =>
  page
    .getByRole('dialog', { name: say('security', title), exact: true })
    .getByRole('button', { name: say('security', act), exact: true });

async function sendDocuments(visitor: Visitor): Promise<void> {
  const { page, say } = visitor;
  await visitor.open('/mine/auth');
  await page.getByRole('textbox', { name: say('verification', 'name') }).fill('Wong Mei Ling');
  await page.getByRole('combobox', { name: say('verification', 'country') }).selectOption('HK');
  await page.getByRole('textbox', { name: say('verification', 'card') }).fill('C664420(9)');
  for (const n of [0, 1]) await page.locator('input[type="file"]').nth(n).setInputFiles(PHOTO);
  await page.getByText(say('verification', 'photo.sent'), { exact: true }).nth(1).waitFor();
  await visitor.press(page.getByRole('button', { name: say('verification', 'submit'), exact: true }));
  await page.getByRole('heading', { name: say('verification', 'waiting.title') }).waitFor();
}

/** A member of compliance opens this person's review in the queue, and accepts it. */
async function accepted({ page: own }: Visitor): Promise<void> {
  const uid = await uidIn(own);
  const { token } = await insertStaff(people.app.database, { roles: ['compliance'] });
  const officer = await Member.arrive(people.browser, people.app.consoleUrl, {
    size: 'desktop',
    lang: 'en',
    theme: 'light',
  });
  const { page } = officer;
  await page.addInitScript((told) => sessionStorage.setItem('fairtick.console.session', JSON.stringify(told)), token);
  await officer.visitor.open('/');
  await officer.goTo('verification.title');
  await page.locator('[data-row]').filter({ hasText: uid }).click();
  await page.getByText('Wong Mei Ling').waitFor();
  await page.waitForFunction(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('.document img')];
    return images.length === 2 && images.every((one) => one.complete && one.naturalWidth > 0);
  });
  await page.keyboard.press('a');
  const question = officer.dialog('verification.accept_title', { uid });
  await officer.inDialog('verification.accept_title', 'verification.accept', { uid }).click();
  await question.waitFor({ state: 'detached' });
  expect(officer.visitor.findings).toEqual([]);
  await officer.visitor.leave();
}

const uidIn = (page: Page): Promise<string> =>
  page.evaluate(() => String(JSON.parse(localStorage.getItem('fairtick.session') ?? '').user.uid));

/** The same person's review ends in the other way, by the calls of the console. */
async function rejected(uid: string): Promise<void> {
  const { token } = await insertStaff(people.app.database, { roles: ['compliance'] });
  const ask = async (path: string, fields?: Record<string, string>): Promise<unknown> => {
    const body = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {};
    const url = `${people.app.consoleUrl}/staff/api/verifications${path}`;
    return (await fetch(url, { ...body, headers: { lang: 'en', authorization: token } })).json();
  };
  const { data } = queue.parse(await ask('')).data;
  const id = data.find((one) => one.uid === uid)?.id ?? '';
  await ask('/claim', { id });
  expect(
    await ask('/decide', { id, decision: 'reject', reason_code: 'unreadable', reason: 'Take it again in daylight.' }),
  ).toMatchObject({ code: 1 });
}
const queue = z.object({ data: z.object({ data: z.array(z.object({ id: z.string(), uid: z.string() })) }) });

describe.concurrent('a person who guards an account', () => {
  test('registers, is believed by a person of compliance, is told so, sets a limit and takes a copy of it all', async () => {
    const email = 'whole.life@example.com';
    const visitor = await people.arrive(PHONE);
    const { page, say } = visitor;
    await people.register(visitor, email);
    await sendDocuments(visitor);
    await accepted(visitor);
    await page.getByRole('heading', { name: say('verification', 'done.title') }).waitFor();
    await visitor.audit('verified');
    const letter = await people.letterTo(email, (one) => headerOf(one, 'subject') === 'Your identity is verified');
    expect(partOf(letter, 'text/plain')).toContain(`${people.app.url}/#/user`);
    await visitor.open('/notices');
    await page.getByText('Your identity is verified.').waitFor();
    await visitor.audit('notices-verified');

    await visitor.open('/mine/system');
    const act = (key: string) => page.getByRole('button', { name: say('protection', key), exact: true });
    await page.getByRole('textbox', { name: say('protection', 'limit.field') }).fill('250');
    await visitor.press(act('limit.set'));
    await page.getByText('$250.00', { exact: true }).first().waitFor();
    await visitor.press(act('export.make'));
    await people.confirmByLetter(visitor, email);
    await people.letterTo(email, (one) => headerOf(one, 'subject') === 'The copy of your data is ready');
    const link = act('export.get');
    await link.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), visitor.press(link)]);
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    expect(await file.failure()).toBeNull();
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test.each<Look>([PHONE, { size: 'desktop', lang: 'hk', theme: 'dark' }])(
    'forgets the password and chooses another, which ends the old session; by a letter ends one that was not theirs, $lang',
    async (look) => {
      const email = `forgets.${look.lang}@example.com`;
      const before = await people.arrive(look, await people.living(email));
      await before.open('/mine/system');
      await own(before, 'totp.add').waitFor();

      const visitor = await people.arrive(look);
      const { page, say } = visitor;
      await visitor.open('/login');
      await visitor.press(page.getByRole('link', { name: say('login', 'forgot'), exact: true }));
      await box(visitor, 'email').fill(email);
      await people.sendCode(visitor, email);
      await field(visitor, 'password.new').fill(NEW_PASSWORD);
      await field(visitor, 'password.again').fill(NEW_PASSWORD);
      await visitor.audit('forgot');
      await visitor.press(button(visitor, 'forgot.submit'));
      await page.waitForURL(at(/^#\/login$/));
      await signedOut(before);

      // The browser in which the code was shown is known from then on: it is another one that is told of.
      const stranger = await people.arrive(look);
      const sent = people.office.taken.length;
      await logIn(stranger, email, NEW_PASSWORD);
      await stranger.page.waitForURL(at(/^#\/$/));
      const told = await people.letterTo(email, (one) => partOf(one, 'text/plain').includes('/#/not-me'), sent);
      const link = /http\S+\/#\/not-me\?token=\S+/.exec(partOf(told, 'text/plain'))?.[0] ?? '';
      const owner = await people.arrive(look);
      await owner.page.goto(link);
      await button(owner, 'not_me.submit').waitFor();
      await owner.audit('not-me');
      await owner.press(button(owner, 'not_me.submit'));
      await owner.page.getByText(owner.say('login', 'not_me.done.title'), { exact: true }).waitFor();
      await owner.audit('not-me-done');
      await signedOut(stranger);
      const all = [before, visitor, stranger, owner];
      expect(all.flatMap((one) => one.findings)).toEqual([]);
      for (const one of all) await one.leave();
    },
  );

  test.each<Look>([PHONE, { size: 'desktop', lang: 'ar', theme: 'dark' }])(
    'adds an authenticator app, comes back by it and by a recovery code, changes the e-mail, and takes the app away, $lang',
    async (look) => {
      const email = `factor.${look.lang}@example.com`;
      const visitor = await people.arrive(look, await people.living(email));
      const { page } = visitor;
      await visitor.open('/mine/system');
      await visitor.press(own(visitor, 'totp.add'));
      await people.confirmByLetter(visitor, email);
      const setUp = page.getByRole('dialog', { name: visitor.say('security', 'totp.title') });
      const phone = new AuthenticatorApp((await setUp.locator('bdi').textContent()) ?? '');
      await visitor.audit('totp');
      await setUp.getByRole('textbox').fill(await phone.code());
      await visitor.press(within(visitor, 'totp.title', 'totp.confirm'));
      const codes = page.getByRole('dialog', { name: visitor.say('security', 'recovery.title') }).getByRole('listitem');
      await codes.first().waitFor();
      const [recovery = ''] = await codes.allTextContents();
      await visitor.press(within(visitor, 'recovery.title', 'recovery.kept'));
      await page.getByText(visitor.say('security', 'totp.on'), { exact: true }).waitFor();

      await comesBack(visitor, email, 'totp', await phone.code());
      await comesBack(visitor, email, 'recovery', recovery);

      await visitor.open('/mine/system');
      await changesEmail(visitor, `new.${email}`, phone);
      await visitor.press(own(visitor, 'totp.remove'));
      await visitor.press(
        page
          .getByRole('alertdialog')
          .getByRole('button', { name: visitor.say('security', 'totp.remove'), exact: true }),
      );
      await page.getByText(visitor.say('security', 'totp.off'), { exact: true }).waitFor();
      await page.getByText(visitor.like('security', 'hold')).waitFor();
      await visitor.audit('system-resting');
      // The rest of the app calls them by it at once.
      await visitor.open('/mine/password');
      await page.getByText(visitor.like('login', 'change.lead', { name: `new.${email}` })).waitFor();
      expect(visitor.findings).toEqual([]);
      await visitor.leave();
    },
  );

  /** Signed out without a word to the server, and signed in again in two steps. */
  async function comesBack(visitor: Visitor, email: string, method: 'totp' | 'recovery', code: string): Promise<void> {
    const { page, say } = visitor;
    await page.evaluate(() => localStorage.removeItem('fairtick.session'));
    await page.reload();
    await logIn(visitor, email, PASSWORD);
    await page.getByRole('heading', { name: say('login', 'second.title') }).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('form input'));
    await visitor.choose(page.getByRole('radio', { name: say('login', `second.${method}`), exact: true }));
    await box(visitor, `second.${method}.label`).fill(code);
    await visitor.audit(`second-${method}`);
    await visitor.press(button(visitor, 'second.submit'));
    await page.waitForURL(at(/^#\/$/));
  }

  /** To another address, confirmed by the app, under a code that goes there. */
  async function changesEmail(visitor: Visitor, email: string, phone: AuthenticatorApp): Promise<void> {
    const { page, say } = visitor;
    await visitor.press(own(visitor, 'name.change'));
    const dialog = page.getByRole('dialog', { name: say('security', 'name.title.email'), exact: true });
    await dialog.getByRole('textbox').fill(email);
    await visitor.audit('name-change');
    const sent = people.office.taken.length;
    await visitor.press(within(visitor, 'name.title.email', 'name.send'));
    const stepUp = page.getByRole('dialog', { name: say('security', 'step.title'), exact: true });
    await stepUp.getByRole('textbox').fill(await phone.code());
    await visitor.audit('step-up-totp');
    await visitor.press(within(visitor, 'step.title', 'step.confirm'));
    await dialog
      .getByRole('textbox', { name: say('security', 'name.code') })
      .fill(await people.codeSentTo(email, sent));
    await visitor.press(within(visitor, 'name.title.email', 'name.confirm'));
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(say('security', 'name.done'), { exact: true }).waitFor();
  }

  test.each<Look>([PHONE, { size: 'desktop', lang: 'hk', theme: 'dark' }])(
    'reads what keeps the account, ends it once nothing does, and may come back as somebody new, $lang',
    async (look) => {
      const email = `leaves.${look.lang}@example.com`;
      const visitor = await people.arrive(look, await people.living(email));
      const { page, say } = visitor;
      await sendDocuments(visitor);
      await visitor.open('/mine/system');
      const end = page.getByRole('button', { name: say('protection', 'delete.begin'), exact: true });
      await visitor.press(end);
      await people.confirmByLetter(visitor, email);
      await page
        .getByRole('alert')
        .filter({ hasText: say('protection', 'delete.review') })
        .waitFor();
      await visitor.audit('leaving-hindered');
      await rejected(await uidIn(page));
      await visitor.press(end);
      const asked = page.getByRole('alertdialog');
      await asked.waitFor();
      await visitor.audit('leaving-asked');
      await visitor.press(asked.getByRole('button', { name: say('protection', 'delete.confirm'), exact: true }));
      await page.getByText(say('protection', 'delete.done'), { exact: true }).waitFor();
      await signedOut(visitor);
      await people.aMinuteLater();
      await people.register(visitor, email);
      expect(visitor.findings).toEqual([]);
      await visitor.leave();
    },
  );
});
