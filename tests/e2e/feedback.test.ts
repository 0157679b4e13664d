// A user complains on the phone, support answers in the console, the user reads it. What was typed as markup stays the words that it is, on both sides.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, MoneyDesk } from './money-desk.ts';
import { People } from './people.ts';
import type { Look } from './visitor.ts';

const HOSTILE = '<img src=x onerror="document.title=1"><svg/onload=alert(1)> my withdrawal waits\nfor \u202eweeks';
const KEPT = '<img src=x onerror="document.title=1"><svg/onload=alert(1)> my withdrawal waits\nfor weeks';
const ANSWER = 'It was sent today. <b>We are sorry</b> that it took so long.';
const PHONE: Look = { size: 'phone', lang: 'ar', theme: 'light' };

let people: People;
beforeAll(async () => {
  people = await People.settle();
});
afterAll(async () => people?.leave());

const foreign = 'main img[src="x"], main svg[onload], main [onerror], main b';

test('a complaint gets its number, is answered, and its user reads the answer', async () => {
  const session = await people.living('complains@example.com');
  const user = await people.arrive(PHONE, session);
  const { page, say } = user;
  await user.open('/user');
  await user.press(page.getByRole('link', { name: say('account', 'feedback') }));
  await page.getByRole('combobox', { name: say('feedback', 'kind') }).selectOption('complaint');
  await user.press(page.getByRole('button', { name: say('feedback', 'send'), exact: true }));
  await page.getByText(say('feedback', 'text.short')).waitFor();
  await page.getByRole('textbox', { name: say('feedback', 'text') }).fill(HOSTILE);
  await user.audit('feedback-form');
  await user.press(page.getByRole('button', { name: say('feedback', 'send'), exact: true }));
  await page.getByText(say('feedback', 'sent.title')).waitFor();
  await page.getByText(KEPT.split('\n')[0] ?? '').waitFor();
  await user.audit('feedback-sent');

  const sue = await MoneyDesk.at(people).hire('Sue Lund', 'support', DESKTOP);
  await sue.goTo('feedback.title');
  await sue.page.getByRole('link', { name: new RegExp(sue.say('feedback.kind.complaint')) }).click();
  await sue.page.getByText(sue.say('feedback.hidden')).waitFor();
  await sue.button('feedback.take').click();
  await sue.page.getByText(KEPT.split('\n')[0] ?? '').waitFor();
  expect(await sue.page.locator(foreign).count()).toBe(0);
  await sue.visitor.audit('console-feedback');
  await sue.page.getByRole('textbox', { name: sue.say('feedback.answer') }).fill(ANSWER);
  await sue.button('feedback.send').click();
  await sue.page.getByText(sue.say('feedback.answered')).first().waitFor();
  await sue.button('feedback.close').waitFor();

  await user.open('/notices');
  await user.press(page.locator('main a[href="#/feedback"]'));
  await page.getByText(ANSWER).waitFor();
  expect(await page.locator(foreign).count()).toBe(0);
  expect(await page.title()).not.toBe('1');
  await user.audit('feedback-answered');
  expect([...user.findings, ...sue.visitor.findings]).toEqual([]);
  await user.leave();
  await sue.visitor.leave();
});

test('a visitor is asked for an e-mail and a captcha, and sees no list', async () => {
  const visitor = await people.arrive({ size: 'phone', lang: 'hk', theme: 'dark' });
  const { page, say } = visitor;
  await visitor.open('/login');
  await visitor.press(page.locator('main a[href="#/feedback"]'));
  await page.getByRole('textbox', { name: say('feedback', 'email') }).waitFor();
  await page.getByRole('img', { name: say('login', 'captcha.image') }).waitFor();
  expect(await page.getByText(say('feedback', 'own'), { exact: true }).count()).toBe(0);
  await visitor.audit('feedback-visitor');
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});
