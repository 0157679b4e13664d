// What the staff do with deposits, over HTTP on the whole server: what came is credited once by its receipt, whatever was said; from the limit on by two
// people; and races for one receipt and for one deposit.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import type { TestMember } from '../../harness/staff.ts';
import type { Person } from '../verification/house.ts';
import { type MoneyHouse, openMoneyHouse } from './money-house.ts';

let house: MoneyHouse;
let [ann, ben]: TestMember[] = [];
let compliance: TestMember;
let person: Person;
beforeAll(async () => {
  house = await openMoneyHouse();
  ann = await house.member('treasurer');
  ben = await house.member('treasurer');
  compliance = await house.member('compliance');
});
afterAll(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.close();
});
beforeEach(async () => {
  person = await verified();
});

/** Somebody new, who is verified and has nothing. */
async function verified(): Promise<Person> {
  const one = await house.person();
  await house.db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [one.id]);
  return one;
}

type Fields = Readonly<Record<string, string>>;
const made = z.object({ id: z.string() });
const credited = z.object({ proposal: z.string().nullable() });
let receipts = 0;
/** A transaction's output that nobody has named yet. */
const newReference = (): string => {
  receipts += 1;
  return `${receipts.toString(16).padStart(64, '0')}:0`;
};

/** Said to be sent; its id. */
async function said(number: string, more: Fields = {}, by = person): Promise<string> {
  const [image = ''] = await house.images(by);
  const told = await house.user(
    'charge_submit',
    { number, charge_id: '1', proofImg: image, ...more },
    { token: by.token },
  );
  expect(told.said).toBe('ok');
  return made.parse(told.data).id;
}
const credit = (who: TestMember | undefined, id: string, amount: string, reference = newReference()) =>
  house.staff('deposit_credit', { id, amount, reference, reason: 'as our bank shows' }, { token: who?.token });
const reject = async (who: TestMember | undefined, id: string, fields: Fields): Promise<string> =>
  (await house.staff('deposit_reject', { id, ...fields }, { token: who?.token })).said;
const record = async (by = person, lang = 'en'): Promise<unknown> => {
  const { data } = await house.user('quick_ist', { type: '0' }, { token: by.token, lang });
  return z.object({ data: z.array(z.unknown()) }).parse(data).data[0];
};
const balance = async ({ id }: Person): Promise<unknown> =>
  (
    await house.rows(
      `SELECT available::numeric(30, 2)::text FROM ledger_accounts WHERE owner_id = $1 AND kind = 'change'`,
      [id],
    )
  )[0]?.[0];
const journals = async (id: string) =>
  (await house.rows('SELECT reason FROM journals WHERE reference = $1 AND reason BETWEEN 100 AND 104', [id])).flat();
const acts = async (id: string) =>
  (await house.rows(`SELECT kind FROM acts WHERE contents::jsonb ->> 'deposit' = $1 ORDER BY id`, [id])).flat();
const notices = async () =>
  (await house.rows('SELECT kind FROM notices WHERE user_id = $1 ORDER BY id', [person.id])).flat();
async function decide(who: TestMember | undefined, id: string): Promise<string> {
  const [[hash] = []] = await house.rows(`SELECT encode(payload_hash, 'hex') FROM proposals WHERE id = $1`, [id]);
  return (await house.staff('proposal_decide', { id, hash: String(hash), decision: 'accept' }, { token: who?.token }))
    .said;
}

test('what came is credited and not what was said; the difference is told, with its journal, act and notice', async () => {
  const id = await said('1000');
  const card = await house.staff('deposit', { id }, { token: ann?.token });
  expect(card.data).toMatchObject({ number: '1000', status: 0, usdPrice: '1', least: '10.00', verified: true });
  const told = await credit(ann, id, '900');
  expect([told.said, credited.parse(told.data).proposal]).toEqual(['ok', null]);
  expect(await balance(person)).toBe('900.00');
  expect([await journals(id), await acts(id), await notices()]).toEqual([
    [100],
    ['deposit_credited'],
    ['deposit_credited'],
  ]);
  expect(await record()).toMatchObject({
    number: '1000',
    status: 1,
    credited: '900.00',
    remark: expect.stringMatching(/900/),
  });
  const [row] = await house.rows(
    `SELECT r.amount::numeric(20, 2)::text, r.state, d.credited_number::numeric(20, 2)::text FROM deposits d JOIN receipts r ON r.id = d.receipt_id WHERE d.id = $1`,
    [id],
  );
  expect(row).toEqual(['900.00', 'matched', '900.00']);
});

test('less than the least is not credited, nor what is no receipt', async () => {
  const id = await said('10');
  expect((await credit(ann, id, '9.99')).said).toBe('AMOUNT_BELOW_MIN');
  for (const reference of ['', 'see there', `${'a'.repeat(64)}`, `${'a'.repeat(63)}:0`, `${'a'.repeat(64)}:-1`])
    expect([reference, (await credit(ann, id, '10', reference)).said]).toEqual([reference, 'INPUT_INVALID']);
  expect([(await credit(ann, id, '0')).said, (await credit(ann, id, '-5')).said]).toEqual([
    ...['VALUE_ZERO', 'VALUE_NEGATIVE'],
  ]);
  expect([await balance(person), await journals(id)]).toEqual(['0.00', []]);
});

test('an output is credited once, however it is written; another one of the same transaction is compliance’s to check', async () => {
  const hash = 'AB'.repeat(32);
  expect((await credit(ann, await said('20'), '20', `0x${hash}:1`)).said).toBe('ok');
  const other = await said('20');
  expect((await credit(ben, other, '20', `${hash.toLowerCase()}:1`)).said).toBe('RECEIPT_USED');
  const { proposal } = credited.parse((await credit(ben, other, '20', `${hash}:2`)).data);
  expect(await balance(person)).toBe('20.00');
  expect(await decide(ann, proposal ?? '')).toBe('NOT_ALLOWED');
  expect(await decide(compliance, proposal ?? '')).toBe('ok');
  expect(await balance(person)).toBe('40.00');
});

test('a transaction that somebody else has named is compliance’s to check, whoever leaves it out', async () => {
  const txid = 'ef'.repeat(32);
  await said('20', { txid: `0x${txid}:3` }, await verified());
  const { proposal } = credited.parse((await credit(ann, await said('20'), '20', `${txid}:3`)).data);
  expect(await decide(ben, proposal ?? '')).toBe('NOT_ALLOWED');
  expect(await balance(person)).toBe('0.00');
  expect(await decide(compliance, proposal ?? '')).toBe('ok');
  expect(await balance(person)).toBe('20.00');
});

test('what somebody else names after it was proposed is proposed anew, for compliance to check', async () => {
  const txid = 'ee'.repeat(32);
  const mine = await said('10000');
  const before = credited.parse((await credit(ann, mine, '10000', `${txid}:3`)).data).proposal;
  await said('20', { txid }, await verified());
  expect(await decide(ben, before ?? '')).toBe('PROPOSAL_CHANGED');
  const { proposal } = credited.parse((await credit(ann, mine, '10000', `${txid}:3`)).data);
  expect([await decide(ben, proposal ?? ''), await balance(person)]).toEqual(['NOT_ALLOWED', '0.00']);
  expect([await decide(compliance, proposal ?? ''), await balance(person)]).toEqual(['ok', '10000.00']);
});

test('rejected: the user reads why and may send another proof; a double is no deposit', async () => {
  const id = await said('100');
  expect(await reject(ann, id, {})).toBe('REASON_REQUIRED');
  expect(await reject(ann, id, { reason_code: 'other' })).toBe('REASON_REQUIRED');
  expect(await reject(ann, id, { reason_code: 'other', reason: 'see www.example.com' })).toBe('REASON_LEADS_AWAY');
  expect(await reject(ann, id, { reason_code: 'no_payment' })).toBe('ok');
  expect(await record()).toMatchObject({ status: 2 });
  expect([await acts(id), await notices(), await journals(id)]).toEqual([
    ['deposit_rejected'],
    ['deposit_rejected'],
    [],
  ]);
  expect(await reject(compliance, await said('100'), { reason_code: 'double' })).toBe('ok');
  expect(await record()).toMatchObject({ status: 3 });
  expect((await credit(ann, id, '100')).said).toBe('ALREADY_DECIDED');
});

describe('two people', () => {
  test('from the limit on: proposed by one, credited by another, at the rate of then', async () => {
    const id = await said('10000');
    const { proposal } = credited.parse((await credit(ann, id, '10000')).data);
    expect([await balance(person), await journals(id)]).toEqual(['0.00', []]);
    expect(await decide(ann, proposal ?? '')).toBe('OWN_WORK');
    expect(await decide(ben, proposal ?? '')).toBe('ok');
    expect([await balance(person), await journals(id)]).toEqual(['10000.00', [100]]);
  });

  test('by the sum of a day: what is split takes two as well', async () => {
    for (const _ of [1, 2, 3])
      expect(credited.parse((await credit(ann, await said('2500'), '2500')).data).proposal).toBe(null);
    expect(credited.parse((await credit(ann, await said('2500'), '2500')).data).proposal).not.toBe(null);
    expect(await balance(person)).toBe('7500.00');
  });

  test('what two users say is theirs is compliance’s to check, however small', async () => {
    const txid = 'cd'.repeat(32);
    const mine = await said('20', { txid });
    await said('20', { txid }, await verified());
    const { proposal } = credited.parse((await credit(ann, mine, '20', `${txid}:0`)).data);
    expect(await decide(ben, proposal ?? '')).toBe('NOT_ALLOWED');
    expect(await decide(compliance, proposal ?? '')).toBe('ok');
    expect(await balance(person)).toBe('20.00');
  });
});

describe('at once', () => {
  test('one receipt by two members for two users: one is credited, the other is told, and nobody is told of a fault', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [mine, theirs] = [await said('50', {}, await verified()), await said('50', {}, await verified())];
      const reference = newReference();
      const told = await Promise.all([credit(ann, mine, '50', reference), credit(ben, theirs, '50', reference)]);
      expect(told.map((one) => one.said).sort()).toEqual(['RECEIPT_USED', 'ok']);
      expect((await journals(mine)).length + (await journals(theirs)).length).toBe(1);
    }
    expect(house.lines.filter((line) => line.includes('one_receipt'))).toEqual([]);
  });

  test('credited and rejected: one of them, and the books agree', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await said('30');
      const before = Number(await balance(person));
      const [yes, no] = await Promise.all([
        credit(ann, id, '30').then((one) => one.said),
        reject(ben, id, { reason_code: 'no_payment' }),
      ]);
      expect([yes, no].sort()).toEqual(['ALREADY_DECIDED', 'ok']);
      expect(Number(await balance(person)) - before).toBe(yes === 'ok' ? 30 : 0);
      expect(await journals(id)).toEqual(yes === 'ok' ? [100] : []);
    }
  });

  test('one key sent ten times credits once', async () => {
    const id = await said('40');
    const fields = { id, amount: '40', reference: newReference() };
    const sent = { token: ann?.token, key: 'one-key-for-ten' };
    const told = await Promise.all(Array.from({ length: 10 }, () => house.staff('deposit_credit', fields, sent)));
    expect(new Set(told.map((one) => one.said))).toEqual(new Set(['ok']));
    expect(await balance(person)).toBe('40.00');
  });
});
