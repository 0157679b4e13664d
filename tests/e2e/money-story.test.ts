// Money in and out as one story on the real servers, told from both sides: somebody on a phone, and two members of staff at the console. What each
// screen says of what is refused, in every language and look, is in money.test.ts, console-deposits.test.ts and console-withdrawals.test.ts.

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from './member.ts';
import { DESKTOP, MONEY_TERMS, MoneyDesk, NIGHT, said, through } from './money-desk.ts';
import { act, bindAddress, field, IBAN, select, statementIsPrinted, told } from './own-money.ts';
import { at, People, type Session } from './people.ts';
import { approves, books, finds, opensDeposit, opensWithdrawal, pays } from './serving.ts';
import type { Look, Visitor } from './visitor.ts';

const PHONE: Look = { size: 'phone', lang: 'en', theme: 'light' };
const EMAIL = 'mei@example.com';
const PROOF = fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url));
const TXID = 'ab'.repeat(32);
const LINE = 'LINE 8815';

let people: People;
let desk: MoneyDesk;
let [ines, amara]: Member[] = [];
let mei: Visitor;
let session: Session;

beforeAll(async () => {
  people = await People.settle({}, MONEY_TERMS);
  desk = MoneyDesk.at(people);
  session = await people.living(EMAIL);
  await people.app.database.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [
    session.user.id,
  ]);
  mei = await people.arrive(PHONE, session);
});
afterAll(() => people?.leave());

function of(member: Member | undefined): Member {
  if (!member) throw new Error('nobody joined');
  return member;
}

const free = (): Promise<string> => desk.free({ id: BigInt(session.user.id), uid: session.user.uid, token: '' });

/** Says that so much was sent, with a picture of it: by the form that is open. */
async function tellsOf(sum: string, shown: RegExp): Promise<void> {
  const { page } = mei;
  await field(mei, 'deposit', 'sum').fill(sum);
  await page.locator('input[type="file"]').setInputFiles(PROOF);
  await told(mei, 'deposit', 'proof.sent').waitFor();
  await mei.press(page.getByRole('main').getByRole('button', { name: shown }));
  await told(mei, 'deposit', 'status.0').waitFor();
}

async function transfers(from: string, to: string, sum: string, left: RegExp): Promise<void> {
  const { page } = mei;
  await mei.open('/mine/transfer');
  await select(mei, 'transfer.from').selectOption(from);
  await select(mei, 'transfer.to').selectOption(to);
  await field(mei, 'wallet', 'transfer.amount').fill(sum);
  await mei.press(page.locator('main form button[type="submit"]'));
  await page.getByText(left).first().waitFor();
}

/** Asks for so much, by coin or by bank, to the one place that is bound. */
async function withdraws(type: '1' | '2', place: RegExp, sum: string): Promise<void> {
  const { page } = mei;
  await mei.open(`/mine/withdraw?type=${type === '1' ? '0' : '1'}`);
  await page.getByRole('radio', { name: place }).waitFor();
  await field(mei, 'withdraw', 'sum').fill(sum);
  await mei.press(page.locator('main form button[type="submit"]'));
  await page
    .locator('main li button')
    .filter({ hasText: `${sum}.00` })
    .waitFor();
}

/** The second word of what the other has proposed. */
async function accepts(member: Member): Promise<void> {
  await member.goTo('proposals.title');
  await member.button('proposals.accept').click();
  await member.inDialog('proposals.accept_title', 'proposals.accept').click();
  await through(member, member.page.getByText(member.say('proposals.state.accepted'), { exact: true }).first());
}

// Each chapter begins where the one before ended.
describe('money in and out', () => {
  test('two of the staff join; somebody on a phone says what they sent: a coin, and a wire', async () => {
    ines = await desk.hire('Ines Duarte', 'treasurer', DESKTOP);
    amara = await desk.hire('Amara Okafor', 'compliance', NIGHT);
    const { page, say } = mei;
    await mei.open('/mine/charge');
    await field(mei, 'deposit', 'txid').fill(TXID);
    await tellsOf('900', /900/);
    await mei.press(page.getByRole('radio', { name: say('deposit', 'bank'), exact: true }));
    await page.getByText(`Deposit ${session.user.uid}`, { exact: true }).waitFor();
    await tellsOf('20000', /20,000/);
    expect(await free()).toBe('0.00');
  });

  test('the coin is credited by its receipt by one of them, the wire by both', async () => {
    const [first, second] = [of(ines), of(amara)];
    const { uid } = session.user;
    await opensDeposit(first, session.user);
    await finds(first, `${TXID}:0`, '900');
    await first.inDialog('deposits.credit_title', 'deposits.credit', { uid }).click();
    await through(first, said(first, 'deposits.credited_to', { uid }));
    await expect.poll(free).toBe('900.00');
    // The next one comes by itself.
    await first.page.getByRole('textbox', { name: first.say('deposits.reference.bank') }).waitFor();
    await finds(first, LINE, '20000');
    const dialog = first.dialog('deposits.propose_title', { uid });
    await dialog.getByRole('textbox', { name: first.say('reason') }).fill('Compared with the statement of today');
    await first.inDialog('deposits.propose_title', 'deposits.propose', { uid }).click();
    await through(first, first.heading('deposits.title'));
    expect(await free()).toBe('900.00');
    await accepts(second);
    await expect.poll(free).toBe('20900.00');
  });

  test('a line of the bank that nobody had told of is booked, put under its owner and credited by both', async () => {
    const [first, second] = [of(ines), of(amara)];
    const { uid } = session.user;
    await books(first, 'LINE8816', '250');
    await first.button('receipts.assign').click();
    await first.dialog('receipts.assign').getByRole('textbox').fill(uid);
    await first.inDialog('receipts.assign', 'receipts.assign_act').click();
    await through(first, said(first, 'receipts.assigned', { uid }));
    await first.page.getByRole('link', { name: uid }).click();
    await first.button('receipts.use').click();
    // By the sum of their last 24 hours: small as it is, it takes two.
    await first.button('deposits.propose').click();
    const dialog = first.dialog('deposits.propose_title', { uid });
    await dialog.getByRole('textbox', { name: first.say('reason') }).fill('Their name is on the line');
    await first.inDialog('deposits.propose_title', 'deposits.propose', { uid }).click();
    await through(first, first.heading('deposits.title'));
    await accepts(second);
    await expect.poll(free).toBe('21150.00');
  });

  test('who sent it sees what was credited, and moves it between three accounts', async () => {
    const { page, say } = mei;
    await mei.open('/mine/charge');
    await told(mei, 'deposit', 'status.1').waitFor();
    await mei.press(page.getByRole('radio', { name: say('deposit', 'bank'), exact: true }));
    await expect.poll(() => told(mei, 'deposit', 'status.1').count()).toBe(2);
    await mei.audit('story-deposits');
    await transfers('1', '2', '300', /20,850\.00/);
    await transfers('2', '3', '100', /200\.00/);
    await transfers('3', '1', '50', /20,900\.00/);
    expect(await free()).toBe('20900.00');
  });

  test('an address and a bank account are bound, rest for a day, and are withdrawn to', async () => {
    const { page } = mei;
    await bindAddress(people, mei, EMAIL);
    await mei.open('/mine/withdraw-way?type=2');
    await field(mei, 'withdraw', 'bind.bank').first().fill('West Bank');
    await field(mei, 'withdraw', 'bind.swift').fill('NWBKGB2L');
    await field(mei, 'withdraw', 'bind.payee').fill('Wong Mei Ling');
    await field(mei, 'withdraw', 'bind.account').fill(IBAN);
    await mei.press(act(mei, 'withdraw', 'bind.bank.send'));
    await page.waitForURL(at(/^#\/mine\/bank-card-list$/));
    await people.app.database.owner.query('UPDATE destinations SET usable_time = bound_time');
    await withdraws('1', /Mine/, '150');
    await withdraws('2', /West Bank/, '200');
    expect(await free()).toBe('20550.00');
  });

  test('the staff let both go, and one of them takes and pays them', async () => {
    const [payer, approver] = [of(ines), of(amara)];
    const { uid } = session.user;
    await opensWithdrawal(approver, uid, 'approve');
    await approves(approver, uid);
    await through(approver, said(approver, 'withdrawals.approved', { uid }));
    // The next one comes by itself.
    await approver.page.getByText('West Bank').first().waitFor();
    await approves(approver, uid);
    await through(approver, approver.page.getByText(approver.say('withdrawals.empty.approve')));
    await opensWithdrawal(payer, uid, 'pay');
    await payer.page.keyboard.press('t');
    await through(payer, payer.button('withdrawals.paid'));
    await pays(payer, uid, 'cd'.repeat(32));
    await through(payer, said(payer, 'withdrawals.paid_done', { uid }));
    await payer.page.getByText('West Bank').first().waitFor();
    await payer.page.keyboard.press('t');
    await through(payer, payer.button('withdrawals.paid'));
    await pays(payer, uid, 'FT 2026 1124');
    await through(payer, payer.page.getByText(payer.say('withdrawals.empty.pay')));
    expect(await free()).toBe('20550.00');
  });

  test('who asked follows each step to its end, finds every movement in the ledger, and takes the statement', async () => {
    const { page, say } = mei;
    for (const [type, sum] of [
      ['0', '150.00'],
      ['1', '200.00'],
    ] as const) {
      await mei.open(`/mine/withdraw?type=${type}`);
      await mei.press(page.locator('main li button').filter({ hasText: sum }));
      const sheet = page.getByRole('dialog', { name: say('withdraw', 'detail') });
      for (const step of ['step.requested', 'step.approved', 'step.paid'])
        await sheet.getByRole('list').getByText(say('withdraw', step), { exact: true }).waitFor();
      // What the payment is called outside, for whoever looks there.
      expect(await sheet.textContent()).toContain(type === '0' ? 'cd'.repeat(32) : 'FT20261124');
      expect(await sheet.locator('[aria-current="step"]').count()).toBe(0);
      await mei.audit(`story-paid-${type}`);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    }
    await mei.open('/mine/history?accountTypeId=1');
    await page
      .getByRole('row')
      .filter({ hasText: say('wallet', 'history.now') })
      .getByText(/20,550\.00/)
      .waitFor();
    // Three credits, two transfers, and of each withdrawal what was held and what left.
    await statementIsPrinted(mei, { free: '20,550.00', lines: 3 + 2 + 2 * 2 });
    const saved = page.waitForEvent('download');
    await mei.press(page.getByRole('button', { name: say('wallet', 'history.csv'), exact: true }));
    expect((await saved).suggestedFilename()).toBe('ledger-1.csv');
  });

  test('no screen of it had a fault', async () => {
    for (const { findings } of [mei, of(ines).visitor, of(amara).visitor]) expect(findings).toEqual([]);
  });
});
