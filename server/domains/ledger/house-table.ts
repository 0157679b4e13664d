// The house's accounts and the demo realm's capital, made once at start.

import type { Realm } from '@fairtick/engine/types';
import type { Queries } from '../../platform/database/pools.ts';
import { SYSTEM } from '../../platform/principals.ts';
import type { LedgerRegistry } from './rules/declaration.ts';
import { actorCode, CURRENCY, ledgerTypeCode } from './rules/journal.ts';

/** Ids of the house's accounts: a hundred for each realm, in the order of their making. */
const FIRST_IDS: Readonly<Record<Realm, bigint>> = { live: 1n, demo: 101n };
const SEED_JOURNAL = 1n;

/** Makes what is missing of the house's accounts and of the demo realm's capital. By one start at a time (seedAsOwner). */
export async function seedHouse(tx: Queries, registry: LedgerRegistry, nowMs: number): Promise<void> {
  for (const realm of ['live', 'demo'] as const) {
    await tx.query(
      `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency)
       SELECT greatest($1::bigint, (SELECT max(id) + 1 FROM ledger_accounts WHERE owner_id = 0 AND realm = $2)) + row_number() OVER (ORDER BY n) - 1,
         $2, 0, kind, $4
       FROM unnest($3::text[]) WITH ORDINALITY AS x (kind, n)
       WHERE NOT EXISTS (SELECT FROM ledger_accounts a WHERE a.owner_id = 0 AND a.realm = $2 AND a.kind = x.kind AND a.currency = $4)`,
      [FIRST_IDS[realm], realm, registry.houseKinds, CURRENCY],
    );
  }
  const given = [...registry.demoCapital];
  const made = await tx.query(
    `INSERT INTO journals (id, realm, time, reason, reference, idempotency_key, lines, owner_id, number, actor_kind, actor_id)
     SELECT $1, 'demo', $2, $3, 0, 'seed:demo-capital', $4, id, version + 1, $5, $6 FROM owners WHERE id = 0 AND realm = 'demo'
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [SEED_JOURNAL, nowMs, ledgerTypeCode('house_capital'), given.length + 1, actorCode(SYSTEM), SYSTEM.id],
  );
  if (made.rowCount !== 1) return;
  const total = given.reduce((sum, [, dollars]) => sum + dollars, 0n);
  const lines: readonly (readonly [string, bigint])[] = [['external', -total], ...given];
  await tx.query(
    `INSERT INTO entries (journal_id, line, account_id, available_change, locked_change)
     SELECT $1, x.line - 1, a.id, x.change, 0 FROM unnest($2::text[], $3::numeric[]) WITH ORDINALITY AS x (kind, change, line)
     JOIN ledger_accounts a ON a.owner_id = 0 AND a.realm = 'demo' AND a.kind = x.kind AND a.currency = $4`,
    [SEED_JOURNAL, lines.map(([kind]) => kind), lines.map(([, change]) => String(change)), CURRENCY],
  );
}
