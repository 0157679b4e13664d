// Two real users with a ledger each, short and long, written by few statements: what is measured is the reading.

import type { Id } from '@fairtick/kernel/ids';
import { seedHouse } from '@fairtick/server/domains/ledger/index';
import { LEDGER } from '@fairtick/server/domains/parts';
import type { Queries } from '@fairtick/server/platform/database/pools';

const ACCOUNT = { change: 1n, forex: 2n, micro: 3n } as const;
export const lineId = (user: Id, number: number): Id => user * 1_000n + BigInt(number);

/**
 * Orders opened and closed, one journal after the other, but for the first ten: five transfers and five options, which lie behind everything else. One
 * journal a minute; every hundred-thousandth is of a night.
 */
export async function fillLedgers(
  owner: Queries,
  users: readonly { readonly id: Id; readonly lines: number }[],
): Promise<void> {
  await seedHouse(owner, LEDGER, 1);
  await owner.query('BEGIN');
  for (const { id, lines } of users) await fill(owner, id, lines);
  await owner.query('COMMIT');
  await owner.query('VACUUM ANALYZE journals, entries, ledger_accounts');
}

async function fill(owner: Queries, id: Id, lines: number): Promise<void> {
  await owner.query(`INSERT INTO users (id, realm, uid, created_time) VALUES ($1, 'live', $2, 1)`, [id, `U${id}`]);
  await owner.query(
    `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency)
     SELECT $1::bigint + n, 'live', $1, kind, 'USD' FROM unnest('{change,forex,micro}'::text[]) WITH ORDINALITY AS x (kind, n)`,
    [id],
  );
  // Without the trigger, which would move a million balances: what it counts is written beside.
  await owner.query('SET LOCAL session_replication_role = replica');
  await owner.query(
    `INSERT INTO journals (id, realm, time, reason, reference, idempotency_key, lines, owner_id, number, actor_kind, actor_id)
     SELECT $1::bigint * 1000 + n, 'live', n::bigint * 60000, CASE WHEN n <= 5 THEN 120 WHEN n <= 10 THEN 20 WHEN n % 100000 = 0 THEN 15 WHEN n % 2 = 0 THEN 14 ELSE 10 END,
       $1::bigint * 1000 + n, 'filled', 2, $1, n, 1, $1 FROM generate_series(1, $2::int) n`,
    [id, lines],
  );
  await owner.query(
    `INSERT INTO entries (journal_id, line, account_id, available_change, locked_change)
     SELECT $1::bigint * 1000 + n, l.line, CASE WHEN l.line = 0 THEN $1::bigint + CASE WHEN n <= 5 THEN ${ACCOUNT.change} WHEN n <= 10 THEN ${ACCOUNT.micro} ELSE ${ACCOUNT.forex} END
         WHEN n <= 5 THEN $1 + ${ACCOUNT.forex} ELSE 2 END,
       CASE WHEN (n + l.line) % 2 = 0 THEN 1 ELSE -1 END, 0
     FROM generate_series(1, $2::int) n CROSS JOIN (VALUES (0), (1)) l (line)`,
    [id, lines],
  );
  await owner.query(
    `UPDATE ledger_accounts a SET entry_count = e.n
     FROM (SELECT account_id, count(*) AS n FROM entries WHERE account_id BETWEEN $1::bigint + 1 AND $1::bigint + 3 GROUP BY account_id) e WHERE a.id = e.account_id`,
    [id],
  );
  await owner.query('SET LOCAL session_replication_role = origin');
}
