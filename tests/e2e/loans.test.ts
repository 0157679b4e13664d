// Somebody proves who they are for a loan, sees its whole cost, reads and signs; the staff look and decide; the money comes and is repaid.

import { errorText, text } from '@fairtick/contract/texts/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { READ_NOW } from '../harness/loan-times.ts';
import { moveByHand } from '../harness/money-by-hand.ts';
import {
  CONFIGS,
  choosesAndReads,
  draws,
  LOANS_ON,
  loansOf,
  provesWhoTheyAre,
  saysYes,
  signs,
  typesTheirName,
  verifiedAda,
} from './borrower.ts';
import { acceptsBorrower, paysOut, turnsDown } from './loan-desk.ts';
import type { Member } from './member.ts';
import { DESKTOP, MoneyDesk } from './money-desk.ts';
import { at, People } from './people.ts';
import type { Look, Visitor } from './visitor.ts';

let people: People;
beforeAll(async () => {
  people = await People.settle({}, { jurisdictions: LOANS_ON, loan_configs: CONFIGS, loan_two_people: '5000' });
  await moveByHand(people.app.database, { realm: 'live', ownerId: 0n, id: 9_000_000n, sums: { loan: '5000' } });
});
afterAll(async () => people?.leave());

const DAY_MS = 86_400_000;

/** As if it had been paid out so many days ago. */
const daysAgo = (userId: string, days: number): Promise<unknown> =>
  people.app.database.owner.query(`DO $hand$ BEGIN
    SET LOCAL session_replication_role = replica;
    UPDATE loans SET paid_out_time = paid_out_time - ${days * DAY_MS}, due_time = due_time - ${days * DAY_MS} WHERE user_id = ${userId};
    SET LOCAL session_replication_role = origin;
  END $hand$`);

const gives = (userId: string, id: bigint, sum: string): Promise<void> =>
  moveByHand(people.app.database, { realm: 'live', ownerId: BigInt(userId), id, sums: { change: sum } });

/** What is due after fourteen days and a moment, once there is enough to pay it. */
async function repays(ada: Visitor, userId: string, moneyId: bigint): Promise<void> {
  const { page, say, like } = ada;
  await page.reload();
  await page.getByText(say('loans', 'status.2'), { exact: true }).waitFor();
  await ada.audit('loan-record-running');
  await ada.press(page.getByRole('button', { name: say('loans', 'repay'), exact: true }));
  await page.waitForURL(at(/^#\/loan\/repayment/));
  await page.getByText('1,020.00', { exact: false }).first().waitFor();
  await page.getByText(like('loans', 'short')).waitFor();
  const pay = page.getByRole('button', { name: like('loans', 'repay.pay') });
  expect(await pay.isDisabled()).toBe(true);
  await ada.audit('loan-repayment-short');
  await gives(userId, moneyId, '100');
  await page.reload();
  await page.getByText(like('loans', 'short')).waitFor({ state: 'detached' });
  await ada.audit('loan-repayment');
  await ada.press(pay);
  await page.waitForURL(at(/^#\/loan\/record/));
  await page.getByText(say('loans', 'status.5'), { exact: true }).first().waitFor();
  await ada.audit('loan-record-repaid');
}

/** On their own device: what was signed is what the public log was told of. */
async function checksTheLog(ada: Visitor): Promise<void> {
  const { page, say } = ada;
  const agrees = page.getByRole('status').filter({ hasText: say('loans', 'check.agrees') });
  await expect
    .poll(
      async () => {
        await ada.press(page.getByRole('button', { name: say('loans', 'check'), exact: true }));
        await page.waitForTimeout(500);
        return agrees.count();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(1);
  await ada.audit('loan-agreement-checked');
  const saved = page.waitForEvent('download');
  await ada.press(page.getByRole('button', { name: say('loans', 'check.save'), exact: true }));
  expect((await saved).suggestedFilename()).toMatch(/^loan-\d+-record\.json$/);
}

/** Before anybody has decided; asked once more first. */
async function takesBack(ada: Visitor): Promise<void> {
  const { page, say } = ada;
  await ada.press(page.getByRole('button', { name: say('loans', 'take_back'), exact: true }));
  await ada.audit('loan-record-taking-back');
  await ada.press(page.getByRole('button', { name: say('loans', 'take_back.sure'), exact: true }));
  await page.getByText(say('loans', 'status.taken_back'), { exact: true }).waitFor();
}

let amara: Member;
beforeAll(async () => {
  amara = await MoneyDesk.at(people).hire('Amara Cole', 'compliance', DESKTOP);
});

test.each<Look & { readonly way: 'draw' | 'type'; readonly moneyId: bigint }>([
  { size: 'desktop', lang: 'en', theme: 'light', way: 'draw', moneyId: 9_000_001n },
  { size: 'phone', lang: 'ar', theme: 'dark', way: 'type', moneyId: 9_000_002n },
  { size: 'phone', lang: 'hk', theme: 'light', way: 'type', moneyId: 9_000_003n },
])('asked for, signed, paid out and repaid in $lang on the $size: $way', async ({ way, moneyId, ...look }) => {
  const session = await verifiedAda(people, `ada-${look.lang}@example.com`);
  const { id: userId, uid } = session.user;
  const ada = await people.arrive(look, session);
  const { page, say } = ada;
  await provesWhoTheyAre(ada);
  await acceptsBorrower(amara, uid);
  await page.reload();
  await page.waitForURL(at(/^#\/loan\/submit/));
  await choosesAndReads(ada);
  await saysYes(ada);
  if (way === 'draw') await draws(ada);
  else {
    await typesTheirName(ada, 'Ada Byron');
    await signs(ada);
    await page.getByRole('alert').filter({ visible: true }).first().waitFor();
    expect(await loansOf(people, session)).toEqual([]);
    await typesTheirName(ada, 'ada LOVELACE');
  }
  await signs(ada);
  await page.waitForURL(at(/^#\/loan\/record/));
  await page.getByText(say('loans', 'status.1'), { exact: true }).waitFor();
  await ada.audit('loan-record-waiting');
  expect(await loansOf(people, session)).toMatchObject([{ status: 1 }]);
  await ada.press(page.getByRole('button', { name: say('loans', 'agreement'), exact: true }));
  await page.getByRole('article').waitFor();
  const saved = page.waitForEvent('download');
  await ada.press(page.getByRole('button', { name: say('loans', 'copy'), exact: true }));
  expect((await saved).suggestedFilename()).toMatch(/^loan-\d+\.html$/);
  await checksTheLog(ada);
  await page.goBack();
  await paysOut(amara, uid, '$1,000.00');
  await page.getByText(say('loans', 'status.2'), { exact: true }).waitFor();
  await daysAgo(userId, 14);
  await repays(ada, userId, moneyId);
  const { rows } = await people.app.database.owner.query(
    `SELECT trim_scale(available)::text AS left FROM ledger_accounts WHERE owner_id = $1 AND kind = 'change'`,
    [userId],
  );
  expect(rows).toEqual([{ left: '80' }]);
  expect([...ada.findings, ...amara.visitor.findings.splice(0)]).toEqual([]);
  await ada.leave();
});

test('one byte of the agreement is another: refused, and nothing is kept; an application that is turned down says why', async () => {
  const session = await verifiedAda(people, 'bytes@example.com');
  const desk = MoneyDesk.at(people);
  const client = { id: BigInt(session.user.id), uid: session.user.uid, token: session.token };
  const ada = await people.arrive({ size: 'phone', lang: 'en', theme: 'dark' }, session);
  await provesWhoTheyAre(ada);
  await acceptsBorrower(amara, session.user.uid);
  const { html } = z
    .object({ html: z.string() })
    .parse(await desk.asks(client, '/v3/api/loan/agreement?id=1&amount=300'));
  const signed = { amount: '300', config_id: '1', typed_name: 'Ada Lovelace', ...READ_NOW };
  for (const altered of [html.replace('0.25', '0.24'), `${html} `, html.slice(0, -1)])
    await expect(desk.asks(client, '/api/loan/loan_submit', { ...signed, agreement: altered })).rejects.toThrow(
      errorText('en', 'LOAN_TERMS_CHANGED'),
    );
  expect(await loansOf(people, session)).toEqual([]);
  await desk.asks(client, '/api/loan/loan_submit', { ...signed, agreement: html });
  await ada.open('/loan/record');
  await ada.page.getByText(ada.say('loans', 'status.1'), { exact: true }).waitFor();
  await takesBack(ada);
  await desk.asks(client, '/api/loan/loan_submit', { ...signed, agreement: html });
  await ada.page.reload();
  await ada.page.getByText(ada.say('loans', 'status.1'), { exact: true }).waitFor();
  await turnsDown(amara, session.user.uid);
  await ada.page.getByText(ada.say('loans', 'status.3'), { exact: true }).waitFor();
  await ada.page.getByText(text('en', 'loan_reason.cannot_repay')).first().waitFor();
  await ada.audit('loan-record-rejected');
  expect([...ada.findings, ...amara.visitor.findings.splice(0)]).toEqual([]);
  await ada.leave();
});

test('where loans are not offered, and to whom is not verified, there is nothing to fill in', async () => {
  const stranger = await people.living('stranger@example.com');
  const first = await people.arrive({ size: 'phone', lang: 'en', theme: 'light' }, stranger);
  await first.open('/loan');
  await first.page.getByText(first.say('loans', 'not_verified.title')).waitFor();
  await first.audit('loan-not-verified');
  const session = await verifiedAda(people, 'elsewhere@example.com');
  await people.app.database.owner.query(`UPDATE user_standing SET country = 'CH' WHERE user_id = $1`, [
    session.user.id,
  ]);
  const ada = await people.arrive({ size: 'phone', lang: 'hk', theme: 'light' }, session);
  await ada.open('/loan');
  await ada.page.getByText(ada.say('loans', 'not_offered.title')).waitFor();
  expect(await ada.page.getByRole('textbox').count()).toBe(0);
  await ada.audit('loan-not-offered');
  // Reading comes before signing, whatever address is typed.
  await ada.open('/loan/sign?id=1&amount=1000');
  await ada.page.getByText(ada.say('loans', 'unread.title')).waitFor();
  expect([...first.findings, ...ada.findings]).toEqual([]);
  await first.leave();
  await ada.leave();
});
