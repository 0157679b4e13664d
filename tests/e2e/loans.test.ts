// Somebody proves who they are for a loan, sees its whole cost, reads and signs; the staff look and decide; the money comes and is repaid.

import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { at, People } from './people.ts';
import type { Look } from './visitor.ts';

let people: People;
beforeAll(async () => {
  people = await People.settle({}, { jurisdictions: LOANS_ON, loan_configs: CONFIGS });
});
afterAll(async () => people?.leave());

const accepted = (userId: string): Promise<unknown> =>
  people.app.database.owner.query(
    'UPDATE loan_persons SET status = 2, decided_by = 1, decided_time = database_ms() WHERE user_id = $1',
    [userId],
  );

test.each<Look & { readonly way: 'draw' | 'type' }>([
  { size: 'desktop', lang: 'en', theme: 'light', way: 'draw' },
  { size: 'phone', lang: 'ar', theme: 'dark', way: 'type' },
])('asked for and signed in $lang on the $size: $way', async ({ way, ...look }) => {
  const session = await verifiedAda(people, `ada-${look.lang}@example.com`);
  const ada = await people.arrive(look, session);
  const { page, say } = ada;
  await provesWhoTheyAre(ada);
  await accepted(session.user.id);
  await page.reload();
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
  expect(ada.findings).toEqual([]);
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
