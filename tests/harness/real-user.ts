// Real users and the live house's capital, written by the owner's hand with money that is accounted for: registration and deposits are not there yet.

import type { Id } from '@fairtick/kernel/ids';
import { type Db, moveByHand } from './money-by-hand.ts';

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
  moveByHand(db, {
    ...{ realm: 'live', ownerId: id, id },
    sums: { change: String(dollars), forex: String(dollars), micro: String(dollars) },
  });

/** So much that the live house takes what a test trades. */
export const fundLiveHouse = (db: Db): Promise<void> =>
  moveByHand(db, {
    ...{ realm: 'live', ownerId: 0n, id: 4_000_000n },
    sums: { capital: '50000000', trading: '50000000', micro: '5000000', protection: '5000000' },
  });
