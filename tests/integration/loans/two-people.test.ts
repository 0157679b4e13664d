// From the limit on a loan is paid out by two people: one proposes, another one checks; whoever holds the app's role alone can't do without either.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type LoanHouse, openLoanHouse } from './house.ts';

let house: LoanHouse;
let [bob, owner, treasurer]: TestMember[] = [];
beforeAll(async () => {
  house = await openLoanHouse({ loan_two_people: '500' });
  bob = await insertStaff(house.db, { roles: ['compliance'], name: 'Bob' });
  owner = await insertStaff(house.db, { roles: ['owner'], name: 'Olga' });
  treasurer = await insertStaff(house.db, { roles: ['treasurer'], name: 'Tom' });
});
afterAll(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.close();
});

const typed = { sign: '', strokes: '', typed_name: 'Ada Lovelace' };
const yes = { decision: 'approve' };
const no = { decision: 'reject', reason_code: 'unclear' };
async function asked(amount: string): Promise<string> {
  const who = await house.borrower();
  return z.object({ id: z.string() }).parse((await house.signs(who, { ...typed, amount })).data).id;
}
const row = async (id: string) =>
  (await house.rows('SELECT status, first_yes_by::text, decided_by::text FROM loans WHERE id = $1', [id]))[0];
const acts = async (id: string) =>
  (
    await house.rows(`SELECT kind, actor_id::text FROM acts WHERE contents::jsonb ->> 'loan' = $1 ORDER BY id`, [id])
  ).filter(([kind]) => kind !== 'loan_signed');

describe('a loan of the limit or more', () => {
  test('waits after the first yes, with no money moved, and is paid out by the second', async () => {
    const id = await asked('500');
    expect(await house.decides(id, yes)).toMatchObject({ said: 'ok', data: { status: 1 } });
    expect(await row(id)).toEqual([1, String(house.ann.id), null]);
    expect(await house.rows('SELECT count(*)::int FROM journals WHERE reason = 40 AND reference = $1', [id])).toEqual([
      [0],
    ]);
    expect((await house.decides(id, yes)).said).toBe('OWN_WORK');
    const { data } = await house.staff('loan_item', { id }, { token: bob?.token ?? '' });
    expect(data).toMatchObject({ twoPeople: '500.00', firstYesBy: 'Ann', firstYesMine: false });
    expect(await house.decides(id, yes, bob)).toMatchObject({ said: 'ok', data: { status: 2 } });
    expect(await row(id)).toEqual([2, String(house.ann.id), String(bob?.id)]);
    expect(await acts(id)).toEqual([
      ['loan_approved_first', String(house.ann.id)],
      ['loan_approved', String(bob?.id)],
    ]);
    expect((await house.decides(id, yes, bob)).said).toBe('ALREADY_DECIDED');
  });

  test('two who say yes at one moment are the first and the second, and it is paid out once', async () => {
    const id = await asked('1000');
    const said = await Promise.all([house.decides(id, yes), house.decides(id, yes, bob)]);
    expect(said.map(({ data }) => z.object({ status: z.number() }).parse(data).status).sort()).toEqual([1, 2]);
    expect(await house.rows('SELECT count(*)::int FROM journals WHERE reason = 40 AND reference = $1', [id])).toEqual([
      [1],
    ]);
  });

  test('is checked by an owner and proposed by none; who may neither is refused', async () => {
    const id = await asked('500');
    expect((await house.decides(id, yes, treasurer)).said).toBe('NOT_ALLOWED');
    expect((await house.decides(id, yes, owner)).said).toBe('NOT_ALLOWED');
    expect((await house.decides(id, yes)).said).toBe('ok');
    expect(await house.decides(id, yes, owner)).toMatchObject({ said: 'ok', data: { status: 2 } });
  });

  test('does not count the yes of who was dismissed, or is linked to the borrower by then', async () => {
    const cid = await insertStaff(house.db, { roles: ['compliance'], name: 'Cid' });
    const id = await asked('500');
    expect((await house.decides(id, yes, cid)).said).toBe('ok');
    await house.db.owner.query('UPDATE staff SET disabled_time = database_ms() WHERE id = $1', [cid.id]);
    expect(await house.decides(id, yes, bob)).toMatchObject({ said: 'ok', data: { status: 1 } });
    expect(await row(id)).toEqual([1, String(bob?.id), null]);
    expect(await house.decides(id, yes)).toMatchObject({ said: 'ok', data: { status: 2 } });
  });

  test('is rejected by either alone', async () => {
    const id = await asked('500');
    await house.decides(id, yes);
    expect(await house.decides(id, no, bob)).toMatchObject({ said: 'ok', data: { status: 3 } });
    expect((await house.decides(id, yes, bob)).said).toBe('ALREADY_DECIDED');
  });
});

test('below the limit one is enough, and an owner alone is not', async () => {
  const id = await asked('499.99');
  expect((await house.decides(id, yes, owner)).said).toBe('NOT_ALLOWED');
  expect(await house.decides(id, yes)).toMatchObject({ said: 'ok', data: { status: 2 } });
  expect(await row(id)).toEqual([2, null, String(house.ann.id)]);
});

test('the app itself pays out nothing of the limit by one person, and puts nobody in the first one’s place afterwards', async () => {
  const id = await asked('500');
  const paidOut = (first: string, by: string) =>
    house.db.app.query(`UPDATE loans SET status = 2, first_yes_by = ${first}, first_yes_time = CASE WHEN ${first} IS NOT NULL THEN t.at END, decided_by = ${by}, decided_time = t.at,
      paid_out_time = t.at, due_time = t.at + period::bigint * 86400000 FROM (SELECT database_ms() AS at) t WHERE id = ${id}`);
  const [ann, second] = [String(house.ann.id), String(bob?.id)];
  await expect(paidOut('NULL', ann)).rejects.toMatchObject({ constraint: 'loan_by_two' });
  await expect(paidOut(ann, ann)).rejects.toMatchObject({ constraint: 'loan_by_two' });
  await house.decides(id, yes);
  await house.decides(id, yes, bob);
  await expect(
    house.db.app.query('UPDATE loans SET first_yes_by = $2 WHERE id = $1', [id, second]),
  ).rejects.toMatchObject({ constraint: 'loan_first_yes_stays' });
});
