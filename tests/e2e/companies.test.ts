// An editor lists companies; users find one from Home's box, see where its site leads before they go there, and keep its contact. In an edition that is not
// the main one the box finds pairs alone.

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from './member.ts';
import { DESKTOP, MoneyDesk, said, through } from './money-desk.ts';
import { People } from './people.ts';
import type { Look, Visitor } from './visitor.ts';

const LOGO = fileURLToPath(new URL('../../web/public/icon-192.png', import.meta.url));
const MAIN = { name: '公正證券有限公司', location: '1 Des Voeux Road Central', email: 'hello@fair.example' };
/** Its address names another host before its own. */
const OTHER = {
  ...{ name: 'شركة الأمان للوساطة', subject: 'Al Aman Brokerage LLC', registered_address: '7 King Fahd Road, Riyadh' },
  ...{ location: '12 Corniche Road, Jeddah', url: 'https://aman.example/fairtick.example?to=fairtick' },
  ...{ email: 'hello@aman.example', complaint_email: 'complaints@aman.example' },
};
const PHONE: Look = { size: 'phone', lang: 'en', theme: 'light' };

async function fromHome(people: People, look: Look): Promise<Visitor> {
  const visitor = await people.arrive(look);
  await visitor.open('/');
  await visitor.press(visitor.page.locator('main a[href="#/product"]'));
  await visitor.page.getByRole('searchbox').waitFor();
  return visitor;
}

describe('in the main edition', () => {
  let people: People;
  let eve: Member | undefined;
  beforeAll(async () => {
    people = await People.settle({}, { is_main: 1 });
  });
  afterAll(async () => people?.leave());

  function editor(): Member {
    if (!eve) throw new Error('nobody joined');
    return eve;
  }

  async function writes(facts: Partial<typeof OTHER>, change: (member: Member) => Promise<void>): Promise<void> {
    const member = editor();
    const form = member.dialog('companies.new');
    await member.button('companies.new').click();
    for (const key of [
      'name',
      'subject',
      'registered_address',
      'location',
      'url',
      'email',
      'complaint_email',
    ] as const) {
      const field = form.getByRole('textbox', { name: member.say(`companies.${key}`), exact: key !== 'name' });
      await field.first().fill(facts[key] ?? '');
    }
    await change(member);
    await member.inDialog('companies.new', 'companies.write').click();
    await through(member, said(member, 'companies.written'));
    await form.waitFor({ state: 'detached' });
    await member.page.getByRole('button', { name: facts.name }).waitFor();
  }

  test('nothing is listed at first, and both screens say so', async () => {
    const visitor = await fromHome(people, PHONE);
    await visitor.page.getByText(visitor.say('product', 'companies.empty'), { exact: true }).waitFor();
    await visitor.audit('companies-empty');
    await visitor.open('/mine/email');
    await visitor.page.getByText(visitor.say('product', 'contact.empty'), { exact: true }).waitFor();
    await visitor.audit('contact-empty');
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('an editor lists the main company, and another with its logo', async () => {
    eve = await MoneyDesk.at(people).hire('Eve Arden', 'editor', DESKTOP);
    await eve.goTo('companies.title');
    await eve.page.getByText(eve.say('companies.empty'), { exact: true }).waitFor();
    await writes(MAIN, (member) => member.page.getByRole('checkbox', { name: member.say('companies.main') }).check());
    await writes(OTHER, async (member) => {
      const form = member.dialog('companies.new');
      await form.locator('input[type=file]').setInputFiles(LOGO);
      const logo = form.getByRole('img', { name: member.say('content.picture') });
      await expect.poll(() => logo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
      await member.visitor.audit('console-company-new');
    });
    await eve.visitor.audit('console-companies');
    expect(eve.visitor.findings).toEqual([]);
  });

  test.each<[Look, string]>([
    [PHONE, 'الامان'],
    [{ size: 'desktop', lang: 'hk', theme: 'dark' }, 'الأمان'],
    [{ size: 'phone', lang: 'ar', theme: 'dark' }, 'الأَمان'],
  ])('a reader, %j, finds it by %s, sees where its site leads, and keeps its contact', async (look, typed) => {
    const visitor = await fromHome(people, look);
    const { page, say, context } = visitor;
    await page.getByText(MAIN.name).waitFor();
    await visitor.audit('companies');
    await page.getByRole('searchbox').fill(typed);
    await page.getByText(MAIN.name).waitFor({ state: 'detached' });
    await visitor.press(page.getByText(OTHER.name));
    const sheet = page.getByRole('dialog', { name: OTHER.name });
    for (const fact of [OTHER.subject, OTHER.registered_address, OTHER.location, OTHER.email])
      await sheet.getByText(fact, { exact: true }).waitFor();
    await sheet.getByText(say('product', 'companies.note')).waitFor();
    await expect
      .poll(() => sheet.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0);
    await visitor.audit('company');
    await visitor.press(sheet.getByRole('button', { name: 'aman.example', exact: true }));
    const leaving = page.getByRole('dialog', { name: say('product', 'leave.title') });
    await leaving.getByText('aman.example', { exact: true }).waitFor();
    await visitor.audit('company-leave');
    const asked: (string | undefined)[] = [];
    await context.route('https://aman.example/**', (route) => {
      asked.push(route.request().url(), route.request().headers().referer);
      return route.fulfill({ contentType: 'text/html', body: '<title>Al Aman</title>' });
    });
    const opened = context.waitForEvent('page');
    await visitor.press(leaving.getByRole('link', { name: say('product', 'leave.open') }));
    const site = await opened;
    await site.waitForLoadState();
    expect(asked).toEqual([OTHER.url, undefined]);
    expect(await site.evaluate(() => window.opener === null)).toBe(true);
    await site.close();

    expect(await context.cookies()).toEqual([]);
    await visitor.press(sheet.getByRole('button', { name: say('product', 'company.enter'), exact: true }));
    await page.getByRole('heading', { level: 1, name: say('product', 'contact') }).waitFor();
    await page.getByText(OTHER.complaint_email, { exact: true }).waitFor();
    await visitor.audit('contact');
    const cookies = await context.cookies();
    expect(cookies).toMatchObject([{ name: 'company_id', sameSite: 'Lax', path: '/' }]);
    // Three years were asked for; this browser keeps nothing for longer than 400 days.
    expect(cookies[0]?.expires).toBeGreaterThan(Date.now() / 1_000 + 399 * 86_400);
    await page.reload();
    await page.getByText(OTHER.location, { exact: true }).waitFor();
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('whoever has chosen none is shown the main company, and so is everybody once theirs is listed no more', async () => {
    const visitor = await people.arrive(PHONE);
    const { page } = visitor;
    await visitor.open('/mine/email');
    await page.getByText(MAIN.email, { exact: true }).waitFor();
    await visitor.open('/product');
    await visitor.press(page.getByText(OTHER.name));
    await visitor.press(page.getByRole('button', { name: visitor.say('product', 'company.enter'), exact: true }));
    await page.getByText(OTHER.email, { exact: true }).waitFor();

    const member = editor();
    await member.page.getByRole('button', { name: OTHER.name }).click();
    await member
      .dialog('companies.one')
      .getByRole('checkbox', { name: member.say('companies.listed') })
      .uncheck();
    await member.inDialog('companies.one', 'companies.write').click();
    await through(member, member.page.getByText(member.say('companies.unlisted'), { exact: true }));
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.getByRole('heading', { level: 1 }).waitFor();
          return await page
            .getByText(MAIN.email, { exact: true })
            .or(page.getByText(OTHER.email, { exact: true }))
            .textContent();
        },
        { timeout: 20_000 },
      )
      .toBe(MAIN.email);
    expect([...visitor.findings, ...member.visitor.findings]).toEqual([]);
    await visitor.leave();
  });
});

describe('in another edition', () => {
  let people: People;
  beforeAll(async () => {
    people = await People.settle();
  });
  afterAll(async () => people?.leave());

  test('the box finds pairs, and no companies', async () => {
    const visitor = await fromHome(people, { size: 'phone', lang: 'hk', theme: 'light' });
    const { page, say } = visitor;
    await page.getByRole('searchbox').fill('EUR');
    await visitor.audit('product-pairs');
    expect(await page.getByText(say('product', 'companies'), { exact: true }).count()).toBe(0);
    await visitor.press(page.getByText('EUR/USD').filter({ visible: true }).first());
    await page.waitForURL((url) => url.hash.startsWith('#/trade'));
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });
});
