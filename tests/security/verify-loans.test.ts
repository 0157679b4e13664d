// `npm run verify-log` over loans: whatever somebody who may write every row makes of what was signed and decided is found, since the acts tell another story.

import { Findings } from '@fairtick/server/audit/findings';
import { auditStaff } from '@fairtick/server/audit/staff-audit';
import type { Queries } from '@fairtick/server/platform/database/pools';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertStaff, type TestMember } from '../harness/staff.ts';
import { type LoanHouse, openLoanHouse } from '../integration/loans/house.ts';

let house: LoanHouse;
let bob: TestMember;
const typed = { sign: '', strokes: '', typed_name: 'Ada Lovelace' };

/** Who waits, who was rejected, who took it back, one paid out by one, one by two, one with a first yes, one repaid; and a borrower who was rejected. */
beforeAll(async () => {
  house = await openLoanHouse({ loan_two_people: '500' });
  bob = await insertStaff(house.db, { roles: ['compliance'], name: 'Bob' });
  const asked = async (amount: string) => {
    const who = await house.borrower();
    return { who, id: z.object({ id: z.string() }).parse((await house.signs(who, { ...typed, amount })).data).id };
  };
  await asked('100');
  const rejected = await asked('200');
  await house.decides(rejected.id, { decision: 'reject', reason_code: 'unclear' });
  const back = await asked('300');
  await house.user('loan_cancel', { loan_id: back.id }, { token: back.who.token });
  const alone = await asked('400');
  await house.decides(alone.id);
  const two = await asked('600');
  await house.decides(two.id);
  await house.decides(two.id, { decision: 'approve' }, bob);
  await house.user('loan_repay', { loan_id: two.id, shown: '' }, { token: two.who.token });
  const first = await asked('700');
  await house.decides(first.id);
  const unknown = await house.verified();
  await house.asksAsBorrower(unknown);
  const [row] = await house.rows('SELECT max(id) FROM loan_persons WHERE user_id = $1', [unknown.id]);
  const no = { id: String(row?.[0]), decision: 'reject', reason_code: 'cropped' };
  await house.staff('loan_person_decide', no, { token: house.ann.token });
});
afterAll(() => house.close());

/** The harness wrote its staff by hand: what is said of them is not of here. */
async function found(db: Queries): Promise<readonly string[]> {
  const findings = new Findings();
  await auditStaff(db, findings);
  return findings.list.filter((line) => /the loan|the borrower/.test(line));
}

async function edited(sql: string): Promise<string> {
  const client = await house.db.owner.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    const { rowCount } = await client.query(sql);
    expect(rowCount).toBeGreaterThan(0);
    return (await found(client)).join('\n');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test('what was done agrees in everything', async () => {
  expect(await found(house.db.owner)).toEqual([]);
  expect(await house.rows('SELECT status, count(*)::int FROM loans GROUP BY 1 ORDER BY 1')).toEqual([
    [1, 2],
    [2, 1],
    [3, 1],
    [5, 1],
    [7, 1],
  ]);
});

const ELSEWHEN = `regexp_replace(evidence, '"read":[0-9]+', '"read":1')`;
const ONE = '(SELECT min(loan_id) FROM loan_agreements)';
test.each([
  [
    'an agreement with another rate, and its hash',
    `UPDATE loan_agreements SET html = replace(html, '0.25', '0.99'), hash = sha256(convert_to(replace(html, '0.25', '0.99'), 'UTF8')) WHERE loan_id = ${ONE}`,
    /signed as \w{64} with \w{64} is there once, and acts tell of it 0 times/,
  ],
  [
    'evidence of another moment, and its hash',
    `UPDATE loan_agreements SET evidence = ${ELSEWHEN}, evidence_hash = sha256(convert_to(${ELSEWHEN}, 'UTF8')) WHERE loan_id = ${ONE}`,
    /is there once, and acts tell of it 0 times/,
  ],
  ['an agreement gone', `DELETE FROM loan_agreements WHERE loan_id = ${ONE}`, /signed as nothing with nothing/],
  ['a loan gone', `DELETE FROM loans WHERE status = 3`, /rejected by \d+ is there 0 times, and acts tell of it once/],
  [
    'an act gone',
    `DELETE FROM acts WHERE kind = 'loan_signed' AND id = (SELECT min(id) FROM acts WHERE kind = 'loan_signed')`,
    /acts tell of it 0 times/,
  ],
  [
    'an amount made more',
    `UPDATE loans SET amount = 4000 WHERE status = 2`,
    /of 4000.00 paid out by \d+ is there once/,
  ],
  [
    'another one who paid it out',
    `UPDATE loans SET decided_by = first_yes_by WHERE status = 5`,
    /paid out by \d+ is there once/,
  ],
  [
    'another first of two',
    `UPDATE loans SET first_yes_by = decided_by WHERE status = 5`,
    /approved first by \d+ is there once/,
  ],
  [
    'a first yes that nobody said',
    `UPDATE loans SET first_yes_by = 1, first_yes_time = 1 WHERE status = 2`,
    /approved first by 1 is there once/,
  ],
  [
    'a rejection undone',
    `UPDATE loans SET status = 1, decided_by = NULL, decided_time = NULL, reason = NULL, reason_code = NULL WHERE status = 3`,
    /rejected by \d+ is there 0 times/,
  ],
  [
    'one paid out that nobody decided',
    `UPDATE loans SET status = 2, decided_by = 1, decided_time = 1, paid_out_time = 1, due_time = 1 + period::bigint * 86400000 WHERE status = 1`,
    /paid out by 1 is there once, and acts tell of it 0 times/,
  ],
  [
    'a borrower accepted by hand',
    `UPDATE loan_persons SET status = 2, reason = NULL, reason_code = NULL WHERE status = 3`,
    /accepted by \d+ is there once, and acts tell of it 0 times/,
  ],
  [
    'a borrower whom nobody asked about',
    `DELETE FROM loan_persons WHERE status = 3`,
    /the borrower \d+ rejected by \d+ is there 0 times/,
  ],
] as const)('%s is found', async (_, sql, finding) => {
  expect(await edited(sql)).toMatch(finding);
});
