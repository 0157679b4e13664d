// Deposits beside what their chain says, over HTTP on the whole server with a real node: what differs is not credited, by one person or by two, and what
// was checked is credited as the chain has it.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ANVIL, Anvil, SENDER, transferData } from '../../harness/anvil.ts';
import { brokenInvariants } from '../../harness/invariants.ts';
import type { TestMember } from '../../harness/staff.ts';
import type { Person } from '../verification/house.ts';
import { type MoneyHouse, OURS, openMoneyHouse, TOKEN } from './money-house.ts';

const OTHER_TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ELSEWHERE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const UNIT6 = 1_000_000n;
const UNIT18 = 10n ** 18n;
const NEEDED = 3;
const OPTION = { kind: 'coin', currency: 'USDT', network: 'evm:31337', protocol: 'ERC20', address: OURS, min: '10' };
const OPTIONS = [
  { ...OPTION, id: 1, token: TOKEN, places: 6, confirmations: NEEDED },
  // One of 18 decimals, which people type with fewer.
  { ...OPTION, id: 2, token: OTHER_TOKEN, places: 6, decimals: 18, confirmations: NEEDED },
  { ...OPTION, id: 3, currency: 'USDC', token: '', places: 8, confirmations: NEEDED },
  { ...OPTION, id: 4, network: 'evm:56', token: TOKEN, places: 6, confirmations: NEEDED },
];

const made = z.object({ id: z.string() });
const credited = z.object({ proposal: z.string().nullable() });
type Fields = Readonly<Record<string, string>>;

describe.skipIf(ANVIL === undefined)('with a node', () => {
  let chain: Anvil;
  let house: MoneyHouse;
  let [ann, ben, compliance]: TestMember[] = [];
  let person: Person;
  beforeAll(async () => {
    chain = await Anvil.start(31337);
    await chain.putToken(TOKEN, 10n ** 30n);
    await chain.putToken(OTHER_TOKEN, 10n ** 30n);
    house = await openMoneyHouse({ options: OPTIONS, env: { EVM_NODES: `31337=${chain.url}` } });
    ann = await house.member('treasurer');
    ben = await house.member('treasurer');
    compliance = await house.member('compliance');
  });
  afterAll(async () => {
    expect(await brokenInvariants(house.db.owner)).toEqual([]);
    await house.close();
    await chain.stop();
  });
  beforeEach(async () => {
    person = await house.person();
    await house.db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [person.id]);
  });

  async function said(number: string, more: Fields = {}): Promise<string> {
    const [proofImg] = await house.images(person);
    const fields = { number, charge_id: '1', proofImg, ...more };
    const told = await house.user('charge_submit', fields, { token: person.token });
    expect(told.said).toBe('ok');
    return made.parse(told.data).id;
  }
  const card = async (id: string) =>
    z.object({ chain: z.unknown() }).parse((await house.staff('deposit', { id }, { token: ann?.token })).data).chain;
  const credit = (id: string, amount: string, reference: string, who = ann) =>
    house.staff('deposit_credit', { id, amount, reference, reason: 'as the chain shows' }, { token: who?.token });
  const balance = async (): Promise<unknown> =>
    (
      await house.rows(
        `SELECT available::numeric(30, 2)::text FROM ledger_accounts WHERE owner_id = $1 AND kind = 'change'`,
        [person.id],
      )
    )[0]?.[0];
  /** A payment with so many blocks on it. */
  async function paid(data: string, { to = TOKEN, confirmations = NEEDED } = {}) {
    const sent = await chain.send(to, { data });
    if (confirmations > 1) await chain.mine(confirmations - 1);
    return sent;
  }
  async function decide(who: TestMember | undefined, id: string): Promise<string> {
    const [[hash] = []] = await house.rows(`SELECT encode(payload_hash, 'hex') FROM proposals WHERE id = $1`, [id]);
    return (await house.staff('proposal_decide', { id, hash: String(hash), decision: 'accept' }, { token: who?.token }))
      .said;
  }

  test('a good payment is checked, and credited as the chain has it and no other way', async () => {
    const { txid, logs } = await paid(transferData([OURS, 900n * UNIT6]));
    const id = await said('1000', { txid });
    const reference = `${txid}:${logs[0]}`;
    expect(await card(id)).toEqual({
      ...{ state: 'checked', why: '', confirmations: NEEDED, confirmationsNeeded: NEEDED },
      outputs: [{ reference, amount: '900', from: SENDER }],
    });
    expect((await credit(id, '1000', reference)).said).toBe('CHAIN_DIFFERS');
    expect((await credit(id, '900', `${txid}:${(logs[0] ?? 0) + 1}`)).said).toBe('CHAIN_DIFFERS');
    expect(await balance()).toBe('0.00');
    expect((await credit(id, '900', reference)).said).toBe('ok');
    expect(await balance()).toBe('900.00');
    const row = await house.rows('SELECT method, confirmations FROM receipts WHERE reference = $1', [reference]);
    expect(row).toEqual([['evm:31337', NEEDED]]);
  });

  test('a token of 18 decimals, to its last one', async () => {
    const { txid, logs } = await paid(transferData([OURS, 20n * UNIT18 + 1n]), { to: OTHER_TOKEN });
    const id = await said('20', { txid, charge_id: '2' });
    expect(await card(id)).toMatchObject({ state: 'checked', outputs: [{ amount: '20.000000000000000001' }] });
    expect((await credit(id, '20', `${txid}:${logs[0]}`)).said).toBe('CHAIN_DIFFERS');
    expect((await credit(id, '20.000000000000000001', `${txid}:${logs[0]}`)).said).toBe('ok');
    expect(await balance()).toBe('20.00');
  });

  test.each<[string, () => Promise<{ txid: string; logs: readonly number[] }>]>([
    ['failed', () => paid(transferData([OURS, 10n ** 40n]))],
    ['wrong_contract', () => paid(transferData([OURS, 50n * UNIT6]), { to: OTHER_TOKEN })],
    ['wrong_recipient', () => paid(transferData([ELSEWHERE, 50n * UNIT6]))],
    ['no_transfer', () => paid('0x', { to: ELSEWHERE })],
    ['too_few', () => paid(transferData([OURS, 50n * UNIT6]), { confirmations: NEEDED - 1 })],
    ['not_found', async () => ({ txid: 'ab'.repeat(32), logs: [] })],
  ])('%s: shown, and not credited', async (why, pay) => {
    const { txid, logs } = await pay();
    const id = await said('50', { txid });
    expect(await card(id)).toMatchObject({ state: 'differs', why });
    expect((await credit(id, '50', `${txid}:${logs[0] ?? 0}`)).said).toBe('CHAIN_DIFFERS');
    expect(await balance()).toBe('0.00');
  });

  test('what is too new is credited when it is old enough; what a reorganisation took back is not', async () => {
    const { txid, logs } = await paid(transferData([OURS, 50n * UNIT6]), { confirmations: 1 });
    const id = await said('50', { txid });
    const reference = `${txid}:${logs[0]}`;
    expect((await credit(id, '50', reference)).said).toBe('CHAIN_DIFFERS');
    await chain.mine(NEEDED - 1);
    const gone = await paid(transferData([OURS, 60n * UNIT6]));
    const other = await said('60', { txid: gone.txid });
    expect(await card(other)).toMatchObject({ state: 'checked' });
    await chain.reorganise(NEEDED);
    expect((await credit(other, '60', `${gone.txid}:${gone.logs[0]}`)).said).toBe('CHAIN_DIFFERS');
    expect((await credit(id, '50', reference)).said).toBe('ok');
    expect(await balance()).toBe('50.00');
  });

  test('two transfers of one transaction are two receipts, each credited once', async () => {
    const { txid, logs } = await paid(transferData([OURS, 30n * UNIT6], [ELSEWHERE, 1n], [OURS, 40n * UNIT6]));
    const id = await said('70', { txid });
    expect(await card(id)).toMatchObject({
      outputs: [
        { reference: `${txid}:${logs[0]}`, amount: '30' },
        { reference: `${txid}:${logs[2]}`, amount: '40' },
      ],
    });
    expect((await credit(id, '30', `${txid}:${logs[0]}`)).said).toBe('ok');
    const second = await said('40');
    expect((await credit(second, '30', `${txid}:${logs[0]}`)).said).toBe('RECEIPT_USED');
    const { proposal } = credited.parse((await credit(second, '40', `${txid}:${logs[2]}`)).data);
    expect(await decide(compliance, proposal ?? '')).toBe('ok');
    expect(await balance()).toBe('70.00');
  });

  test('who accepts what another proposed is held to what the chain says by then', async () => {
    const { txid, logs } = await paid(transferData([OURS, 10_000n * UNIT6]));
    const id = await said('10000', { txid });
    const { proposal } = credited.parse((await credit(id, '10000', `${txid}:${logs[0]}`)).data);
    await chain.reorganise(NEEDED);
    expect(await decide(ben, proposal ?? '')).toBe('CHAIN_DIFFERS');
    expect(await balance()).toBe('0.00');
  });

  test('money of nobody is booked as the chain has it', async () => {
    const { txid, logs } = await paid(transferData([OURS, 25n * UNIT6]));
    const book = (amount: string, reference: string) =>
      house.staff('receipt_book', { charge_id: '1', amount, reference, from: '' }, { token: ann?.token });
    expect((await book('26', `${txid}:${logs[0]}`)).said).toBe('CHAIN_DIFFERS');
    expect((await book('25', `${txid}:${logs[0]}`)).said).toBe('ok');
  });

  test('not checked: no transaction named, no node of the network, and coins that a contract may have moved', async () => {
    expect(await card(await said('50'))).toMatchObject({ state: 'not_checked', why: 'no_transaction' });
    const txid = 'cd'.repeat(32);
    const far = await said('50', { txid, charge_id: '4' });
    expect(await card(far)).toMatchObject({ state: 'not_checked', why: 'no_node' });
    expect((await credit(far, '50', `${txid}:0`)).said).toBe('ok');
    const inside = await chain.send(ELSEWHERE, { value: UNIT18 });
    const coins = await said('50', { txid: inside.txid, charge_id: '3' });
    expect(await card(coins)).toMatchObject({ state: 'not_checked', why: 'inside' });
  });

  test('the chain’s own coin, sent to us by the transaction itself', async () => {
    const { txid } = await chain.send(OURS, { value: 15n * UNIT18 });
    await chain.mine(NEEDED);
    const id = await said('15', { txid, charge_id: '3' });
    expect(await card(id)).toMatchObject({ state: 'checked', outputs: [{ reference: `${txid}:0`, amount: '15' }] });
    expect((await credit(id, '15', `${txid}:0`)).said).toBe('ok');
  });
});
