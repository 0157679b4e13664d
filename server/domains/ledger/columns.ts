// What the ledger's tables hold, described once: columns, types, and where each value stands in an account, a journal or a line of one.

import { columnsOf } from '../../platform/database/tables/column.ts';
import { Table } from '../../platform/database/tables/table.ts';
import { AMOUNT, ID, INT4, REALM, smallOf, textOf, WHOLE } from '../../platform/database/tables/types.ts';
import {
  type Account,
  actorCode,
  type CausedJournal,
  CURRENCY,
  type Entry,
  ledgerTypeCode,
  type Owner,
} from './rules/journal.ts';

const owner = columnsOf<Owner>();

/** Made with users, and moved by the database alone as journals are written. */
export const OWNERS = new Table('owners', ['id', 'realm'], {
  id: owner.byDatabase(ID, 'id'),
  realm: owner.byDatabase(REALM, 'realm'),
  version: owner.byDatabase(INT4, 'version', 0),
  /** The newest day that anything happened on, since 1970 in UTC, what trading came to on it, and on the day before. */
  day: owner.byDatabase.apart(INT4, 0),
  day_result: owner.byDatabase.apart(AMOUNT, '0'),
  result_before: owner.byDatabase.apart(AMOUNT, '0'),
});

const account = columnsOf<Account>();

/** A balance starts at nothing, and entries alone move it. */
export const LEDGER_ACCOUNTS = new Table(
  'ledger_accounts',
  ['id'],
  {
    id: account.fixed(ID, 'id'),
    realm: account.fixed(REALM, 'realm'),
    owner_id: account.fixed(ID, 'ownerId'),
    kind: account.fixed(textOf<Account['kind']>(), 'kind'),
    currency: account.fixed(textOf(), () => CURRENCY),
    available: account.byDatabase(AMOUNT, 'available', '0'),
    locked: account.byDatabase(AMOUNT, 'locked', '0'),
    user_id: account.byDatabase.optional(ID),
    /** Its lines, ever. */
    entry_count: account.byDatabase.apart(WHOLE, 0),
  },
  { ledger_accounts_owner_id_realm_kind_currency_key: ['owner_id', 'realm', 'kind', 'currency'] },
);

const journal = columnsOf<CausedJournal>();

/** What happened to an owner, in one order: numbers without a gap. */
export const JOURNALS = new Table(
  'journals',
  ['id'],
  {
    id: journal.fixed(ID, 'id'),
    realm: journal.fixed(REALM, 'realm'),
    time: journal.fixed(WHOLE, 'time'),
    reason: journal.fixed(smallOf(), (j) => ledgerTypeCode(j.type)),
    reference: journal.fixed(ID, 'reference'),
    idempotency_key: journal.fixed(textOf(), 'key'),
    lines: journal.fixed(smallOf(), (j) => j.entries.length),
    owner_id: journal.fixed(ID, 'ownerId'),
    number: journal.fixed(INT4, 'number'),
    actor_kind: journal.fixed(smallOf(), (j) => actorCode(j.actor)),
    actor_id: journal.fixed(ID, (j) => j.actor.id),
  },
  { one_journal_per_number: ['owner_id', 'realm', 'number'] },
);

const entry = columnsOf<{
  readonly journal: CausedJournal;
  readonly line: number;
  readonly entry: Entry;
}>();

export const ENTRIES = new Table('entries', ['journal_id', 'line'], {
  journal_id: entry.fixed(ID, (e) => e.journal.id),
  line: entry.fixed(smallOf(), 'line'),
  account_id: entry.fixed(ID, (e) => e.entry.accountId),
  available_change: entry.fixed(AMOUNT, (e) => e.entry.available),
  locked_change: entry.fixed(AMOUNT, (e) => e.entry.locked),
});
