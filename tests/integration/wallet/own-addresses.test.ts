// Users' own deposit addresses by an extended public key, over HTTP on the whole server with a real node: each gets one that is nobody else's, what comes to
// it is theirs and is credited to nobody else, also after the key is another one.

import { uidOf } from '@fairtick/server/domains/accounts/index';
import { deriveAddress, readXpub } from '@fairtick/server/domains/wallet/addresses/derived';
import {
  ABANDON_XPUB,
  ETHEREUM_XPRV,
  ETHEREUM_XPUB,
  TRON_XPUB,
  ZPUB,
} from '@fairtick/server/domains/wallet/addresses/known.fixture';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ANVIL, Anvil, transferData } from '../../harness/anvil.ts';
import { brokenInvariants } from '../../harness/invariants.ts';
import { presetSettings } from '../../harness/preset.ts';
import type { TestMember } from '../../harness/staff.ts';
import type { Person, Server } from '../verification/house.ts';
import { COIN as BOUND, type MoneyHouse, OURS, openMoneyHouse, TOKEN } from './money-house.ts';

const UNIT6 = 1_000_000n;
const NEEDED = 3;
const TERMS = { kind: 'coin', currency: 'USDT', min: '10', token: TOKEN, places: 6, confirmations: NEEDED } as const;
const own = (xpub: string) => [
  { ...TERMS, id: 1, network: 'evm:31337', protocol: 'ERC20', xpub },
  { ...TERMS, id: 2, network: 'evm:56', protocol: 'BEP20', xpub },
  { ...TERMS, id: 3, network: 'bitcoin', protocol: 'Bitcoin', token: '', xpub: ZPUB },
  { ...TERMS, id: 4, network: 'tron', protocol: 'TRC20', token: '', xpub: TRON_XPUB },
  { ...TERMS, id: 5, network: 'evm:31337', protocol: 'ERC20', address: OURS },
];

type Fields = Readonly<Record<string, string>>;
const made = z.object({ id: z.string() });
const offered = z.array(z.object({ id: z.string(), address: z.string(), own: z.boolean() }));
const assigned = z.object({ deposit: z.string() });

let house: MoneyHouse;
let ann: TestMember;
let chain: Anvil | undefined;
beforeAll(async () => {
  if (ANVIL !== undefined) {
    chain = await Anvil.start(31337);
    await chain.putToken(TOKEN, 10n ** 30n);
  }
  house = await openMoneyHouse({
    options: own(ETHEREUM_XPUB),
    env: chain ? { EVM_NODES: `31337=${chain.url}` } : {},
  });
  ann = await house.member('treasurer');
});
afterAll(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.close();
  await chain?.stop();
});

async function person(): Promise<Person> {
  const one = await house.person();
  await house.db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [one.id]);
  return one;
}
async function looked({ token }: Person, at: Server = house) {
  const told = await at.user('charge_info', {}, { token });
  expect(told.said).toBe('ok');
  return offered.parse(told.data);
}
const addressAt = async (who: Person, id: string, at: Server = house): Promise<string> =>
  (await looked(who, at)).find((one) => one.id === id)?.address ?? expect.fail('not offered');
async function told(who: Person, more: Fields, at: Server = house) {
  const [proofImg] = await house.images(who);
  return at.user('charge_submit', { number: '50', charge_id: '1', proofImg, ...more }, { token: who.token });
}
async function said(who: Person, more: Fields, at: Server = house): Promise<string> {
  const answer = await told(who, more, at);
  expect(answer.said).toBe('ok');
  return made.parse(answer.data).id;
}
const credit = (id: string, reference: string, at: Server = house, amount = '50') =>
  at.staff('deposit_credit', { id, amount, reference, reason: 'as it came' }, { token: ann.token });
const book = (fields: Fields) =>
  house.staff('receipt_book', { amount: '50', charge_id: '3', from: '', ...fields }, { token: ann.token });
const balance = async ({ id }: Person): Promise<unknown> =>
  (
    await house.rows(
      `SELECT available::numeric(30, 2)::text FROM ledger_accounts WHERE owner_id = $1 AND kind = 'change'`,
      [id],
    )
  )[0]?.[0];
const uidIn = async ({ id }: Person): Promise<string> =>
  String((await house.rows('SELECT uid FROM users WHERE id = $1', [id])).flat()[0]);
const indexesOf = async (network: string): Promise<unknown[]> =>
  (await house.rows('SELECT index FROM own_addresses WHERE network = $1 ORDER BY index', [network])).flat();

test('made at the first look, the same at every other, of one key one; without a gap, whoever looks on whichever server', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, person));
  const other = await house.another();
  const seen = await Promise.all(
    people.flatMap((one) => [looked(one), looked(one, other), looked(one, other), looked(one)]),
  );
  for (const [at, list] of seen.entries()) {
    expect(list).toEqual(seen[at - (at % 4)]);
    // Two chains of one kind with one key, and one address for all.
    expect(list[1]?.address).toBe(list[0]?.address);
    expect(list.map((one) => one.own)).toEqual([true, true, true, true, false]);
    expect(list[4]?.address).toBe(OURS);
  }
  expect(new Set(seen.map((list) => list[0]?.address)).size).toBe(people.length);
  for (const network of ['evm', 'bitcoin', 'tron'] as const) {
    const indexes = await indexesOf(network);
    expect(indexes).toEqual(indexes.map((_, at) => at));
    expect(indexes.length).toBeGreaterThanOrEqual(people.length);
    const xpub = { evm: ETHEREUM_XPUB, bitcoin: ZPUB, tron: TRON_XPUB }[network];
    const branch = readXpub(network, xpub);
    const rows = await house.rows('SELECT address FROM own_addresses WHERE network = $1 ORDER BY index', [network]);
    expect(rows.flat()).toEqual(indexes.map((_, at) => branch.ok && deriveAddress(network, branch.value, at)));
  }
});

test('the database refuses a gap, a second address of one key, a change and somebody else’s address', async () => {
  const one = await person();
  await looked(one);
  const insert = (index: string, user: string, address: string) =>
    house.db.owner.query(
      `INSERT INTO own_addresses (network, branch, index, user_id, address)
       SELECT network, branch, ${index}, ${user}, ${address} FROM own_addresses WHERE user_id = $1 AND network = 'evm'`,
      [one.id],
    );
  const next = '(SELECT max(index) + 1 FROM own_addresses WHERE network = $$evm$$)';
  const fresh = await person();
  await expect(insert(`${next} + 1`, String(fresh.id), '$$0x1$$')).rejects.toThrow('no gap');
  await expect(insert(next, 'user_id', '$$0x1$$')).rejects.toThrow('one_own_address');
  await expect(insert(next, String(fresh.id), 'address')).rejects.toThrow('own_addresses_address_key');
  await expect(house.db.owner.query('UPDATE own_addresses SET index = index')).rejects.toThrow();
});

test('what a user says they sent goes to their own address, and to nobody else’s', async () => {
  const [one, other] = [await person(), await person()];
  // Who never looked was told nowhere to send it to.
  expect((await told(one, {})).said).toBe('OPTION_UNKNOWN');
  const [mine, theirs] = [await addressAt(one, '1'), await addressAt(other, '1')];
  expect((await told(one, { address: theirs })).said).toBe('OPTION_UNKNOWN');
  expect((await told(one, { address: OURS })).said).toBe('OPTION_UNKNOWN');
  await said(one, { address: mine });
  await said(one, {});
  const places = await house.rows('SELECT DISTINCT place FROM deposits WHERE user_id = $1', [one.id]);
  expect(places).toEqual([[mine]]);
});

test('money goes out to nobody’s own deposit address', async () => {
  const [one, other] = [await house.rich(100), await person()];
  const bind = async (dc_address: string): Promise<string> =>
    (await house.user('bind_draw_method', { ...BOUND, dc_address }, { token: one.token })).said;
  expect(await bind(await addressAt(one, '1'))).toBe('INPUT_INVALID');
  expect(await bind((await addressAt(other, '1')).toLowerCase())).toBe('INPUT_INVALID');
  expect(await bind(BOUND.dc_address)).toBe('ok');
});

test('what was bound before it became a place of ours is asked again at the withdrawal', async () => {
  const [one, later] = [await house.rich(100), await person()];
  const draw = async (id: string): Promise<string> => {
    const asked = { draw_currency_id: '1', number: '20', draw_method_id: id };
    return (await house.user('draw', asked, { token: one.token })).said;
  };
  // Bound while it was a stranger's: then the option's key makes it somebody's own.
  const id = await house.bound(one);
  expect(await draw(id)).toBe('ok');
  await house.db.owner.query(
    `INSERT INTO own_addresses (network, branch, index, user_id, address) VALUES ('evm', $3, 0, $1, $2)`,
    [later.id, BOUND.dc_address, `02${'a'.repeat(128)}`],
  );
  expect(await draw(id)).toBe('DESTINATION_OURS');
});

test('money of nobody at somebody’s own address is put under them and credited to them, and to nobody else', async () => {
  const [one, other] = [await person(), await person()];
  const mine = await addressAt(one, '3');
  const txid = 'e1'.repeat(32);
  const reference = `${txid}:0`;
  expect((await book({ reference })).said).toBe('INPUT_INVALID');
  expect((await book({ reference, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })).said).toBe('INPUT_INVALID');
  const booked = await book({ reference, address: mine });
  expect(booked.said).toBe('ok');
  const { id } = made.parse(booked.data);
  const list = z.object({ data: z.array(z.object({ id: z.string(), owner: z.string() })) });
  const { data } = list.parse((await house.staff('receipts', {}, { token: ann.token })).data);
  expect(data.find((each) => each.id === id)?.owner).toBe(uidOf(one.id));
  const assign = async (who: Person) =>
    house.staff('receipt_assign', { id, uid: await uidIn(who) }, { token: ann.token });
  expect((await assign(other)).said).toBe('OTHERS_ADDRESS');
  await addressAt(other, '3');
  const claimed = await said(other, { txid, charge_id: '3' });
  expect((await credit(claimed, reference)).said).toBe('OTHERS_ADDRESS');
  const theirs = await assign(one);
  expect(theirs.said).toBe('ok');
  const card = await house.staff('deposit', { id: assigned.parse(theirs.data).deposit }, { token: ann.token });
  expect(card.data).toMatchObject({ place: mine });
  expect(await balance(other)).toBe('0.00');
});

test('the public reads what stands for a key, the staff the key', async () => {
  const key = { key: 'deposit_options' };
  const shown = JSON.stringify([
    await house.user('public_settings', {}, {}),
    await house.user('setting_history', key, {}),
  ]);
  expect(shown).toContain('sha256:');
  for (const xpub of [ETHEREUM_XPUB, ZPUB, TRON_XPUB]) expect(shown).not.toContain(xpub);
  const staff = JSON.stringify(await house.staff('settings', {}, { token: ann.token }));
  expect(staff).toContain(ETHEREUM_XPUB);
});

describe.skipIf(ANVIL === undefined)('with a node', () => {
  async function paid(to: string) {
    if (!chain) throw new Error('no node');
    const sent = await chain.send(TOKEN, { data: transferData([to, 50n * UNIT6]) });
    await chain.mine(NEEDED);
    return { txid: sent.txid, reference: `${sent.txid}:${sent.logs[0]}` };
  }
  const cardOf = async (id: string, at: Server = house) =>
    z.object({ chain: z.unknown() }).parse((await at.staff('deposit', { id }, { token: ann.token })).data).chain;

  test('what came to one’s own address is credited; another’s claim of it is not', async () => {
    const [one, other] = [await person(), await person()];
    const { txid, reference } = await paid(await addressAt(one, '1'));
    await addressAt(other, '1');
    const theirs = await said(other, { txid });
    expect(await cardOf(theirs)).toMatchObject({ state: 'differs', why: 'wrong_recipient' });
    expect((await credit(theirs, reference)).said).toBe('CHAIN_DIFFERS');
    await house.staff('deposit_reject', { id: theirs, reason_code: 'not_from_user', reason: '' }, { token: ann.token });
    const second = await person();
    const { txid: free, reference: place } = await paid(await addressAt(second, '1'));
    const mine = await said(second, { txid: free });
    expect(await cardOf(mine)).toMatchObject({ state: 'checked', outputs: [{ reference: place, amount: '50' }] });
    expect((await credit(mine, place)).said).toBe('ok');
    expect([await balance(second), await balance(other)]).toEqual(['50.00', '0.00']);
  });

  test('of an option with another key now: the new address is shown, and what comes to the old one is still its user’s', async () => {
    const [one, other] = [await person(), await person()];
    const before = await addressAt(one, '1');
    const { txid, reference } = await paid(before);
    const booked = await paid(before);
    await presetSettings(house.db.owner, { deposit_options: own(TRON_XPUB) });
    const later = await house.another();
    const now = await addressAt(one, '1', later);
    expect(now).not.toBe(before);
    const fields = { amount: '50', charge_id: '1', reference: booked.reference, address: before };
    const receipt = await later.staff('receipt_book', fields, { token: ann.token });
    expect(receipt.said).toBe('ok');
    const uid = await uidIn(other);
    const asked = { id: made.parse(receipt.data).id, uid };
    expect((await later.staff('receipt_assign', asked, { token: ann.token })).said).toBe('OTHERS_ADDRESS');
    const mine = await said(one, { txid, address: before }, later);
    expect((await credit(mine, reference, later)).said).toBe('ok');
    // Also where they name the new one.
    const again = await paid(before);
    expect(
      (await credit(await said(one, { txid: again.txid, address: now }, later), again.reference, later)).said,
    ).toBe('ok');
    expect(await balance(one)).toBe('100.00');
    const bind = { ...BOUND, dc_address: before };
    const rich = await house.rich(10);
    expect((await later.user('bind_draw_method', bind, { token: rich.token })).said).toBe('INPUT_INVALID');
  });
});

test('a key changes by two people a day ahead; both read its first addresses, the log of acts what stands for it', async () => {
  const officer = await house.member('compliance');
  const propose = (xpub: string) => {
    const value = JSON.stringify([{ ...own(ETHEREUM_XPUB)[0], id: 9, xpub }]);
    return house.staff(
      'setting_propose',
      { key: 'deposit_options', value, reason: 'our wallet' },
      { token: ann.token },
    );
  };
  expect((await propose(ETHEREUM_XPRV)).said).toBe('INPUT_INVALID');
  const shown = await house.staff('xpub_addresses', { network: 'evm:1', xpub: ABANDON_XPUB }, { token: ann.token });
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  expect(shown.data).toMatchObject({ fault: '', addresses: [address, expect.stringMatching(/^0x/)] });
  const id = z.object({ proposal: z.string() }).parse((await propose(ABANDON_XPUB)).data).proposal;
  const [[hash, payload] = []] = await house.rows(
    `SELECT encode(payload_hash, 'hex'), payload::text FROM proposals WHERE id = $1`,
    [id],
  );
  expect(String(payload)).toContain(address);
  const decision = { id, hash: String(hash), decision: 'accept' };
  expect((await house.staff('proposal_decide', decision, { token: ann.token })).said).toBe('NOT_ALLOWED');
  expect((await house.staff('proposal_decide', decision, { token: officer.token })).said).toBe('ok');
  const [[ahead] = []] = await house.rows(
    `SELECT effective_from - database_ms() FROM setting_versions WHERE key = 'deposit_options' ORDER BY version DESC LIMIT 1`,
  );
  expect(Number(ahead)).toBeGreaterThan(86_000_000);
  const acts = JSON.stringify(await house.rows('SELECT contents::text FROM acts WHERE contents IS NOT NULL'));
  expect(acts).toContain('sha256:');
  expect(acts).not.toMatch(/xp(ub|rv)[0-9A-Za-z]{20}/);
});
