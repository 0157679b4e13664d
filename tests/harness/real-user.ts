// Real users and the live house's capital, written by the owner's hand with money that is accounted for: registration and deposits are not there yet.

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '@fairtick/server/platform/database/pools';

/** Of the owner, or in one transaction of theirs. */
interface Db {
  readonly owner: Queries;
}

interface Money {
  readonly realm: Realm;
  readonly ownerId: Id;
  /** The journal's id. */
  readonly id: Id;
  /** By kind of account of the owner. */
  readonly dollars: Readonly<Record<string, number>>;
}

/** The owner's first journal: money that comes from outside. */
async function give({ owner }: Db, { realm, ownerId, id, dollars }: Money): Promise<void> {
  const kinds = Object.keys(dollars);
  const total = Object.values(dollars).reduce((sum, one) => sum + one, 0);
  await owner.query(
    `INSERT INTO journals (id, realm, time, reason, reference, idempotency_key, lines, owner_id, number, actor_kind, actor_id)
     VALUES ($1, $2, 1, 3, $3, 'test:money', $4, $3, 1, 0, 0)`,
    [id, realm, ownerId, kinds.length + 1],
  );
  await owner.query(
    `INSERT INTO entries (journal_id, line, account_id, available_change, locked_change)
     SELECT $1, n - 1, a.id, x.change, 0 FROM unnest($3::text[], $4::numeric[], $5::bigint[]) WITH ORDINALITY AS x (kind, change, owner, n)
     JOIN ledger_accounts a ON a.owner_id = x.owner AND a.realm = $2 AND a.kind = x.kind`,
    [
      id,
      realm,
      ['external', ...kinds],
      [-total, ...Object.values(dollars)].map(String),
      [0n, ...kinds.map(() => ownerId)],
    ],
  );
}

/** With as many dollars on each account; ids up to three above the user's are taken by the accounts. */
export async function insertRealUser(db: Db, id: Id, dollars: number): Promise<void> {
  await db.owner.query(`INSERT INTO users (id, realm, uid, created_time) VALUES ($1, 'live', $2, 1)`, [id, `U${id}`]);
  await db.owner.query(`INSERT INTO account_names (user_id, kind, name, verified_time) VALUES ($1, 'email', $2, 1)`, [
    id,
    `user${id}@example.com`,
  ]);
  const kinds = ['change', 'forex', 'micro'];
  await db.owner.query(
    `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency)
     SELECT $1::bigint + n, 'live', $1, kind, 'USD' FROM unnest($2::text[]) WITH ORDINALITY AS x (kind, n)`,
    [id, kinds],
  );
  if (dollars > 0) await giveDollars(db, id, dollars);
}

/** On each of the accounts of a real user who has had no money yet. */
export const giveDollars = (db: Db, id: Id, dollars: number): Promise<void> =>
  give(db, { realm: 'live', ownerId: id, id, dollars: { change: dollars, forex: dollars, micro: dollars } });

/** So much that the live house takes what a test trades. */
export const fundLiveHouse = (db: Db): Promise<void> =>
  give(db, {
    realm: 'live',
    ownerId: 0n,
    id: 4_000_000n,
    dollars: { capital: 50_000_000, trading: 50_000_000, micro: 5_000_000, protection: 5_000_000 },
  });
