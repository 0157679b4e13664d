// Whom money came from stands nowhere in the clear, is shown to who decides about the money, and outlives a change of the master key.

import { systemEntropy } from '@fairtick/kernel/random';
import { sealSender, senderOf, sendersResealer } from '@fairtick/server/domains/wallet/receipts/senders';
import { findReceipt } from '@fairtick/server/domains/wallet/receipts/table';
import { Keys, type MasterKey } from '@fairtick/server/platform/keys/keys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { brokenInvariants } from '../../harness/invariants.ts';
import type { TestMember } from '../../harness/staff.ts';
import { type MoneyHouse, openMoneyHouse } from './money-house.ts';

describe('over HTTP', () => {
  const SENDER = 'Canary Birdington';
  let house: MoneyHouse;
  let [ann, cora]: TestMember[] = [];
  beforeAll(async () => {
    house = await openMoneyHouse();
    ann = await house.member('treasurer');
    cora = await house.member('compliance');
  });
  afterAll(async () => {
    expect(await brokenInvariants(house.db.owner)).toEqual([]);
    await house.close();
  });

  type Acting = Parameters<MoneyHouse['staff']>[0];
  async function done(who: TestMember | undefined, name: Acting, fields: Readonly<Record<string, string>>) {
    const told = await house.staff(name, fields, { token: who?.token });
    expect([name, told.said]).toEqual([name, 'ok']);
    return told.data;
  }
  const booking = (reference: string, amount: string) =>
    done(ann, 'receipt_book', { charge_id: '2', reference, amount, from: SENDER, reason: 'it came' });
  const proposalOf = z.object({ proposal: z.string() });
  const list = z.object({ data: z.array(z.object({ reference: z.string(), from: z.string() })) });
  const differences = z.object({
    data: z.array(z.object({ id: z.string(), difference: z.array(z.object({ field: z.string(), new: z.string() })) })),
  });
  async function senderProposed(id: string): Promise<string | undefined> {
    const { data } = differences.parse(await done(cora, 'proposals', {}));
    return data.find((one) => one.id === id)?.difference.find(({ field }) => field === 'sender')?.new;
  }
  async function accepts(id: string): Promise<void> {
    const [[hash] = []] = await house.rows(`SELECT encode(payload_hash, 'hex') FROM proposals WHERE id = $1`, [id]);
    await done(cora, 'proposal_decide', { id, hash: String(hash), decision: 'accept' });
  }
  /** Tables in which it stands as it was typed. */
  async function clearIn(words: string): Promise<string[]> {
    const names = await house.rows(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`);
    const found: string[] = [];
    for (const name of names.flat().map(String))
      if ((await house.rows(`SELECT FROM ${name} t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [words])).length > 0)
        found.push(name);
    return found;
  }

  test('booked by one, booked by two and sent back by two: shown each time, and in no table', async () => {
    const { id } = z.object({ id: z.string() }).parse(await booking('SMALL1', '50'));
    const { proposal } = proposalOf.parse(await booking('GREAT1', '10000'));
    expect(await senderProposed(proposal)).toBe(SENDER);
    await accepts(proposal);
    const { data } = list.parse(await done(cora, 'receipts', {}));
    expect(data.map(({ reference, from }) => [reference, from])).toEqual([
      ['SMALL1', SENDER],
      ['GREAT1', SENDER],
    ]);
    const back = proposalOf.parse(await done(ann, 'receipt_return', { id, reason: 'the bank asked' })).proposal;
    expect(await senderProposed(back)).toBe(SENDER);
    expect([await clearIn(SENDER), await clearIn('the bank asked')]).toEqual([[], ['proposals']]);
  });

  test('one key for two senders is told apart', async () => {
    const fields = { charge_id: '2', reference: 'SMALL2', amount: '50', from: SENDER };
    const sent = { token: ann?.token, key: 'one-key-for-two-senders' };
    expect((await house.staff('receipt_book', fields, sent)).said).toBe('ok');
    expect((await house.staff('receipt_book', fields, sent)).said).toBe('ok');
    expect((await house.staff('receipt_book', { ...fields, from: 'another' }, sent)).said).not.toBe('ok');
  });
});

describe('a changed master key', () => {
  const OLD: MasterKey = { id: 0xffff_fffe, secret: new Uint8Array(32).fill(1) };
  const NEW: MasterKey = { id: 2, secret: new Uint8Array(32).fill(2) };
  const old = new Keys([OLD], systemEntropy);
  const both = new Keys([NEW, OLD], systemEntropy);
  const alone = new Keys([NEW], systemEntropy);
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());

  const insert = (id: number, state: string, shown: string, sealed: Uint8Array | undefined) =>
    db.owner.query(
      `INSERT INTO receipts (id, method, reference, currency, amount, from_shown, from_sealed, seen_time, seen_by, booked, rate, state)
       VALUES ($1, 'evm:1', $2, 'USDT', 1, $3, $4, 0, 1, 1, 1, $5)`,
      [id, `R${id}`, shown, sealed ?? null, state],
    );
  const seal = (keys: Keys, id: number, sender: string) =>
    sealSender(keys, { method: 'evm:1', reference: `R${id}` }, sender);
  const read = async (keys: Keys, id: bigint): Promise<string> => {
    const receipt = await findReceipt(db.app, id);
    return receipt ? senderOf(keys, receipt) : 'none';
  };

  test('seals again what the old one sealed, and what was written before anything was; all else of what is decided stays', async () => {
    await insert(1, 'free', '', seal(old, 1, 'Ann'));
    await insert(2, 'matched', '', seal(old, 2, 'Ben'));
    await insert(3, 'matched', 'Cora', undefined);
    await insert(4, 'free', '', undefined);
    await insert(5, 'free', '', seal(both, 5, 'Dan'));
    expect([await sendersResealer.batch(both, db.owner), await sendersResealer.batch(both, db.owner)]).toEqual([3, 0]);
    const senders = await Promise.all([1n, 2n, 3n, 4n, 5n].map((id) => read(alone, id)));
    expect(senders).toEqual(['Ann', 'Ben', 'Cora', '', 'Dan']);
    const { rows } = await db.owner.query(`SELECT FROM receipts WHERE from_shown <> ''`);
    expect(rows).toEqual([]);
    await expect(db.owner.query(`UPDATE receipts SET state = 'free' WHERE id = 2`)).rejects.toThrow(/stays/);
    await expect(db.owner.query(`UPDATE receipts SET booked = 2 WHERE id = 2`)).rejects.toThrow(/stays/);
  });

  test('a sender that is moved to another receipt does not open', async () => {
    await insert(6, 'free', '', seal(alone, 1, 'Ann'));
    await expect(read(alone, 6n)).rejects.toThrow(/does not open/);
  });
});
