// A server whose domains declare other kinds or types than the database knows does not start.

import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LedgerRegistry, ledgerMismatch } from '@fairtick/server/domains/ledger/index';
import { LEDGER } from '@fairtick/server/domains/parts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const mismatch = (change: Partial<LedgerRegistry>): Promise<string | undefined> =>
  ledgerMismatch(db.app, { ...LEDGER, ...change });

test('the newest migrations and the domains agree', async () => {
  expect(await ledgerMismatch(db.app, LEDGER)).toBeUndefined();
});

test('a kind more or less on either side is told in one sentence', async () => {
  expect(await mismatch({ userKinds: ['change', 'forex'] })).toBe(
    'The database knows other kinds of user accounts (change, forex, micro) than the domains declare (change, forex): a migration is missing, or this server is too old.',
  );
  expect(await mismatch({ userKinds: [...LEDGER.userKinds, 'forex'] })).toMatch('kinds of user accounts');
  expect(await mismatch({ houseKinds: LEDGER.houseKinds.slice(1) })).toMatch('kinds of house accounts');
});

test('so is a type that settles, accepts or fills only in one of the two', async () => {
  const without = (role: string): Partial<LedgerRegistry> => ({
    codes: (wanted) => (wanted === role ? LEDGER.codes(wanted).slice(1) : LEDGER.codes(wanted)),
  });
  expect(await mismatch(without('settles'))).toMatch('one_settlement_per_order (13, 14, 18, 21, 22, 23)');
  expect(await mismatch(without('accepts'))).toMatch('one_acceptance_per_order (10, 11, 20)');
  expect(await mismatch(without('fills'))).toMatch('one_fill_per_order (12)');
});

test('a constraint that is gone is a mismatch too', async () => {
  for (const [drop, told] of [
    ['DROP INDEX one_fill_per_order', 'one_fill_per_order ()'],
    ['ALTER TABLE ledger_accounts DROP CONSTRAINT kind_known', 'kinds of house accounts ()'],
  ] as const) {
    const client = await db.owner.connect();
    await client.query('BEGIN');
    await client.query(drop);
    expect(await ledgerMismatch(client, LEDGER)).toMatch(told);
    await client.query('ROLLBACK');
    client.release();
  }
});

test('the invariants ask a cause of every type of journal that there is', async () => {
  const file = fileURLToPath(new URL('../../../database/invariants.sql', import.meta.url));
  const asked = fs
    .readFileSync(file, 'utf8')
    .split(';')
    .find((one) => one.includes("'journal_has_cause' AS broken"));
  const known = new Set<number>();
  const named = asked?.matchAll(/j\.reason (?:BETWEEN (\d+) AND (\d+)|(?:= |IN \()([\d, ]+))/g) ?? [];
  for (const [, from, to, list = ''] of named) {
    for (const one of list.split(', ')) known.add(Number(one));
    for (let one = Number(from); one <= Number(to); one += 1) known.add(one);
  }
  const { rows } = await db.owner.query<{ reason: number }>("SELECT reason FROM journal_types WHERE cause <> 'none'");
  expect(rows.map(({ reason }) => reason).filter((reason) => !known.has(reason))).toEqual([]);
});
