// One person with one browser: opens the app in a size, language and theme, notes every fault of a screen, and knows no trading.

import * as path from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { violationsOn } from './accessibility.ts';
import { type Lang, words, wordsLike } from './words.ts';

export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const;

export interface Look {
  readonly lang: Lang;
  readonly theme: 'light' | 'dark';
  /** The browser's own; that of hk unless it is said. */
  readonly locale?: string;
  readonly size: keyof typeof SIZES;
}

type Namespace = Parameters<typeof words>[1];

/** How long a test waits for what the app must do at once. A machine under load is slow, not wrong. */
export const SOON_MS = 120_000;

/** Where screenshots go, for looking at them; none are taken without it. */
const shots = process.env.SHOTS_DIR;

export class Visitor {
  readonly page: Page;
  readonly look: Look;
  readonly context: BrowserContext;
  /** Sentences about what was wrong on the screens seen so far: accessibility, console, overflow, direction. */
  readonly findings: string[] = [];
  readonly #url: string;

  private constructor(context: BrowserContext, page: Page, url: string, look: Look) {
    this.context = context;
    this.page = page;
    this.look = look;
    this.#url = url;
    page.on('console', (message) => {
      // A busy machine answers late, which the server says by a 503 and the app by asking again: no fault of a screen.
      const late = message.text().includes('status of 503');
      if (message.type() === 'error' && !late)
        this.findings.push(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.findings.push(`page error: ${error.message}`));
  }

  /** A browser profile that has never been here. The theme is the system's. `sharpness`: pixels of a picture for one of the page. */
  static async arrive(browser: Browser, url: string, look: Look, sharpness = 1): Promise<Visitor> {
    const phone = look.size === 'phone';
    const context = await browser.newContext({
      viewport: SIZES[look.size],
      colorScheme: look.theme,
      isMobile: phone,
      hasTouch: phone,
      deviceScaleFactor: sharpness,
      locale: look.locale ?? 'zh-HK',
      timezoneId: 'Asia/Hong_Kong',
    });
    context.setDefaultTimeout(SOON_MS);
    return new Visitor(context, await context.newPage(), url, look);
  }

  /** A second window of the same profile. */
  async another(): Promise<Visitor> {
    return new Visitor(this.context, await this.context.newPage(), this.#url, this.look);
  }

  async open(route: string): Promise<void> {
    await this.page.goto(`${this.#url}/#${route}`);
  }

  /** A text of the app in this person's language. */
  say = (namespace: Namespace, key: string): string => words(this.look.lang, namespace, key);
  /** The same where places are filled: `values` of those that matter. */
  like = (namespace: Namespace, key: string, values?: Record<string, string>): RegExp =>
    wordsLike(this.look.lang, namespace, key, values);

  get wide(): boolean {
    return this.look.size === 'desktop';
  }

  async press(target: Locator): Promise<void> {
    if (this.wide) await target.click();
    else await target.tap();
  }

  /** A box or one of a few, brought to be chosen or not as a person does it: by a press where it is not so yet. */
  async choose(target: Locator, wanted = true): Promise<void> {
    await target.waitFor({ state: 'attached' });
    if ((await target.isChecked()) !== wanted) await this.press(target);
  }

  tab(key: 'home' | 'trade' | 'orders' | 'account'): Locator {
    return this.page.getByRole('navigation').getByRole('link', { name: this.say('shell', `tab.${key}`), exact: true });
  }

  async goTo(key: 'home' | 'trade' | 'orders' | 'account'): Promise<void> {
    await this.press(this.tab(key));
  }

  /** The first visit is in the browser's language, which is hk; whoever reads another one chooses it. */
  async chooseLanguage(): Promise<void> {
    if (this.look.lang === 'hk') return;
    const own = { en: 'English', ar: 'العربية' }[this.look.lang];
    await this.press(this.page.locator('main a[href="#/language"]'));
    await this.press(this.page.getByRole('button', { name: own }));
    await this.page.waitForFunction((lang) => document.documentElement.lang.startsWith(lang), this.look.lang);
  }

  /** Looks at a screen as an auditor would and notes what is wrong with it. */
  async audit(name: string): Promise<void> {
    // The code of a screen comes after its address; what is shown till then is a shape without a title.
    await this.page.locator('h1:visible').first().waitFor();
    await settled(this.page);
    if (shots) {
      const { size, lang, theme } = this.look;
      await this.page.screenshot({ path: path.join(shots, `${size}-${lang}-${theme}-${name}.png`) });
    }
    const violations = await violationsOn(this.page);
    this.findings.push(...violations.map((violation) => `${name}: ${violation}`));
    this.findings.push(...(await this.#geometry()).map((fault) => `${name}: ${fault}`));
  }

  async #geometry(): Promise<string[]> {
    const { width } = SIZES[this.look.size];
    const rtl = this.look.lang === 'ar';
    return await this.page.evaluate(
      ([width, rtl]) => {
        const faults: string[] = [];
        const page = document.documentElement;
        const widest = Math.max(page.scrollWidth, document.body.scrollWidth);
        if (widest > width) faults.push(`it is ${widest} px wide in a window of ${width}`);
        if (page.dir !== (rtl ? 'rtl' : 'ltr')) faults.push(`its direction is ${page.dir}`);
        for (const label of document.querySelectorAll('.mantine-Button-label')) {
          const cut = label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.clientHeight + 1;
          if (cut && getComputedStyle(label).overflow !== 'visible') faults.push(`"${label.textContent}" is cut`);
        }
        for (const canvas of document.querySelectorAll('main canvas')) {
          if (getComputedStyle(canvas).direction !== 'ltr') faults.push('a chart is mirrored');
        }
        return faults;
      },
      [width, rtl] as const,
    );
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

/** Until motions have come to rest; those that go on for ever (skeletons, the waiting dot) and price flashes do not count. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((motion) => {
      if (motion.playState !== 'running') return true;
      if (motion instanceof CSSTransition) return false;
      return !(motion instanceof CSSAnimation) || motion.effect?.getComputedTiming().iterations === Infinity;
    }),
  );
}

const WIDTHS = [360, 390, 430, 768, 1024, 1440];

/** In windows from a small phone to a desk: where what is shown does not fit in. */
export async function tooWide(page: Page): Promise<string[]> {
  const wide: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const found = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.documentElement.scrollWidth))),
        ),
    );
    if (found > width) wide.push(`${found} px wide at ${width}`);
  }
  return wide;
}
