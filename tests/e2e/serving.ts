// What the staff do with money, screen by screen, as people who serve it all day do: by keys.

import type { Member } from './member.ts';
import { said, through } from './money-desk.ts';

/** The oldest that waits, opened by keys, with its picture in sight. */
export async function opensDeposit(member: Member, { uid }: { readonly uid: string }): Promise<void> {
  const { page } = member;
  await member.goTo('deposits.title');
  await page.getByRole('link', { name: uid, exact: true }).first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: member.say('deposits.said_by', { uid }) }).waitFor();
  await page.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>('.document img');
    return picture?.complete === true && picture.naturalWidth > 0;
  });
}

/** Types what came, by keys alone, as far as the question. */
export async function finds(member: Member, reference: string, amount: string): Promise<void> {
  const { keyboard } = member.page;
  await keyboard.press('a');
  await keyboard.type(reference);
  await keyboard.press('Tab');
  await keyboard.type(amount);
  await keyboard.press('Enter');
}

/** A line of the bank's that no deposit names. */
export async function books(member: Member, line: string, amount: string): Promise<void> {
  const { page } = member;
  await member.goTo('receipts.title');
  await member.button('receipts.book').click();
  const form = member.dialog('receipts.book');
  const field = (name: string) => form.getByRole('textbox', { name });
  await form.getByRole('combobox').selectOption('2');
  await field(member.say('deposits.reference.bank')).fill(line);
  await field(member.say('deposits.amount_came', { currency: 'USD' })).fill(amount);
  await field(member.say('receipts.sender')).fill('Somebody of abroad');
  await member.visitor.audit('receipt-book');
  await member.inDialog('receipts.book', 'receipts.book_act').click();
  await through(member, said(member, 'receipts.booked'));
  await page.getByText(line).waitFor();
}

/** The only one of a queue, opened by keys. */
export async function opensWithdrawal(member: Member, uid: string, queue: 'approve' | 'pay'): Promise<void> {
  const { page } = member;
  await member.goTo('withdrawals.title');
  await member.heading('withdrawals.title').waitFor();
  await page.keyboard.press(queue === 'approve' ? '1' : '2');
  await page.getByRole('group', { name: member.say(`withdrawals.queue.${queue}`), exact: true }).waitFor();
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await member.heading('withdrawals.of', { uid }).waitFor();
  await member.page.getByRole('heading', { name: member.say('destination.title') }).waitFor();
}

export async function approves(member: Member, uid: string): Promise<void> {
  await member.page.keyboard.press('a');
  await member.inDialog('withdrawals.approve_title', 'withdrawals.approve', { uid }).click();
}

export async function pays(member: Member, uid: string, reference: string): Promise<void> {
  await member.page.keyboard.press('p');
  const dialog = member.dialog('withdrawals.paid_title', { uid });
  await dialog.getByRole('textbox').fill(reference);
  await member.inDialog('withdrawals.paid_title', 'withdrawals.paid', { uid }).click();
}
