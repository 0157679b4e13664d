// Withdrawals as the staff serve them, on real servers: queues and cards by keys, two people from the limit on, taken before it is paid, and every
// refusal in words. Whoever decides has a browser and a passkey of their own.

import { errorText } from '@fairtick/contract/texts/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from './member.ts';
import { type Client, DESKTOP, MoneyDesk, NIGHT, refused, said, through } from './money-desk.ts';
import * as serving from './serving.ts';
import { SIZES } from './visitor.ts';

const FIRST = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const HASH = 'ab'.repeat(32);

let desk: MoneyDesk;
let [ines, rafael, amara]: Member[] = [];
let client: Client;
let place = '';

beforeAll(async () => {
  desk = await MoneyDesk.open();
  client = await desk.client(50_000);
  place = await desk.binds(client, FIRST);
});
afterAll(async () => desk?.close());

function of(member: Member | undefined): Member {
  if (!member) throw new Error('nobody joined');
  return member;
}

const opens = (member: Member, queue: 'approve' | 'pay') => serving.opensWithdrawal(member, client.uid, queue);
const approves = (member: Member) => serving.approves(member, client.uid);
const pays = (member: Member, reference: string) => serving.pays(member, client.uid, reference);

// One story: each chapter begins where the one before ended.
describe('the desk of withdrawals', () => {
  test('two treasurers and one of compliance join', async () => {
    ines = await desk.hire('Ines Duarte', 'treasurer', DESKTOP);
    rafael = await desk.hire('Rafael Costa', 'treasurer', DESKTOP);
    amara = await desk.hire('Amara Okafor', 'compliance', NIGHT);
    await ines.page.getByRole('heading', { name: ines.say('withdrawals.title') }).waitFor();
    await ines.visitor.audit('home-treasurer');
  });

  test('one is approved, taken and paid by keys alone, and its money leaves once', async () => {
    const member = of(ines);
    const { page } = member;
    await desk.withdraws(client, '150', place);
    await opens(member, 'approve');
    expect((await page.locator('.code-groups').first().textContent())?.replaceAll(/\s/g, '')).toBe(FIRST);
    await page.getByText(member.say('flag.first'), { exact: true }).first().waitFor();
    await page.getByText(member.say('destination.first')).waitFor();
    await member.visitor.audit('withdrawal-waiting');
    await page.keyboard.press('a');
    await member.dialog('withdrawals.approve_title', { uid: client.uid }).waitFor();
    await member.visitor.audit('withdrawal-approve');
    await member.inDialog('withdrawals.approve_title', 'withdrawals.approve', { uid: client.uid }).click();
    await through(member, page.getByText(member.say('withdrawals.empty.approve')));
    await opens(member, 'pay');
    await page.keyboard.press('t');
    await through(member, member.button('withdrawals.paid'));
    await member.visitor.audit('withdrawal-taken');
    await pays(member, 'no hash');
    await refused(member, errorText('en', 'INPUT_INVALID').slice(0, 20)).waitFor();
    await member.dialog('withdrawals.paid_title', { uid: client.uid }).getByRole('textbox').fill(HASH);
    await member.visitor.audit('withdrawal-paid');
    await member.inDialog('withdrawals.paid_title', 'withdrawals.paid', { uid: client.uid }).click();
    await through(member, page.getByText(member.say('withdrawals.empty.pay')));
    expect(await desk.free(client)).toBe('49850.00');
    expect(member.visitor.findings).toEqual([]);
  });

  test('a rejected one frees the money, with the reason that the user reads', async () => {
    const member = of(amara);
    const { page } = member;
    await desk.withdraws(client, '200', place);
    expect(await desk.free(client)).toBe('49650.00');
    await opens(member, 'approve');
    await page.getByText(member.say('destination.same')).waitFor();
    await member.visitor.audit('withdrawal-second');
    await page.keyboard.press('r');
    const { uid } = client;
    const dialog = member.dialog('withdrawals.reject_title', { uid });
    await dialog.getByRole('combobox').selectOption('documents_needed');
    await member.visitor.audit('withdrawal-reject');
    await member.inDialog('withdrawals.reject_title', 'withdrawals.reject', { uid }).click();
    await through(member, page.getByText(member.say('withdrawals.empty.approve')));
    expect(await desk.free(client)).toBe('49850.00');
  });

  test('from the limit on two approve: not the same one twice, and neither of them pays', async () => {
    const [first, second, payer] = [of(ines), of(amara), of(rafael)];
    const { uid } = client;
    const rested = await desk.binds(client, OTHER);
    const id = await desk.withdraws(client, '10000', rested);
    await first.goTo('withdrawals.title');
    await first.page.locator('[data-row]').first().waitFor();
    await first.visitor.audit('withdrawals-queue');
    await opens(first, 'approve');
    await first.page.getByText(first.say('withdrawals.two_approve')).waitFor();
    // 0xfB69… beside 0x5aAe…: all eleven groups are others, the last one is two digits long.
    await first.page.getByText(first.say('destination.differs', { count: 11 })).waitFor();
    expect(await first.page.locator('.code-groups mark').count()).toBe(11);
    await first.visitor.audit('withdrawal-differs');
    await first.page.setViewportSize({ width: 1280, height: 800 });
    await first.visitor.audit('withdrawal-narrow');
    expect(await first.page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
    await first.page.setViewportSize(SIZES.desktop);
    await approves(first);
    await through(first, said(first, 'withdrawals.approved_first', { uid }));
    await opens(first, 'approve');
    await approves(first);
    await refused(first, errorText('en', 'OWN_WORK')).waitFor();
    await first.visitor.audit('withdrawal-own-work');
    await opens(second, 'approve');
    await approves(second);
    await through(second, second.page.getByText(second.say('withdrawals.empty.approve')));
    await first.page.keyboard.press('Escape');
    await opens(first, 'pay');
    await first.page.keyboard.press('t');
    await refused(first, errorText('en', 'OWN_WORK')).waitFor();
    await opens(payer, 'pay');
    await payer.page.keyboard.press('t');
    await through(payer, payer.button('withdrawals.paid'));
    expect(id).not.toBe('');
  });

  test('who comes late is told by whom it was taken; one payment pays one withdrawal', async () => {
    const [late, payer] = [of(ines), of(rafael)];
    await opens(late, 'pay');
    await late.page.getByText(late.say('decide.taken', { name: 'Rafael Costa' })).waitFor();
    expect(await late.button('withdrawals.claim').count()).toBe(0);
    await late.visitor.audit('withdrawal-taken-by-other');
    await pays(payer, HASH);
    await refused(payer, errorText('en', 'PAYMENT_USED')).waitFor();
    await payer.visitor.audit('withdrawal-payment-used');
    const dialog = payer.dialog('withdrawals.paid_title', { uid: client.uid });
    await dialog.getByRole('textbox').fill('cd'.repeat(32));
    await payer.inDialog('withdrawals.paid_title', 'withdrawals.paid', { uid: client.uid }).click();
    await through(payer, payer.page.getByText(payer.say('withdrawals.empty.pay')));
    expect(await desk.free(client)).toBe('39850.00');
  });

  test('nothing was sent: said by who took it, confirmed by another, and the money is back', async () => {
    const [taker, second] = [of(rafael), of(amara)];
    // Of the first one's last 24 hours two would have to approve.
    client = await desk.client(1_000);
    const { uid } = client;
    await desk.withdraws(client, '100', await desk.binds(client, FIRST));
    await opens(taker, 'approve');
    await approves(taker);
    await through(taker, taker.page.getByText(taker.say('withdrawals.empty.approve')));
    await opens(taker, 'pay');
    await taker.page.keyboard.press('t');
    await through(taker, taker.button('withdrawals.paid'));
    await taker.page.keyboard.press('n');
    await taker.inDialog('withdrawals.unsent_title', 'withdrawals.unsent_first', { uid }).click();
    await through(taker, taker.page.getByText(taker.say('decide.unsent_said', { name: 'Rafael Costa' })));
    await taker.page.keyboard.press('n');
    await taker.inDialog('withdrawals.unsent_title', 'withdrawals.unsent_second', { uid }).click();
    await refused(taker, errorText('en', 'OWN_WORK')).waitFor();
    await opens(second, 'pay');
    await second.visitor.audit('withdrawal-unsent-said');
    await second.page.keyboard.press('n');
    await second.inDialog('withdrawals.unsent_title', 'withdrawals.unsent_second', { uid }).click();
    await through(second, second.page.getByText(second.say('withdrawals.empty.pay')));
    expect(await desk.free(client)).toBe('1000.00');
  });

  test('no screen of it had a fault', async () => {
    for (const member of [ines, rafael, amara]) expect(of(member).visitor.findings).toEqual([]);
  });
});
