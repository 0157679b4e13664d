// A loan repaid from outside, over HTTP on the whole server: a proof by coin or wire, what is due from then on, and what the staff's decision about the
// money makes of the loan, once.

import { amount, formatUnits } from '@fairtick/kernel/decimal';
import { markOverdue } from '@fairtick/server/domains/loans/overdue';
import { loansPart } from '@fairtick/server/domains/loans/part';
import { endUnanswered } from '@fairtick/server/domains/wallet/deposits/ending';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import { moveByHand } from '../../harness/money-by-hand.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { createWorld } from '../../harness/world.ts';
import type { Person, Told } from '../verification/house.ts';
import { DAY_MS, type LoanHouse, openLoanHouse } from './house.ts';

const OURS = '0x52908400098527886E0F7030069857D2E4169EE7';
const COIN = {
  ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', address: OURS, token: '' },
  ...{ places: 6, min: '10', confirmations: 12 },
};
const BANK = {
  ...{ id: 2, kind: 'bank', currency: 'USD', bank_name: 'Our Bank', bank_address: 'Berlin', bank_swift: 'DEUTDEFF' },
  ...{ payee_name: 'The house', payee_account: 'FR1420041010050500013M02606', bank_remark: 'Loan {uid}' },
  ...{ places: 2, min: '10' },
};

let house: LoanHouse;
let [ann, ben]: TestMember[] = [];
beforeAll(async () => {
  house = await openLoanHouse({ deposit_options: [COIN, BANK] });
  await moveByHand(house.db, { realm: 'live', ownerId: 0n, id: 4_100_000n, sums: { loan: '45000' } });
  ann = await insertStaff(house.db, { roles: ['treasurer'], name: 'Ann' });
  ben = await insertStaff(house.db, { roles: ['treasurer'], name: 'Ben' });
});
afterAll(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.close();
});

type Fields = Readonly<Record<string, string>>;
const idOf = (data: unknown): string => z.object({ id: z.string() }).parse(data).id;
const loanOf = z.object({
  ...{ status: z.number(), total: z.string(), interest_amount: z.string(), penalty_amount: z.string() },
  ...{ days_late: z.number(), proof: z.object({ id: z.string(), number: z.string(), reason: z.string() }).nullable() },
});
const view = async (who: Person, id: string, lang = 'en') =>
  loanOf.parse((await house.user('loan_info', { id }, { token: who.token, lang })).data);
const proves = async (who: Person, loan_id: string, more: Fields = {}): Promise<Told> => {
  const [proofImg] = await house.images(who);
  return house.user('loan_repayment_proof', { charge_id: '1', loan_id, proofImg, ...more }, { token: who.token });
};
const depositOf = async (id: string) =>
  String((await house.rows('SELECT max(id) FROM deposits WHERE repays = $1', [id]))[0]?.[0]);
let outputs = 0;
const output = (): string => {
  outputs += 1;
  return `${outputs.toString(16).padStart(64, 'c')}:0`;
};
const credits = async (id: string, amount: string, by = ann) =>
  house.staff(
    'deposit_credit',
    { id: await depositOf(id), reference: output(), amount, reason: 'seen in the wallet' },
    { token: by?.token },
  );
/** Of a loan as all its journals were, in their order. */
const journals = async (id: string) =>
  (
    await house.rows(
      `SELECT j.reason, a.kind, e.available_change::numeric(30, 2)::text FROM journals j JOIN entries e ON e.journal_id = j.id
       JOIN ledger_accounts a ON a.id = e.account_id WHERE j.reference = $1 ORDER BY j.number, e.line`,
      [id],
    )
  ).map((row) => row.join(' '));
/** Signed and paid out; so long ago. */
async function lent(agoMs = 0, amount = '1000'): Promise<{ who: Person; id: string }> {
  const who = await house.borrower();
  const id = idOf((await house.signs(who, { amount })).data);
  expect(await house.decides(id)).toMatchObject({ said: 'ok', data: { status: 2 } });
  if (agoMs > 0) await house.longAgo(id, agoMs);
  return { who, id };
}
/** As if everything of it had happened so much earlier, the proof too. */
const later = (id: string, ms: number) =>
  house.db.owner.query(`DO $hand$ BEGIN
    SET LOCAL session_replication_role = replica;
    UPDATE loans SET paid_out_time = paid_out_time - ${ms}, due_time = due_time - ${ms}, proof_time = proof_time - ${ms} WHERE id = ${id};
    UPDATE deposits SET submitted_time = submitted_time - ${ms} WHERE repays = ${id} AND status = 'unchecked';
    SET LOCAL session_replication_role = origin;
  END $hand$`);

describe('sending it', () => {
  test('where to, and how much of each pays what is due', async () => {
    const { who, id } = await lent(14.5 * DAY_MS);
    const { data } = await house.user('loan_repayment', { loan_id: id }, { token: who.token });
    expect(data).toMatchObject({
      total: '1020.00',
      accounts: [
        {
          id: '1',
          type: 0,
          currency_code: 'USDT',
          protocol_code: 'ERC20',
          address: OURS,
          number: '1020.000000',
          bank: null,
        },
        { id: '2', type: 1, currency_code: 'USD', number: '1020.00', bank: { bank_swift: 'DEUTDEFF' } },
      ],
    });
    const ways = await house.user('loan_repayment_accounts', {}, { token: who.token });
    expect(ways.data).toMatchObject([
      { id: '1', number: '' },
      { id: '2', number: '' },
    ]);
    expect(JSON.stringify(data)).not.toContain('{uid}');
  });

  test('it is checked from then on, once: not a second time, not from the balance, not by anybody else', async () => {
    const { who, id } = await lent();
    expect(await proves(who, id)).toMatchObject({
      said: 'ok',
      data: { status: 4, proof: { number: '1000', reason: '' } },
    });
    expect((await proves(who, id)).said).toBe('LOAN_NOT_TO_REPAY');
    expect((await house.user('loan_repay', { loan_id: id, shown: '' }, { token: who.token })).said).toBe(
      'LOAN_NOT_TO_REPAY',
    );
    const other = await house.borrower();
    expect((await proves(other, id)).said).toBe('LOAN_UNKNOWN');
    const [[count] = []] = await house.rows('SELECT count(*)::int FROM deposits WHERE repays = $1', [id]);
    expect(count).toBe(1);
    const { data } = await house.staff('loans', { queue: 'running' }, { token: house.ann.token });
    expect(JSON.stringify(data)).toContain(`"deposit":"${await depositOf(id)}"`);
  });

  test('what can not be: no picture, no such way, a picture that was used, a loan that nobody has paid out', async () => {
    const { who, id } = await lent();
    expect((await proves(who, id, { proofImg: '' })).said).toBe('VALUE_MISSING');
    expect((await proves(who, id, { charge_id: '7' })).said).toBe('OPTION_UNKNOWN');
    const [proofImg] = await house.images(who);
    expect((await proves(who, id, { proofImg })).said).toBe('ok');
    const asked = await house.borrower();
    const waiting = idOf((await house.signs(asked)).data);
    expect((await proves(asked, waiting)).said).toBe('LOAN_NOT_TO_REPAY');
    const next = await lent();
    expect((await proves(next.who, next.id, { proofImg })).said).toBe('UPLOAD_UNKNOWN');
  });

  test('many at once, and one key again: one proof', async () => {
    const { who, id } = await lent();
    const said = await Promise.all(Array.from({ length: 8 }, () => proves(who, id)));
    expect(said.map((one) => one.said).toSorted()).toEqual([...Array(7).fill('LOAN_NOT_TO_REPAY'), 'ok'].toSorted());
    const again = await lent();
    const [proofImg] = await house.images(again.who);
    const fields = { charge_id: '2', loan_id: again.id, proofImg };
    const sends = () =>
      house.user('loan_repayment_proof', fields, { token: again.who.token, key: 'proof-of-a-loan-1' });
    expect([(await sends()).said, (await sends()).said]).toEqual(['ok', 'ok']);
    const [[count] = []] = await house.rows('SELECT count(*)::int FROM deposits WHERE repays = $1', [again.id]);
    expect(count).toBe(1);
  });
});

describe('what the staff find', () => {
  test('it came: credited and taken in one decision, by two journals', async () => {
    const { who, id } = await lent(14.5 * DAY_MS);
    expect(
      (await house.user('transfer', { balance: '1000', currency_id: '1', from: '1', to: '2' }, { token: who.token }))
        .said,
    ).toBe('ok');
    await proves(who, id, { charge_id: '2' });
    const card = await house.staff('deposit', { id: await depositOf(id) }, { token: ann?.token });
    expect(card.data).toMatchObject({ repays: id, repayDue: '1020.00' });
    expect(await credits(id, '1020')).toMatchObject({ said: 'ok', data: { proposal: null } });
    expect(await view(who, id)).toMatchObject({
      status: 5,
      interest_amount: '20.00',
      penalty_amount: '0.00',
      proof: { reason: '' },
    });
    expect(await house.change(who)).toBe('0.00');
    expect(await journals(await depositOf(id))).toEqual(['100 change 1020.00', '100 external -1020.00']);
    expect((await journals(id)).slice(2)).toEqual(['41 change -1020.00', '41 loan 1000.00', '41 fees 20.00']);
    expect((await credits(id, '1020')).said).toBe('ALREADY_DECIDED');
  });

  test('a cent short: to be repaid again with the reason, and what came is the user’s; from there it is repaid', async () => {
    const { who, id } = await lent(14.5 * DAY_MS);
    await house.user('transfer', { balance: '1000', currency_id: '1', from: '1', to: '2' }, { token: who.token });
    await proves(who, id);
    expect((await credits(id, '1019.99')).said).toBe('ok');
    const short = await view(who, id);
    expect(short).toMatchObject({ status: 2 });
    expect(short.proof?.reason).toBe('1019.99 USD came, 1020.00 USD were due. What came is in your balance.');
    expect(await house.change(who)).toBe('1019.99');
    const [[told] = []] = await house.rows(`SELECT params FROM notices WHERE user_id = $1 AND kind = 'loan_short'`, [
      who.id,
    ]);
    expect(JSON.stringify(told)).toContain('1019.99');
    await house.gives(who, '0.01');
    expect((await house.user('loan_repay', { loan_id: id, shown: '1020' }, { token: who.token })).said).toBe('ok');
    expect(await house.change(who)).toBe('0.00');
  });

  test('whoever is short twice is told twice', async () => {
    const { who, id } = await lent(14.5 * DAY_MS, '100');
    const away = (balance: string) =>
      house.user('transfer', { balance, currency_id: '1', from: '1', to: '2' }, { token: who.token });
    expect((await away('100')).said).toBe('ok');
    for (const came of ['50', '60']) {
      expect((await proves(who, id)).said).toBe('ok');
      expect((await credits(id, came)).said).toBe('ok');
      expect(await view(who, id)).toMatchObject({ status: 2 });
      expect((await away(came)).said).toBe('ok');
    }
    const told = await house.rows(`SELECT params FROM notices WHERE user_id = $1 AND kind = 'loan_short' ORDER BY id`, [
      who.id,
    ]);
    expect(told.map(([params]) => JSON.stringify(params).match(/came\W+([\d.]+)/)?.[1])).toEqual(['50.00', '60.00']);
  });

  test('who can be shown no way from outside still sees what is due, and repays from what they have', async () => {
    const { who, id } = await lent(0, '100');
    await house.db.owner.query('UPDATE account_names SET verified_time = NULL WHERE user_id = $1', [who.id]);
    expect((await house.user('loan_repayment_accounts', {}, { token: who.token })).said).toBe('NAME_UNCONFIRMED');
    const { said, data } = await house.user('loan_repayment', { loan_id: id }, { token: who.token });
    expect([said, z.object({ total: z.string(), accounts: z.array(z.unknown()) }).parse(data)]).toEqual([
      'ok',
      { total: '100.00', accounts: [] },
    ]);
    expect((await house.user('loan_repay', { loan_id: id, shown: '100' }, { token: who.token })).said).toBe('ok');
  });

  test('what it is short of is taken from what is there; what is over stays, and that much takes two', async () => {
    const { who, id } = await lent(14.5 * DAY_MS, '500');
    await proves(who, id);
    expect((await credits(id, '20')).said).toBe('ok');
    expect([(await view(who, id)).status, await house.change(who)]).toEqual([5, '10.00']);
    const much = await lent();
    await proves(much.who, much.id);
    const told = await credits(much.id, '12000');
    const { proposal } = z.object({ proposal: z.string() }).parse(told.data);
    expect((await view(much.who, much.id)).status).toBe(4);
    const [[hash] = []] = await house.rows(`SELECT encode(payload_hash, 'hex') FROM proposals WHERE id = $1`, [
      proposal,
    ]);
    const accept = { id: proposal, decision: 'accept', hash: String(hash), reason: '' };
    expect((await house.staff('proposal_decide', accept, { token: ben?.token })).said).toBe('ok');
    expect([(await view(much.who, much.id)).status, await house.change(much.who)]).toEqual([5, '12000.00']);
  });

  test('rejected: to be repaid as before, with the reason in the language of who asks; another proof may be sent', async () => {
    const { who, id } = await lent();
    await proves(who, id);
    const no = { id: await depositOf(id), reason_code: 'no_payment', reason: '' };
    expect((await house.staff('deposit_reject', no, { token: ann?.token })).said).toBe('ok');
    expect((await view(who, id)).status).toBe(2);
    const [en, hk] = [(await view(who, id)).proof?.reason ?? '', (await view(who, id, 'hk')).proof?.reason ?? ''];
    expect([en !== '', hk !== '', en === hk]).toEqual([true, true, false]);
    expect((await proves(who, id)).said).toBe('ok');
    expect((await view(who, id)).proof?.reason).toBe('');
  });

  test('decided twice at once: one of them', async () => {
    const { who, id } = await lent();
    await proves(who, id);
    const said = await Promise.all([credits(id, '1000'), credits(id, '1000', ben), credits(id, '1000')]);
    expect(said.map((one) => one.said).toSorted()).toEqual(['ALREADY_DECIDED', 'ALREADY_DECIDED', 'ok']);
    expect([(await view(who, id)).status, await house.change(who)]).toEqual([5, '1000.00']);
  });
});

describe('time', () => {
  test('sent before it is due and looked at three days after: no late cost, and it was never late', async () => {
    const { who, id } = await lent(29.99 * DAY_MS);
    expect(await proves(who, id)).toMatchObject({ said: 'ok', data: { total: '1057.50' } });
    await later(id, 3 * DAY_MS);
    expect(await view(who, id)).toMatchObject({ total: '1057.50', penalty_amount: '0.00', days_late: 0 });
    const { data } = await house.staff('loans', { queue: 'overdue' }, { token: house.ann.token });
    expect(JSON.stringify(data)).not.toContain(id);
    expect((await credits(id, '57.50')).said).toBe('ok');
    expect(await view(who, id)).toMatchObject({ status: 5, interest_amount: '57.50', penalty_amount: '0.00' });
    expect(await house.rows('SELECT overdue_time FROM loans WHERE id = $1', [id])).toEqual([[null]]);
  });

  test('two days late when it was sent: their cost and no more; rejected it costs what the days give', async () => {
    const { who, id } = await lent(32.5 * DAY_MS);
    expect(await proves(who, id)).toMatchObject({ data: { total: '1062.50', penalty_amount: '5.00' } });
    await later(id, 5 * DAY_MS);
    expect(await view(who, id)).toMatchObject({ total: '1062.50', days_late: 2 });
    const no = { id: await depositOf(id), reason_code: 'no_payment', reason: '' };
    await house.staff('deposit_reject', no, { token: ann?.token });
    expect(await view(who, id)).toMatchObject({ status: 2, total: '1075.00', days_late: 7 });
  });

  test('the daily look: nothing came within seven days, and it is to be repaid; whoever sent a proof in time is not late', async () => {
    const world = await createWorld();
    const { owner, app } = world.db;
    const checked = async (id: number, dueAgoMs: number, sentAgoMs: number): Promise<void> => {
      const userId = await world.realUser(0);
      await owner.query(`DO $hand$ BEGIN SET LOCAL session_replication_role = replica;
        INSERT INTO loans (id, user_id, person_key, config_id, amount, period, interest_rate, free_period, penalty_rate, status, answer_due, decided_time, decided_by, paid_out_time, due_time, proof_time)
          SELECT ${id}, ${userId}, ${userId}, 1, 100, 30, 25, 7, 25, 4, now, now, 1, due - 30::bigint * 86400000, due, now - ${sentAgoMs}
          FROM (SELECT database_ms() AS now, database_ms() - ${dueAgoMs} AS due) t;
        INSERT INTO deposits (id, realm, user_id, kind, option_id, currency, network, place, number, proof, txid, repays, least, status, submitted_time, held_for)
          VALUES (${id}, 'live', ${userId}, 'coin', 1, 'USDT', 'evm:1', '${OURS}', 100, 'p${id}', '', ${id}, 10, 'unchecked', database_ms() - ${sentAgoMs}, '');
        SET LOCAL session_replication_role = origin; END $hand$`);
    };
    await checked(1, DAY_MS, 2 * DAY_MS);
    await checked(2, DAY_MS, DAY_MS / 2);
    await checked(3, -DAY_MS, 8 * DAY_MS);
    // Past its day a withdrawal leaves what was due when the proof was sent.
    const [[borrower, now]] = (
      await owner.query({ text: 'SELECT user_id, database_ms() FROM loans WHERE id = 1', rowMode: 'array' })
    ).rows as [[bigint, bigint]];
    const part = loansPart({ settings: () => ({ configs: [], twoPeople: amount(0n) }) });
    const client = await app.connect();
    const batch = await part.load(client, { named: [borrower] } as unknown as Parameters<typeof part.load>[1]);
    client.release();
    expect(formatUnits(batch.overdue(borrower, Number(now)), 2)).toBe('105.50');
    const services = { submit: world.server.pipeline.submit.bind(world.server.pipeline), db: app };
    expect(await markOverdue(services)).toEqual({ marked: 1 });
    expect(await endUnanswered(services)).toEqual({ ended: 1 });
    const { rows } = await owner.query('SELECT status, overdue_time IS NOT NULL AS late FROM loans ORDER BY id');
    expect(rows).toEqual([
      { status: 4, late: false },
      { status: 4, late: true },
      { status: 2, late: false },
    ]);
    await world.close();
  });
});

test('the app itself can not say that a repayment is checked, or since when, without a proof of that moment', async () => {
  const { who, id } = await lent();
  const refused = (sql: string) => expect(house.db.app.query(sql, [id])).rejects.toThrow();
  await refused('UPDATE loans SET status = 4, proof_time = database_ms() WHERE id = $1');
  await proves(who, id);
  await refused('UPDATE loans SET proof_time = proof_time - 86400000 WHERE id = $1');
  await refused(
    `UPDATE loans SET status = 5, proof_time = paid_out_time, repaid_time = database_ms(), interest = 0, penalty = 0 WHERE id = $1`,
  );
});
