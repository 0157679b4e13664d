// What the descriptions say of the tables is what the migrated database has: every column, its type, whether it may be empty, keys and unique values;
// and the checks that the simulation's database holds by hand are all that there are.

import { SESSIONS, USER_STANDING, USERS } from '@fairtick/server/domains/accounts/columns';
import {
  COPY_EVENTS,
  COPY_MARKS,
  COPY_SKIPS,
  COPY_STEPS,
  FOLLOW_SETTINGS,
  FOLLOWS,
  TRADER_FOLLOWING,
} from '@fairtick/server/domains/copying/following/columns';
import { FOREX_FINANCING, FOREX_ORDERS, HOUSE_EXPOSURE } from '@fairtick/server/domains/forex/columns';
import { FUND_INCOME, FUND_SUBSCRIPTIONS } from '@fairtick/server/domains/funds/columns';
import { ENTRIES, JOURNALS, LEDGER_ACCOUNTS, OWNERS } from '@fairtick/server/domains/ledger/columns';
import { MICRO_ORDERS } from '@fairtick/server/domains/micro/columns';
import {
  DEPOSITS,
  DESTINATIONS,
  RECEIPTS,
  WITHDRAWAL_APPROVALS,
  WITHDRAWALS,
} from '@fairtick/server/domains/wallet/columns';
import { ACCEPTANCES } from '@fairtick/server/platform/acceptances/columns';
import { COMMAND_KEYS } from '@fairtick/server/platform/commands/keys-table';
import type { TableShape } from '@fairtick/server/platform/database/tables/meaning';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { TABLES } from '../../simulation/memory/constraints.ts';
import { LOAN_AGREEMENTS, LOAN_EXCLUSIONS, LOANS } from '../../simulation/memory/loan-tables.ts';
import { PEOPLE_SHAPES } from '../../simulation/memory/people-tables.ts';
import { PROPOSALS } from '../../simulation/memory/wallet-tables.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const DESCRIBED: readonly TableShape[] = [
  USERS,
  SESSIONS,
  USER_STANDING,
  OWNERS,
  LEDGER_ACCOUNTS,
  JOURNALS,
  ENTRIES,
  COMMAND_KEYS,
  FOREX_ORDERS,
  FOREX_FINANCING,
  HOUSE_EXPOSURE,
  MICRO_ORDERS,
  DESTINATIONS,
  RECEIPTS,
  DEPOSITS,
  ACCEPTANCES,
  WITHDRAWALS,
  WITHDRAWAL_APPROVALS,
  FUND_SUBSCRIPTIONS,
  FUND_INCOME,
  TRADER_FOLLOWING,
  FOLLOWS,
  FOLLOW_SETTINGS,
  COPY_EVENTS,
  COPY_SKIPS,
  COPY_MARKS,
  COPY_STEPS,
  ...PEOPLE_SHAPES,
  PROPOSALS,
  LOANS,
  LOAN_AGREEMENTS,
  LOAN_EXCLUSIONS,
];
/** Read and written in few places and by hand: a table that is new is described or named here. */
const BY_HAND = [
  'acceptances_since',
  'acts',
  'candle_places',
  'candle_state',
  'candles',
  'captchas',
  'client_money_proofs',
  'exports',
  'feedback',
  'journal_lines',
  'journal_types',
  'loan_persons',
  'log_checkpoints',
  'log_entries',
  'log_epochs',
  'log_heads',
  'log_keys',
  'log_state',
  'log_tiles',
  'market_state',
  'master_keys',
  'notices',
  'outbox',
  'own_addresses',
  'pairs',
  'preferences',
  'push_key',
  'push_subscriptions',
  'recovery_codes',
  'schedule_runs',
  'schema_migrations',
  'setting_versions',
  'staff',
  'staff_code_failures',
  'staff_failures',
  'staff_links',
  'staff_passkeys',
  'staff_passwords',
  'companies',
  'companies_head',
  'content_head',
  'content_items',
  'content_pictures',
  'content_published',
  'content_reads',
  'content_tellings',
  'content_texts',
  'content_words',
  'staff_roles',
  'staff_sessions',
  'staff_tickets',
  'staff_totp',
  'staff_user_links',
  'standing_history',
  'support_lines',
  'support_messages',
  'support_threads',
  'tick_sources',
  'trader_applications',
  'trader_equity',
  'traders',
  'ticks',
  'user_failures',
  'user_passkeys',
  'user_tickets',
  'user_totp',
];

/** Rows are made by a trigger: the app may only change them, or not even that. */
const MADE_BY_DATABASE: string[] = [USER_STANDING.name, HOUSE_EXPOSURE.name, TRADER_FOLLOWING.name];

async function names(sql: string, values: readonly unknown[] = []): Promise<string[]> {
  return (await db.owner.query<{ name: string }>(sql, [...values])).rows.map((row) => row.name);
}

test('every table is described, or named as one that is not', async () => {
  const found = await names(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  expect(found.sort()).toEqual([...DESCRIBED.map((table) => table.name), ...BY_HAND].sort());
});

describe.each(DESCRIBED)('$name', (table) => {
  test('has these columns, of these types, empty or not', async () => {
    const { rows } = await db.owner.query<{ name: string; declared: string; nullable: boolean }>(
      `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS declared, NOT a.attnotnull AS nullable
       FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attname`,
      [table.name],
    );
    const described = Object.entries(table.columns).map(([name, { declared, nullable }]) => ({
      name,
      declared,
      nullable,
    }));
    expect(described.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(rows);
  });

  test('the app may write what it says it writes, and change what it says may change', async () => {
    const may = (right: string): Promise<string[]> =>
      names(
        `SELECT a.attname AS name FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
         AND has_column_privilege('fairtick_app', a.attrelid, a.attnum, '${right}')`,
        [table.name],
      );
    const columns = Object.entries(table.columns);
    const written = columns.filter(([, { byDatabase }]) => !byDatabase).map(([name]) => name);
    const inserts = await may('INSERT');
    if (MADE_BY_DATABASE.includes(table.name)) expect(inserts).toEqual([]);
    else expect(inserts).toEqual(expect.arrayContaining(written));
    const changing = columns.filter(([, { changes, byDatabase }]) => changes && !byDatabase).map(([name]) => name);
    expect(await may('UPDATE')).toEqual(expect.arrayContaining(changing));
  });

  test('has this key and these unique values', async () => {
    const { rows } = await db.owner.query<{ name: string; primary: boolean; columns: string[] }>(
      `SELECT c.relname AS name, i.indisprimary AS primary,
         ARRAY(SELECT a.attname::text FROM unnest(i.indkey) WITH ORDINALITY AS k (at, n)
           JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.at WHERE k.n <= i.indnkeyatts ORDER BY k.n) AS columns
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE i.indrelid = $1::regclass AND i.indisunique AND i.indpred IS NULL`,
      [table.name],
    );
    expect(rows.find((row) => row.primary)?.columns).toEqual(table.key);
    const unique = Object.fromEntries(rows.filter((row) => !row.primary).map((row) => [row.name, row.columns]));
    expect(unique).toEqual(table.unique);
  });
});

describe.each(TABLES)('the simulation’s $table.name', ({ table, checks, partial = {} }) => {
  test('knows every check, and none that is gone', async () => {
    const found = await names(
      `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
      [table.name],
    );
    expect(found.sort()).toEqual(Object.keys(checks).sort());
  });

  test('knows what is unique among some rows', async () => {
    const found = await names(
      `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE i.indrelid = $1::regclass AND i.indisunique AND i.indpred IS NOT NULL`,
      [table.name],
    );
    expect(found.sort()).toEqual(Object.keys(partial).sort());
  });
});
