// An editor writes and publishes in the languages there are; readers get their own or, with its name, another's. What somebody typed as markup stays
// the words that it is.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from './member.ts';
import { DESKTOP, MoneyDesk, NIGHT, said, through } from './money-desk.ts';
import { type Look, Visitor } from './visitor.ts';

const TITLE = 'Trading hours in December';
const ARABIC = 'ساعات التداول في ديسمبر';
const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

let desk: MoneyDesk;
let [eve, eva]: Member[] = [];

beforeAll(async () => {
  desk = await MoneyDesk.open();
});
afterAll(async () => desk?.close());

function of(member: Member | undefined): Member {
  if (!member) throw new Error('nobody joined');
  return member;
}

async function writes(member: Member, lang: string, title: string, text: string): Promise<void> {
  const { page } = member;
  await page.getByRole('combobox', { name: member.say('content.language') }).selectOption(lang);
  await page.getByRole('textbox', { name: member.say('content.headline') }).fill(title);
  await page.getByRole('textbox', { name: member.say('content.text'), exact: true }).click();
  await page.keyboard.type(text);
}

async function keeps(member: Member): Promise<void> {
  await member.button('content.save').click();
  await member.button('content.publish').waitFor();
}

async function publishes(member: Member): Promise<void> {
  await member.button('content.publish').click();
  await member.inDialog('content.publish_title', 'content.publish').click();
  await through(member, member.button('content.withdraw'));
}

async function reader(look: Look): Promise<Visitor> {
  const visitor = await Visitor.arrive(desk.browser, desk.app.url, look);
  await visitor.open('/');
  await visitor.chooseLanguage();
  return visitor;
}

// One story: each chapter begins where the one before ended.
describe('what is published', () => {
  test('nothing is there yet, and the screens say so', async () => {
    const visitor = await reader({ size: 'phone', lang: 'en', theme: 'light' });
    for (const [route, key] of [
      ['/news', 'news.empty'],
      ['/mine/announcement', 'announcements.empty'],
      ['/activity', 'activity.empty'],
    ] as const) {
      await visitor.open(route);
      await visitor.page.getByText(visitor.say('content', key), { exact: true }).waitFor();
      await visitor.audit(`content-${key}`);
    }
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('an editor begins an announcement, writes it in two languages, and publishes both', async () => {
    eve = await desk.hire('Eve Arden', 'editor', DESKTOP);
    eva = await desk.hire('Eva Brandt', 'editor', NIGHT);
    const { page } = eve;
    await eve.goTo('content.title');
    await eve.button('content.new').click();
    const form = eve.dialog('content.new');
    await form.getByRole('combobox', { name: eve.say('content.kind') }).selectOption('announcement');
    await eve.visitor.audit('content-new');
    await eve.inDialog('content.new', 'content.begin').click();
    await eve.heading('content.one').waitFor();
    await writes(eve, 'en', TITLE, HOSTILE);
    // What is not saved stays while another language is looked at.
    const language = page.getByRole('combobox', { name: eve.say('content.language') });
    const headline = page.getByRole('textbox', { name: eve.say('content.headline') });
    await language.selectOption('ar');
    expect(await headline.inputValue()).toBe('');
    await language.selectOption('en');
    expect(await headline.inputValue()).toBe(TITLE);
    const text = page.getByRole('textbox', { name: eve.say('content.text'), exact: true });
    await text.getByText(HOSTILE).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await eve.button('content.tool.bullets').click();
    // The text has the focus all the while: nothing that is typed at once is lost.
    await page.keyboard.type('24 December: until 18:00');
    await text.getByRole('listitem').filter({ hasText: '24 December: until 18:00' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await eve.button('content.tool.table').click();
    for (const said of ['Day', 'Until', 'Why', '25 December', 'closed']) {
      await page.keyboard.type(said);
      await page.keyboard.press('Tab');
    }
    await eve.button('content.tool.row_add').click();
    await eve.button('content.tool.column_remove').click();
    await eve.visitor.audit('content-writing');
    await keeps(eve);
    await publishes(eve);
    await eve.visitor.audit('content-published');
    await writes(eve, 'ar', ARABIC, 'حتى الساعة 18:00');
    await keeps(eve);
    await publishes(eve);
    expect(eve.visitor.findings).toEqual([]);
  });

  test.each<[Look, string, boolean]>([
    [{ size: 'phone', lang: 'en', theme: 'dark' }, TITLE, false],
    [{ size: 'phone', lang: 'ar', theme: 'light' }, ARABIC, false],
    [{ size: 'desktop', lang: 'hk', theme: 'light' }, TITLE, true],
  ])('a reader, %j, gets it from Home, and no words became markup', async (look, title, isOther) => {
    const visitor = await reader(look);
    const { page, say } = visitor;
    await visitor.press(page.getByRole('link', { name: say('shell', 'title.announcements') }).first());
    await visitor.press(page.getByRole('link', { name: new RegExp(title) }));
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.getByText(visitor.like('content', 'in_language', { language: 'English' })).count()).toBe(
      isOther ? 1 : 0,
    );
    if (title === TITLE) {
      await page.getByText(HOSTILE).waitFor();
      await page.getByRole('listitem').filter({ hasText: '24 December' }).waitFor();
      await page.getByRole('cell', { name: '25 December' }).waitFor();
      expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Day', 'Until']);
      expect(await page.getByRole('row').count()).toBe(4);
    }
    expect(await page.locator('article img, article script').count()).toBe(0);
    expect(await page.title()).not.toBe('1');
    await visitor.audit('article');
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('what is about the terms its writer does not publish; a second editor does', async () => {
    const [first, second] = [of(eve), of(eva)];
    await first.goTo('content.title');
    await first.button('content.new').click();
    const form = first.dialog('content.new');
    await form.getByRole('combobox', { name: first.say('content.kind') }).selectOption('announcement');
    await form.getByRole('combobox', { name: first.say('content.about') }).selectOption('terms');
    await first.inDialog('content.new', 'content.begin').click();
    await first.heading('content.one').waitFor();
    await writes(first, 'en', 'New fees', 'From January on');
    await keeps(first);
    await first.button('content.publish').click();
    await first.inDialog('content.publish_title', 'content.publish').click();
    await through(first, first.dialog('content.publish_title').getByRole('alert'));
    await second.page.goto(first.page.url());
    await second.page.getByRole('combobox', { name: second.say('content.language') }).selectOption('en');
    await publishes(second);
    expect(second.visitor.findings).toEqual([]);
  });

  test('its dates are proposed by the one and accepted by the other, who reads what they change', async () => {
    const [first, second] = [of(eve), of(eva)];
    await first.page.reload();
    await first.button('content.dates').click();
    const dialog = first.dialog('content.dates_title');
    await dialog.getByLabel(first.say('content.until')).fill('2099-12-31T18:00');
    await dialog.getByRole('textbox', { name: first.say('reason') }).fill('They end with the year');
    await first.visitor.audit('content-dates');
    await first.inDialog('content.dates_title', 'content.propose').click();
    await through(first, said(first, 'content.proposed'));
    expect(await first.page.getByText('2099').count()).toBe(0);
    await second.goTo('proposals.title');
    const card = second.page.getByRole('main').locator('section, article').filter({ hasText: 'New fees' }).first();
    await card.getByText('2099').waitFor();
    await second.visitor.audit('content-dates-proposed');
    await second.button('proposals.accept').first().click();
    await second.inDialog('proposals.accept_title', 'proposals.accept').click();
    await through(second, said(second, 'proposals.accepted'));
    await first.page.reload();
    await first.page.getByText('2099').first().waitFor();
    expect([...first.visitor.findings, ...second.visitor.findings]).toEqual([]);
  });
});
