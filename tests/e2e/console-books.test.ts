// The house's own money and a user's books in the console, on real servers: what moves takes two people, who see both sides of it, old and new; a
// user's ledger adds up to their balance.

import { errorText } from '@fairtick/contract/texts/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from './member.ts';
import { type Client, DESKTOP, MoneyDesk, NIGHT, refused, said, through } from './money-desk.ts';

let desk: MoneyDesk;
let [ines, amara]: Member[] = [];
let client: Client;

beforeAll(async () => {
  desk = await MoneyDesk.open();
  client = await desk.client(100);
});
afterAll(async () => desk?.close());

function of(member: Member | undefined): Member {
  if (!member) throw new Error('nobody joined');
  return member;
}

async function proposes(member: Member, move: string, amount: string, account = ''): Promise<void> {
  await member.goTo('house.title');
  await member.page.keyboard.press('p');
  const dialog = member.dialog('house.propose_title');
  await dialog.getByRole('combobox', { name: member.say('house.move') }).selectOption(move);
  if (account !== '') await dialog.getByRole('combobox', { name: member.say('house.product') }).selectOption(account);
  await dialog.getByRole('textbox', { name: member.say('house.amount') }).fill(amount);
  await dialog.getByRole('textbox', { name: member.say('reason') }).fill('As agreed on Monday');
}

async function sends(member: Member): Promise<void> {
  await member.inDialog('house.propose_title', 'freeze.propose').click();
  await through(member, said(member, 'proposals.made'));
  await member.dialog('house.propose_title').waitFor({ state: 'detached' });
}

/** The newest that is open, as the second person. */
async function accepts(member: Member): Promise<void> {
  await member.goTo('proposals.title');
  await member.button('proposals.accept').first().click();
  await member.inDialog('proposals.accept_title', 'proposals.accept').click();
}

/** As the screen says within moments: it asks again by itself. */
async function holds(member: Member, account: 'capital' | 'trading' | 'external:house', sum: string): Promise<void> {
  await member.goTo('house.title');
  const row = member.page.getByRole('row', { name: new RegExp(`^${member.say(`house_account.${account}`)} `) });
  await row.getByText(sum, { exact: true }).waitFor();
}

// One story: each chapter begins where the one before ended.
describe('the books', () => {
  test('a treasurer and one of compliance join', async () => {
    ines = await desk.hire('Ines Duarte', 'treasurer', DESKTOP);
    amara = await desk.hire('Amara Okafor', 'compliance', NIGHT);
  });

  test('capital comes in by two people, who see both sides of it', async () => {
    const [maker, checker] = [of(ines), of(amara)];
    await proposes(maker, 'capital_in', '50000');
    await maker.dialog('house.propose_title').getByRole('cell', { name: '$50,000.00' }).first().waitFor();
    await maker.visitor.audit('house-propose');
    await sends(maker);
    await holds(maker, 'capital', '$0.00');
    await maker.visitor.audit('house');
    await checker.goTo('proposals.title');
    await checker.page.getByRole('cell', { name: checker.say('house_account.external:house'), exact: true }).waitFor();
    await checker.visitor.audit('house-second-word');
    await accepts(checker);
    await through(checker, checker.page.getByText(checker.say('proposals.state.accepted'), { exact: true }));
    await holds(maker, 'capital', '$50,000.00');
    await holds(maker, 'external:house', '$50,000.00');
  });

  test('what is not there is said before, and refused by the second person’s word', async () => {
    const [maker, checker] = [of(ines), of(amara)];
    await proposes(maker, 'assign', '60000', 'trading');
    await maker.page.getByText(maker.say('house.short')).waitFor();
    await sends(maker);
    await accepts(checker);
    await through(checker, refused(checker, errorText('hk', 'HOUSE_SHORT', { account: 'capital', held: '50000.00' })));
    await checker.page.keyboard.press('Escape');
    await holds(maker, 'trading', '$0.00');
    await checker.button('proposals.reject').click();
    await checker.dialog('proposals.reject_title').getByRole('textbox').fill('There is not so much');
    await checker.inDialog('proposals.reject_title', 'proposals.reject').click();
    await through(checker, checker.page.getByText(checker.say('proposals.state.rejected'), { exact: true }));
  });

  test('a balance is corrected by two people, and the ledger says so line by line', async () => {
    const [maker, checker] = [of(ines), of(amara)];
    const { page } = maker;
    await page.keyboard.press('/');
    await page.keyboard.type(client.uid);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: client.uid, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: client.uid }).waitFor();
    await page.keyboard.press('c');
    const dialog = maker.dialog('correct.title', { uid: client.uid });
    await dialog.getByRole('combobox').selectOption('give');
    await dialog.getByRole('textbox', { name: maker.say('house.amount') }).fill('12.40');
    await dialog.getByRole('textbox', { name: maker.say('reason') }).fill('A night was taken twice');
    await dialog.getByText('$112.40').waitFor();
    await maker.visitor.audit('correction');
    await maker.inDialog('correct.title', 'freeze.propose', { uid: client.uid }).click();
    await through(maker, said(maker, 'proposals.made'));
    await accepts(checker);
    await through(checker, checker.page.getByText(checker.say('proposals.state.accepted'), { exact: true }).nth(1));
    expect(await desk.free(client)).toBe('112.40');
    await page.keyboard.press('l');
    await maker.heading('ledger.of', { uid: client.uid }).waitFor();
    await page.getByRole('cell', { name: '+$12.40', exact: true }).waitFor();
    await page.getByRole('cell', { name: '+$100.00', exact: true }).waitFor();
    await maker.visitor.audit('ledger');
    await page.keyboard.press('3');
    await page.getByRole('cell', { name: '+$12.40', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: '+$100.00', exact: true }).waitFor();
  });

  test('a treasurer sees the terms of money in and out, and proposes others', async () => {
    const maker = of(ines);
    await maker.goTo('settings.title');
    for (const key of ['deposit_options', 'withdrawal_currencies', 'money_rates', 'money_limits'] as const)
      await maker.page.getByRole('heading', { name: maker.say(`setting.${key}`) }).waitFor();
    for (const key of ['jurisdictions', 'two_people_limit'] as const)
      expect(await maker.page.getByRole('heading', { name: maker.say(`setting.${key}`) }).count()).toBe(0);
    expect(await maker.button('settings.propose').count()).toBe(4);
    await maker.visitor.audit('settings-of-money');
  });

  test('a narrower window cuts nothing off', async () => {
    const member = of(ines);
    await member.page.setViewportSize({ width: 1280, height: 800 });
    for (const screen of ['house.title', 'deposits.title', 'withdrawals.title'] as const) {
      await member.goTo(screen);
      await member.heading(screen).waitFor();
      await member.visitor.audit(`narrow-${screen}`);
    }
  });

  test('no screen of it had a fault', async () => {
    for (const member of [ines, amara]) expect(of(member).visitor.findings).toEqual([]);
  });
});
