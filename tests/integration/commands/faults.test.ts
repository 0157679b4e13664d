// Of a trip of statements one fails and the others for that alone: whichever is heard of first, the fault is the first one's.

import { faultOf } from '@fairtick/server/platform/commands/faults';
import { FAILED_BEFORE, type PoolClient } from '@fairtick/server/platform/database/pools';
import { send } from '@fairtick/server/platform/database/statement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const raise = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'as told' USING ERRCODE = '${code}'; END $$`;

/** What each of three statements of one trip fails with, the first failing by itself. */
async function trip(client: PoolClient, code: string): Promise<unknown[]> {
  const sent = [client.query('BEGIN'), client.query(raise(code)), client.query('SELECT 1')];
  sent.push(send(client, { name: 'faults_later', text: 'SELECT $1::int', values: [2] }) as Promise<never>);
  const ended = await Promise.allSettled(sent);
  await client.query('ROLLBACK');
  return ended.slice(1).map((one) => (one.status === 'rejected' ? one.reason : undefined));
}

test.each([
  ['57014', 'database'],
  ['53100', 'database'],
  ['40001', 'conflict'],
  ['22012', 'defect'],
])('behind a statement that fails with %s every other means %s too', async (code, kind) => {
  const client = await db.app.connect();
  try {
    const reasons = await trip(client, code);
    expect(reasons.map((one) => (one as { code: string }).code)).toEqual([code, FAILED_BEFORE, FAILED_BEFORE]);
    expect(reasons.map((one) => faultOf(one).kind)).toEqual([kind, kind, kind]);
  } finally {
    client.release();
  }
});

test('a reason is of its own transaction', async () => {
  const client = await db.app.connect();
  try {
    await trip(client, '40001');
    expect((await trip(client, '53100')).map((one) => faultOf(one).kind)).toEqual(['database', 'database', 'database']);
    // Outside of a transaction nothing is left of it.
    await expect(client.query(raise('57014'))).rejects.toMatchObject({ code: '57014' });
    expect((await trip(client, '22012')).map((one) => faultOf(one).kind)).toEqual(['defect', 'defect', 'defect']);
  } finally {
    client.release();
  }
});
