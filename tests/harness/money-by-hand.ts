// Money that only a test's hand can give: no cause that the database would take (migration 0051) moves it, so that its trigger is passed by, which a
// superuser alone can. What the other trigger does is done here as well: balances and versions agree with the journal.

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '@fairtick/server/platform/database/pools';

/** Of the owner, or in one transaction of theirs. */
export interface Db {
  readonly owner: Queries;
}

export interface Money {
  readonly realm: Realm;
  /** Whose journal it is. */
  readonly ownerId: Id;
  /** The journal's id. */
  readonly id: Id;
  /** What an account of the owner's gets, or the house's takes out, by its kind; a decimal. The world outside gives it, or gets it. */
  readonly sums: Readonly<Record<string, string>>;
}

/** Its key: what an audit says of such a journal is no finding of a test's. */
export const BY_HAND = 'test:money';

/** The owner's next journal, with what the world outside gives for it. One statement, so that no pool comes between. */
export async function moveByHand({ owner }: Db, { realm, ownerId, id, sums }: Money): Promise<void> {
  const lines = Object.entries(sums).map(([kind, sum]) => `(${ownerId}::bigint, '${kind}', ${sum}::numeric)`);
  const total = Object.values(sums).map((sum) => `(${sum})::numeric`);
  await owner.query(`DO $hand$ BEGIN
    SET LOCAL session_replication_role = replica;
    INSERT INTO journals (id, realm, time, reason, reference, idempotency_key, lines, owner_id, number, actor_kind, actor_id)
      SELECT ${id}, '${realm}', 1, 3, ${ownerId || id}, '${BY_HAND}', ${lines.length + 1}, ${ownerId}, version + 1, 0, 0
      FROM owners WHERE id = ${ownerId} AND realm = '${realm}';
    INSERT INTO entries (journal_id, line, account_id, available_change, locked_change)
      SELECT ${id}, row_number() OVER () - 1, a.id, x.sum, 0
      FROM (VALUES (0::bigint, 'external', -(${total.join(' + ')})), ${lines.join(', ')}) x (owner_id, kind, sum)
      JOIN ledger_accounts a ON a.owner_id = x.owner_id AND a.realm = '${realm}' AND a.kind = x.kind;
    UPDATE ledger_accounts a SET available = a.available + e.available_change, entry_count = a.entry_count + 1
      FROM entries e WHERE e.journal_id = ${id} AND e.account_id = a.id;
    UPDATE owners SET version = version + 1 WHERE id = ${ownerId} AND realm = '${realm}';
    SET LOCAL session_replication_role = origin;
  END $hand$`);
}
