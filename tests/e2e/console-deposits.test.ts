// Deposits as the staff serve them, on real servers: what came is credited by its receipt and shown before it is, a receipt credits once, and from
// the limit on a second person decides.

import { errorText } from '@fairtick/contract/texts/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from './member.ts';
import { type Client, DESKTOP, MoneyDesk, NIGHT, refused, said, through } from './money-desk.ts';
import { books, finds, opensDeposit as opens } from './serving.ts';

const RECEIPT = `${'ab'.repeat(32)}:0`;

let desk: MoneyDesk;
let [ines, amara]: Member[] = [];
let client: Client;
let other: Client;

beforeAll(async () => {
  desk = await MoneyDesk.open();
  client = await desk.client(0);
  other = await desk.client(0);
});
afterAll(async () => desk?.close());

function of(member: Member | undefined): Member {
  if (!member) throw new Error('nobody joined');
  return member;
}

// One story: each chapter begins where the one before ended.
describe('the desk of deposits', () => {
  test('a treasurer and one of compliance join', async () => {
    ines = await desk.hire('Ines Duarte', 'treasurer', DESKTOP);
    amara = await desk.hire('Amara Okafor', 'compliance', NIGHT);
    await ines.page.getByRole('heading', { name: ines.say('deposits.title') }).waitFor();
  });

  test('credited is what came, not what was said, and the figure stands there before', async () => {
    const member = of(ines);
    const { page } = member;
    const { uid } = client;
    await desk.sends(client, '1000', '512');
    await opens(member, client);
    await member.visitor.audit('deposit');
    await finds(member, RECEIPT, '900');
    const dialog = member.dialog('deposits.credit_title', { uid });
    await dialog.getByText('$900.00').waitFor();
    await member.visitor.audit('deposit-credit');
    await member.inDialog('deposits.credit_title', 'deposits.credit', { uid }).click();
    await through(member, page.getByText(member.say('deposits.empty')));
    expect(await desk.free(client)).toBe('900.00');
    await page.getByText(member.say('deposits.state.1'), { exact: true }).click();
    await page.locator('[data-row]').first().waitFor();
    await member.visitor.audit('deposits-credited');
  });

  test('a receipt credits once; the second who claims it is rejected and reads why', async () => {
    const member = of(ines);
    const { page } = member;
    const { uid } = other;
    await desk.sends(other, '900', '512');
    await opens(member, other);
    await finds(member, RECEIPT.toUpperCase(), '900');
    await member.inDialog('deposits.credit_title', 'deposits.credit', { uid }).click();
    await through(member, refused(member, errorText('en', 'RECEIPT_USED')));
    await member.visitor.audit('deposit-receipt-used');
    await page.keyboard.press('Escape');
    await member.dialog('deposits.credit_title', { uid }).waitFor({ state: 'detached' });
    await member.button('deposits.reject').click();
    await member.dialog('deposits.reject_title', { uid }).getByRole('combobox').selectOption('not_from_user');
    await member.inDialog('deposits.reject_title', 'deposits.reject', { uid }).click();
    await through(member, page.getByText(member.say('deposits.empty')));
    expect(await desk.free(other)).toBe('0.00');
  });

  test('who comes second to an item is told by whom it was taken', async () => {
    const [first, second] = [of(ines), of(amara)];
    await desk.wires(client, '20000', '192');
    await opens(first, client);
    await second.goTo('deposits.title');
    await second.page.getByRole('cell', { name: 'Ines Duarte' }).waitFor();
    await second.page.getByRole('link', { name: client.uid, exact: true }).click();
    await refused(second, 'Ines Duarte').waitFor();
    await second.visitor.audit('deposit-taken');
  });

  test('from the limit on it is proposed: not decided by who proposed it, credited with the second word', async () => {
    const [first, second] = [of(ines), of(amara)];
    const { uid } = client;
    await finds(first, 'line 4711', '20000');
    const dialog = first.dialog('deposits.propose_title', { uid });
    await dialog.getByRole('textbox', { name: first.say('reason') }).fill('Compared with the statement of today');
    await first.visitor.audit('deposit-propose');
    await first.inDialog('deposits.propose_title', 'deposits.propose', { uid }).click();
    await through(first, first.heading('deposits.title'));
    expect(await desk.free(client)).toBe('900.00');
    await first.goTo('proposals.title');
    await first.page.getByText(first.say('proposals.own')).waitFor();
    expect(await first.button('proposals.accept').count()).toBe(0);
    await second.goTo('proposals.title');
    await second.button('proposals.accept').click();
    await second.visitor.audit('deposit-second-word');
    await second.inDialog('proposals.accept_title', 'proposals.accept').click();
    await through(second, second.page.getByText(second.say('proposals.state.accepted'), { exact: true }));
    expect(await desk.free(client)).toBe('20900.00');
  });

  test('money of nobody is booked, put under its owner, and credited as what was booked', async () => {
    const member = of(ines);
    const { page } = member;
    const { uid } = other;
    await books(member, 'LINE4712', '250');
    await member.visitor.audit('receipts');
    await member.button('receipts.assign').click();
    await member.dialog('receipts.assign').getByRole('textbox').fill(uid.toLowerCase());
    await member.visitor.audit('receipt-assign');
    await member.inDialog('receipts.assign', 'receipts.assign_act').click();
    await through(member, said(member, 'receipts.assigned', { uid }));
    await page.getByRole('link', { name: uid }).click();
    await member.button('receipts.use').click();
    await page.getByText('$250.00').first().waitFor();
    await member.visitor.audit('deposit-of-nobody');
    await member.button('deposits.credit').click();
    await member.inDialog('deposits.credit_title', 'deposits.credit', { uid }).click();
    await through(member, page.getByText(member.say('deposits.empty')));
    expect(await desk.free(other)).toBe('250.00');
  });

  test('other money of nobody goes back: two agree, one takes it and says the payment', async () => {
    const [first, second] = [of(ines), of(amara)];
    await books(first, 'LINE4713', '60');
    await first.button('receipts.return').click();
    const dialog = first.dialog('receipts.return_title');
    await dialog.getByRole('textbox', { name: first.say('reason') }).fill('The bank of the sender asked for it');
    await first.visitor.audit('receipt-return');
    await first.inDialog('receipts.return_title', 'deposits.propose').click();
    await through(first, said(first, 'proposals.made'));
    await second.goTo('receipts.title');
    await second.page.getByText('LINE4713').waitFor();
    await second.visitor.audit('receipts');
    await second.goTo('proposals.title');
    await second.button('proposals.accept').click();
    await second.inDialog('proposals.accept_title', 'proposals.accept').click();
    await through(second, second.page.getByText(second.say('proposals.state.accepted'), { exact: true }).first());
    await first.page.getByText(first.say('receipts.state.returning'), { exact: true }).first().click();
    await first.page.getByText('LINE4713').waitFor();
    await first.button('receipts.take').click();
    await through(first, said(first, 'receipts.taken'));
    await first.visitor.audit('receipts-returning');
    await first.button('receipts.sent').click();
    await first.dialog('receipts.sent_title').getByRole('textbox').fill('OUT 4713');
    await first.visitor.audit('receipt-sent');
    await first.inDialog('receipts.sent_title', 'receipts.sent').click();
    await through(first, said(first, 'receipts.was_sent'));
    await first.page.getByText(first.say('receipts.state.returned'), { exact: true }).first().click();
    await first.page.getByText('OUT4713').waitFor();
    await first.visitor.audit('receipts-returned');
  });

  test('what was credited is taken back: proposed by one, with the second word gone from the account', async () => {
    const [first, second] = [of(ines), of(amara)];
    const { uid } = other;
    await first.goTo('deposits.title');
    await first.page.getByText(first.say('deposits.state.1'), { exact: true }).click();
    await first.page.getByRole('link', { name: uid, exact: true }).click();
    await first.button('deposits.reverse').click();
    const dialog = first.dialog('deposits.reverse_title', { uid });
    await dialog.getByRole('combobox').selectOption('charge_back');
    await dialog.getByRole('textbox', { name: first.say('reason') }).fill('The bank wrote on Monday');
    await first.visitor.audit('deposit-reverse');
    await first.inDialog('deposits.reverse_title', 'deposits.propose', { uid }).click();
    await through(first, said(first, 'proposals.made'));
    expect(await desk.free(other)).toBe('250.00');
    await second.goTo('proposals.title');
    await second.page.getByText(second.say('deposit_reason.charge_back')).first().waitFor();
    await second.button('proposals.accept').click();
    await second.visitor.audit('deposit-reverse-second-word');
    await second.inDialog('proposals.accept_title', 'proposals.accept').click();
    await second.dialog('proposals.accept_title').waitFor({ state: 'detached' });
    await expect.poll(() => desk.free(other)).toBe('0.00');
    await first.goTo('deposits.title');
    await first.page.getByText(first.say('deposits.state.3'), { exact: true }).click();
    await first.page.getByRole('link', { name: uid, exact: true }).waitFor();
    await first.visitor.audit('deposits-taken-back');
  });

  test('no screen of it had a fault', async () => {
    for (const member of [ines, amara]) expect(of(member).visitor.findings).toEqual([]);
  });
});
