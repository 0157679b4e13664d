// What somebody with every right might change, take away or add in the books and what they are of: money in and out, orders, what two people agreed on.
// The clever ones mend balances, counts and versions.

import { drop, type Make, nudge, one, put } from './edits.ts';
import { pick } from './live-app.ts';

/** Another row like one that is there, with what it is found by changed. */
const copy =
  (table: string, changed: Readonly<Record<string, string>>, where?: string): Make =>
  async (db, random) => {
    const row = await one<{ place: string }>(db, random, table, where);
    const sets = Object.entries(changed).flatMap(([name, value]) => [`'${name}'`, value]);
    return {
      what: `${table}: a row added`,
      sql: [
        [
          `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(o, jsonb_build_object(${sets.join(', ')}))).*
           FROM ${table} o WHERE o.ctid = $1::tid`,
          [row.place],
        ],
      ],
    };
  };

/** Money from outside or from the house to a user, whole and with everything mended, of a type and with a reference that looks right. */
const gift = (reason: number, kind: string, from: string, reference: string): Make => {
  const user = `(SELECT min(owner_id) FROM ledger_accounts WHERE realm = 'live' AND owner_id <> 0)`;
  return async (_db, random) => ({
    what: `a journal of type ${reason} added, from ${from} to a user's ${kind}, everything mended`,
    sql: [
      [
        `INSERT INTO journals SELECT 77001, 'live', max(time), ${reason}, ${reference}, 'gift', 2, ${user}, max(number) + 1, 0, 0
         FROM journals WHERE owner_id = ${user}`,
      ],
      [
        `INSERT INTO entries SELECT 77001, CASE owner_id WHEN 0 THEN 0 ELSE 1 END, id, CASE owner_id WHEN 0 THEN -x.sum ELSE x.sum END, 0
         FROM ledger_accounts, (SELECT $1::numeric AS sum) x
         WHERE realm = 'live' AND ((owner_id = 0 AND kind = '${from}') OR (owner_id = ${user} AND kind = '${kind}'))`,
        [pick(random, ['1', '0.01', '250'])],
      ],
      [
        `UPDATE ledger_accounts a SET available = available + available_change, entry_count = entry_count + 1
         FROM entries e WHERE e.journal_id = 77001 AND e.account_id = a.id`,
      ],
      [`UPDATE owners SET version = version + 1 WHERE id = ${user} AND realm = 'live'`],
    ],
  });
};

/** The payload of what two people agreed on, with another amount and the hash that belongs to it. */
const agreedOnMore: Make = async (db, random) => {
  const row = await one<{ place: string }>(db, random, 'proposals', "kind = 'house_move' AND state = 'accepted'");
  const text = `jsonb_set(payload::jsonb, '{body,amount}', '"1234567"')::text`;
  return {
    what: 'the amount of a proposal changed, its hash mended',
    sql: [
      [
        `UPDATE proposals SET payload = ${text}, payload_hash = sha256(convert_to(${text}, 'UTF8')) WHERE ctid = $1::tid`,
        [row.place],
      ],
    ],
  };
};

const CENTS = ['+ 0.01', '+ 1', '- 1', '* 2'];
const latest = (table: string): string => `(SELECT max(id) FROM ${table})`;

const ADDED: readonly Make[] = [
  gift(100, 'change', 'external', latest('deposits')),
  gift(100, 'change', 'external', '77001'),
  gift(103, 'change', 'clearing:deposit', latest('deposits')),
  gift(116, 'change', 'external', latest('receipts')),
  gift(130, 'change', 'capital', latest('proposals')),
  gift(130, 'change', 'capital', '77001'),
  gift(14, 'forex', 'trading', latest('forex_orders')),
  gift(14, 'forex', 'trading', '77001'),
  gift(15, 'forex', 'trading', latest('forex_orders')),
  gift(21, 'micro', 'micro', '77001'),
  gift(115, 'change', 'clearing:withdrawal', latest('withdrawals')),
  gift(3, 'forex', 'trading', latest('forex_orders')),
  gift(1, 'change', 'external', '77001'),
  gift(99, 'change', 'external', '77001'),
  copy('forex_orders', { id: 'o.id + 1' }),
  copy('micro_orders', { id: 'o.id + 1' }),
  copy('deposits', { id: 'o.id + 1', proof: 'NULL', receipt_id: 'o.receipt_id + 1' }),
  copy('receipts', { id: 'o.id + 1', reference: "o.reference || 'x'" }),
  copy('withdrawals', { id: 'o.id + 1', paid_reference: "o.paid_reference || 'x'" }),
  copy('proposals', { id: 'o.id + 1000' }, "kind IN ('house_move', 'correction') AND state = 'accepted'"),
  copy('ledger_accounts', { id: 'o.id + 7', currency: "'EUR'" }),
  copy('journals', { id: 'o.id + 1', number: 'o.number + 100' }),
  copy('entries', { line: 'o.line + 10' }),
  copy('owners', { id: 'o.id + 1' }),
];

const TABLES = [
  ...['forex_orders', 'micro_orders', 'deposits', 'receipts', 'withdrawals', 'withdrawal_approvals', 'journals'],
  ...['entries', 'owners'],
];

export const MONEY_EDITS: readonly Make[] = [
  ...ADDED,
  ...TABLES.map((table) => drop(table)),
  drop('ledger_accounts', 'entry_count > 0'),
  drop('proposals', "kind = 'house_move' AND state = 'accepted'"),
  agreedOnMore,
  nudge('entries', 'available_change', CENTS, 'available_change <> 0'),
  nudge('entries', 'locked_change', CENTS, 'locked_change <> 0'),
  nudge('entries', 'account_id', ['+ 1']),
  nudge('journals', 'reference', ['+ 1']),
  nudge('journals', 'reason', ['+ 1', '- 1', '+ 100']),
  nudge('journals', 'owner_id', ['+ 1']),
  nudge('journals', 'number', ['+ 100']),
  nudge('journals', 'time', ['+ 1'], 'reason BETWEEN 10 AND 29'),
  put('journals', 'realm', () => 'demo', "realm = 'live'"),
  nudge('ledger_accounts', 'available', CENTS, 'available <> 0'),
  nudge('ledger_accounts', 'locked', ['+ 1']),
  nudge('ledger_accounts', 'entry_count', ['+ 1']),
  put('ledger_accounts', 'realm', () => 'demo', "realm = 'live' AND entry_count > 0"),
  nudge('owners', 'version', ['+ 1', '- 1']),
  nudge('deposits', 'credited', CENTS, "status = 'credited'"),
  nudge('deposits', 'credited_number', CENTS, "status = 'credited'"),
  nudge('deposits', 'rate', ['* 2'], "status = 'credited'"),
  nudge('deposits', 'user_id', ['+ 1'], "status = 'credited'"),
  nudge('deposits', 'receipt_id', ['+ 1'], "status = 'credited'"),
  put('deposits', 'status', () => 'reversed', "status = 'credited'"),
  nudge('receipts', 'amount', CENTS),
  put('receipts', 'state', () => 'free', "state = 'matched'"),
  put('receipts', 'currency', () => 'XYZ'),
  nudge('withdrawals', 'number', ['+ 1', '- 1']),
  nudge('withdrawals', 'fee', ['+ 1', '- 1']),
  nudge('withdrawals', 'real_number', CENTS),
  nudge('withdrawals', 'usd_price', ['* 2']),
  nudge('withdrawals', 'draw_rate', ['+ 1']),
  nudge('withdrawals', 'user_id', ['+ 1']),
  nudge('withdrawals', 'approvals_needed', ['+ 1']),
  put('withdrawals', 'status', () => 'waiting'),
  put('proposals', 'state', () => 'rejected', "kind = 'house_move' AND state = 'accepted'"),
  put('proposals', 'kind', () => 'correction', "kind = 'house_move' AND state = 'accepted'"),
  nudge('forex_orders', 'open_price', ['+ 0.00001'], 'open_price IS NOT NULL'),
  nudge('forex_orders', 'close_price', ['+ 0.00001'], 'close_price IS NOT NULL'),
  nudge('forex_orders', 'result', CENTS, 'result <> 0'),
  nudge('forex_orders', 'quantity', ['* 2']),
  nudge('forex_orders', 'user_id', ['+ 1']),
  nudge('forex_orders', 'close_time', ['+ 1'], 'close_time IS NOT NULL'),
  nudge('forex_orders', 'created_time', ['+ 1']),
  nudge('micro_orders', 'stake', CENTS),
  nudge('micro_orders', 'reserve', CENTS),
  nudge('micro_orders', 'result', CENTS, 'result <> 0'),
  nudge('micro_orders', 'user_id', ['+ 1']),
  nudge('micro_orders', 'accepted_time', ['+ 1']),
  nudge('micro_orders', 'closed_time', ['+ 1'], 'closed_time IS NOT NULL'),
  nudge('micro_orders', 'seconds', ['+ 30']),
  put('micro_orders', 'outcome', () => 'loss', "outcome = 'win'"),
];
