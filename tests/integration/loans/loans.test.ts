// Loans over HTTP on the whole server: who may borrow, what is signed, one at a time, the money out and back, and what stays while it is owed.

import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import type { Person } from '../verification/house.ts';
import { DAY_MS, type LoanHouse, openLoanHouse } from './house.ts';

let house: LoanHouse;
beforeAll(async () => {
  house = await openLoanHouse();
});
afterAll(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.close();
});

const loan = z.object({
  ...{ id: z.string(), status: z.number(), total: z.string(), apr: z.string(), agreement: z.string() },
  ...{ interest_amount: z.string(), penalty_amount: z.string(), days_late: z.number(), reason: z.string() },
});
const owed = z.object({ total: z.string(), interest: z.string(), penalty: z.string(), days_late: z.number() });
const idOf = (data: unknown): string => loan.parse(data).id;
const due = async (who: Person, id: string) =>
  owed.parse((await house.user('loan_repayment', { loan_id: id }, { token: who.token })).data);
const repay = (who: Person, id: string, shown = '') =>
  house.user('loan_repay', { loan_id: id, shown }, { token: who.token });
const move = (who: Person, balance: string, from: string, to: string) =>
  house.user('transfer', { balance, currency_id: '1', from, to }, { token: who.token });
/** Signed and paid out. */
async function lent(amount = '1000'): Promise<{ who: Person; id: string }> {
  const who = await house.borrower();
  const id = idOf((await house.signs(who, { amount })).data);
  expect(await house.decides(id)).toMatchObject({ said: 'ok', data: { status: 2 } });
  return { who, id };
}

describe('who may borrow', () => {
  test('a verified adult of the same name; the fields are given back under the names they came by, and sealed', async () => {
    const who = await house.verified();
    expect(await house.asksAsBorrower(who, { birthday: new Date().toISOString().slice(0, 10) })).toMatchObject({
      said: 'LOAN_UNDER_AGE',
    });
    expect((await house.asksAsBorrower(who, { name: 'Byron' })).said).toBe('LOAN_NAME_DIFFERS');
    expect(await house.asksAsBorrower(who)).toMatchObject({
      said: 'ok',
      data: { status: 1, name: 'Lovelace', last_name: 'Ada', birthday: '1990-12-10', sex: 2 },
    });
    expect((await house.asksAsBorrower(who)).said).toBe('LOAN_PERSON_WAITING');
    const [[sealed] = []] = await house.rows('SELECT person_sealed FROM loan_persons WHERE user_id = $1', [who.id]);
    expect(Buffer.from(sealed as Uint8Array).includes('Lovelace')).toBe(false);
    expect((await house.signs(who)).said).toBe('LOAN_PERSON_NEEDED');
  });

  test('rejected with a reason the form is there again; accepted it is done', async () => {
    const who = await house.verified();
    await house.asksAsBorrower(who);
    const [row] = await house.rows('SELECT max(id) FROM loan_persons WHERE user_id = $1', [who.id]);
    const no = { id: String(row?.[0]), decision: 'reject', reason_code: 'cropped' };
    expect((await house.staff('loan_person_decide', no, { token: house.ann.token })).said).toBe('ok');
    expect((await house.staff('loan_person_decide', no, { token: house.ann.token })).said).toBe('ALREADY_DECIDED');
    const { data } = await house.user('loan_person', {}, { token: who.token });
    expect(data).toMatchObject({ status: 3, reason: 'A part of the document is missing in the picture.' });
    expect((await house.asksAsBorrower(who)).said).toBe('ok');
  });

  test('who is not verified, or lives where loans are not offered, gets none', async () => {
    const stranger = await house.person();
    expect((await house.asksAsBorrower(stranger)).said).toBe('NOT_VERIFIED');
    expect((await house.user('loan_config', {}, { token: stranger.token })).data).toEqual([]);
    const who = await house.borrower();
    await house.db.owner.query(`UPDATE user_standing SET country = 'PL' WHERE user_id = $1`, [who.id]);
    expect((await house.signs(who, { agreement: 'x' })).said).toBe('LOAN_TERMS_CHANGED');
    expect((await house.user('loan_agreement', { id: '1', amount: '100' }, { token: who.token })).said).toBe(
      'PRODUCT_NOT_OFFERED',
    );
  });
});

describe('signing', () => {
  test('one byte of the agreement is another: refused, and nothing is kept', async () => {
    const who = await house.borrower();
    const { html } = await house.read(who);
    expect((await house.signs(who, { agreement: html.replace('0.25', '0.24') })).said).toBe('LOAN_TERMS_CHANGED');
    expect((await house.signs(who, { agreement: `${html} ` })).said).toBe('LOAN_TERMS_CHANGED');
    expect((await house.signs(who, { amount: '100', agreement: html })).said).toBe('LOAN_TERMS_CHANGED');
    expect(await house.rows('SELECT count(*)::int FROM loans WHERE user_id = $1', [who.id])).toEqual([[0]]);
  });

  test('a dot is no signature; a name typed as it was verified is one', async () => {
    const who = await house.borrower();
    expect((await house.signs(who, { strokes: '[[[1,1,1]]]' })).said).toBe('LOAN_SIGNATURE_EMPTY');
    expect((await house.signs(who, { sign: '' })).said).toBe('LOAN_SIGNATURE_EMPTY');
    expect((await house.signs(who, { sign: '', typed_name: 'Ada Byron' })).said).toBe('LOAN_SIGNATURE_EMPTY');
    expect((await house.signs(who, { sign: '', strokes: '', typed_name: 'LOVELACE Ada' })).said).toBe('ok');
  });

  test('what was signed is kept with its evidence, whose hash stands among the acts, and nobody changes it', async () => {
    const who = await house.borrower();
    const { html } = await house.read(who);
    const { data } = await house.signs(who);
    const { id, agreement, apr, total } = loan.parse(data);
    expect([apr, total]).toEqual(['97.4', '1057.50']);
    const kept = await house.user('loan_agreement', { loan_id: id }, { token: who.token });
    expect(kept.data).toMatchObject({ html, hash: agreement, version: 1, lang: 'en' });
    const [[evidence] = []] = await house.rows(
      `SELECT encode(g.evidence_hash, 'hex') = a.contents::jsonb ->> 'evidence' FROM loan_agreements g
       JOIN acts a ON a.kind = 'loan_signed' AND a.contents::jsonb ->> 'loan' = g.loan_id::text WHERE g.loan_id = $1`,
      [id],
    );
    expect(evidence).toBe(true);
    const other = await house.borrower();
    expect((await house.user('loan_info', { id }, { token: other.token })).said).toBe('LOAN_UNKNOWN');
    await expect(
      house.db.app.query(`UPDATE loan_agreements SET html = 'x' WHERE loan_id = $1`, [id]),
    ).rejects.toThrow();
  });

  test('its user is given the salt of its act, and holds the public log to it by a program that shares nothing with us', async () => {
    const who = await house.borrower();
    const { id } = loan.parse((await house.signs(who, { amount: '100' })).data);
    const record = z.object({
      evidence: z.string(),
      act: z.object({ index: z.number(), salt: z.string(), contents: z.string() }),
    });
    const asked = () => house.user('loan_signed', { loan_id: id }, { token: who.token });
    await expect.poll(async () => record.safeParse((await asked()).data).success, { timeout: 30_000 }).toBe(true);
    const { act, evidence } = record.parse((await asked()).data);
    expect(JSON.parse(act.contents)).toMatchObject({ evidence: hash('sha256', evidence, 'hex'), loan: id });
    expect((await house.user('loan_signed', { loan_id: id }, { token: (await house.borrower()).token })).said).toBe(
      'LOAN_UNKNOWN',
    );
    const salt = Buffer.from(act.salt, 'base64').toString('hex');
    const check = async (contents: string): Promise<unknown> => {
      const file = path.join(house.folder, 'record.json');
      fs.writeFileSync(file, JSON.stringify([{ index: act.index, salt, contents }]));
      const script = fileURLToPath(new URL('../../independent/acts.mjs', import.meta.url));
      const child = spawn(process.execPath, [script, house.urls.users, '--shown', file], { stdio: 'ignore' });
      return (await once(child, 'close'))[0];
    };
    await expect.poll(() => check(act.contents), { timeout: 30_000, interval: 1_000 }).toBe(0);
    expect(await check(act.contents.replace('"loan"', '"Loan"'))).toBe(1);
  });

  test('fifty at once are one loan', async () => {
    const who = await house.borrower();
    const said = await Promise.all(
      Array.from({ length: 50 }, () => house.signs(who, { sign: '', strokes: '', typed_name: 'Ada Lovelace' })),
    );
    expect(said.filter((one) => one.said === 'ok')).toHaveLength(1);
    expect(new Set(said.map((one) => one.said))).toEqual(new Set(['ok', 'LOAN_RUNNING']));
  });

  test('while a break of theirs runs there is none', async () => {
    const who = await house.borrower();
    await house.db.owner.query(`UPDATE user_standing SET cool_off_until = database_ms() + 60000 WHERE user_id = $1`, [
      who.id,
    ]);
    expect((await house.signs(who)).said).toBe('COOLING');
  });
});

describe('what was asked for and nobody has decided', () => {
  const back = (who: Person, id: string, key?: string) =>
    house.user('loan_cancel', { loan_id: id }, { token: who.token, ...(key === undefined ? {} : { key }) });

  test('can be taken back, once, by who asked; then they may ask again, and nobody pays it out', async () => {
    const who = await house.borrower();
    const id = idOf((await house.signs(who)).data);
    expect((await back(await house.borrower(), id)).said).toBe('LOAN_UNKNOWN');
    const first = await back(who, id, 'taking-it-back');
    expect(first).toMatchObject({
      said: 'ok',
      data: { status: 3, cancelled: true, answer_due: null, reason: 'You took it back before anybody decided.' },
    });
    expect(await back(who, id, 'taking-it-back')).toEqual(first);
    expect((await back(who, id)).said).toBe('LOAN_NOT_WAITING');
    expect((await house.decides(id)).said).toBe('ALREADY_DECIDED');
    expect((await house.decides(id, { decision: 'reject', reason_code: 'unclear' })).said).toBe('ALREADY_DECIDED');
    const { data } = await house.staff('loans', { queue: 'ended' }, { token: house.ann.token });
    expect(data).toMatchObject({ data: [{ id, status: 7 }] });
    expect(
      await house.rows(
        `SELECT count(*)::int FROM acts WHERE kind <> 'loan_signed' AND contents::jsonb ->> 'loan' = $1`,
        [id],
      ),
    ).toEqual([[0]]);
    expect((await house.signs(who)).said).toBe('ok');
  });

  test('at one moment with its approval is one of the two', async () => {
    for (let round = 0; round < 4; round += 1) {
      const who = await house.borrower();
      const id = idOf((await house.signs(who, { amount: '100' })).data);
      const [taken, paid] = await Promise.all([back(who, id), house.decides(id)]);
      expect([taken.said, paid.said].sort()).toEqual(
        taken.said === 'ok' ? ['ALREADY_DECIDED', 'ok'] : ['LOAN_NOT_WAITING', 'ok'],
      );
      expect(await house.change(who)).toBe(taken.said === 'ok' ? '0.00' : '100.00');
    }
  });

  test('is final: the app itself makes nothing else of it, and takes none back that was decided', async () => {
    const who = await house.borrower();
    const id = idOf((await house.signs(who)).data);
    await back(who, id);
    const attempt = (sql: string) => house.db.app.query(sql);
    await expect(attempt(`UPDATE loans SET status = 1 WHERE id = ${id}`)).rejects.toMatchObject({
      constraint: 'loan_step',
    });
    const { id: lentId } = await lent('100');
    await expect(
      attempt(`UPDATE loans SET status = 7, paid_out_time = NULL, due_time = NULL WHERE id = ${lentId}`),
    ).rejects.toMatchObject({ constraint: 'loan_step' });
  });
});

describe('the money', () => {
  test('out of the lending account once, whoever decides again; repaid early it costs the days begun', async () => {
    const { who, id } = await lent();
    expect((await house.decides(id)).said).toBe('ALREADY_DECIDED');
    expect(await house.change(who)).toBe('1000.00');
    expect(await due(who, id)).toMatchObject({ total: '1000.00', interest: '0.00', days_late: 0 });
    await house.longAgo(id, 14 * DAY_MS);
    expect(await due(who, id)).toMatchObject({ total: '1020.00', interest: '20.00' });
    expect((await repay(who, id)).said).toBe('BALANCE_INSUFFICIENT');
    await house.gives(who, '100');
    expect((await repay(who, id, '1017.50')).said).toBe('LOAN_SUM_CHANGED');
    const other = await house.borrower();
    expect((await repay(other, id)).said).toBe('LOAN_UNKNOWN');
    const twice = await Promise.all([repay(who, id, '1020.00'), repay(who, id, '1020.00')]);
    expect(twice.map(({ said }) => said).sort()).toEqual(['LOAN_NOT_TO_REPAY', 'ok']);
    expect(await house.change(who)).toBe('80.00');
    const { data } = await house.user('loan_info', { id }, { token: who.token });
    expect(loan.parse(data)).toMatchObject({ status: 5, interest_amount: '20.00', penalty_amount: '0.00' });
    expect((await house.signs(who)).said).toBe('ok');
  });

  test('late it costs a day more each, on the principal alone, and is marked once', async () => {
    const { who, id } = await lent();
    await house.longAgo(id, 32 * DAY_MS);
    expect(await due(who, id)).toMatchObject({ total: '1062.50', interest: '57.50', penalty: '5.00', days_late: 2 });
    const { data } = await house.staff('loans', { queue: 'overdue' }, { token: house.ann.token });
    expect(JSON.stringify(data)).toContain(id);
    await house.gives(who, '500');
    expect((await repay(who, id)).said).toBe('ok');
    expect(await house.change(who)).toBe('437.50');
  });

  test('while it is owed its amount stays out of options, and may go to forex', async () => {
    const { who, id } = await lent();
    await house.gives(who, '200');
    expect((await move(who, '200.01', '1', '3')).said).toBe('LOAN_PRINCIPAL_HELD');
    expect((await move(who, '200', '1', '3')).said).toBe('ok');
    expect((await move(who, '10', '1', '2')).said).toBe('ok');
    expect((await move(who, '10', '2', '3')).said).toBe('LOAN_PRINCIPAL_HELD');
    expect((await move(who, '10', '2', '1')).said).toBe('ok');
    expect((await repay(who, id)).said).toBe('ok');
    await house.gives(who, '10');
    expect((await move(who, '10', '1', '3')).said).toBe('ok');
  });

  test('nor may it go into a fund product', async () => {
    const { who, id } = await lent();
    await house.gives(who, '200');
    const buy = (amount: string) => house.user('fund_buy', { id: '1', amount }, { token: who.token });
    expect((await buy('200.01')).said).toBe('LOAN_PRINCIPAL_HELD');
    expect((await buy('200')).said).toBe('ok');
    expect((await repay(who, id)).said).toBe('ok');
  });

  test('more than the lending account holds is not paid out; a rejection says why', async () => {
    const who = await house.borrower();
    const id = idOf((await house.signs(who)).data);
    const pool = z.object({ available: z.string(), out: z.string() });
    const { available } = pool.parse((await house.staff('loan_pool', {}, { token: house.ann.token })).data);
    await house.db.owner.query(`DO $hand$ BEGIN
      SET LOCAL session_replication_role = replica;
      UPDATE ledger_accounts SET available = 999.99 WHERE owner_id = 0 AND realm = 'live' AND kind = 'loan';
      SET LOCAL session_replication_role = origin;
    END $hand$`);
    expect((await house.decides(id)).said).toBe('LOAN_POOL_EMPTY');
    await house.db.owner.query(`DO $hand$ BEGIN
      SET LOCAL session_replication_role = replica;
      UPDATE ledger_accounts SET available = ${available} WHERE owner_id = 0 AND realm = 'live' AND kind = 'loan';
      SET LOCAL session_replication_role = origin;
    END $hand$`);
    expect(await house.decides(id, { decision: 'reject', reason_code: 'past_loans' })).toMatchObject({
      data: { status: 3 },
    });
    const { data } = await house.user('loan_info', { id }, { token: who.token });
    expect(loan.parse(data)).toMatchObject({ status: 3, reason: 'Earlier loans were repaid late.' });
    expect(await house.change(who)).toBe('0.00');
  });

  test('who may open nothing any more is not paid out, and who owes cannot leave', async () => {
    const who = await house.borrower();
    const id = idOf((await house.signs(who)).data);
    await house.db.owner.query(`UPDATE user_standing SET country = 'PL' WHERE user_id = $1`, [who.id]);
    expect((await house.decides(id)).said).toBe('PRODUCT_NOT_OFFERED');
    expect(await house.rows('SELECT status FROM loans WHERE id = $1', [id])).toEqual([[1]]);
  });

  test('the app itself cannot write a payment without its loan, or of another sum', async () => {
    const { id } = await lent('500');
    await expect(house.db.app.query('UPDATE loans SET amount = 1 WHERE id = $1', [id])).rejects.toThrow();
    await expect(
      house.db.app.query(
        'UPDATE loans SET status = 5, repaid_time = 1, interest = 0, penalty = 0, due_time = due_time + 1 WHERE id = $1',
        [id],
      ),
    ).rejects.toThrow();
  });
});
