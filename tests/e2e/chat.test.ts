// A user on the phone and a member of staff in the console write to each other; what is secret or markup is neither kept nor drawn.

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, MoneyDesk, NIGHT } from './money-desk.ts';
import { People } from './people.ts';
import { type Look, SOON_MS } from './visitor.ts';

const PICTURE = fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url));
const CARD = '4111 1111 1111 1111';
const HOSTILE = '<img src=x onerror="document.title=1"> where is my order?';
const ANSWER = 'It was filled a minute ago. <b>Look</b> under your orders.';

let people: People;
let staff: MoneyDesk;
beforeAll(async () => {
  people = await People.settle();
  staff = MoneyDesk.at(people);
});
afterAll(async () => people?.leave());

const foreign = 'main img[src="x"], main [onerror], main [role="log"] b';

test.each<[Look, typeof DESKTOP]>([
  [{ size: 'phone', lang: 'en', theme: 'light' }, DESKTOP],
  [{ size: 'desktop', lang: 'ar', theme: 'dark' }, NIGHT],
])('they write, are answered, and judge it: $lang', async (look, desk) => {
  const session = await people.living(`writes-${look.lang}@example.com`);
  const user = await people.arrive(look, session);
  const { page, say } = user;
  await user.open('/user');
  await user.press(page.getByRole('link', { name: say('account', 'chat') }));
  await page.getByText(say('chat', 'empty.title')).waitFor();
  await user.audit('chat-empty');
  const line = page.getByRole('textbox', { name: say('chat', 'field') });
  const send = page.getByRole('button', { name: say('chat', 'send'), exact: true });
  const log = page.getByRole('log', { name: say('chat', 'messages') });
  await line.fill(HOSTILE);
  await user.press(send);
  await log.getByText(HOSTILE, { exact: true }).waitFor();
  await line.fill(`my card is ${CARD}`);
  await user.press(send);
  await log.getByText(say('chat', 'masked.card')).waitFor();
  await expect.poll(() => log.getByText(CARD).count()).toBe(0);
  await page.locator('input[type="file"]').setInputFiles(PICTURE);
  await page.getByText(say('feedback', 'image.sent')).waitFor();
  await user.audit('chat-picture-chosen');
  await user.press(send);
  await log.getByRole('img', { name: say('chat', 'picture') }).waitFor();
  await user.audit('chat-sent');

  const sue = await staff.hire(`Sue ${look.lang}`, 'support', desk);
  await sue.goTo('chat.title');
  await sue.visitor.audit('console-chats');
  await sue.page.getByRole('link', { name: session.user.uid }).click();
  const thread = sue.page.getByRole('log');
  await thread.getByText(HOSTILE, { exact: true }).waitFor();
  expect(await thread.textContent()).not.toContain('1111 1111');
  await sue.button('chat.picture_show').click();
  await thread.getByRole('img', { name: sue.say('feedback.picture') }).waitFor();
  await sue.page.getByRole('textbox', { name: sue.say('chat.answer') }).fill(ANSWER);
  await sue.button('chat.send').click();
  await thread.getByText(ANSWER, { exact: true }).waitFor();
  expect(await sue.page.locator(foreign).count()).toBe(0);
  await sue.visitor.audit('console-chat');

  // Told by the socket: nobody has loaded anything anew.
  await log.getByText(ANSWER, { exact: true }).waitFor();
  await log.getByText('Sue', { exact: true }).waitFor();
  expect(await page.locator(foreign).count()).toBe(0);
  await sue.button('chat.close').click();
  await log.getByText(say('chat', 'closed')).waitFor();
  await user.audit('chat-closed');
  await user.press(page.getByRole('button', { name: '5', exact: true }));
  await page.getByText(say('chat', 'rate.thanks')).waitFor();
  await page.reload();
  await log.getByText(ANSWER, { exact: true }).waitFor();
  await page.getByText(say('chat', 'rate.thanks')).waitFor();
  expect([...user.findings, ...sue.visitor.findings]).toEqual([]);
  await user.leave();
  await sue.visitor.leave();
});

test('words that were not sent stay over other screens and a reload; what was written before is there once a read comes through', async () => {
  const session = await people.living('comes-back@example.com');
  const user = await people.arrive({ size: 'phone', lang: 'en', theme: 'light' }, session);
  const { page, say } = user;
  const line = page.getByRole('textbox', { name: say('chat', 'field') });
  const send = page.getByRole('button', { name: say('chat', 'send'), exact: true });
  const log = page.getByRole('log', { name: say('chat', 'messages') });
  await user.open('/mine/chat');
  await line.fill('an earlier word');
  await user.press(send);
  await log.getByText('an earlier word', { exact: true }).waitFor();
  await line.fill('begun and not sent');
  await user.open('/user');
  await page.getByRole('link', { name: say('account', 'chat') }).waitFor();
  await user.open('/mine/chat');
  expect(await line.inputValue()).toBe('begun and not sent');
  const reads = '**/v3/api/chat?*';
  await page.route(reads, (route) => route.abort());
  await page.reload();
  await page.getByText(say('chat', 'failed.title')).waitFor();
  expect(await line.inputValue()).toBe('begun and not sent');
  const sent = page.waitForResponse((response) => response.url().includes('/chat/send'));
  await user.press(send);
  await sent;
  await page.unroute(reads);
  const anew = page.getByRole('button', { name: say('shell', 'retry') });
  await anew.or(log).first().waitFor();
  if (await anew.isVisible()) await user.press(anew);
  await log.getByText('an earlier word', { exact: true }).waitFor();
  await log.getByText('begun and not sent', { exact: true }).waitFor();
  expect(await line.inputValue()).toBe('');
  await user.leave();
});

test('what was sent while nobody answered goes out by itself after a reload: once, and in its order', async () => {
  const session = await people.living('comes-online@example.com');
  const user = await people.arrive({ size: 'phone', lang: 'en', theme: 'light' }, session);
  const { page, say } = user;
  const line = page.getByRole('textbox', { name: say('chat', 'field') });
  const send = page.getByRole('button', { name: say('chat', 'send'), exact: true });
  const log = page.getByRole('log', { name: say('chat', 'messages') });
  const texts = async () => {
    const { rows } = await people.app.database.owner.query<{ text: string }>(
      'SELECT text FROM support_messages WHERE user_id = $1 ORDER BY seq',
      [session.user.id],
    );
    return rows.map(({ text }) => text);
  };
  await user.open('/mine/chat');
  await page.getByText(say('chat', 'empty.title')).waitFor();
  const calls = '**/v3/api/chat/send';
  // The first arrives and its answer is lost; nothing of the others arrives.
  let lost = false;
  await page.route(calls, async (route) => {
    if (!lost) await route.fetch();
    lost = true;
    await route.abort();
  });
  for (const text of ['one', 'two', 'three']) {
    await line.fill(text);
    await user.press(send);
    await log.getByText(text, { exact: true }).waitFor();
  }
  await expect.poll(texts, { timeout: SOON_MS }).toEqual(['one']);
  await page.unroute(calls);
  await page.reload();
  await expect.poll(texts, { timeout: SOON_MS }).toEqual(['one', 'two', 'three']);
  await log.getByText('three', { exact: true }).waitFor();
  expect(await log.getByText('one', { exact: true }).count()).toBe(1);
  await user.leave();
});

test('a visitor is led to the login, from where a message can be left', async () => {
  const visitor = await people.arrive({ size: 'phone', lang: 'hk', theme: 'dark' });
  await visitor.open('/mine/chat');
  await visitor.press(visitor.page.locator('main a[href="#/feedback"]'));
  await visitor.page.getByRole('textbox', { name: visitor.say('feedback', 'email') }).waitFor();
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});
