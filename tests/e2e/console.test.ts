// The first day of an operator, on real servers: the owner joins by the printed link, adds a compliance officer, who reviews two people and
// freezes one; it stands in the acts, and the person reads it in the app and in letters that came over SMTP. Both come back by what they chose to
// sign in with, and from the second owner on two people add the third.

import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { UPLOAD_FIELD } from '@fairtick/contract/endpoint';
import { errorText, text } from '@fairtick/contract/texts/index';
import { systemClock } from '@fairtick/kernel/clock';
import { uidOf } from '@fairtick/server/domains/accounts/index';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { headerOf, openPostOffice, type PostOffice, partOf } from '../harness/post-office.ts';
import { insertRealUser } from '../harness/real-user.ts';
import { Member, type StaffLook } from './member.ts';
import { SOON_MS, Visitor } from './visitor.ts';

const DESKTOP: StaffLook = { size: 'desktop', lang: 'en', theme: 'light' };
const NIGHT: StaffLook = { size: 'desktop', lang: 'hk', theme: 'dark' };
const OFFICER = 'amara@example.com';
const FROM = 'no-reply@fairtick.example';
const PASSWORD = 'four words in a row';
const REASON = 'Please call us about your last withdrawal.';
const WORDS = '請在光線充足的地方再拍一次。';
const image = (size: number): Buffer<ArrayBuffer> =>
  Buffer.from(fs.readFileSync(new URL(`../../web/public/icon-${size}.png`, import.meta.url)));

interface Person {
  readonly id: bigint;
  readonly email: string;
  readonly uid: string;
  readonly token: string;
}

let app: RunningApp;
let browser: Browser;
let office: PostOffice;
let owner: Member;
let second: Member;
let officer: Member;
let link = '';
const people: Person[] = [];

beforeAll(async () => {
  office = await openPostOffice();
  const mail = { SMTP_URL: `smtp://127.0.0.1:${office.port}`, SMTP_FROM: FROM };
  [app, browser] = await Promise.all([startRealApp(mail), launchBrowser()]);
  people.push(await arrivedPerson(5_000_010n, 'en'), await arrivedPerson(5_000_020n, 'hk'));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await office?.close();
});

/** A real user who is signed in and reads letters in this language. */
async function arrivedPerson(id: bigint, lang: 'en' | 'hk'): Promise<Person> {
  await insertRealUser(app.database, id, 100);
  await app.database.owner.query('UPDATE user_standing SET lang = $2 WHERE user_id = $1', [id, lang]);
  const token = randomBytes(32).toString('base64url');
  await app.database.owner.query(
    'INSERT INTO sessions (token_hash, user_id, created_time, last_used_time) VALUES ($1, $2, $3, $3)',
    [createHash('sha256').update(token).digest(), id, systemClock.now()],
  );
  const uid = uidOf(id);
  const email = `person${id}@example.com`;
  await app.database.owner.query('UPDATE users SET uid = $2 WHERE id = $1', [id, uid]);
  await app.database.owner.query('UPDATE account_names SET name = $2 WHERE user_id = $1', [id, email]);
  return { id, email, uid, token };
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

async function uploaded(person: Person, size: number): Promise<string> {
  const form = new FormData();
  form.set(UPLOAD_FIELD, new Blob([image(size)], { type: 'image/png' }), 'document.png');
  return z.object({ url: z.string() }).parse(await users(person, '/api/common/image_upload', form)).url;
}

async function sendsDocuments(person: Person, name: string, card: string): Promise<void> {
  const [front, reverse] = [await uploaded(person, 512), await uploaded(person, 192)];
  const fields = { name, card_id: card, front_pic: front, reverse_pic: reverse, country: 'HK' };
  await users(person, '/api/user/real_name', new URLSearchParams(fields));
}

/** The plain text of the letter to this person with this subject, once it has come. */
async function letterTo({ email }: Person, subject: string): Promise<string> {
  const letter = await vi.waitFor(
    () => {
      const found = office.taken.find((one) => one.to.includes(email) && headerOf(one, 'subject') === subject);
      return found ?? expect.fail(office.taken.map((one) => `${one.to}: ${headerOf(one, 'subject')}`).join('\n'));
    },
    { timeout: SOON_MS, interval: 100 },
  );
  expect([letter.from, letter.to]).toEqual([FROM, [email]]);
  return partOf(letter, 'text/plain');
}

interface Colleague {
  readonly name: string;
  readonly email: string;
  readonly role: 'owner' | 'compliance' | 'support';
  readonly reason: string;
}
/** The dialog filled in, as the owner does it; not yet sent. */
async function describes({ name, email, role, reason }: Colleague): Promise<void> {
  await owner.goTo('staff.title');
  await owner.button('staff.add').click();
  const dialog = owner.dialog('staff.add_title');
  await dialog.getByRole('textbox', { name: owner.say('staff.name') }).fill(name);
  await dialog.getByRole('textbox', { name: owner.say('email') }).fill(email);
  await dialog.getByRole('checkbox', { name: owner.say(`role.${role}`), exact: true }).check();
  await dialog.getByRole('textbox', { name: owner.say('reason') }).fill(reason);
}

/** The one-time link, shown once to who added somebody. */
async function linkShownTo(member: Member): Promise<string> {
  const shown = (await member.dialog('link.title').locator('code').textContent()) ?? '';
  expect(shown).toContain(`${app.consoleUrl}/#/join/`);
  await member.visitor.audit('link');
  await member.inDialog('link.title', 'link.taken').click();
  await member.dialog('link.title').waitFor({ state: 'detached' });
  return shown;
}

const notices = z.object({ data: z.array(z.object({ text: z.string() })), unread: z.number() });

// One story: each chapter begins where the one before ended.
describe('the staff’s first day', () => {
  test('the owner joins by the printed link with a passkey', async () => {
    owner = await Member.arrive(browser, app.consoleUrl, DESKTOP);
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
    const reason = 'Verifies people from today on';
    await describes({ name: 'Amara Okafor', email: OFFICER, role: 'compliance', reason });
    await owner.visitor.audit('staff-add');
    await owner.inDialog('staff.add_title', 'staff.add').click();
    await owner.dialog('step_up.title').waitFor();
    await owner.visitor.audit('step-up');
    await owner.confirmByPasskey();
    link = await linkShownTo(owner);
    await owner.page
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
    await dialog.getByRole('textbox', { name: officer.say('verification.words') }).fill(WORDS);
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

  test('the three letters come over SMTP, to each person in their language, with the reason in the text', async () => {
    const [first, other] = people;
    if (!first || !other) throw new Error('nobody arrived');
    expect(await letterTo(first, 'Your identity is verified')).toContain(`${app.url}/#/user`);
    const frozen = await letterTo(first, 'Part of your account is locked');
    for (const part of [REASON, `${app.url}/#/notices`]) expect(frozen).toContain(part);
    const rejected = await letterTo(other, '您的文件未獲接納');
    for (const part of [text('hk', 'rejection.unreadable'), WORDS, `${app.url}/#/user`])
      expect(rejected).toContain(part);
    expect(office.taken).toHaveLength(3);
  });

  test('the owner comes back by the passkey, and the officer by password and code; a wrong code is refused', async () => {
    await owner.signOut();
    await owner.signInByPasskey();
    await officer.signOut();
    await officer.givePassword(OFFICER, PASSWORD);
    await officer.visitor.audit('sign-in-code');
    await officer.giveWrongCode();
    await officer.page.getByRole('alert').getByText(errorText('hk', 'LOGIN_FAILED'), { exact: true }).waitFor();
    await officer.visitor.audit('sign-in-refused');
    await officer.giveCode();
    await officer.goTo('home.title');
    await officer.heading('home.hello', { name: 'Amara Okafor' }).waitFor();
    expect([...owner.visitor.findings, ...officer.visitor.findings]).toEqual([]);
  });

  test('the owner adds a second owner alone; whoever comes next is only proposed, and the owner cannot decide it', async () => {
    await describes({
      name: 'Ines Prado',
      email: 'ines@example.com',
      role: 'owner',
      reason: 'The second word on most',
    });
    await owner.inDialog('staff.add_title', 'staff.add').click();
    await owner.confirmByPasskey();
    link = await linkShownTo(owner);
    await describes({ name: 'Tomas Lind', email: 'tomas@example.com', role: 'support', reason: 'Answers users' });
    await owner.inDialog('staff.add_title', 'staff.add').click();
    await owner.page.getByRole('status').getByText(owner.say('proposals.made')).waitFor();
    await owner.dialog('staff.add_title').waitFor({ state: 'detached' });
    expect(await owner.page.getByRole('row', { name: /Tomas Lind/ }).count()).toBe(0);
    await owner.goTo('proposals.title');
    await owner.page.getByText(owner.say('proposals.own')).waitFor();
    expect(await owner.button('proposals.accept').count()).toBe(0);
    await owner.visitor.audit('proposal-own');
  });

  test('the second owner joins and accepts it: only then there is the third, with a link', async () => {
    second = await Member.arrive(browser, app.consoleUrl, NIGHT);
    await second.bringPasskey();
    await second.joinByPasskey(link);
    await second.goTo('proposals.title');
    await second.page.getByText('tomas@example.com', { exact: true }).waitFor();
    await second.visitor.audit('proposal');
    await second.button('proposals.accept').click();
    await second.inDialog('proposals.accept_title', 'proposals.accept').click();
    await second.confirmByPasskey();
    await linkShownTo(second);
    await second.page.getByText(second.say('proposals.state.accepted'), { exact: true }).waitFor();
    await second.goTo('staff.title');
    const third = second.page.getByRole('row', { name: /Tomas Lind/ });
    await third.getByText(second.say('staff.invited')).waitFor();
    expect([...owner.visitor.findings, ...second.visitor.findings]).toEqual([]);
  });

  test('every act stands in the log, with its place', async () => {
    const { page } = owner;
    await owner.goTo('audit.title');
    const [first, other] = people;
    const sentences = [
      owner.say('did.staff_joined'),
      owner.say('did.staff_added', { about: 'Amara Okafor', roles: owner.say('role.compliance') }),
      owner.say('did.staff_signed_in', { factor: owner.say('factor.totp') }),
      owner.say('did.proposal_made', { proposal: owner.say('proposal.staff_add'), about: 'Tomas Lind' }),
      owner.say('did.proposal_accepted', { proposal: owner.say('proposal.staff_add'), about: 'Tomas Lind' }),
      owner.say('did.verification_accepted', { about: first?.uid ?? '' }),
      owner.say('did.verification_rejected', { about: other?.uid ?? '', code: owner.say('rejection.unreadable') }),
      owner.say('did.user_frozen', { about: first?.uid ?? '', locks: owner.say('lock.withdrawals') }),
    ];
    for (const sentence of sentences) await page.getByRole('cell').filter({ hasText: sentence }).first().waitFor();
    await owner.visitor.audit('acts');
    await page.getByRole('combobox', { name: owner.say('audit.kind') }).selectOption('user_frozen');
    await page
      .getByRole('button', { name: owner.say('audit.show') })
      .first()
      .click();
    await page.locator('.contents').filter({ hasText: 'withdrawals' }).waitFor();
    await page.getByRole('link', { name: 'Amara Okafor', exact: true }).click();
    await page.getByText(owner.say('audit.of', { name: 'Amara Okafor' })).waitFor();
    await owner.button('audit.everybody').click();
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
    const user = {
      id: String(first.id),
      uid: first.uid,
      name: '',
      email: '',
      invite_code: '',
      is_trader: false,
      is_demo: 0,
      credit_score: 0,
    };
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
