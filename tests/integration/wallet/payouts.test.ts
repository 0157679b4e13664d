// What the staff do with withdrawals, over HTTP on the whole server: queues, the card, two people, paying once; and races for one withdrawal. Long because
// each rule of a withdrawal is one test over one server.

import { lockMember, revokeRoles } from '@fairtick/server/domains/staff/table';
import { markLate } from '@fairtick/server/domains/wallet/index';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { untilBlocked } from '../../harness/blocked.ts';
import { brokenInvariants } from '../../harness/invariants.ts';
import type { TestMember } from '../../harness/staff.ts';
import type { Person } from '../verification/house.ts';
import { BANK, type MoneyHouse, openMoneyHouse } from './money-house.ts';

let house: MoneyHouse;
let [ann, ben, cat]: TestMember[] = [];
let compliance: TestMember;
let person: Person;
beforeAll(async () => {
  house = await openMoneyHouse();
  ann = await house.member('treasurer');
  ben = await house.member('treasurer');
  cat = await house.member('treasurer');
  compliance = await house.member('compliance');
});
afterAll(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.close();
});
beforeEach(async () => {
  person = await house.rich(50_000);
  await house.bound(person);
});

type Acting = Parameters<MoneyHouse['staff']>[0];
type Fields = Readonly<Record<string, string>>;
const tell = (who: TestMember | undefined, name: Acting, fields: Fields, key?: string) =>
  house.staff(name, fields, { token: who?.token, ...(key === undefined ? {} : { key }) });
const does = async (who: TestMember | undefined, name: Acting, id: string, more: Fields = {}): Promise<string> =>
  (await tell(who, name, { id, ...more })).said;
const approve = (who: TestMember | undefined, id: string, note = '') => does(who, 'withdrawal_approve', id, { note });
const claim = (who: TestMember | undefined, id: string) => does(who, 'withdrawal_claim', id);
const hashOf = (id: string): string => id.padStart(64, '0');
const pay = (who: TestMember | undefined, id: string, reference = hashOf(id)) =>
  does(who, 'withdrawal_paid', id, { reference });
const acts = async (id: string) =>
  (await house.rows(`SELECT kind FROM acts WHERE contents::jsonb ->> 'withdrawal' = $1 ORDER BY id`, [id])).flat();
const notices = async () =>
  (await house.rows('SELECT kind FROM notices WHERE user_id = $1 ORDER BY id', [person.id])).flat();
const queue = z.object({
  data: z.array(z.object({ id: z.string(), flags: z.array(z.string()), takenBy: z.string(), mine: z.boolean() })),
  counts: z.object({ approve: z.number(), pay: z.number(), overdue: z.number() }),
  more: z.boolean(),
});
const list = async (name: string, after?: string) =>
  queue.parse((await tell(ann, 'withdrawals', { queue: name, ...(after === undefined ? {} : { after }) })).data);

test('approved, taken and paid: each with its journal, act and notice; the fee stays, the rest leaves the pool', async () => {
  const id = await house.asked(person, '150');
  expect(await approve(ann, id)).toBe('ok');
  expect(await house.moneyOf(person)).toEqual(['49850.00', '0.00', '150.00']);
  expect(await pay(ann, id)).toBe('CLAIM_FIRST');
  const card = await tell(ann, 'withdrawal', { id });
  expect(card.data).toMatchObject({
    ...{
      status: 2,
      number: '150.00',
      fee: '5.00',
      received: '145.000000',
      flags: ['first', 'new_destination', 'no_trading'],
    },
    destination: { groups: ['0x5a', 'Aeb6', '053F', '3E94', 'C9b9', 'A09f', '3366', '9435', 'E7Ef', '1BeA', 'ed'] },
    ...{ lastDestination: null, approvedBy: [{ name: ann?.name }], takenBy: '' },
  });
  expect([await claim(ann, id), await pay(ann, id, 'no hash'), await pay(ann, id)]).toEqual([
    'ok',
    'INPUT_INVALID',
    'ok',
  ]);
  expect(await house.moneyOf(person)).toEqual(['49850.00', '0.00', '0.00']);
  expect([await house.statusOf(id), await house.journalsOf(id)]).toEqual(['paid', [110, 111, 112]]);
  expect([await pay(ann, id), await pay(ann, id, 'f'.repeat(64))]).toEqual(['ok', 'ALREADY_DECIDED']);
  expect(await acts(id)).toEqual(['withdrawal_approved', 'withdrawal_claimed', 'withdrawal_paid']);
  expect(await notices()).toEqual(['withdrawal_approved', 'withdrawal_paid']);
  const next = await house.asked(person, '20');
  expect((await tell(ann, 'withdrawal', { id: next })).data).toMatchObject({
    lastDestination: { groups: ['0x5a', ...Array.from({ length: 10 }, () => expect.any(String))] },
  });
  const [fees] = await house.rows(
    `SELECT available::numeric(30, 2)::text FROM ledger_accounts WHERE owner_id = 0 AND realm = 'live' AND kind = 'fees'`,
  );
  expect(Number(fees?.[0])).toBeGreaterThanOrEqual(5);
});

test('rejected: the user reads why, in the list as in the letter, and the money is free', async () => {
  const id = await house.asked(person, '150');
  const reject = (more: Fields) => does(ann, 'withdrawal_reject', id, more);
  expect(await reject({ reason_code: 'other' })).toBe('REASON_REQUIRED');
  expect(await reject({ reason_code: 'other', reason: 'see www.example.com' })).toBe('REASON_LEADS_AWAY');
  expect(await reject({ reason_code: 'name_differs', reason: 'Kim is not Ann' })).toBe('ok');
  expect(await house.moneyOf(person)).toEqual(['50000.00', '0.00', '0.00']);
  const { data } = await house.user('draw_list', {}, { token: person.token, lang: 'en' });
  expect(data).toMatchObject({
    data: [{ status: 4, notes: 'The account is not in your verified name. Kim is not Ann' }],
  });
  expect([await house.journalsOf(id), await notices(), await acts(id)]).toEqual([
    [110, 113],
    ['withdrawal_rejected'],
    ['withdrawal_rejected'],
  ]);
});

test('from the limit on two people, and a third who pays', async () => {
  const id = await house.asked(person, '10000');
  expect([await approve(ann, id), await approve(ann, id)]).toEqual(['ok', 'OWN_WORK']);
  expect(await house.statusOf(id)).toBe('waiting');
  expect([await approve(compliance, id), await claim(ann, id), await claim(ben, id)]).toEqual(['ok', 'OWN_WORK', 'ok']);
  expect(await claim(cat, id)).toBe('TAKEN_BY_OTHER');
  expect((await tell(cat, 'withdrawal_paid', { id, reference: hashOf(id) })).msg).toContain(ben?.name);
  expect(await pay(ben, id)).toBe('ok');
  expect(await acts(id)).toEqual([
    ...['withdrawal_approved', 'withdrawal_approved', 'withdrawal_claimed', 'withdrawal_paid'],
  ]);
});

test('nothing was sent: who took it and another say so, and the money is back', async () => {
  const id = await house.asked(person, '150');
  await approve(ann, id);
  await claim(ann, id);
  const unsent = (who: TestMember | undefined) =>
    does(who, 'withdrawal_nothing_sent', id, { reason: 'the bank refused' });
  expect([await unsent(ben), await unsent(ann), await unsent(ann), await unsent(compliance)]).toEqual([
    ...['TAKEN_BY_OTHER', 'ok', 'OWN_WORK', 'ok'],
  ]);
  expect([await house.moneyOf(person), await house.journalsOf(id)]).toEqual([
    ['50000.00', '0.00', '0.00'],
    [110, 111, 115],
  ]);
  expect(await notices()).toEqual(['withdrawal_approved', 'withdrawal_returned']);
});

test('a bank payee who is not the verified person takes compliance', async () => {
  await house.bound(person, BANK);
  const id = await house.asked(person, '150', { draw_currency_id: '2' });
  expect([await approve(ann, id), await approve(compliance, id)]).toEqual(['COMPLIANCE_NEEDED', 'ok']);
  const { data } = await tell(compliance, 'withdrawal', { id });
  expect(data).toMatchObject({
    destination: { groups: ['DE89', '3704', '0044', '0532', '0130', '00'], payeeName: 'Kim Doe' },
  });
});

test('a member looks at and decides nothing of an account that is linked to them', async () => {
  const id = await house.asked(person, '150');
  const linked = await house.member('treasurer');
  await house.db.owner.query('INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $1)', [
    linked.id,
    person.id,
  ]);
  expect([await approve(linked, id), await does(linked, 'withdrawal', id)]).toEqual(['BENEFICIARY', 'BENEFICIARY']);
  expect(await house.statusOf(id)).toBe('waiting');
});

test('an account does not end while its money is being paid: it could come back', async () => {
  const leaving = await house.rich(100);
  await house.bound(leaving);
  const own = { token: leaving.token };
  for (const from of ['2', '3']) await house.user('transfer', { balance: '100', currency_id: '1', from, to: '1' }, own);
  const id = await house.asked(leaving, '300');
  await approve(ann, id);
  expect(await house.moneyOf(leaving)).toEqual(['0.00', '0.00', expect.any(String)]);
  const ticketOf = z.object({ ticket: z.string(), hinders: z.array(z.string()) });
  const begun = ticketOf.parse((await house.user('delete_begin', {}, own)).data);
  expect(begun.hinders).toEqual(['balance']);
  expect((await house.user('delete_confirm', { ticket: begun.ticket }, own)).said).toBe('LEAVING_HINDERED');
  await claim(ann, id);
  expect(await pay(ann, id)).toBe('ok');
  const { ticket, hinders } = ticketOf.parse((await house.user('delete_begin', {}, own)).data);
  expect([hinders, (await house.user('delete_confirm', { ticket }, own)).said]).toEqual([[], 'ok']);
});

test('queues have what waits for whom, the oldest first, page by page', async () => {
  const ids = [];
  for (let at = 0; at < 22; at += 1) ids.push(await house.asked(person, '10'));
  const before = String(BigInt(ids[0] ?? '0') - 1n);
  const page = await list('approve', before);
  expect([page.data.map(({ id }) => id), page.more]).toEqual([ids.slice(0, 20), true]);
  expect((await list('approve', ids[19])).data.map(({ id }) => id)).toEqual(ids.slice(20));
  const [first = ''] = ids;
  await approve(ben, first);
  await claim(ben, first);
  expect((await list('pay', before)).data).toEqual([
    expect.objectContaining({ id: first, takenBy: ben?.name, mine: false }),
  ]);
});

test('late by the database’s clock: found once, its user and the staff are told, and it stays late when it is paid', async () => {
  const id = await house.asked(person, '150');
  await house.db.owner.query('ALTER TABLE withdrawals DISABLE TRIGGER USER');
  await house.db.owner.query('UPDATE withdrawals SET deadline = database_ms() - 1 WHERE id = $1', [id]);
  await house.db.owner.query('ALTER TABLE withdrawals ENABLE TRIGGER USER');
  // The server's own job may have found it already: the same decision, once.
  await expect.poll(async () => notices(), { timeout: 90_000 }).toEqual(['withdrawal_overdue']);
  expect((await list('overdue')).data.map((one) => one.id)).toContain(id);
  expect(await house.user('draw_list', {}, { token: person.token })).toMatchObject({
    data: { data: [{ overdue: true }] },
  });
  const letters = await house.rows(
    `SELECT count(*)::int FROM outbox WHERE payload ->> 'template' = 'staff_withdrawals_overdue' AND payload ->> 'address' = $1`,
    [ann?.email],
  );
  expect(letters).toEqual([[1]]);
  await approve(ann, id);
  await claim(ann, id);
  expect(await pay(ann, id)).toBe('ok');
  expect((await house.rows('SELECT overdue_time IS NOT NULL FROM withdrawals WHERE id = $1', [id])).flat()).toEqual([
    true,
  ]);
});

describe('races', () => {
  test('taken back and approved at once, a hundred times: one of them wins, and the journals say which', async () => {
    const rounds = 100;
    for (let at = 0; at < rounds; at += 10)
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const rich = await house.rich(100);
          await house.bound(rich);
          const id = await house.asked(rich, '50');
          const [cancelled, approved] = await Promise.all([
            house.user('draw_cancel', { id }, { token: rich.token }).then((told) => told.said),
            approve(ann, id),
          ]);
          expect([
            ['ok', 'ALREADY_DECIDED', 'cancelled', [110, 114]],
            ['WITHDRAWAL_NOT_WAITING', 'ok', 'approved', [110, 111]],
          ]).toContainEqual([cancelled, approved, await house.statusOf(id), await house.journalsOf(id)]);
        }),
      );
  });

  test('two approvers at once let it go once; the same person twice at once counts once', async () => {
    const small = await house.asked(person, '150');
    expect((await Promise.all([approve(ann, small), approve(ben, small)])).sort()).toEqual(['ALREADY_DECIDED', 'ok']);
    expect([await house.journalsOf(small), await acts(small)]).toEqual([[110, 111], ['withdrawal_approved']]);
    const large = await house.asked(person, '10000');
    expect((await Promise.all([approve(ann, large), approve(ann, large)])).sort()).toEqual(['OWN_WORK', 'ok']);
    expect(await house.statusOf(large)).toBe('waiting');
    expect((await Promise.all([approve(ben, large), approve(cat, large)])).sort()).toEqual(['ALREADY_DECIDED', 'ok']);
    expect(await house.journalsOf(large)).toEqual([110, 111]);
  });

  test('taken by two at once it is one’s; paid twice at once it is paid once', async () => {
    const id = await house.asked(person, '150');
    await approve(cat, id);
    const [a, b] = await Promise.all([claim(ann, id), claim(ben, id)]);
    expect([a, b].sort()).toEqual(['TAKEN_BY_OTHER', 'ok']);
    const payer = a === 'ok' ? ann : ben;
    expect(await Promise.all([pay(payer, id), pay(payer, id)])).toEqual(['ok', 'ok']);
    expect([await house.journalsOf(id), await acts(id)]).toEqual([
      [110, 111, 112],
      ['withdrawal_approved', 'withdrawal_claimed', 'withdrawal_paid'],
    ]);
  });

  test('one payment pays a withdrawal or sends money of nobody back, not both', async () => {
    const { network, currency } = { network: 'evm:1', currency: 'USDT' };
    const backWith = async (mark: string): Promise<(reference: string) => Promise<string>> => {
      const came = { charge_id: '1', reference: `${mark.repeat(32)}:0`, amount: '20' };
      const { id } = z.object({ id: z.string() }).parse((await tell(ann, 'receipt_book', came)).data);
      const asked = await tell(ann, 'receipt_return', { id, reason: 'the sender asks for it' });
      const { proposal } = z.object({ proposal: z.string() }).parse(asked.data);
      const hashes = await house.rows(`SELECT encode(payload_hash, 'hex') FROM proposals WHERE id = $1`, [proposal]);
      const accepted = { id: proposal, hash: String(hashes.flat()[0]), decision: 'accept' };
      expect((await tell(compliance, 'proposal_decide', accepted)).said).toBe('ok');
      expect(await does(ann, 'receipt_take', id)).toBe('ok');
      return (reference) => does(ann, 'receipt_sent', id, { reference });
    };
    const ready = async (): Promise<string> => {
      const id = await house.asked(person, '100');
      expect([await approve(cat, id), await claim(ben, id)]).toEqual(['ok', 'ok']);
      return id;
    };
    const [first, second] = [await ready(), await ready()];
    expect(await house.rows('SELECT currency, network FROM withdrawals WHERE id = $1', [first])).toEqual([
      [currency, network],
    ]);
    expect(await pay(ben, first)).toBe('ok');
    const back = await backWith('e1');
    expect([await back(hashOf(first)), await back('e2'.repeat(32))]).toEqual(['PAYMENT_USED', 'ok']);
    expect([await pay(ben, second, 'e2'.repeat(32)), await pay(ben, second)]).toEqual(['PAYMENT_USED', 'ok']);
  });

  test('one payment pays one withdrawal, whoever’s and however at once', async () => {
    const people = [person, await house.rich(1_000)];
    const ids = await Promise.all(
      people.map(async (one, at) => {
        if (at > 0) await house.bound(one);
        const id = await house.asked(one, '100');
        await approve(cat, id);
        await claim([ann, ben][at], id);
        return id;
      }),
    );
    const reference = 'ab'.repeat(32);
    const said = await Promise.all(
      ids.map((id, at) => pay([ann, ben][at], id, at === 0 ? reference : `0X${reference}`)),
    );
    expect(said.sort()).toEqual(['PAYMENT_USED', 'ok']);
    expect(house.lines.filter((line) => line.includes('payment_reference'))).toEqual([]);
  });

  test('a role that is taken away while the approval waits for its member is gone', async () => {
    const id = await house.asked(person, '150');
    const member = await house.member('treasurer');
    const client = await house.db.owner.connect();
    try {
      await client.query('BEGIN');
      await lockMember(client, member.id);
      const approving = approve(member, id);
      await untilBlocked(house.db.owner, client);
      await revokeRoles(client, member.id, ['treasurer'], 1n);
      await client.query('COMMIT');
      expect(await approving).toBe('NOT_ALLOWED');
    } finally {
      client.release();
    }
    expect([await house.statusOf(id), await acts(id)]).toEqual(['waiting', []]);
  });

  test('sent again with its key a decision is the same answer, and nothing more', async () => {
    const id = await house.asked(person, '10000');
    const send = () => tell(ann, 'withdrawal_approve', { id }, 'once-and-again');
    const [one, again] = [await send(), await send()];
    expect([one.said, again.said, again.data]).toEqual(['ok', 'ok', one.data]);
    expect(await acts(id)).toEqual(['withdrawal_approved']);
  });
});

describe('the database’s own nets', () => {
  const set = (id: string, sql: string) =>
    house.db.owner.query(`UPDATE withdrawals SET ${sql} WHERE id = $1`, [id]).then(
      () => 'done',
      (error: { constraint?: string }) => error.constraint,
    );
  const approved = `status = 'approved', approved_time = 1`;

  test('no state without the people it takes, and none that does not follow', async () => {
    const id = await house.asked(person, '10000');
    await approve(ann, id);
    expect(await set(id, approved)).toBe('enough_approvals');
    expect(await set(id, `status = 'paid', paid_by = 1, paid_time = 1, paid_reference = 'x'`)).toBe(
      'withdrawal_states',
    );
    expect(await set(id, 'number = number + 1')).toBe('withdrawal_terms');
    await approve(ben, id);
    expect(await set(id, `status = 'cancelled', ended_time = 1`)).toBe('withdrawal_states');
    expect(await set(id, `status = 'paid', paid_by = 1, paid_time = 1, paid_reference = 'x'`)).toBe(
      'claimed_before_paid',
    );
    // What nobody approved does not come in as something else than a request either.
    const added = (change: string): Promise<unknown> =>
      house.db.owner
        .query(
          `INSERT INTO withdrawals SELECT (jsonb_populate_record(w, jsonb_build_object('id', 7, 'status', $2::text) || $3::jsonb)).* FROM withdrawals w WHERE id = $1`,
          [
            id,
            change,
            change === 'paid' ? '{"claimed_by": 1, "paid_by": 1, "paid_time": 1, "paid_reference": "x"}' : '{}',
          ],
        )
        .then(
          () => 'done',
          (error: { constraint?: string }) => error.constraint,
        );
    expect([await added('approved'), await added('paid')]).toEqual(['withdrawal_begins', 'withdrawal_begins']);
    const ended = `status = 'rejected', reason_code = 'not_sent', ended_time = 1, ended_by = 7`;
    expect(await set(id, ended)).toBe('returned_by_two');
    expect(await set(id, `${ended}, nothing_sent_by = 7, nothing_sent_time = 1`)).toBe('returned_by_two');
  });
});

test('a job that finds nothing tells nobody', async () => {
  const submit = () => expect.fail('nothing is late');
  expect(await markLate({ submit, db: house.db.app, staff: async () => [] })).toEqual({ late: 0 });
});
