// A place where people live: real servers, a post office and browsers. What a story is not about is there from the start.

import { systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { uidOf } from '@fairtick/server/domains/accounts/index';
import { Passwords } from '@fairtick/server/domains/accounts/passwords';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import type { Browser, Locator } from 'playwright-core';
import { expect, vi } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { headerOf, openPostOffice, type PostOffice, partOf, type TakenLetter } from '../harness/post-office.ts';
import { insertRealUser } from '../harness/real-user.ts';
import { type Look, SOON_MS, Visitor } from './visitor.ts';

export const PASSWORD = 'four words in a row';
const passwordHash = new Passwords(systemEntropy).hash(PASSWORD);

export interface Session {
  readonly token: string;
  readonly user: { readonly id: string; readonly uid: string; readonly email: string };
}

/** Of an address within the app. */
export const at = (route: RegExp): ((url: URL) => boolean) => {
  return (url) => route.test(url.hash);
};

export class People {
  readonly app: RunningApp;
  readonly browser: Browser;
  readonly office: PostOffice;
  #last = 7_000_000n;

  private constructor(app: RunningApp, browser: Browser, office: PostOffice) {
    [this.app, this.browser, this.office] = [app, browser, office];
  }

  /** With further variables of the server, and terms by key. */
  static async settle(
    env: Readonly<Record<string, string>> = {},
    terms: Readonly<Record<string, unknown>> = {},
  ): Promise<People> {
    const office = await openPostOffice();
    const mail = { SMTP_URL: `smtp://127.0.0.1:${office.port}`, SMTP_FROM: 'no-reply@fairtick.example' };
    const [app, browser] = await Promise.all([startRealApp({ ...mail, ...env }, terms), launchBrowser()]);
    return new People(app, browser, office);
  }

  async leave(): Promise<void> {
    await this.browser.close();
    await this.app.stop();
    await this.office.close();
  }

  /** In the language that is looked at, without the way to choose it; signed in, where there is a session. */
  async arrive(look: Look, signedIn?: Session): Promise<Visitor> {
    const visitor = await Visitor.arrive(this.browser, this.app.url, look);
    await visitor.context.addInitScript(
      ([lang, stored]) => {
        // Once: what the app stores later is its own business.
        if (localStorage.getItem('fairtick.settings') !== null) return;
        localStorage.setItem('fairtick.settings', JSON.stringify({ lang, guideSeen: true }));
        if (stored !== '') localStorage.setItem('fairtick.session', stored);
      },
      [look.lang, signedIn ? JSON.stringify(signedIn) : ''] as const,
    );
    return visitor;
  }

  /** The newest letter to this address that fits, of those that came after so many. */
  async letterTo(email: string, fits: (letter: TakenLetter) => boolean, after = 0): Promise<TakenLetter> {
    return vi.waitFor(
      () => {
        const letter = this.office.taken.slice(after).findLast((one) => one.to.includes(email) && fits(one));
        return (
          letter ?? expect.fail(this.office.taken.map((one) => `${one.to}: ${headerOf(one, 'subject')}`).join('\n'))
        );
      },
      { timeout: SOON_MS, interval: 50 },
    );
  }

  /** The code of the newest letter to this address, of those that came after so many. */
  async codeSentTo(email: string, after: number): Promise<string> {
    const codeIn = (letter: TakenLetter) => /\b\d{6}\b/.exec(partOf(letter, 'text/plain'))?.[0];
    return codeIn(await this.letterTo(email, (letter) => codeIn(letter) !== undefined, after)) ?? '';
  }

  /** The session of somebody who has an account, as registering leaves one: no code was sent to them yet, and they were never in this browser. */
  async living(email: string): Promise<Session> {
    const { database } = this.app;
    this.#last += 10n;
    const id = this.#last;
    await insertRealUser(database, id, 0);
    const { owner } = database;
    const uid = uidOf(id);
    await owner.query('UPDATE users SET uid = $2 WHERE id = $1', [id, uid]);
    await owner.query('UPDATE account_names SET name = $2 WHERE user_id = $1', [id, email]);
    await owner.query(`UPDATE user_standing SET country = 'HK' WHERE user_id = $1`, [id]);
    await owner.query('INSERT INTO credentials (user_id, password_hash) VALUES ($1, $2)', [id, await passwordHash]);
    const token = Buffer.from(systemEntropy.bytes(32)).toString('base64url');
    await owner.query(
      'INSERT INTO sessions (token_hash, user_id, created_time, last_used_time) VALUES ($1, $2, $3, $3)',
      [hashToken(token), id, systemClock.now()],
    );
    return { token, user: { id: String(id), uid, email } };
  }

  /** One code a minute goes to a destination: those that were used are long ago at once. */
  async aMinuteLater(): Promise<void> {
    await this.app.database.owner.query('DELETE FROM codes WHERE used_time IS NOT NULL');
  }

  /** The code that a form asks for, asked for by its button and typed in. */
  async sendCode(visitor: Visitor, email: string): Promise<void> {
    const before = this.office.taken.length;
    await visitor.press(button(visitor, 'code.send'));
    await box(visitor, 'code').fill(await this.codeSentTo(email, before));
  }

  async register(visitor: Visitor, email: string, query = ''): Promise<void> {
    const { page, say } = visitor;
    await visitor.open(`/register${query}`);
    await page.getByRole('combobox', { name: say('login', 'area'), exact: true }).selectOption('HK');
    await box(visitor, 'email').fill(email);
    await this.sendCode(visitor, email);
    await field(visitor, 'password.choose').fill(PASSWORD);
    await field(visitor, 'password.again').fill(PASSWORD);
    await visitor.audit('register');
    await visitor.press(button(visitor, 'register.submit'));
    await page.waitForURL(at(/^#\/$/));
  }

  /** The dialog that comes by itself where no second factor is set: a code goes to the account. */
  async confirmByLetter(visitor: Visitor, email: string): Promise<void> {
    const { page, say } = visitor;
    const dialog = page.getByRole('dialog', { name: say('security', 'step.title') });
    await dialog.waitFor();
    await this.aMinuteLater();
    const before = this.office.taken.length;
    await visitor.press(dialog.getByRole('button', { name: say('security', 'step.send'), exact: true }));
    await dialog.getByRole('textbox').fill(await this.codeSentTo(email, before));
    await visitor.audit('step-up');
    await visitor.press(dialog.getByRole('button', { name: say('security', 'step.confirm'), exact: true }));
    await dialog.waitFor({ state: 'detached' });
  }
}

export async function logIn(visitor: Visitor, account: string, password: string): Promise<void> {
  await visitor.open('/login');
  await box(visitor, 'email').fill(account);
  await field(visitor, 'password').fill(password);
  await visitor.press(button(visitor, 'submit'));
}

/** Until nobody is signed in in that browser. */
export async function signedOut({ page }: Visitor): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('fairtick.session') === null);
}

export const box = ({ page, say }: Visitor, key: string): Locator =>
  page.getByRole('textbox', { name: say('login', key), exact: true });
export const field = ({ page, say }: Visitor, key: string): Locator =>
  page.getByLabel(say('login', key), { exact: true });
export const button = ({ page, say }: Visitor, key: string): Locator =>
  page.getByRole('main').getByRole('button', { name: say('login', key), exact: true });
