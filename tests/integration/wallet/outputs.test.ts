// Several outputs of one transaction, over HTTP where two servers serve one database that puts texts in another order than bytes have: the next output
// of a transaction is found whatever the order, and of two at once not both are credited by one person each.

import { nothingCame } from '@fairtick/server/domains/wallet/deposits/staff-table';
import { lockTransaction } from '@fairtick/server/domains/wallet/deposits/table';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { untilBlocked } from '../../harness/blocked.ts';
import { brokenInvariants } from '../../harness/invariants.ts';
import type { TestMember } from '../../harness/staff.ts';
import type { Person, Server } from '../verification/house.ts';
import { type MoneyHouse, openMoneyHouse } from './money-house.ts';

let house: MoneyHouse;
let other: Server;
let [ann, ben]: TestMember[] = [];
beforeAll(async () => {
  house = await openMoneyHouse();
  // By its rules a semicolon comes before a colon.
  await house.db.owner.query('ALTER TABLE receipts ALTER COLUMN reference TYPE text COLLATE "en-x-icu"');
  await house.db.owner.query('ALTER TABLE deposits ALTER COLUMN txid TYPE text COLLATE "en-x-icu"');
  other = await house.another();
  ann = await house.member('treasurer');
  ben = await house.member('treasurer');
});
afterAll(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.close();
});

async function person(): Promise<Person> {
  const one = await house.person();
  await house.db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [one.id]);
  return one;
}
let made = 0;
const newTransaction = (): string => {
  made += 1;
  return (0xdef000 + made).toString(16).padStart(64, '0');
};
async function said(by: Person, txid = ''): Promise<string> {
  const [proofImg] = await house.images(by);
  const told = await house.user('charge_submit', { number: '20', charge_id: '1', proofImg, txid }, { token: by.token });
  expect(told.said).toBe('ok');
  return z.object({ id: z.string() }).parse(told.data).id;
}
/** 'alone' where it was credited by one person; else what was said instead. */
async function credit(who: TestMember | undefined, id: string, reference: string, at: Server = house): Promise<string> {
  const fields = { id, amount: '20', reference, reason: 'seen' };
  const { said: answer, data } = await at.staff('deposit_credit', fields, { token: who?.token });
  if (answer !== 'ok') return answer;
  return z.object({ proposal: z.string().nullable() }).parse(data).proposal === null ? 'alone' : 'proposed';
}

test('another output of what was credited is found, whatever the order of texts', async () => {
  const txid = newTransaction();
  const [one, two] = [await said(await person()), await said(await person())];
  expect([await credit(ann, one, `${txid}:1`), await credit(ann, two, `${txid}:2`)]).toEqual(['alone', 'proposed']);
});

test('what the staff have booked came, whatever the order of texts', async () => {
  const txid = newTransaction();
  const [came, not] = [await said(await person(), txid), await said(await person(), newTransaction())];
  const booking = { charge_id: '1', reference: `${txid}:0`, amount: '20' };
  expect((await house.staff('receipt_book', booking, { token: ann?.token })).said).toBe('ok');
  const found = (await nothingCame(house.db.app, { forMs: 0, afterId: 0n, limit: 200 })).map(({ id }) => String(id));
  expect([found.includes(came), found.includes(not)]).toEqual([false, true]);
});

test('two outputs at once, on two servers: one person credits one of them, never each person one', async () => {
  for (let round = 0; round < 20; round += 1) {
    const txid = newTransaction();
    const [one, two] = [await said(await person()), await said(await person())];
    const answers = await Promise.all([credit(ann, one, `${txid}:1`), credit(ben, two, `${txid}:2`, other)]);
    expect(answers.filter((answer) => answer === 'alone')).toHaveLength(1);
  }
});

test('a claim of the transaction that is being made is waited for, on whichever server', async () => {
  const txid = newTransaction();
  const [mine, theirs] = [await said(await person()), await said(await person())];
  const client = await house.db.owner.connect();
  try {
    await client.query('BEGIN');
    await lockTransaction(client, txid);
    await client.query('UPDATE deposits SET txid = $1 WHERE id = $2', [txid, theirs]);
    const answered = credit(ann, mine, `${txid}:1`);
    await untilBlocked(house.db.owner, client, answered);
    await client.query('COMMIT');
    expect(await answered).not.toBe('alone');
  } finally {
    client.release(true);
  }
});

test('outputs of a transaction are found by an index', async () => {
  const client = await house.db.owner.connect();
  try {
    await client.query('SET enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT FROM receipts WHERE method = 'evm:1' AND split_part(reference, ':', 1) = 'ab'`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/receipts_by_transaction/);
  } finally {
    client.release(true);
  }
});
