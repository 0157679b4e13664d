// Whoever holds the app's role pays out, takes back and lends no more than terms, clock and person give; and a loan is a person's, whatever accounts they
// open.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import { READ_NOW } from '../../harness/loan-times.ts';
import { presetSettings } from '../../harness/preset.ts';
import type { Person } from '../verification/house.ts';
import { DAY_MS, type LoanHouse, openLoanHouse, TERMS } from './house.ts';

let house: LoanHouse;
beforeAll(async () => {
  house = await openLoanHouse();
});
afterAll(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.close();
});

const typed = { sign: '', strokes: '', typed_name: 'Ada Lovelace' };
const asked = async (who: Person): Promise<string> =>
  z.object({ id: z.string() }).parse((await house.signs(who, typed)).data).id;
const lent = async (): Promise<string> => {
  const id = await asked(await house.borrower());
  expect((await house.decides(id)).said).toBe('ok');
  return id;
};

/** As the app's role; undone. The constraint that refuses it. */
async function attempt(sql: string): Promise<string> {
  const client = await house.db.app.connect();
  try {
    await client.query('BEGIN');
    await client.query(sql);
    return 'taken';
  } catch (error) {
    return error instanceof Error && 'constraint' in error ? String(error.constraint) : String(error);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe('the app itself', () => {
  const repaid = (id: string, interest: string, penalty: string, at = 'database_ms()') =>
    attempt(
      `UPDATE loans SET status = 5, repaid_time = ${at}, interest = ${interest}, penalty = ${penalty} WHERE id = ${id}`,
    );
  const paidOut = (id: string, { at = 'database_ms()', from = '', by = String(house.ann.id) } = {}) =>
    attempt(`UPDATE loans SET status = 2, decided_time = t.at, decided_by = ${by}, paid_out_time = t.since, due_time = t.since + period::bigint * 86400000
      FROM (SELECT ${at} AS at, ${from || at} AS since) t WHERE id = ${id}`);

  test('takes what the terms give at this moment, and not a cent more or less', async () => {
    const id = await lent();
    expect(await repaid(id, '50000', '0')).toBe('loan_by_terms');
    expect(await repaid(id, '0.01', '0')).toBe('loan_by_terms');
    expect(await repaid(id, '0', '0.01')).toBe('loan_by_terms');
    expect(await repaid(id, '57.50', '5', `database_ms() + ${32 * DAY_MS}`)).toBe('loan_by_terms');
    expect(await repaid(id, '0', '0')).toBe('taken');
    await house.longAgo(id, 32 * DAY_MS + 60_000);
    expect(await repaid(id, '57.50', '5.01')).toBe('loan_by_terms');
    expect(await repaid(id, '57.49', '5')).toBe('loan_by_terms');
    expect(await repaid(id, '57.50', '5')).toBe('taken');
  });

  test('pays out now, by one of the staff', async () => {
    const id = await asked(await house.borrower());
    const before = `database_ms() - ${40 * DAY_MS}`;
    expect(await paidOut(id, { from: before })).toBe('loan_paid_out_as_signed');
    expect(await paidOut(id, { at: before })).toBe('loan_paid_out_as_signed');
    expect(await paidOut(id, { by: '424242' })).toBe('decided_by_staff');
    expect(await paidOut(id)).toBe('taken');
  });

  test('pays out what was signed, to whom is known', async () => {
    const [unknown, known] = [await house.verified(), await house.borrower()];
    const loan = (
      who: Person,
    ) => `INSERT INTO loans (id, user_id, person_key, config_id, amount, period, interest_rate, free_period, penalty_rate, answer_due)
      VALUES (4711, ${who.id}, ${who.id}, 1, 1000, 30, 25, 7, 25, database_ms());`;
    const agreed = `INSERT INTO loan_agreements VALUES (4711, 1, 'en', 'x', sha256('x'), '{}', sha256('{}'));`;
    const paid = `UPDATE loans SET status = 2, decided_time = t.at, decided_by = ${house.ann.id}, paid_out_time = t.at, due_time = t.at + 30 * 86400000::bigint
      FROM (SELECT database_ms() AS at) t WHERE id = 4711`;
    expect(await attempt(loan(unknown) + agreed + paid)).toBe('loan_paid_out_as_signed');
    expect(await attempt(loan(known) + paid)).toBe('loan_paid_out_as_signed');
    expect(await attempt(loan(known) + agreed + paid)).toBe('taken');
  });
});

test('the app itself writes no second loan of an account or a person that waits or runs', async () => {
  const [who, other] = [await house.borrower(), await house.borrower()];
  await asked(who);
  const another = (userId: bigint, personKey: bigint) =>
    attempt(`INSERT INTO loans (id, user_id, person_key, config_id, amount, period, interest_rate, free_period, penalty_rate, answer_due)
      VALUES (4711, ${userId}, ${personKey}, 1, 1000, 30, 25, 7, 25, database_ms())`);
  expect(await another(who.id, other.id)).toBe('one_loan_a_user');
  expect(await another(other.id, who.id)).toBe('one_loan_a_person');
  expect(await another(other.id, other.id)).toBe('taken');
});

describe('two accounts that were verified by one number', () => {
  async function twoAccounts(): Promise<readonly [Person, Person]> {
    const [one, other] = [await house.borrower(), await house.borrower()];
    await house.db.owner.query(`DO $hand$ BEGIN SET LOCAL session_replication_role = replica;
      UPDATE verifications SET card_mac = (SELECT card_mac FROM verifications WHERE user_id = ${one.id} AND status = 2) WHERE user_id = ${other.id};
      SET LOCAL session_replication_role = origin; END $hand$`);
    return [one, other];
  }

  test('have one loan, and one again once it is over', async () => {
    const [one, other] = await twoAccounts();
    // As whom they are recognised is asked of the other's sealed number: the second account's is a copy of the mark alone.
    const id = await asked(other);
    expect((await house.signs(one, typed)).said).toBe('LOAN_RUNNING');
    await house.decides(id, { decision: 'reject', reason_code: 'unclear' });
    const next = await asked(one);
    const keys = await house.rows('SELECT DISTINCT person_key FROM loans WHERE id = ANY ($1::bigint[])', [[id, next]]);
    expect(keys).toHaveLength(1);
  });

  test('share a break: neither signs in it, nor is one paid out that was signed before', async () => {
    const [one, other] = await twoAccounts();
    const rest = (until: string) =>
      house.db.owner.query(`UPDATE user_standing SET cool_off_until = ${until} WHERE user_id = $1`, [other.id]);
    await rest('database_ms() + 3600000');
    expect((await house.signs(one, typed)).said).toBe('COOLING');
    await rest('NULL');
    const id = await asked(one);
    await rest('database_ms() + 3600000');
    expect((await house.decides(id)).said).toBe('COOLING');
    await rest('NULL');
    expect((await house.decides(id)).said).toBe('ok');
  });
});

test('who repeats a key is answered as before, whatever is offered by then', async () => {
  const who = await house.borrower();
  const { html } = await house.read(who);
  const fields = { config_id: '1', amount: '1000', agreement: html, ...typed, ...READ_NOW };
  const sent = { token: who.token, key: 'one-key-for-both' };
  const first = await house.user('loan_submit', fields, sent);
  expect(first.said).toBe('ok');
  await presetSettings(house.db.owner, { loan_configs: [{ ...TERMS, free_period: 6 }] });
  const changed = await house.another();
  try {
    expect(await changed.user('loan_submit', fields, sent)).toEqual(first);
  } finally {
    await changed.stop();
    await presetSettings(house.db.owner, { loan_configs: [TERMS] });
  }
});
