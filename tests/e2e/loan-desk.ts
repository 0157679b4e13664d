// The staff's side of a loan, in the console: one borrower, one application, each looked at and decided.

import { loansEn } from '../../console/i18n/en-loans.ts';
import type { Member } from './member.ts';
import { through } from './money-desk.ts';

type Text = keyof typeof loansEn;

const button = ({ page }: Member, name: Text) => page.getByRole('button', { name: loansEn[name], exact: true });

/** The input itself can't be seen: its label is what one presses. */
const toQueue = (member: Member, queue: Text): Promise<void> =>
  member.page
    .getByRole('radiogroup')
    .getByText(new RegExp(`^${loansEn[queue]}`))
    .click();

/** Opens what this user sent, in one of the queues. */
async function opens(member: Member, queue: Text, uid: string): Promise<void> {
  await member.goTo('loans.title');
  await toQueue(member, queue);
  await member.page.getByRole('link', { name: uid, exact: true }).click();
}

/** The dialog's own button, and who they are proven on the way where that is asked for. */
async function confirms(member: Member, act: Text, done: string): Promise<void> {
  await member.page.getByRole('dialog').getByRole('button', { name: loansEn[act], exact: true }).click();
  await through(member, member.page.getByText(done, { exact: true }).first());
}

export async function acceptsBorrower(member: Member, uid: string): Promise<void> {
  await opens(member, 'queue.persons', uid);
  await member.page.getByRole('heading', { name: loansEn.person }).waitFor();
  await button(member, 'accept').waitFor();
  await member.page.getByRole('img', { name: loansEn.picture }).waitFor();
  await member.visitor.audit('console-loan-person');
  await button(member, 'accept').click();
  await confirms(member, 'accept', loansEn['person.accepted'].replace('{{uid}}', uid));
}

export async function paysOut(member: Member, uid: string, sum: string): Promise<void> {
  await opens(member, 'queue.waiting', uid);
  await button(member, 'approve').waitFor();
  await member.visitor.audit('console-loan');
  await button(member, 'approve').click();
  await confirms(member, 'approve', loansEn['approve.done'].replace('{{amount}}', sum).replace('{{uid}}', uid));
  await member.goTo('loans.title');
  await toQueue(member, 'queue.running');
  await member.page.getByRole('link', { name: uid, exact: true }).waitFor();
  await member.visitor.audit('console-loans');
}

export async function turnsDown(member: Member, uid: string): Promise<void> {
  await opens(member, 'queue.waiting', uid);
  await button(member, 'reject').click();
  const dialog = member.page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: loansEn.why }).selectOption('cannot_repay');
  await member.visitor.audit('console-loan-reject');
  await confirms(member, 'reject', loansEn['reject.done'].replace('{{uid}}', uid));
}
