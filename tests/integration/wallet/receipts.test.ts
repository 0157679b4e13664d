// Money that came and that nobody claimed, over HTTP where two servers serve one database: booked once, owed and nobody's; then credited as what was
// booked, or sent back by two people, once, whoever decides and however at once.

import { uidOf } from '@fairtick/server/domains/accounts/index';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import type { TestMember } from '../../harness/staff.ts';
import type { Person, Server } from '../verification/house.ts';
import { type MoneyHouse, OURS, openMoneyHouse } from './money-house.ts';

let house: MoneyHouse;
let other: Server;
let [ann, ben, cora]: TestMember[] = [];
beforeAll(async () => {
  house = await openMoneyHouse();
  other = await house.another();
  ann = await house.member('treasurer');
  ben = await house.member('treasurer');
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

let made = 0;
/** An output of a transaction that no other test has. */
function output(): string {
  made += 1;
  return `${(0xabc000 + made).toString(16).padStart(64, '0')}:0`;
}
const idOf = z.object({ id: z.string() });
const depositOf = z.object({ deposit: z.string() });
const proposalOf = z.object({ proposal: z.string() });

/** Verified, with nothing yet. */
async function person(): Promise<Person> {
  const one = await house.person();
  await house.db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [one.id]);
  return one;
}
const book = (who: TestMember | undefined, reference: string, amount: string, at: Server = house, option = '1') =>
  tell(who, 'receipt_book', { charge_id: option, reference, amount, from: 'an exchange', reason: 'it came' }, at);
/** Its id. */
async function booked(reference: string, amount: string, option = '1'): Promise<string> {
  const told = await book(ann, reference, amount, house, option);
  expect(told).toMatchObject({ said: 'ok' });
  return idOf.parse(told.data).id;
}
/** As it is stored: the test's people have UIDs of their own. */
const uidIn = async ({ id }: Person): Promise<string> =>
  String((await house.rows('SELECT uid FROM users WHERE id = $1', [id])).flat()[0]);
/** The deposit that it became. */
async function assigned(id: string, user: Person): Promise<string> {
  const told = await tell(ann, 'receipt_assign', { id, uid: await uidIn(user) });
  expect(told).toMatchObject({ said: 'ok' });
  return depositOf.parse(told.data).deposit;
}
async function decision(proposal: unknown) {
  const { proposal: id } = proposalOf.parse(proposal);
  const [[hash] = []] = await house.rows(`SELECT encode(payload_hash, 'hex') FROM proposals WHERE id = $1`, [id]);
  return { id, hash: String(hash), decision: 'accept' } as const;
}
const returning = async (id: string, who = ann) =>
  decision((await tell(who, 'receipt_return', { id, reason: 'the bank asked for it' })).data);
const free = async ({ id }: Person) =>
  (
    await house.rows(
      `SELECT available::numeric(30, 2)::text FROM ledger_accounts WHERE owner_id = $1 AND realm = 'live' AND kind = 'change'`,
      [id],
    )
  ).flat()[0];
const clearing = async () =>
  (
    await house.rows(
      `SELECT available::numeric(30, 2)::text FROM ledger_accounts WHERE owner_id = 0 AND realm = 'live' AND kind = 'clearing:deposit'`,
    )
  ).flat()[0];
const journalsOf = async (...ids: readonly string[]) =>
  (await house.rows('SELECT reason FROM journals WHERE reference = ANY ($1::bigint[]) ORDER BY id', [ids])).flat();
const stateOf = async (id: string) => (await house.rows('SELECT state FROM receipts WHERE id = $1', [id])).flat()[0];
const actsOf = async (id: string) =>
  (await house.rows(`SELECT kind FROM acts WHERE contents::jsonb ->> 'receipt' = $1 ORDER BY id`, [id])).flat();

test('booked as what came: owed, nobody’s, listed with who claims the same transaction', async () => {
  const reference = output();
  const before = Number(await clearing());
  const id = await booked(`0x${reference.toUpperCase()}`, '900.5');
  expect([await stateOf(id), await journalsOf(id), await actsOf(id)]).toEqual(['free', [102], ['receipt_booked']]);
  expect(Number(await clearing()) - before).toBeCloseTo(900.5, 9);
  const user = await person();
  const [proofImg] = await house.images(user);
  const txid = reference.split(':')[0] ?? '';
  const sent = { number: '1000', proofImg, address: OURS, charge_id: '1', txid };
  const said = await house.user('charge_submit', sent, { token: user.token });
  const deposit = idOf.parse(said.data).id;
  const { data } = z.object({ data: z.array(z.unknown()) }).parse((await tell(ben, 'receipts', {})).data);
  expect(data.at(-1)).toEqual({
    ...{ id, method: 'evm:1', reference, currency: 'USDT', amount: '900.5', booked: '900.50', from: 'an exchange' },
    ...{ seen: expect.any(Number), seenBy: ann?.name, state: 'free', claims: [{ deposit, uid: uidOf(user.id) }] },
    ...{ owner: '', takenBy: '', mine: false, sent: '' },
  });
  const card = await tell(ann, 'deposit', { id: deposit });
  expect(card.data).toMatchObject({
    receipts: expect.arrayContaining([{ reference, amount: '900.5', booked: '900.50', from: 'an exchange' }]),
  });
  const credit = (amount: string) => does(ben, 'deposit_credit', { id: deposit, reference, amount });
  expect([await credit('1000'), await credit('900.5'), await credit('900.5')]).toEqual([
    ...['INPUT_INVALID', 'ok', 'ALREADY_DECIDED'],
  ]);
  expect([await free(user), await stateOf(id), await journalsOf(id, deposit)]).toEqual([
    '900.50',
    'matched',
    [102, 103],
  ]);
  expect(Number(await clearing())).toBe(before);
});

test('one output is one receipt, by whichever of two servers, and no credit beside it', async () => {
  const reference = output();
  const answers = await Promise.all([
    book(ann, reference, '50'),
    book(ben, reference, '50', other),
    book(cora, reference, '50'),
  ]);
  expect(answers.map(({ said }) => said).sort()).toEqual(['NOT_ALLOWED', 'RECEIPT_USED', 'ok']);
  const user = await person();
  const id = await booked(output(), '70');
  const deposit = await assigned(id, user);
  const used = output();
  expect(await does(ann, 'deposit_credit', { id: deposit, reference: used, amount: '70' })).toBe('ok');
  expect([
    await does(ann, 'receipt_book', { charge_id: '1', reference: used, amount: '70' }),
    await stateOf(id),
  ]).toEqual([...['RECEIPT_USED', 'free']]);
});

test.each([
  [{ charge_id: '9' }, 'OPTION_UNKNOWN'],
  [{ amount: '0' }, 'VALUE_ZERO'],
  [{ amount: '0.004' }, 'AMOUNT_BELOW_MIN'],
  [{ amount: 'x' }, 'VALUE_NOT_A_NUMBER'],
  [{ reference: 'none' }, 'INPUT_INVALID'],
])('%o is refused: %s', async (fields, said) => {
  const whole = { charge_id: '1', reference: output(), amount: '50', ...fields };
  expect(await does(ann, 'receipt_book', whole)).toBe(said);
});

describe('put under a user', () => {
  test('it waits as a deposit without a picture, once, and is credited as what was booked', async () => {
    const [user, stranger] = [await person(), await person()];
    const reference = output();
    const id = await booked(reference, '120');
    const deposit = await assigned(id, user);
    expect(await does(ann, 'receipt_assign', { id, uid: await uidIn(user) })).toBe('TXID_CLAIMED');
    expect(await does(ann, 'receipt_assign', { id, uid: 'NOBODY' })).toBe('ITEM_UNKNOWN');
    expect(await does(ann, 'deposit_credit', { id: deposit, reference, amount: '120' })).toBe('ok');
    expect([await free(user), await actsOf(id)]).toEqual(['120.00', ['receipt_booked', 'receipt_assigned']]);
    expect(await does(ann, 'receipt_assign', { id, uid: await uidIn(stranger) })).toBe('ALREADY_DECIDED');
    expect(await does(ann, 'receipt_return', { id, reason: 'too late' })).toBe('ALREADY_DECIDED');
  });

  test('two outputs of one transaction are of one user, each by itself; the second by two people', async () => {
    const user = await person();
    const first = output();
    const second = first.replace(/:0$/, ':1');
    const [one, two] = [await booked(first, '50'), await booked(second, '60')];
    const credited = await assigned(one, user);
    // A second line of the list is not the first one again.
    const waits = await assigned(two, user);
    for (const [id, reference, amount] of [[credited, first, '50'] as const, [waits, second, '60'] as const]) {
      const told = await tell(ann, 'deposit_credit', { id, reference, amount, reason: 'his too' });
      expect(told.said).toBe('ok');
      expect(await does(cora, 'proposal_decide', await decision(told.data))).toBe('ok');
    }
    expect(await free(user)).toBe('110.00');
    expect(await does(ann, 'receipt_assign', { id: two, uid: await uidIn(user) })).toBe('ALREADY_DECIDED');
  });

  test('its receipt stands before all else that came the same way', async () => {
    const user = await person();
    for (let n = 0; n < 11; n += 1) await booked(`OLDER ${made} ${n}`, '11', '2');
    const reference = `NEWEST${made}`;
    const deposit = await assigned(await booked(reference, '12', '2'), user);
    const card = z.object({ receipts: z.array(z.object({ reference: z.string() })) });
    expect(card.parse((await tell(ann, 'deposit', { id: deposit })).data).receipts[0]?.reference).toBe(reference);
  });

  test.each([
    ['a transaction', '1', () => output()],
    ['a line of a bank', '2', () => `LINE ${output()}`],
  ])('of two who are put under %s one gets it, by two people', async (_, option, newReference) => {
    const [one, two] = [await person(), await person()];
    const users = [one, two];
    const reference = newReference().replaceAll(' ', '');
    const id = await booked(reference, '80', option);
    const deposits = [];
    for (const user of users) deposits.push(await assigned(id, user));
    const [listed] = z
      .object({ data: z.array(z.object({ id: z.string(), claims: z.array(z.object({ uid: z.string() })) })) })
      .parse((await tell(ben, 'receipts', {})).data)
      .data.filter((one) => one.id === id);
    expect(listed?.claims.map(({ uid }) => uid)).toEqual(users.map((one) => uidOf(one.id)));
    expect(await does(ann, 'receipt_assign', { id, uid: await uidIn(one) })).toBe('TXID_CLAIMED');
    const proposed = await Promise.all(
      deposits.map(async (deposit) =>
        decision((await tell(ann, 'deposit_credit', { id: deposit, reference, amount: '80', reason: 'his' })).data),
      ),
    );
    const answers = await Promise.all(
      proposed.map((agreed, at) => does(cora, 'proposal_decide', agreed, at === 0 ? house : other)),
    );
    expect(answers.filter((said) => said === 'ok')).toHaveLength(1);
    expect((await Promise.all(users.map(free))).sort()).toEqual(['0.00', '80.00']);
    expect(await journalsOf(id, ...deposits)).toEqual([102, 103]);
  });

  test('from the limit on it takes two: to book it, by each of two at once only once, and to credit it', async () => {
    const user = await person();
    const reference = output();
    const before = await clearing();
    const proposed = await Promise.all([
      book(ann, reference, '10000').then(({ data }) => decision(data)),
      book(ben, reference, '10000').then(({ data }) => decision(data)),
    ]);
    expect([await clearing(), await does(ann, 'proposal_decide', proposed[0])]).toEqual([before, 'OWN_WORK']);
    const answers = await Promise.all(proposed.map((one) => does(cora, 'proposal_decide', one)));
    expect(answers.sort()).toEqual(['RECEIPT_USED', 'ok']);
    expect(Number(await clearing()) - Number(before)).toBeCloseTo(10_000, 9);
    const id = String((await house.rows('SELECT id FROM receipts WHERE reference = $1', [reference])).flat()[0]);
    expect(await does(ann, 'receipt_book', { charge_id: '1', reference, amount: '10000' })).toBe('RECEIPT_USED');
    expect(await does(ann, 'receipt_book', { charge_id: '1', reference: output(), amount: '10000' })).toBe(
      'REASON_REQUIRED',
    );
    const deposit = await assigned(id, user);
    const told = await tell(ann, 'deposit_credit', { id: deposit, reference, amount: '10000', reason: 'seen' });
    expect([told.said, await free(user)]).toEqual(['ok', '0.00']);
    expect(await does(cora, 'proposal_decide', await decision(told.data))).toBe('ok');
    expect([await free(user), await journalsOf(deposit)]).toEqual(['10000.00', [103]]);
  });
});

test('a claim that was rejected still counts: the next one of the same transaction takes two', async () => {
  const [honest, accomplice] = [await person(), await person()];
  const reference = output();
  const [txid = ''] = reference.split(':');
  const claims = async (user: Person): Promise<string> => {
    const [proofImg] = await house.images(user);
    const sent = { number: '100', proofImg, address: OURS, charge_id: '1', txid };
    return idOf.parse((await house.user('charge_submit', sent, { token: user.token })).data).id;
  };
  expect(await does(ann, 'deposit_reject', { id: await claims(honest), reason_code: 'no_payment' })).toBe('ok');
  const deposit = await claims(accomplice);
  const told = await tell(ann, 'deposit_credit', { id: deposit, reference, amount: '100', reason: 'seen' });
  expect(proposalOf.parse(told.data).proposal).not.toBe('');
  expect(await free(accomplice)).toBe('0.00');
});

/** A payment that left, as nobody else has said it. */
const payment = (): string => output().split(':')[0] ?? '';

describe('sent back', () => {
  /** Agreed by two; nothing was sent yet. */
  async function goingBack(amount = '33'): Promise<{ readonly id: string; readonly reference: string }> {
    const reference = output();
    const id = await booked(reference, amount);
    expect(await does(cora, 'proposal_decide', await returning(id))).toBe('ok');
    return { id, reference };
  }

  test('two agree, one takes it and says the payment; from the agreement on nobody is credited by it', async () => {
    const reference = output();
    const before = await clearing();
    const id = await booked(reference, '33');
    const user = await person();
    const deposit = await assigned(id, user);
    const proposal = await returning(id);
    expect([await does(ann, 'proposal_decide', proposal), await stateOf(id)]).toEqual(['NOT_ALLOWED', 'free']);
    expect([await does(cora, 'proposal_decide', proposal), await stateOf(id)]).toEqual(['ok', 'returning']);
    // The money may have left by now, and is owed in the books until its payment is said.
    expect([await journalsOf(id), Number(await clearing()) - Number(before)]).toEqual([[102], 33]);
    expect(await does(ann, 'deposit_credit', { id: deposit, reference, amount: '33' })).toBe('RECEIPT_USED');
    expect(await does(ann, 'receipt_assign', { id, uid: await uidIn(await person()) })).toBe('ALREADY_DECIDED');
    expect(await does(ann, 'receipt_return', { id, reason: 'again' })).toBe('ALREADY_DECIDED');
    const sent = { id, reference: payment() };
    expect(await does(ben, 'receipt_sent', sent)).toBe('CLAIM_FIRST');
    expect(await does(ben, 'receipt_take', { id })).toBe('ok');
    const late = await tell(ann, 'receipt_take', { id }, other);
    expect([late.said, JSON.stringify(late)]).toEqual(['TAKEN_BY_OTHER', expect.stringContaining(ben?.name ?? '?')]);
    expect(await does(ann, 'receipt_sent', sent)).toBe('TAKEN_BY_OTHER');
    expect([await does(ben, 'receipt_sent', sent), await stateOf(id)]).toEqual(['ok', 'returned']);
    expect([await journalsOf(id), await clearing()]).toEqual([[102, 104], before]);
    expect(await does(ann, 'deposit_credit', { id: deposit, reference, amount: '33' })).toBe('RECEIPT_USED');
    expect([await free(user), await does(ann, 'receipt_keep', { id, reason: 'no' })]).toEqual([
      ...['0.00', 'ALREADY_DECIDED'],
    ]);
    expect(await actsOf(id)).toEqual([
      ...['receipt_booked', 'receipt_assigned', 'receipt_return_agreed', 'receipt_taken', 'receipt_returned'],
    ]);
  });

  test('one takes it, whoever asks at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await goingBack('5');
      const answers = await Promise.all([
        does(ann, 'receipt_take', { id }, house),
        does(ben, 'receipt_take', { id }, other),
      ]);
      expect(answers.sort()).toEqual(['TAKEN_BY_OTHER', 'ok']);
    }
  });

  test('one payment pays one: neither two receipts nor a receipt and a withdrawal', async () => {
    const reference = payment();
    const [one, two] = [await goingBack('7'), await goingBack('7')];
    for (const { id } of [one, two]) expect(await does(ann, 'receipt_take', { id })).toBe('ok');
    const said = await Promise.all([
      does(ann, 'receipt_sent', { id: one.id, reference }, house),
      does(ann, 'receipt_sent', { id: two.id, reference: `0x${reference.toUpperCase()}` }, other),
    ]);
    expect(said.sort()).toEqual(['PAYMENT_USED', 'ok']);
    const left = (await stateOf(one.id)) === 'returning' ? one.id : two.id;
    expect(await does(ann, 'receipt_sent', { id: left, reference: 'no hash' })).toBe('INPUT_INVALID');
    expect(await does(ann, 'receipt_sent', { id: left, reference: payment() })).toBe('ok');
  });

  test('nothing was sent: by two people, one of them who had taken it; then it is credited as before', async () => {
    const { id, reference } = await goingBack('12');
    expect(await does(ben, 'receipt_take', { id })).toBe('ok');
    const keeping = async (who: TestMember | undefined) =>
      decision((await tell(who, 'receipt_keep', { id, reason: 'the bank has it still' })).data);
    // Ben may have sent it by now: nobody but him knows.
    expect([await does(cora, 'proposal_decide', await keeping(ann)), await stateOf(id)]).toEqual([
      ...['TAKEN_BY_OTHER', 'returning'],
    ]);
    const kept = await keeping(ben);
    expect([await does(ann, 'proposal_decide', kept), await stateOf(id)]).toEqual(['NOT_ALLOWED', 'returning']);
    expect([await does(cora, 'proposal_decide', kept), await stateOf(id)]).toEqual(['ok', 'free']);
    expect(await does(ben, 'receipt_sent', { id, reference: payment() })).toBe('ALREADY_DECIDED');
    const user = await person();
    const deposit = await assigned(id, user);
    expect(await does(ann, 'deposit_credit', { id: deposit, reference, amount: '12' })).toBe('ok');
    expect([await free(user), await journalsOf(id, deposit)]).toEqual(['12.00', [102, 103]]);
  });

  test('sent or kept, never both, whichever server decides', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await goingBack('9');
      expect(await does(ben, 'receipt_take', { id })).toBe('ok');
      const kept = await decision((await tell(ann, 'receipt_keep', { id, reason: 'it came back' })).data);
      const answers = await Promise.all([
        does(cora, 'proposal_decide', kept, round % 2 === 0 ? house : other),
        does(ben, 'receipt_sent', { id, reference: payment() }, other),
      ]);
      expect(answers.filter((said) => said === 'ok')).toHaveLength(1);
      expect(await journalsOf(id)).toEqual((await stateOf(id)) === 'returned' ? [102, 104] : [102]);
    }
  });

  test('agreed to go back or credited, never both, whichever server decides', async () => {
    const sums: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const user = await person();
      const reference = output();
      const id = await booked(reference, '10');
      const deposit = await assigned(id, user);
      const proposal = await returning(id);
      const answers = await Promise.all([
        does(cora, 'proposal_decide', proposal, round % 2 === 0 ? house : other),
        does(ben, 'deposit_credit', { id: deposit, reference, amount: '10' }, other),
      ]);
      expect(answers.filter((said) => said === 'ok')).toHaveLength(1);
      sums.push(`${await stateOf(id)} ${await free(user)}`);
    }
    for (const one of sums) expect(['returning 0.00', 'matched 10.00']).toContain(one);
  });
});
