// A loan repaid from outside: its user sends a proof by coin or wire, the staff find what came, and the loan is repaid or is told to be short.

import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { READ_NOW } from '../harness/loan-times.ts';
import { moveByHand } from '../harness/money-by-hand.ts';
import { CONFIGS, LOANS_ON, loansOf, verifiedAda } from './borrower.ts';
import { acceptsBorrower, paysOut } from './loan-desk.ts';
import type { Member } from './member.ts';
import { DESKTOP, MONEY_TERMS, MoneyDesk, through } from './money-desk.ts';
import { at, People, type Session } from './people.ts';
import type { Look, Visitor } from './visitor.ts';

const PHOTO = fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url));

let people: People;
let amara: Member;
let ines: Member;
beforeAll(async () => {
  const settings = { ...MONEY_TERMS, jurisdictions: LOANS_ON, loan_configs: CONFIGS, loan_two_people: '5000' };
  people = await People.settle({}, settings);
  await moveByHand(people.app.database, { realm: 'live', ownerId: 0n, id: 9_000_000n, sums: { loan: '5000' } });
  const desk = MoneyDesk.at(people);
  amara = await desk.hire('Amara Cole', 'compliance', DESKTOP);
  ines = await desk.hire('Ines Duarte', 'treasurer', DESKTOP);
});
afterAll(async () => people?.leave());

/** Accepted, signed and paid out, by calls and the console. */
async function borrows(session: Session): Promise<void> {
  const desk = MoneyDesk.at(people);
  const client = { id: BigInt(session.user.id), uid: session.user.uid, token: session.token };
  const hand_pic = await desk.uploads(client, '512');
  const person = { name: 'Lovelace', last_name: 'Ada', sex: '2', birthday: '1990-12-10', country: 'HK' };
  await desk.asks(client, '/api/loan/kyc_submit', { ...person, mobile: '852-51234567', id_card_type: '1', hand_pic });
  await acceptsBorrower(amara, client.uid);
  const read = await desk.asks(client, '/v3/api/loan/agreement?id=1&amount=1000');
  const agreement = z.object({ html: z.string() }).parse(read).html;
  const signed = { amount: '1000', config_id: '1', typed_name: 'Ada Lovelace', agreement, ...READ_NOW };
  await desk.asks(client, '/api/loan/loan_submit', signed);
  await paysOut(amara, client.uid, '$1,000.00');
}

/** By the second way where it is a bank; nothing is typed but what the app says is due. */
async function proves(ada: Visitor, way: 'coin' | 'bank'): Promise<void> {
  const { page, say } = ada;
  await page.getByRole('heading', { name: say('loans', 'outside') }).waitFor();
  if (way === 'bank')
    await page.getByRole('combobox', { name: say('loans', 'outside.way') }).selectOption({ index: 1 });
  const send = page.getByRole('button', { name: say('loans', 'outside.send'), exact: true });
  await ada.press(send);
  await page.getByText(say('deposit', 'proof.missing'), { exact: true }).last().waitFor();
  await ada.audit(`loan-outside-${way}`);
  await page.locator('input[type="file"]').setInputFiles(PHOTO);
  await page.getByText(say('deposit', 'proof.sent'), { exact: true }).waitFor();
  await ada.press(send);
  await page.waitForURL(at(/^#\/loan\/record/));
  await page.getByText(say('loans', 'status.4'), { exact: true }).waitFor();
  await ada.audit('loan-record-checked');
}

/** In the console: what came, by its receipt. */
async function finds(member: Member, uid: string, receipt: string, amount: string): Promise<void> {
  await member.goTo('deposits.title');
  await member.page.locator('[data-row]').filter({ hasText: uid }).first().click();
  await member.page.getByText(member.say('deposits.repays'), { exact: true }).waitFor();
  await member.visitor.audit('console-deposit-of-a-loan');
  await member.page.locator('#receipt-reference').fill(receipt);
  await member.page.locator('#receipt-reference').locator('xpath=following::input[1]').fill(amount);
  await member.button('deposits.credit').click();
  await member.inDialog('deposits.credit_title', 'deposits.credit', { uid }).click();
  await through(member, member.page.getByText(member.say('deposits.empty')));
}

test.each<Look & { readonly way: 'coin' | 'bank'; readonly receipts: readonly [string, string] }>([
  {
    size: 'phone',
    lang: 'en',
    theme: 'light',
    way: 'coin',
    receipts: [`${'ab'.repeat(32)}:0`, `${'cd'.repeat(32)}:0`],
  },
  { size: 'phone', lang: 'ar', theme: 'dark', way: 'bank', receipts: ['line-1', 'line-2'] },
  { size: 'desktop', lang: 'hk', theme: 'light', way: 'bank', receipts: ['line-3', 'line-4'] },
])('by $way in $lang on the $size: short first, then whole', async ({ way, receipts, ...look }) => {
  expect(fs.existsSync(PHOTO)).toBe(true);
  const session = await verifiedAda(people, `proof-${look.lang}@example.com`);
  await borrows(session);
  await MoneyDesk.at(people).asks(session, '/api/account/transfer', {
    balance: '1000',
    currency_id: '1',
    from: '1',
    to: '2',
  });
  const [loan] = await loansOf(people, session);
  const ada = await people.arrive(look, session);
  const { page, say } = ada;
  await ada.open(`/loan/repayment?loan_id=${loan?.id}`);
  await proves(ada, way);
  await finds(ines, session.user.uid, receipts[0], '999.99');
  await page.getByText(say('loans', 'status.2'), { exact: true }).waitFor();
  await page.getByText(say('loans', 'proof.refused'), { exact: false }).waitFor();
  await ada.audit('loan-record-short');
  await ada.press(page.getByRole('button', { name: say('loans', 'repay'), exact: true }));
  await proves(ada, way);
  await finds(ines, session.user.uid, receipts[1], '1000');
  await page.getByText(say('loans', 'status.5'), { exact: true }).first().waitFor();
  expect(await loansOf(people, session)).toMatchObject([{ status: 5 }]);
  const { rows } = await people.app.database.owner.query(
    `SELECT trim_scale(available)::text AS left FROM ledger_accounts WHERE owner_id = $1 AND kind = 'change'`,
    [session.user.id],
  );
  expect(rows).toEqual([{ left: '999.99' }]);
  expect([...ada.findings, ...ines.visitor.findings]).toEqual([]);
  await ada.leave();
});
