// What somebody does with their own money in the app, screen by screen.

import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { at, type People } from './people.ts';
import type { Visitor } from './visitor.ts';

export const THEIRS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const IBAN = 'GB29NWBK60161331926819';

type Namespace = Parameters<Visitor['say']>[0];
export const field = ({ page, like }: Visitor, namespace: Namespace, key: string): Locator =>
  page.getByRole('main').getByRole('textbox', { name: like(namespace, key) });
export const act = ({ page, like }: Visitor, namespace: Namespace, key: string): Locator =>
  page.getByRole('main').getByRole('button', { name: like(namespace, key) });
export const told = ({ page, say }: Visitor, namespace: Namespace, key: string): Locator =>
  page.getByText(say(namespace, key), { exact: true });
export const select = ({ page, say }: Visitor, key: string): Locator =>
  page.getByRole('combobox', { name: say('wallet', key), exact: true });

/** Handed to the browser's printing with what leads to the balance at its end, and put away behind it. */
export async function statementIsPrinted(
  { page, say }: Visitor,
  expected: { readonly free: string; readonly lines: number },
): Promise<void> {
  const paper = page.locator('article.paper');
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: say('wallet', 'statement.print'), exact: true }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await paper.isVisible()).toBe(true);
  expect(await page.getByRole('main').isVisible()).toBe(false);
  const rows = paper.getByRole('row');
  expect(await rows.count()).toBe(3 + Math.max(1, expected.lines));
  expect(await rows.last().getByRole('cell').last().textContent()).toContain(expected.free);
  if (process.env.SHOTS_DIR !== undefined)
    await page.screenshot({
      path: `${process.env.SHOTS_DIR}/paper-${say('wallet', 'statement.print')}-${expected.lines}.png`,
    });
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    document.body.removeAttribute('data-printed');
    window.dispatchEvent(new Event('afterprint'));
  });
  await paper.waitFor({ state: 'detached' });
}

export async function bindAddress(people: People, visitor: Visitor, email: string): Promise<void> {
  const { page } = visitor;
  await visitor.open('/mine/withdraw-way?type=1');
  // In letters of one case, which carry no checksum: it is shown with it and asked about before anything is bound.
  await field(visitor, 'withdraw', 'bind.address').fill(THEIRS.toLowerCase());
  await field(visitor, 'withdraw', 'bind.label').fill('Mine');
  await visitor.audit('money-bind-coin');
  await visitor.press(act(visitor, 'withdraw', 'bind.coin.send'));
  const question = page.getByRole('alertdialog', { name: visitor.say('withdraw', 'bind.compare'), exact: true });
  await question.getByText(THEIRS, { exact: true }).first().waitFor();
  await visitor.audit('money-bind-compare');
  await visitor.press(
    question.getByRole('button', { name: visitor.say('withdraw', 'bind.compare.back'), exact: true }),
  );
  await question.waitFor({ state: 'detached' });
  await visitor.press(act(visitor, 'withdraw', 'bind.coin.send'));
  await visitor.press(
    question.getByRole('button', { name: visitor.say('withdraw', 'bind.compare.same'), exact: true }),
  );
  await people.confirmByLetter(visitor, email);
  await page.waitForURL(at(/^#\/mine\/coin-address-list$/));
  await page.getByText(visitor.like('withdraw', 'to.rests')).first().waitFor();
  await visitor.audit('money-coins');
}
