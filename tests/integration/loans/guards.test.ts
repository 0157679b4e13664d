// What stands around loans: nobody borrows after a stop-out or in a break of theirs, also where that began after they signed; terms that changed since
// they were read are not signed; what is late is marked once and stays until it is repaid.

import { amount } from '@fairtick/kernel/decimal';
import { markOverdue, tellSoon } from '@fairtick/server/domains/loans/overdue';
import { loansPart } from '@fairtick/server/domains/loans/part';
import { SYSTEM } from '@fairtick/server/platform/principals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import { READ_NOW } from '../../harness/loan-times.ts';
import { presetSettings } from '../../harness/preset.ts';
import { createWorld } from '../../harness/world.ts';
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

const idOf = (data: unknown): string => z.object({ id: z.string() }).parse(data).id;
const typed = { sign: '', strokes: '', typed_name: 'Ada Lovelace' };
const statusOf = async (id: string) => (await house.rows('SELECT status FROM loans WHERE id = $1', [id]))[0]?.[0];

/** As if a position of theirs had been closed by a stop-out so long ago; gone again afterwards, for no journal stands behind it. */
async function afterStopOut(who: Person, agoMs: number, what: () => Promise<void>): Promise<void> {
  const inReplica = (sql: string) =>
    house.db.owner.query(
      `DO $hand$ BEGIN SET LOCAL session_replication_role = replica; ${sql}; SET LOCAL session_replication_role = origin; END $hand$`,
    );
  await inReplica(`INSERT INTO forex_orders (id, realm, user_id, pair_id, side, quantity, multiple, margin_mode, cont_num, fee_type, fee_rate, markup,
      price_precision, rate_inverse, placed_rate, margin, fee, created_time, status, held, stop_loss, take_profit, armed_index, open_price, open_tick, open_time,
      close_price, close_tick, close_time, close_reason, financing_rate, financing_nights, open_market_time, financed_through)
    SELECT 77, 'live', ${who.id}, 1, 'buy', 1, 10, 0, 1, 0, 0, 0, 2, false, 1, 1, 0, now, 'closed', 0, 0, 0, 0, 1, 1, now, 1, 1, now, 'stop_out', 0, 'fx', now, now
    FROM (SELECT database_ms() - ${agoMs} AS now) t`);
  try {
    await what();
  } finally {
    await inReplica('DELETE FROM forex_orders WHERE id = 77');
  }
}

describe('nobody borrows', () => {
  test('within 24 hours after a stop-out, when they sign and when it is paid out', async () => {
    const who = await house.borrower();
    await afterStopOut(who, DAY_MS - 60_000, async () => {
      expect((await house.signs(who, typed)).said).toBe('LOAN_AFTER_STOP_OUT');
      expect(await house.rows('SELECT count(*)::int FROM loans WHERE user_id = $1', [who.id])).toEqual([[0]]);
    });
    const id = idOf((await house.signs(who, typed)).data);
    await afterStopOut(who, 60_000, async () => {
      expect((await house.decides(id)).said).toBe('LOAN_AFTER_STOP_OUT');
      expect(await statusOf(id)).toBe(1);
    });
    await afterStopOut(who, DAY_MS + 60_000, async () => {
      expect((await house.decides(id)).said).toBe('ok');
    });
  });

  test('in a break that began after they signed; it can still be rejected', async () => {
    const who = await house.borrower();
    const id = idOf((await house.signs(who, typed)).data);
    const breakUntil = (until: string) =>
      house.db.owner.query(`UPDATE user_standing SET cool_off_until = ${until} WHERE user_id = $1`, [who.id]);
    await breakUntil('8640000000000000');
    expect((await house.decides(id)).said).toBe('COOLING');
    expect(await statusOf(id)).toBe(1);
    expect((await house.decides(id, { decision: 'reject', reason_code: 'unclear' })).said).toBe('ok');
    expect((await house.signs(who, typed)).said).toBe('COOLING');
    await breakUntil('NULL');
    expect((await house.signs(who, typed)).said).toBe('ok');
  });

  test('once the limit of the day is reached: when they sign, and when the money would go out', async () => {
    const who = await house.borrower();
    const id = idOf((await house.signs(who, typed)).data);
    const lost = (result: string, limit: string) =>
      house.rows(
        `WITH day AS (UPDATE owners SET day = greatest(day, database_ms() / 86400000), day_result = day_result - ${result} WHERE id = $1)
         UPDATE user_standing SET loss_limit = ${limit} WHERE user_id = $1`,
        [who.id],
      );
    await lost('100', '100');
    expect((await house.decides(id)).said).toBe('SELF_LIMIT');
    expect((await house.decides(id, { decision: 'reject', reason_code: 'unclear' })).said).toBe('ok');
    expect((await house.signs(who, typed)).said).toBe('SELF_LIMIT');
    await lost('-1', '100');
    expect((await house.signs(who, typed)).said).toBe('ok');
    await lost('-99', 'NULL');
  });

  test('who keeps themselves from loans, at once and for no shorter time than they said', async () => {
    const who = await house.borrower();
    const id = idOf((await house.signs(who, typed)).data);
    const keeps = (months: string) => house.user('loan_exclude', { months }, { token: who.token });
    const until = z.object({ excluded_until: z.number() });
    expect((await keeps('2')).said).toBe('INPUT_INVALID');
    const month = until.parse((await keeps('1')).data).excluded_until;
    expect(Math.abs(month - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000);
    expect((await house.decides(id)).said).toBe('LOAN_EXCLUDED');
    expect((await house.decides(id, { decision: 'reject', reason_code: 'unclear' })).said).toBe('ok');
    expect((await house.signs(who, typed)).said).toBe('LOAN_EXCLUDED');
    const half = until.parse((await keeps('6')).data).excluded_until;
    expect(until.parse((await keeps('1')).data).excluded_until).toBe(half);
    expect((await house.user('loan_person', {}, { token: who.token })).data).toMatchObject({ excluded_until: half });
    await expect(
      house.db.app.query('UPDATE loan_exclusions SET until = 1 WHERE user_id = $1', [who.id]),
    ).rejects.toMatchObject({ constraint: 'loan_exclusion_stays' });
    await expect(house.db.app.query('DELETE FROM loan_exclusions WHERE user_id = $1', [who.id])).rejects.toThrow();
    expect(until.parse((await keeps('0')).data).excluded_until).toBe(8_640_000_000_000_000);
    expect(await statusOf(id)).toBe(3);
  });

  test('read after it was shown, agreed to after that, and lately: the evidence says so, and holds no name in clear', async () => {
    const who = await house.borrower();
    const [shown, read, agreed] = [READ_NOW.shown_at, READ_NOW.read_at, READ_NOW.consent_at].map(Number);
    const day = 86_400_000;
    const at = (...times: readonly (number | undefined)[]) => ({
      ...{ shown_at: String(times[0]), read_at: String(times[1]), consent_at: String(times[2]) },
    });
    const later = (ms: number) => at((shown ?? 0) + ms, (read ?? 0) + ms, (agreed ?? 0) + ms);
    const [reading, consent] = ['reading of the agreement', 'consent to sign electronically'];
    for (const [times, what] of [
      [at(1, 2, 3), consent],
      [at(read, shown, agreed), reading],
      [at(shown, agreed, read), consent],
      [later(-25 * 3_600_000), consent],
      [later(25 * 3_600_000), consent],
      [at((shown ?? 0) - 3 * day, read, agreed), reading],
    ] as const) {
      const { said, msg } = await house.signs(who, { ...typed, ...times });
      expect([said, msg]).toEqual(['INPUT_INVALID', expect.stringContaining(what ?? '')]);
    }
    const signed = await house.signs(who, { ...typed, ...later(-3_600_000) });
    expect(signed.said).toBe('ok');
    const [[evidence] = []] = await house.rows(
      'SELECT g.evidence FROM loan_agreements g JOIN loans l ON l.id = g.loan_id WHERE l.user_id = $1',
      [who.id],
    );
    expect(String(evidence)).not.toContain('Lovelace');
    expect(JSON.parse(String(evidence))).toMatchObject({
      signature: { way: 'keyboard' },
      times: { consent: (agreed ?? 0) - 3_600_000 },
    });
  });

  test('on terms that have changed since they read them, and nothing is kept', async () => {
    const who = await house.borrower();
    const { html } = await house.read(who);
    await presetSettings(house.db.owner, { loan_configs: [{ ...TERMS, free_period: 6 }] });
    const changed = await house.another();
    try {
      const fields = { config_id: '1', amount: '1000', agreement: html, ...typed, ...READ_NOW };
      expect((await changed.user('loan_submit', fields, { token: who.token })).said).toBe('LOAN_TERMS_CHANGED');
      expect(await house.rows('SELECT count(*)::int FROM loans WHERE user_id = $1', [who.id])).toEqual([[0]]);
      const now = await changed.user('loan_agreement', { id: '1', amount: '1000' }, { token: who.token });
      const again = z.object({ html: z.string() }).parse(now.data).html;
      expect(again).not.toBe(html);
      const signed = await changed.user('loan_submit', { ...fields, agreement: again }, { token: who.token });
      expect(signed).toMatchObject({ said: 'ok', data: { interest_amount: '60.00', free_period: 6 } });
    } finally {
      await changed.stop();
      await presetSettings(house.db.owner, { loan_configs: [TERMS] });
    }
  });
});

test('once it is late a withdrawal leaves what is due, and not a cent more has to stay', async () => {
  const who = await house.borrower();
  const id = idOf((await house.signs(who, typed)).data);
  await house.decides(id);
  await house.gives(who, '500');
  await house.db.owner.query('UPDATE sessions SET elevated_until = 9000000000000 WHERE user_id = $1', [who.id]);
  const bank = {
    ...{ type: '2', draw_id: '2', bank_name: 'Deutsche Bank', bank_address: 'Frankfurt', bank_swift: 'DEUTDEFF' },
    ...{ payee_name: 'Ada Lovelace', payee_account: 'DE89 3704 0044 0532 0130 00' },
  };
  const bound = await house.user('bind_draw_method', bank, { token: who.token });
  const destination = idOf(bound.data);
  await house.db.owner.query('UPDATE destinations SET usable_time = bound_time WHERE id = $1', [destination]);
  const draw = (number: string) =>
    house.user('draw', { draw_currency_id: '2', number, draw_method_id: destination }, { token: who.token });
  expect((await draw('20')).said).toBe('ok');
  await house.longAgo(id, 32 * DAY_MS);
  // 1,480 are free, and 1,062.50 are due after two full days.
  expect(await draw('417.51')).toMatchObject({ said: 'LOAN_OVERDUE' });
  expect((await draw('417.50')).said).toBe('ok');
  expect(await house.change(who)).toBe('1062.50');
  // Nor is one let go by the staff that would leave less: what was asked for before waits while a cent is missing.
  const [first, second] = (await house.rows('SELECT id FROM withdrawals WHERE user_id = $1 ORDER BY id', [who.id])).map(
    (row) => String(row[0]),
  );
  const approve = (id = '') => house.staff('withdrawal_approve', { id }, { token: house.ann.token });
  const move = (sum: string, from: string, to: string) =>
    house.user('transfer', { balance: sum, currency_id: '1', from, to }, { token: who.token });
  expect((await move('0.01', '1', '2')).said).toBe('ok');
  expect((await approve(first)).said).toBe('BORROWER_LATE');
  expect(await house.rows('SELECT count(*)::int FROM withdrawal_approvals')).toEqual([[0]]);
  expect((await move('0.01', '2', '1')).said).toBe('ok');
  // At one moment with what takes a cent away: whichever is first, it is let go with the cent there, or waits.
  const [gone, moved] = await Promise.all([approve(first), move('0.01', '1', '2')]);
  expect(moved.said).toBe('ok');
  expect(['ok', 'BORROWER_LATE']).toContain(gone.said);
  const waits = await house.rows(`SELECT status FROM withdrawals WHERE id = $1`, [first]);
  expect(waits).toEqual([[gone.said === 'ok' ? 'approved' : 'waiting']]);
  expect((await approve(second)).said).toBe('BORROWER_LATE');
  expect((await move('0.01', '2', '1')).said).toBe('ok');
  // And with what repays it: both are done, whichever is first.
  const both = await Promise.all([
    approve(second),
    house.user('loan_repay', { loan_id: id, shown: '1062.50' }, { token: who.token }),
  ]);
  expect(both.map(({ said }) => said)).toEqual(['ok', 'ok']);
  expect(await house.change(who)).toBe('0.00');
});

test('who borrowed is told before it is due, once, with what it costs then; and by letters of the payment, the delay and the end', async () => {
  const who = await house.borrower();
  const id = idOf((await house.signs(who, typed)).data);
  await house.decides(id);
  const world = await createWorld();
  const { owner, app } = world.db;
  const [soon, later] = [await world.realUser(100), await world.realUser(100)];
  const running = (loanId: number, userId: bigint, leftMs: number) =>
    owner.query(`DO $hand$ BEGIN SET LOCAL session_replication_role = replica;
      INSERT INTO loans (id, user_id, person_key, config_id, amount, period, interest_rate, free_period, penalty_rate, status, answer_due, decided_time, decided_by, paid_out_time, due_time)
        SELECT ${loanId}, ${userId}, ${userId}, 1, 1000, 30, 25, 7, 25, 2, now, now, 1, now - 30::bigint * 86400000, now FROM (SELECT database_ms() + ${leftMs} AS now) t;
      SET LOCAL session_replication_role = origin; END $hand$`);
  await running(1, soon, 3 * DAY_MS - 60_000);
  await running(2, later, 3 * DAY_MS + 60_000);
  const services = { submit: world.server.pipeline.submit.bind(world.server.pipeline), db: app };
  const all = await Promise.all([tellSoon(services), tellSoon(services)]);
  expect(all.map(({ marked }) => marked).sort()).toEqual([0, 1]);
  expect(await tellSoon(services)).toEqual({ marked: 0 });
  const letters = await owner.query(
    `SELECT owner_id, payload ->> 'template' AS template, payload #>> '{params,amount}' AS amount FROM outbox WHERE kind = 'mail'`,
  );
  expect(letters.rows).toEqual([{ owner_id: soon, template: 'loan_due_soon', amount: '1057.50' }]);
  await world.close();
  await house.longAgo(id, 32 * DAY_MS);
  await house.gives(who, '100');
  expect((await house.user('loan_repay', { loan_id: id, shown: '1062.50' }, { token: who.token })).said).toBe('ok');
  expect(
    await house.rows(
      `SELECT payload ->> 'template', payload #>> '{params,amount}' FROM outbox WHERE owner_id = $1 AND kind = 'mail' AND payload ->> 'template' LIKE 'loan%' ORDER BY id`,
      [who.id],
    ),
  ).toEqual([
    ['loan_paid_out', '1000.00'],
    ['loan_repaid', '1062.50'],
  ]);
});

test('what is late is marked once, however many look at one time, and its user is told once', async () => {
  const world = await createWorld();
  const { owner, app } = world.db;
  const [late, inTime] = [await world.realUser(100), await world.realUser(100)];
  const running = (id: number, userId: bigint, dueAgoMs: number) =>
    owner.query(`DO $hand$ BEGIN SET LOCAL session_replication_role = replica;
      INSERT INTO loans (id, user_id, person_key, config_id, amount, period, interest_rate, free_period, penalty_rate, status, answer_due, decided_time, decided_by, paid_out_time, due_time)
        SELECT ${id}, ${userId}, ${userId}, 1, 100, 30, 25, 7, 25, 2, now, now, 1, now - 30::bigint * 86400000, now FROM (SELECT database_ms() - ${dueAgoMs} AS now) t;
      SET LOCAL session_replication_role = origin; END $hand$`);
  await running(1, late, 1);
  await running(2, inTime, -60_000);
  const services = { submit: world.server.pipeline.submit.bind(world.server.pipeline), db: app };
  const all = await Promise.all([markOverdue(services), markOverdue(services)]);
  expect(all.map(({ marked }) => marked).sort()).toEqual([0, 1]);
  expect(await markOverdue(services)).toEqual({ marked: 0 });
  const { rows } = await owner.query('SELECT id::text, overdue_time IS NOT NULL AS late FROM loans ORDER BY id');
  expect(rows).toEqual([
    { id: '1', late: true },
    { id: '2', late: false },
  ]);
  const told = await owner.query(`SELECT user_id FROM notices WHERE kind = 'loan_overdue'`);
  expect(told.rows.map(({ user_id }) => user_id)).toEqual([late]);
  // Two commands of one batch about one loan: the last one is written, by one row of the statement.
  const part = loansPart({ settings: () => ({ configs: [], twoPeople: amount(0n) }) });
  const client = await app.connect();
  const batch = await part.load(client, { named: [late] } as unknown as Parameters<typeof part.load>[1]);
  client.release();
  const loan = batch.running(late);
  if (!loan) throw new Error('it runs');
  part.apply(batch, [{ ...loan, status: 4 }], SYSTEM);
  part.apply(batch, [{ ...loan, status: 2 }], SYSTEM);
  expect([...batch.decided.values()].map(({ status }) => status)).toEqual([2]);
  await world.close();
});
