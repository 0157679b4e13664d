// A member of staff with a browser of their own: a passkey or an authenticator app, and the console's screens.

import type { Browser, Locator, Page } from 'playwright-core';
import { loadLanguage, type TextKey, type TextValues, textOf } from '../../console/i18n/texts.ts';
import { AuthenticatorApp } from './authenticator-app.ts';
import { type Look, Visitor } from './visitor.ts';

export type StaffLook = Look & { readonly lang: 'en' | 'hk' };

export class Member {
  readonly visitor: Visitor;
  readonly page: Page;
  readonly #look: StaffLook;
  #phone = new AuthenticatorApp('');

  private constructor(visitor: Visitor, look: StaffLook) {
    this.visitor = visitor;
    this.page = visitor.page;
    this.#look = look;
  }

  static async arrive(browser: Browser, url: string, look: StaffLook): Promise<Member> {
    const [visitor] = await Promise.all([Visitor.arrive(browser, url, look), loadLanguage(look.lang)]);
    // The browser speaks English: another language is chosen as the console keeps it.
    await visitor.page.addInitScript(
      (lang) => localStorage.setItem('fairtick.console.settings', JSON.stringify({ lang, theme: 'system' })),
      look.lang,
    );
    return new Member(visitor, look);
  }

  say = (key: TextKey, values?: TextValues): string => textOf(this.#look.lang, key, values);

  button(key: TextKey, values?: TextValues): Locator {
    return this.page.getByRole('button', { name: this.say(key, values), exact: true });
  }
  dialog(title: TextKey, values?: TextValues): Locator {
    return this.page.getByRole('dialog', { name: this.say(title, values), exact: true });
  }
  /** The act's button of an open dialog. */
  inDialog(title: TextKey, act: TextKey, values?: TextValues): Locator {
    return this.dialog(title, values).getByRole('button', { name: this.say(act), exact: true });
  }
  heading(key: TextKey, values?: TextValues): Locator {
    return this.page.getByRole('heading', { level: 1, name: this.say(key, values), exact: true });
  }

  /** To a screen by its link in the navigation. */
  async goTo(screen: TextKey): Promise<void> {
    await this.page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${this.say(screen)}`) })
      .click();
  }

  /** A browser that has an authenticator of its own, which always finds its person there. */
  async bringPasskey(): Promise<void> {
    const client = await this.visitor.context.newCDPSession(this.page);
    await client.send('WebAuthn.enable');
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }

  async joinByPasskey(link: string): Promise<void> {
    await this.page.goto(link);
    await this.button('join.passkey').click();
    await this.page.waitForURL((url) => url.hash === '#/');
  }

  async joinByPassword(link: string, password: string): Promise<void> {
    const { page } = this;
    await page.goto(link);
    await this.button('join.password_instead').click();
    await page.getByRole('textbox', { name: this.say('join.password'), exact: true }).fill(password);
    await page.getByRole('textbox', { name: this.say('join.password_again'), exact: true }).fill(password);
    await this.button('join.next').click();
    const shown = await page.locator('.copy-text code').first().textContent();
    this.#phone = new AuthenticatorApp(shown ?? '');
    await this.visitor.audit('join-secret');
    await page.getByRole('textbox', { name: this.say('code'), exact: true }).fill(await this.#phone.code());
    await this.button('join.finish').click();
    await page.waitForURL((url) => url.hash === '#/');
  }

  /** The dialog that comes by itself. */
  async confirmByPasskey(): Promise<void> {
    await this.inDialog('step_up.title', 'step_up.passkey').click();
    await this.dialog('step_up.title').waitFor({ state: 'detached' });
  }

  async confirmByCode(): Promise<void> {
    const dialog = this.dialog('step_up.title');
    await dialog.getByRole('textbox', { name: this.say('code'), exact: true }).fill(await this.#phone.code());
    await this.inDialog('step_up.title', 'step_up.code').click();
    await dialog.waitFor({ state: 'detached' });
  }

  async signOut(): Promise<void> {
    await this.button('sign_out').click();
    await this.heading('sign_in.title').waitFor();
  }

  async signInByPasskey(): Promise<void> {
    await this.button('sign_in.passkey').click();
    await this.button('sign_out').waitFor();
  }

  /** As far as the field for the code. */
  async givePassword(email: string, password: string): Promise<void> {
    const field = (key: 'email' | 'password') => this.page.getByRole('textbox', { name: this.say(key), exact: true });
    await field('email').fill(email);
    await field('password').fill(password);
    await this.button('sign_in.password').click();
    await this.heading('sign_in.code_title').waitFor();
  }

  /** Gives a code that the app does not show: it is refused, and stays refused where it is asked. */
  async giveWrongCode(): Promise<void> {
    await this.#finishSignIn(this.#phone.wrongCode());
  }

  async giveCode(): Promise<void> {
    await this.#finishSignIn(await this.#phone.code());
    await this.button('sign_out').waitFor();
  }

  async #finishSignIn(code: string): Promise<void> {
    await this.page.getByRole('textbox', { name: this.say('code'), exact: true }).fill(code);
    await this.button('sign_in.finish').click();
  }
}
