// The first day of an operator, on real servers: the owner joins by the printed link, adds a compliance officer, who reviews two people and
// freezes one; it stands in the acts, and the person reads it in the app.

import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { UPLOAD_FIELD } from '@fairtick/contract/endpoint';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { systemClock } from '@fairtick/kernel/clock';
import { uidOf } from '@fairtick/server/domains/accounts/index';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { insertRealUser } from '../harness/real-user.ts';
import { Member, type StaffLook } from './member.ts';
import { Visitor } from './visitor.ts';

const DESK: StaffLook = { size: 'desktop', lang: 'en', theme: 'light' };
const NIGHT: StaffLook = { size: 'desktop', lang: 'hk', theme: 'dark' };
const MOST_TRIES = 5;
const PASSWORD = 'four words in a row';
const REASON = 'Please call us about your last withdrawal.';
const image = (size: number): Buffer<ArrayBuffer> =>
  Buffer.from(fs.readFileSync(new URL(`../../web/public/icon-${size}.png`, import.meta.url)));

interface Person {
  readonly id: bigint;
  readonly uid: string;
  readonly token: string;
}

let app: RunningApp;
let browser: Browser;
let owner: Member;
let officer: Member;
let link = '';
const people: Person[] = [];

beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
  for (const id of [5_000_010n, 5_000_020n]) people.push(await arrivedPerson(id));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** A real user who is signed in: registration is not there yet. */
async function arrivedPerson(id: bigint): Promise<Person> {
  await insertRealUser(app.database, id, 100);
  const token = randomBytes(32).toString('base64url');
  await app.database.owner.query(
    'INSERT INTO sessions (token_hash, user_id, created_time, last_used_time) VALUES ($1, $2, $3, $3)',
    [createHash('sha256').update(token).digest(), id, systemClock.now()],
  );
  const uid = uidOf(id);
  await app.database.owner.query('UPDATE users SET uid = $2 WHERE id = $1', [id, uid]);
  return { id, uid, token };
}

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });

async function answer({ token }: Person, path: string, body?: BodyInit): Promise<z.infer<typeof envelope>> {
  const init = body === undefined ? {} : { method: 'POST', body };
  const response = await fetch(app.url + path, { ...init, headers: { lang: 'en', authorization: token } });
  return envelope.parse(await response.json());
}

async function users(person: Person, path: string, body?: BodyInit): Promise<unknown> {
  const { code, msg, data } = await answer(person, path, body);
  expect([path, code, msg]).toEqual([path, 1, expect.any(String)]);
  return data;
}

/** A decoder that took longer than it may asks for the picture once more: so a person on a machine at its limits does. */
async function uploaded(person: Person, size: number): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const form = new FormData();
    form.set(UPLOAD_FIELD, new Blob([image(size)], { type: 'image/png' }), 'document.png');
    const { code, msg, data } = await answer(person, '/api/common/image_upload', form);
    if (code === 1) return z.object({ url: z.string() }).parse(data).url;
    if (code !== ERROR_CODES.UPLOAD_DAMAGED || tries === MOST_TRIES) throw new Error(`${code} ${msg}`);
  }
}

async function sendsDocuments(person: Person, name: string, card: string): Promise<void> {
  const [front, reverse] = [await uploaded(person, 512), await uploaded(person, 192)];
  const fields = { name, card_id: card, front_pic: front, reverse_pic: reverse, country: 'HK' };
  await users(person, '/api/user/real_name', new URLSearchParams(fields));
}

const notices = z.object({ data: z.array(z.object({ text: z.string() })), unread: z.number() });

// One story: each chapter begins where the one before ended.
describe('the staff’s first day', () => {
  test('the owner joins by the printed link with a passkey', async () => {
    owner = await Member.arrive(browser, app.consoleUrl, DESK);
    await owner.visitor.open('/');
    await owner.heading('sign_in.title').waitFor();
    await owner.visitor.audit('sign-in');
    await owner.bringPasskey();
    const printed = await app.ownerLink();
    await owner.page.goto(printed);
    await owner.button('join.passkey').waitFor();
    await owner.visitor.audit('join');
    await owner.joinByPasskey(printed);
    await owner.page.getByRole('heading', { name: owner.say('verification.title') }).waitFor();
    await owner.visitor.audit('home');
  });

  test('the owner adds a compliance officer: the step-up comes by itself, and the link is shown once', async () => {
    const { page } = owner;
    await owner.goTo('staff.title');
    await owner.button('staff.add').click();
    const dialog = owner.dialog('staff.add_title');
    await dialog.getByRole('textbox', { name: owner.say('staff.name') }).fill('Amara Okafor');
    await dialog.getByRole('textbox', { name: owner.say('email') }).fill('amara@example.com');
    await dialog.getByRole('checkbox', { name: owner.say('role.compliance'), exact: true }).check();
    await dialog.getByRole('textbox', { name: owner.say('reason') }).fill('Verifies people from today on');
    await owner.visitor.audit('staff-add');
    await owner.inDialog('staff.add_title', 'staff.add').click();
    await owner.dialog('step_up.title').waitFor();
    await owner.visitor.audit('step-up');
    await owner.confirmByPasskey();
    link = (await owner.dialog('link.title').locator('code').textContent()) ?? '';
    expect(link).toContain(`${app.consoleUrl}/#/join/`);
    await owner.visitor.audit('link');
    await owner.inDialog('link.title', 'link.taken').click();
    await page
      .getByRole('row', { name: /Amara Okafor/ })
      .getByText(owner.say('staff.invited'))
      .waitFor();
    await owner.visitor.audit('staff');
    expect(owner.visitor.findings).toEqual([]);
  });

  test('the officer joins with a password and the first code of an authenticator app', async () => {
    const [first, second] = people;
    if (!first || !second) throw new Error('nobody arrived');
    await sendsDocuments(first, 'Wong Mei Ling', 'C664420(9)');
    await sendsDocuments(second, 'Lim Siew Hoon', 'S1234567D');
    officer = await Member.arrive(browser, app.consoleUrl, NIGHT);
    await officer.joinByPassword(link, PASSWORD);
    await officer.page.locator('.big').filter({ hasText: /2$/ }).waitFor();
    await officer.visitor.audit('home-officer');
  });

  test('the queue is worked by keys: the oldest is accepted, the next opens by itself and is rejected with a reason', async () => {
    const [first, second] = people;
    const { page } = officer;
    await officer.goTo('verification.title');
    await page.locator('[data-row]').first().waitFor();
    expect(await page.locator('[data-row]').allTextContents()).toEqual([first?.uid, second?.uid]);
    await officer.visitor.audit('queue');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await bothImages();
    await page.getByText('C664420(9)').waitFor();
    await officer.visitor.audit('review');

    await page.keyboard.press('a');
    await officer.inDialog('verification.accept_title', 'verification.accept', { uid: first?.uid ?? '' }).click();
    await officer.confirmByCode();
    await page.getByText('S1234567D').waitFor();
    await bothImages();

    await page.keyboard.press('r');
    const dialog = officer.dialog('verification.reject_title', { uid: second?.uid ?? '' });
    const reject = dialog.getByRole('button', { name: officer.say('verification.reject'), exact: true });
    expect(await reject.isDisabled()).toBe(true);
    await dialog.getByRole('combobox').selectOption('unreadable');
    await officer.visitor.audit('reject');
    await reject.click();
    await page.getByText(officer.say('verification.empty')).waitFor();
    await officer.visitor.audit('queue-empty');
  });

  async function bothImages(): Promise<void> {
    await officer.page.waitForFunction(() => {
      const images = [...document.querySelectorAll<HTMLImageElement>('.document img')];
      return images.length === 2 && images.every((one) => one.complete && one.naturalWidth > 0);
    });
  }

  test('the officer finds a user by UID and freezes withdrawals, with the reason that the user reads', async () => {
    const [first] = people;
    const uid = first?.uid ?? '';
    const { page } = officer;
    await page.keyboard.press('/');
    await page.keyboard.type(uid);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: uid, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: uid }).waitFor();
    await page.getByText(officer.say('standing.verified'), { exact: true }).first().waitFor();
    await officer.visitor.audit('user');
    await page.keyboard.press('f');
    const dialog = officer.dialog('freeze.title', { uid });
    await dialog.getByRole('checkbox', { name: officer.say('lock.withdrawals'), exact: true }).check();
    await dialog.getByRole('textbox', { name: officer.say('reason') }).fill(REASON);
    await officer.visitor.audit('freeze');
    await officer.inDialog('freeze.title', 'freeze.act', { uid }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('main').getByText(REASON).first().waitFor();
    await officer.visitor.audit('user-frozen');
    expect(officer.visitor.findings).toEqual([]);
  });

  test('every act stands in the log, with its place', async () => {
    const { page } = owner;
    await owner.goTo('audit.title');
    const kinds = [
      'staff_joined',
      'staff_added',
      'verification_accepted',
      'verification_rejected',
      'user_frozen',
    ] as const;
    for (const kind of kinds) {
      await page.getByRole('combobox', { name: owner.say('audit.kind') }).selectOption(kind);
      const row = page.getByRole('row', { name: new RegExp(owner.say(`act.${kind}`)) }).first();
      await row.waitFor();
    }
    await page
      .getByRole('button', { name: owner.say('audit.show') })
      .first()
      .click();
    await page.locator('.contents').filter({ hasText: 'withdrawals' }).waitFor();
    await owner.visitor.audit('acts');
  });

  test('the screens that were not part of it are without fault too', async () => {
    for (const [screen, name] of [
      ['proposals.title', 'proposals'],
      ['settings.title', 'settings'],
      ['outbox.title', 'outbox'],
      ['users.title', 'users'],
    ] as const) {
      await owner.goTo(screen);
      await owner.heading(screen).waitFor();
      await owner.page.locator('[role="status"].waiting').waitFor({ state: 'detached' });
      await owner.visitor.audit(name);
    }
    expect(owner.visitor.findings).toEqual([]);
  });

  test('the officer’s roles open no staff and no settings: neither in the navigation nor by address', async () => {
    await officer.visitor.open('/staff');
    await officer.page.getByText(officer.say('not_allowed.title')).waitFor();
    await officer.visitor.audit('not-allowed');
    expect(
      await officer.page
        .getByRole('navigation')
        .getByRole('link', { name: officer.say('staff.title') })
        .count(),
    ).toBe(0);
    expect(officer.visitor.findings).toEqual([]);
  });

  test('the user reads in the app what was decided', async () => {
    const [first, second] = people;
    if (!first || !second) throw new Error('nobody arrived');
    const told = notices.parse(await users(first, '/v3/api/notices'));
    expect(told.data.map(({ text }) => text).join('\n')).toContain(REASON);
    expect(told.unread).toBe(2);
    const other = notices.parse(await users(second, '/v3/api/notices'));
    expect(other.data).toHaveLength(1);
    const phone = await Visitor.arrive(browser, app.url, { size: 'phone', lang: 'en', theme: 'light' });
    const user = { id: String(first.id), uid: first.uid, email: '', is_demo: 0, credit_score: 0 };
    const session = JSON.stringify({ token: first.token, user });
    await phone.page.addInitScript((stored) => {
      localStorage.setItem('fairtick.session', stored);
      localStorage.setItem('fairtick.settings', JSON.stringify({ lang: 'en', guideSeen: true }));
    }, session);
    await phone.open('/notices');
    await phone.page.getByText(REASON).waitFor();
    await phone.leave();
  });
});
