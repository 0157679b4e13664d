// The proof of client money on the whole server: what it adds up, what breaks it, and that withdrawals wait until one holds.

import { proveClientMoney } from '@fairtick/server/domains/wallet/index';
import { createSnapshotClient } from '@fairtick/server/platform/database/pools';
import { Snapshots } from '@fairtick/server/platform/database/snapshots';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestMember } from '../../harness/staff.ts';
import { type MoneyHouse, openMoneyHouse } from './money-house.ts';

const STAFF = ['ann@example.com'];
let house: MoneyHouse;
let snapshots: Snapshots;
let ann: TestMember;
beforeAll(async () => {
  house = await openMoneyHouse();
  snapshots = new Snapshots(() => createSnapshotClient(house.db.ownerUrl));
  ann = await house.member('treasurer');
});
afterAll(() => house.close());

const prove = () => proveClientMoney({ snapshots, db: house.db.app, staff: async () => STAFF });
const shown = async () => (await house.user('client_money', {}, {})).data;
const does = async (name: 'withdrawal_approve' | 'withdrawal_claim' | 'withdrawal_release', id: string) =>
  (await house.staff(name, { id }, { token: ann.token })).said;
/** As the console's queue, card and proof say it. */
async function toldPaused(id: string): Promise<unknown[]> {
  const as = { token: ann.token };
  const [queue, card, proof] = [
    await house.staff('withdrawals', {}, as),
    await house.staff('withdrawal', { id }, as),
    await house.staff('client_money_books', {}, as),
  ];
  expect(proof.data).toEqual(await shown());
  return [queue, card, proof].map(({ data }) => (data as { paused: unknown }).paused);
}
const letters = async () =>
  (
    await house.rows(
      `SELECT payload ->> 'template', payload #>> '{params,short}' FROM outbox WHERE payload ->> 'address' = $1 ORDER BY id`,
      STAFF,
    )
  ).map((row) => row.join(' '));
/** Against every rule, as a fault of the books would be. */
async function force(sql: string): Promise<void> {
  await house.db.owner.query(`SET session_replication_role = replica; ${sql}; SET session_replication_role = DEFAULT`);
}
const moved = (kind: string, dollars: number, owner = '= 0') =>
  force(
    `UPDATE ledger_accounts SET available = available + ${dollars} WHERE realm = 'live' AND kind = '${kind}' AND owner_id ${owner}`,
  );

test('adds up what all real users have, what is approved and what the pool holds, and shows it to anybody', async () => {
  const person = await house.rich(1_000);
  await house.bound(person);
  await house.asked(person, '100');
  const id = await house.asked(person, '150');
  expect(await does('withdrawal_approve', id)).toBe('ok');
  expect(await prove()).toEqual({ paused: false });
  expect(await shown()).toMatchObject({
    proof: {
      ...{ users: '2850.00', withdrawals: '150.00', receipts: '0.00', required: '3000.00' },
      ...{ held: '3000.00', house: '0.00', short: '0.00', short_since: null, broken: [] },
    },
    paused: false,
  });
  expect(await letters()).toEqual([]);
});

test('a pool that stays short for a day pauses withdrawals until a proof holds', async () => {
  const person = await house.rich(1_000);
  await house.bound(person);
  const [waiting, approved] = [await house.asked(person, '50'), await house.asked(person, '60')];
  expect(await does('withdrawal_approve', approved)).toBe('ok');
  // A user has won what the house's own pool holds: it is owed to the clients' pool.
  await moved('external:house', -12.01);
  await moved('micro', 12.01, `= ${person.id}`);
  expect(await prove()).toEqual({ paused: false });
  expect(await shown()).toMatchObject({ proof: { short: '12.01', house: '12.01', broken: [] }, paused: false });
  await force('UPDATE client_money_proofs SET time = time - 86400000, short_since = short_since - 86400000');
  expect(await prove()).toEqual({ paused: true });
  expect([await does('withdrawal_approve', waiting), await does('withdrawal_claim', approved)]).toEqual([
    ...['WITHDRAWALS_PAUSED', 'WITHDRAWALS_PAUSED'],
  ]);
  // Nobody learns it by that refusal first.
  expect(await toldPaused(waiting)).toEqual([true, true, true]);
  // Requests are taken and say why they wait, and what is the user's own can be taken back.
  const asked = await house.asked(person, '20');
  const list = await house.user('draw_list', {}, { token: person.token, lang: 'en' });
  const notes = 'Withdrawals are paused while our books are checked. What was asked for is kept.';
  expect(list.data).toMatchObject({ data: [{ id: asked, notes }, { notes }, { notes }] });
  expect((await house.user('draw_cancel', { id: asked }, { token: person.token })).said).toBe('ok');
  await moved('external', -12.01);
  await moved('external:house', 12.01);
  expect(await prove()).toEqual({ paused: false });
  expect(await toldPaused(waiting)).toEqual([false, false, false]);
  expect([await does('withdrawal_approve', waiting), await does('withdrawal_claim', approved)]).toEqual(['ok', 'ok']);
  expect(await letters()).toEqual([
    ...['staff_client_money_short 12.01', 'staff_withdrawals_paused 12.01', 'staff_withdrawals_resumed '],
  ]);
});

test('what was sent before withdrawals were paused can be said', async () => {
  const person = await house.rich(1_000);
  await house.bound(person);
  const id = await house.asked(person, '50');
  expect([await does('withdrawal_approve', id), await does('withdrawal_claim', id)]).toEqual(['ok', 'ok']);
  await moved('fees', 0.000001);
  expect(await prove()).toEqual({ paused: true });
  const paid = await house.staff('withdrawal_paid', { id, reference: 'ab'.repeat(32) }, { token: ann.token });
  expect(paid.said).toBe('ok');
  await moved('fees', -0.000001);
  expect(await prove()).toEqual({ paused: false });
});

test.each([
  ['books_sum_to_zero', () => moved('fees', 0.000001)],
  [
    'held_is_what_waits',
    () =>
      force(
        `UPDATE ledger_accounts SET locked = locked + 1, available = available - 1 WHERE kind = 'change' AND available > 1`,
      ),
  ],
  [
    'clearing_is_what_was_let_go',
    async () => {
      await moved('clearing:withdrawal', -1);
      await moved('external', 1);
    },
  ],
  [
    'clearing_is_what_nobody_has',
    async () => {
      await moved('clearing:deposit', 1);
      await moved('external', -1);
    },
  ],
])('books that break %s pause withdrawals, whatever the pool holds', async (check, breakIt) => {
  const before = await house.rows('SELECT id, available, locked FROM ledger_accounts');
  await breakIt();
  expect(await prove()).toEqual({ paused: true });
  expect(await shown()).toMatchObject({ proof: { broken: [check] }, paused: true });
  const values = before.map(([id, available, locked]) => `(${id}, ${available}, ${locked})`).join(', ');
  await force(
    `UPDATE ledger_accounts a SET available = v.available, locked = v.locked FROM (VALUES ${values}) v (id, available, locked) WHERE v.id = a.id`,
  );
  expect(await prove()).toEqual({ paused: false });
});

test('what is proven stays as it was said, and no proof can say that it holds where it does not', async () => {
  const said = (sql: string) =>
    house.db.owner.query(sql).then(
      () => 'done',
      (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
    );
  const proof = (held: number, broken: string, shortSince: string, paused: boolean) =>
    said(
      `INSERT INTO client_money_proofs (time, users, withdrawals, receipts, held, house, broken, short_since, paused)
       VALUES (1, 100, 0, 0, ${held}, 0, '${broken}', ${shortSince}, ${paused})`,
    );
  expect(await proof(99, '', 'NULL', false)).toBe('short_is_less_than_required');
  expect(await proof(100, 'books_sum_to_zero', 'NULL', false)).toBe('broken_books_pause');
  expect(await proof(100, '', 'NULL', true)).toBe('paused_for_a_reason');
  expect(await said('UPDATE client_money_proofs SET paused = false')).toContain('append');
});

test('a snapshot sees one moment, changes nothing, and two are read at once', async () => {
  const count = 'SELECT count(*)::int AS n FROM notices';
  const opened: number[] = [];
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun = Promise.withResolvers<void>();
  const one = snapshots.read(async (snapshot) => {
    const before = await snapshot.query(count);
    begun.resolve();
    await first.promise;
    return [before.rows, (await snapshot.query(count)).rows];
  });
  await begun.promise;
  const other = snapshots.read(async () => {
    opened.push(2);
    await second.promise;
  });
  const third = snapshots.read(async (snapshot) => {
    opened.push(3);
    await snapshot.query('CREATE TABLE anything (id int)');
  });
  await house.db.owner.query(
    `INSERT INTO notices (id, user_id, realm, kind, params, cause) SELECT 1, id, 'live', 'unfrozen', '{}', 'test' FROM users WHERE realm = 'live' LIMIT 1`,
  );
  await expect.poll(() => opened).toEqual([2]);
  first.resolve();
  const [before, after] = await one;
  expect(after).toEqual(before);
  await expect(third).rejects.toMatchObject({ code: '25006' });
  second.resolve();
  await other;
  expect(opened).toEqual([2, 3]);
});

test('a snapshot is read in pages, whole and in order', async () => {
  const pages = await snapshots.read(async (snapshot) => {
    const found: number[][] = [];
    const numbers = snapshot.pages<{ n: number }>('SELECT n FROM generate_series(1, $1::int) n', [2_500]);
    for await (const rows of numbers) found.push(rows.map(({ n }) => n));
    return found;
  });
  expect(pages.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
  expect(pages.flat()).toEqual(Array.from({ length: 2_500 }, (_, at) => at + 1));
});
