// A credited deposit that is taken back, over HTTP where two servers serve one database: by two people, once; of its user what is free of it still, of the
// house's protection the rest, and nobody's balance ever falls below nothing.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import type { TestMember } from '../../harness/staff.ts';
import type { Person, Server } from '../verification/house.ts';
import { type MoneyHouse, OURS, openMoneyHouse } from './money-house.ts';

let house: MoneyHouse;
let other: Server;
let [ann, ben, cora, olga]: TestMember[] = [];
beforeAll(async () => {
  house = await openMoneyHouse();
  other = await house.another();
  ann = await house.member('treasurer');
  ben = await house.member('treasurer');
  cora = await house.member('compliance');
  olga = await house.member('owner');
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
const idOf = z.object({ id: z.string() });
const proposalOf = z.object({ proposal: z.string() });

let made = 0;
/** Verified, with so much credited by a deposit; its id. */
async function credited(amount: string): Promise<{ readonly user: Person; readonly deposit: string }> {
  const user = await house.person();
  await house.db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [user.id]);
  await house.db.owner.query('UPDATE sessions SET elevated_until = 9000000000000 WHERE user_id = $1', [user.id]);
  const [proofImg] = await house.images(user);
  const sent = { number: amount, proofImg, address: OURS, charge_id: '1' };
  const deposit = idOf.parse((await house.user('charge_submit', sent, { token: user.token })).data).id;
  made += 1;
  const reference = `${(0xde000 + made).toString(16).padStart(64, '0')}:0`;
  expect(await does(ann, 'deposit_credit', { id: deposit, reference, amount })).toBe('ok');
  return { user, deposit };
}
async function decision(data: unknown) {
  const { proposal: id } = proposalOf.parse(data);
  const [[hash] = []] = await house.rows(`SELECT encode(payload_hash, 'hex') FROM proposals WHERE id = $1`, [id]);
  return { id, hash: String(hash), decision: 'accept' } as const;
}
const asked = (id: string, who = ann) =>
  tell(who, 'deposit_reverse', { id, reason_code: 'charge_back', reason: 'the bank wrote on Monday' });
const proposed = async (id: string, who = ann) => decision((await asked(id, who)).data);
async function funded(amount: string): Promise<void> {
  for (const move of [
    { move: 'capital_in', account: '' },
    { move: 'assign', account: 'protection' },
  ]) {
    const told = await tell(ann, 'house_propose', { ...move, amount, reason: 'agreed by the board' });
    expect(await does(olga, 'proposal_decide', await decision(told.data))).toBe('ok');
  }
}
const cents = async (owner: bigint, kind: string): Promise<number> =>
  Math.round(
    100 *
      Number(
        (
          await house.rows(
            `SELECT available::text FROM ledger_accounts WHERE owner_id = $1 AND realm = 'live' AND kind = $2`,
            [owner, kind],
          )
        ).flat()[0],
      ),
  );
const books = async ({ id }: Person) => ({
  free: await cents(id, 'change'),
  pool: await cents(0n, 'external'),
  protection: await cents(0n, 'protection'),
});
const moved = async ({ token }: Person, balance: string, at: Server = house): Promise<string> =>
  (await at.user('transfer', { balance, currency_id: '1', from: '1', to: '2' }, { token })).said;
const stateOf = async (id: string) => (await house.rows('SELECT status FROM deposits WHERE id = $1', [id])).flat()[0];
const journalsOf = async (id: string) =>
  (await house.rows('SELECT reason FROM journals WHERE reference = $1 ORDER BY number', [id])).flat();

test('whole, while its user has it: nothing of the house is touched, and they are told why', async () => {
  const { user, deposit } = await credited('100');
  const before = await books(user);
  const proposal = await proposed(deposit);
  expect([await does(ann, 'proposal_decide', proposal), await stateOf(deposit)]).toEqual(['NOT_ALLOWED', 'credited']);
  // Another treasurer is no second pair of eyes for what may take from the house.
  expect([await does(ben, 'proposal_decide', proposal), await stateOf(deposit)]).toEqual(['NOT_ALLOWED', 'credited']);
  expect(await does(cora, 'proposal_decide', proposal)).toBe('ok');
  expect([await stateOf(deposit), await journalsOf(deposit)]).toEqual(['reversed', [100, 101]]);
  expect(await books(user)).toEqual({ ...before, free: 0, pool: before.pool + 10_000 });
  const { data } = await house.user('quick_ist', { type: '0', page: '1' }, { token: user.token, lang: 'en' });
  expect(data).toMatchObject({
    data: [{ id: deposit, status: 3, credited: '', remark: 'The bank took its payment back.' }],
  });
  const told = await house.rows('SELECT kind, params FROM notices WHERE user_id = $1 ORDER BY id DESC LIMIT 1', [
    user.id,
  ]);
  expect(told.flat()).toEqual(['deposit_reversed', expect.objectContaining({ amount: '100.00' })]);
  const acts = await house.rows(`SELECT kind FROM acts WHERE contents::jsonb ->> 'deposit' = $1 ORDER BY id`, [
    deposit,
  ]);
  expect(acts.flat()).toEqual(['deposit_credited', 'deposit_reversed']);
  expect([(await asked(deposit)).said, await does(cora, 'proposal_decide', proposal)]).toEqual(
    Array(2).fill('ALREADY_DECIDED'),
  );
});

test('what its user has no more is the house’s, to the cent, where its protection covers it', async () => {
  const { user, deposit } = await credited('100');
  expect(await moved(user, '60.25')).toBe('ok');
  const proposal = await proposed(deposit);
  expect(await does(cora, 'proposal_decide', proposal)).toBe('HOUSE_SHORT');
  expect([await stateOf(deposit), await cents(user.id, 'change')]).toEqual(['credited', 3_975]);
  await funded('60.25');
  const before = await books(user);
  expect(await does(cora, 'proposal_decide', proposal)).toBe('ok');
  expect(await books(user)).toEqual({
    ...{ free: 0, pool: before.pool + 10_000 },
    protection: before.protection - 6_025,
  });
});

test('nothing of it is there any more: all of it is the house’s, and no more than was credited is taken of who has more', async () => {
  const { user, deposit } = await credited('50');
  expect(await moved(user, '50')).toBe('ok');
  await funded('50');
  const before = await books(user);
  expect(await does(cora, 'proposal_decide', await proposed(deposit))).toBe('ok');
  const after = { free: 0, pool: before.pool + 5_000, protection: before.protection - 5_000 };
  expect(await books(user)).toEqual(after);
  const rich = await credited('40');
  const [proofImg] = await house.images(rich.user);
  const sent = { number: '70', proofImg, address: OURS, charge_id: '1' };
  const more = idOf.parse((await house.user('charge_submit', sent, { token: rich.user.token })).data).id;
  const reference = `${'f'.repeat(60)}${made.toString().padStart(4, '0')}:1`;
  expect(await does(ann, 'deposit_credit', { id: more, reference, amount: '70' })).toBe('ok');
  expect(await does(cora, 'proposal_decide', await proposed(rich.deposit))).toBe('ok');
  expect([await cents(rich.user.id, 'change'), await stateOf(more)]).toEqual([7_000, 'credited']);
});

test('only what was credited, of nobody whom the member is linked to, and with words', async () => {
  const { deposit, user } = await credited('20');
  expect(await does(ann, 'deposit_reverse', { id: '1', reason_code: 'charge_back', reason: 'x' })).toBe('ITEM_UNKNOWN');
  expect(await does(ann, 'deposit_reverse', { id: deposit, reason_code: 'charge_back', reason: ' ' })).toBe(
    'REASON_REQUIRED',
  );
  expect(await does(cora, 'deposit_reverse', { id: deposit, reason_code: 'charge_back', reason: 'x' })).toBe(
    'NOT_ALLOWED',
  );
  const [proofImg] = await house.images(user);
  const sent = { number: '30', proofImg, address: OURS, charge_id: '1' };
  const waits = idOf.parse((await house.user('charge_submit', sent, { token: user.token })).data).id;
  expect((await asked(waits)).said).toBe('ALREADY_DECIDED');
});

test('a freeze of theirs does not keep it, and of who has left nothing is taken', async () => {
  const { deposit, user } = await credited('25');
  const freeze = { id: user.id.toString(), locks: 'withdrawals', reason: 'a charge-back is coming' };
  expect(await does(cora, 'user_freeze', freeze)).toBe('ok');
  expect(await does(cora, 'proposal_decide', await proposed(deposit))).toBe('ok');
  expect([await stateOf(deposit), await cents(user.id, 'change')]).toEqual(['reversed', 0]);
  const gone = await credited('15');
  const proposal = await proposed(gone.deposit);
  // Who leaves has nothing left.
  const taken = { id: gone.user.id.toString(), direction: 'take', amount: '15', reason: 'paid out at the counter' };
  const correction = await decision((await tell(ann, 'correction_propose', taken)).data);
  expect(await does(olga, 'proposal_decide', correction)).toBe('ok');
  await house.db.owner.query('UPDATE sessions SET revoked_time = 1 WHERE user_id = $1', [gone.user.id]);
  await house.db.owner.query('UPDATE users SET removed_time = 1 WHERE id = $1', [gone.user.id]);
  const before = await books(gone.user);
  expect(await does(cora, 'proposal_decide', proposal)).toBe('PROPOSAL_CHANGED');
  expect([await stateOf(gone.deposit), await books(gone.user)]).toEqual(['credited', before]);
});

test('twice proposed, and at once with a transfer, on two servers: once, and never below nothing', async () => {
  await funded('100');
  for (let round = 0; round < 6; round += 1) {
    const { user, deposit } = await credited('10');
    const [first, second] = [await proposed(deposit, ann), await proposed(deposit, ben)];
    const before = await books(user);
    const [one, two, transfer] = await Promise.all([
      does(cora, 'proposal_decide', first, round % 2 === 0 ? house : other),
      does(cora, 'proposal_decide', second, other),
      moved(user, '10', round % 3 === 0 ? other : house),
    ]);
    expect([one, two].filter((said) => said === 'ok')).toHaveLength(1);
    const left = transfer === 'ok' ? 1_000 : 0;
    expect(await books(user)).toEqual({
      ...{ free: 0, pool: before.pool + 1_000 },
      protection: before.protection - left,
    });
    expect(await journalsOf(deposit)).toEqual([100, 101]);
  }
});
