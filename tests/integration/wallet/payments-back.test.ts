// A payment of ours that came back, over HTTP where two servers serve one database: its user is credited by what came, once, by one person below the limit
// who did not pay it, else by two.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import type { TestMember } from '../../harness/staff.ts';
import type { Person, Server } from '../verification/house.ts';
import { BANK, type MoneyHouse, OURS, openMoneyHouse, recordOf } from './money-house.ts';

let house: MoneyHouse;
let other: Server;
let [ann, ben, cat, cora]: TestMember[] = [];
beforeAll(async () => {
  house = await openMoneyHouse();
  other = await house.another();
  ann = await house.member('treasurer');
  ben = await house.member('treasurer');
  cat = await house.member('treasurer');
  cora = await house.member('compliance');
});
afterEach(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
});
afterAll(() => house.close());

type Acting = Parameters<MoneyHouse['staff']>[0];
type Fields = Readonly<Record<string, string>>;
const tell = (who: TestMember | undefined, name: Acting, fields: Fields, at: Server = house) =>
  at.staff(name, fields, { token: who?.token });
const does = async (who: TestMember | undefined, name: Acting, fields: Fields, at: Server = house): Promise<string> =>
  (await tell(who, name, fields, at)).said;
const hashOf = (id: string): string => id.padStart(64, '0');

let made = 0;
/** An output that nothing else names. */
function output(): string {
  made += 1;
  return `${(0xbac000 + made).toString(16).padStart(64, '0')}:0`;
}
/** Paid by Ben, of somebody with so much beside it. */
async function paid(number: string, fields?: Fields): Promise<{ readonly user: Person; readonly id: string }> {
  const user = await house.rich(50_000);
  await house.bound(user, fields);
  const id = await house.asked(user, number, fields === undefined ? {} : { draw_currency_id: fields.draw_id ?? '1' });
  await pays(id, Number(number) >= 10_000 ? [cat, cora] : [cora]);
  return { user, id };
}
async function pays(id: string, approvers: readonly (TestMember | undefined)[]): Promise<void> {
  for (const one of approvers) expect(await does(one, 'withdrawal_approve', { id })).toBe('ok');
  expect(await does(ben, 'withdrawal_claim', { id })).toBe('ok');
  expect(await does(ben, 'withdrawal_paid', { id, reference: hashOf(id) })).toBe('ok');
}
const cameBack = (id: string, amount: string, reference = output()) => ({
  ...{ id, charge_id: '1', reference, amount, reason: 'the bank sent it back' },
});
const cents = async (owner: bigint, kind: string): Promise<number> => {
  const found = await house.rows(
    `SELECT round(available * 100)::int FROM ledger_accounts WHERE owner_id = $1 AND realm = 'live' AND kind = $2`,
    [owner, kind],
  );
  return Number(found.flat()[0]);
};
const books = async ({ id }: Person) => ({
  ...{ free: await cents(id, 'change'), pool: await cents(0n, 'external'), fees: await cents(0n, 'fees') },
  nobodys: await cents(0n, 'clearing:deposit'),
});
const journalsBack = async (id: string) =>
  (
    await house.rows(
      `SELECT j.reason FROM journals j JOIN withdrawals w ON w.back_receipt_id = j.reference WHERE w.id = $1`,
      [id],
    )
  ).flat();
const proposalOf = z.object({ proposal: z.string() });
async function decision(data: unknown) {
  const { proposal: id } = proposalOf.parse(data);
  const [[hash] = []] = await house.rows(`SELECT encode(payload_hash, 'hex') FROM proposals WHERE id = $1`, [id]);
  return { id, hash: String(hash), decision: 'accept' } as const;
}

test('credited by what came, the fee stays; the withdrawal stays paid and says so, to its user and to the staff', async () => {
  const { user, id } = await paid('150');
  const before = await books(user);
  const reference = output();
  expect(await tell(ann, 'withdrawal_back', cameBack(id, '144.5', reference))).toMatchObject({
    ...{ said: 'ok', data: { proposal: null } },
  });
  expect(await books(user)).toEqual({ ...before, free: before.free + 14_450, pool: before.pool - 14_450 });
  expect([await house.statusOf(id), await house.journalsOf(id), await journalsBack(id)]).toEqual([
    ...['paid', [110, 111, 112], [116]],
  ]);
  const { data } = await house.user('draw_list', {}, { token: user.token, lang: 'en' });
  const [record] = z
    .object({ data: z.array(recordOf.extend({ came_back: z.object({ amount: z.string() }) })) })
    .parse(data).data;
  expect(record).toMatchObject({ status: 3, status_name: 'Paid, came back', came_back: { amount: '144.50' } });
  const ledger = await house.user('forexChange', { type: '1', page: '1' }, { token: user.token, lang: 'en' });
  expect(
    z.object({ list: z.array(z.object({ Type: z.number(), Value: z.string() })) }).parse(ledger.data).list[0],
  ).toEqual({
    ...{ Type: 116, Value: '144.5' },
  });
  const told = await house.rows('SELECT kind, params FROM notices WHERE user_id = $1 ORDER BY id DESC LIMIT 1', [
    user.id,
  ]);
  expect(told.flat()).toEqual(['withdrawal_back', { amount: '144.50' }]);
  const card = await tell(cora, 'withdrawal', { id });
  expect(card.data).toMatchObject({
    back: { amount: '144.50', by: ann?.name, reference },
    ways: [{ id: '1', place: OURS }],
  });
  const acts = await house.rows(`SELECT kind FROM acts WHERE contents::jsonb ->> 'withdrawal' = $1 ORDER BY id`, [id]);
  expect(acts.flat().at(-1)).toBe('withdrawal_back');
  expect(await does(ann, 'withdrawal_back', cameBack(id, '1'))).toBe('ALREADY_DECIDED');
});

test('only of what was paid, in its currency, no more than was sent, by another payment than itself, and by no receipt twice', async () => {
  const { user, id } = await paid('100');
  const back = (more: Fields) => does(ann, 'withdrawal_back', { ...cameBack(id, '95'), ...more });
  expect([
    await back({ amount: '95.000001' }),
    await back({ charge_id: '2', reference: 'LINE 1' }),
    await back({ charge_id: '9' }),
    await back({ reference: `${hashOf(id)}:1` }),
    await back({ reference: 'none' }),
    await back({ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }),
    await back({ id: '1' }),
    await does(cora, 'withdrawal_back', cameBack(id, '95')),
  ]).toEqual([
    ...['INPUT_INVALID', 'INPUT_INVALID', 'OPTION_UNKNOWN', 'INPUT_INVALID', 'INPUT_INVALID', 'INPUT_INVALID'],
    ...['ITEM_UNKNOWN', 'NOT_ALLOWED'],
  ]);
  const waits = await house.asked(user, '20');
  expect(await does(ann, 'withdrawal_back', cameBack(waits, '1'))).toBe('ALREADY_DECIDED');
  const reference = output();
  expect(await back({ reference })).toBe('ok');
  const next = await paid('100');
  expect(await does(ann, 'withdrawal_back', cameBack(next.id, '95', reference))).toBe('RECEIPT_USED');
  const [proofImg] = await house.images(next.user);
  const sent = { number: '95', proofImg, address: OURS, charge_id: '1' };
  const deposit = z
    .object({ id: z.string() })
    .parse((await house.user('charge_submit', sent, { token: next.user.token })).data).id;
  expect(await does(ann, 'deposit_credit', { id: deposit, reference, amount: '95' })).toBe('RECEIPT_USED');
});

test('what was booked as nobody’s is its user’s by that receipt: the pool does not move again', async () => {
  const { user, id } = await paid('100');
  const reference = output();
  expect(await does(ann, 'receipt_book', { charge_id: '1', reference, amount: '90' })).toBe('ok');
  const before = await books(user);
  expect(await does(ann, 'withdrawal_back', cameBack(id, '80', reference))).toBe('INPUT_INVALID');
  expect(await does(ann, 'withdrawal_back', cameBack(id, '90', reference))).toBe('ok');
  expect(await books(user)).toEqual({ ...before, free: before.free + 9_000, nobodys: before.nobodys - 9_000 });
});

test('who had paid it does not say so alone, and from the limit on nobody does, by the sum of a day', async () => {
  const own = await paid('100');
  const asked = await tell(ben, 'withdrawal_back', cameBack(own.id, '95'));
  const proposal = await decision(asked.data);
  expect([await does(ben, 'proposal_decide', proposal), await house.journalsOf(own.id)]).toEqual([
    ...['OWN_WORK', [110, 111, 112]],
  ]);
  expect([await does(cora, 'proposal_decide', proposal), await journalsBack(own.id)]).toEqual(['ok', [116]]);
  const large = await paid('10500');
  const before = await books(large.user);
  const split = await paid('5000');
  const told = await tell(ann, 'withdrawal_back', cameBack(large.id, '10400'));
  expect(await does(cat, 'proposal_decide', await decision(told.data))).toBe('ok');
  expect((await books(large.user)).free).toBe(before.free + 1_040_000);
  // The day's sum is of its user, whatever came back or was deposited.
  const [proofImg] = await house.images(split.user);
  const sent = { number: '6000', proofImg, address: OURS, charge_id: '1' };
  const { id } = z
    .object({ id: z.string() })
    .parse((await house.user('charge_submit', sent, { token: split.user.token })).data);
  expect(await does(ann, 'deposit_credit', { id, reference: output(), amount: '6000' })).toBe('ok');
  const many = await tell(ann, 'withdrawal_back', cameBack(split.id, '4500'));
  expect([proposalOf.safeParse(many.data).success, await journalsBack(split.id)]).toEqual([true, []]);
});

test('what somebody else claims as a deposit is for compliance', async () => {
  const { id } = await paid('100');
  const stranger = await house.rich(10);
  const reference = output();
  const [proofImg] = await house.images(stranger);
  const claim = { number: '95', proofImg, address: OURS, charge_id: '1', txid: reference.slice(0, 64) };
  expect((await house.user('charge_submit', claim, { token: stranger.token })).said).toBe('ok');
  const asked = await tell(ann, 'withdrawal_back', cameBack(id, '95', reference));
  const proposal = await decision(asked.data);
  expect([await does(cat, 'proposal_decide', proposal), await does(cora, 'proposal_decide', proposal)]).toEqual([
    ...['NOT_ALLOWED', 'ok'],
  ]);
  expect(await journalsBack(id)).toEqual([116]);
});

test('of a bank’s line, and of nobody whom the member is linked to', async () => {
  const { user, id } = await paid('100', BANK);
  const fields = { id, charge_id: '2', reference: `line ${id}`, amount: '95' };
  const linked = await house.member('treasurer');
  await house.db.owner.query('INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $1)', [
    ...[linked.id, user.id],
  ]);
  expect([await does(linked, 'withdrawal_back', fields), await does(ann, 'withdrawal_back', fields)]).toEqual([
    ...['BENEFICIARY', 'ok'],
  ]);
});

test('of who has left nothing is credited: it stays nobody’s', async () => {
  const user = await house.rich(100);
  await house.bound(user);
  const own = { token: user.token };
  for (const from of ['2', '3']) await house.user('transfer', { balance: '100', currency_id: '1', from, to: '1' }, own);
  const id = await house.asked(user, '300');
  await pays(id, [cora]);
  const back = cameBack(id, '295');
  const proposal = await decision((await tell(ben, 'withdrawal_back', back)).data);
  const ticketOf = z.object({ ticket: z.string() });
  const { ticket } = ticketOf.parse((await house.user('delete_begin', {}, own)).data);
  expect((await house.user('delete_confirm', { ticket }, own)).said).toBe('ok');
  expect([await does(ann, 'withdrawal_back', back), await does(cora, 'proposal_decide', proposal)]).toEqual([
    ...['ITEM_UNKNOWN', 'PROPOSAL_CHANGED'],
  ]);
  expect(await journalsBack(id)).toEqual([]);
});

test('said at once on two servers, of one withdrawal or of one receipt: once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const [one, two] = [await paid('50'), await paid('50')];
    const before = [await books(one.user), await books(two.user)];
    const twice = await Promise.all([
      does(ann, 'withdrawal_back', cameBack(one.id, '45')),
      does(cat, 'withdrawal_back', cameBack(one.id, '45'), other),
    ]);
    expect(twice.sort()).toEqual(['ALREADY_DECIDED', 'ok']);
    const three = await paid('50');
    const reference = output();
    const shared = await Promise.all([
      does(ann, 'withdrawal_back', cameBack(two.id, '45', reference)),
      does(cat, 'withdrawal_back', cameBack(three.id, '45', reference), other),
    ]);
    expect(shared.sort()).toEqual(['RECEIPT_USED', 'ok']);
    expect((await books(one.user)).free).toBe((before[0]?.free ?? 0) + 4_500);
  }
});

test('one payment said at once of a withdrawal and of money that goes back, on two servers: of one', async () => {
  for (let round = 0; round < 6; round += 1) {
    const user = await house.rich(100);
    await house.bound(user);
    const id = await house.asked(user, '50');
    expect([await does(cora, 'withdrawal_approve', { id }), await does(ben, 'withdrawal_claim', { id })]).toEqual(
      Array(2).fill('ok'),
    );
    const booked = await tell(ann, 'receipt_book', { charge_id: '1', reference: output(), amount: '20' });
    const { id: receipt } = z.object({ id: z.string() }).parse(booked.data);
    const asked = await tell(ann, 'receipt_return', { id: receipt, reason: 'the sender asks for it' });
    expect(await does(cora, 'proposal_decide', await decision(asked.data))).toBe('ok');
    expect(await does(ann, 'receipt_take', { id: receipt })).toBe('ok');
    const reference = hashOf(id);
    const said = await Promise.all([
      does(ben, 'withdrawal_paid', { id, reference }),
      does(ann, 'receipt_sent', { id: receipt, reference }, other),
    ]);
    expect(said.sort()).toEqual(['PAYMENT_USED', 'ok']);
  }
});

test('the database’s own net: what was paid changes by nothing else, and what came back stays', async () => {
  const { id } = await paid('50');
  const set = (sql: string) =>
    house.db.owner.query(`UPDATE withdrawals SET ${sql} WHERE id = $1`, [id]).then(
      () => 'done',
      (error: { constraint?: string }) => error.constraint,
    );
  expect([await set(`paid_reference = 'x'`), await set(`overdue_time = 1`)]).toEqual([
    ...['withdrawal_states', 'withdrawal_states'],
  ]);
  expect(await does(ann, 'withdrawal_back', cameBack(id, '45'))).toBe('ok');
  expect([await set('back_credited = 1'), await set('back_receipt_id = NULL')]).toEqual([
    ...['withdrawal_states', 'withdrawal_states'],
  ]);
});
