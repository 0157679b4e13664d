// The SQL of users' own addresses: written once, never changed, nobody else's ever.

import type { ChainNetwork } from '@fairtick/contract/addresses/chain';
import type { Id } from '@fairtick/kernel/ids';
import { holdName } from '../../../platform/database/named-lock.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Branch } from '../addresses/derived.ts';

export interface OwnAddress {
  readonly network: ChainNetwork;
  readonly branch: Branch;
  readonly address: string;
}

/** All that a user ever was given, the oldest first. */
export async function ownAddresses(db: Queries, userId: Id): Promise<OwnAddress[]> {
  const { rows } = await db.query<OwnAddress>({
    name: 'own_addresses_of',
    text: 'SELECT network, branch, address FROM own_addresses WHERE user_id = $1 ORDER BY made_time, address',
    values: [userId],
  });
  return rows;
}

/** Whose these addresses are, of those that are anybody's. */
export async function ownersOf(db: Queries, addresses: readonly string[]): Promise<ReadonlyMap<string, Id>> {
  const asked = [...new Set(addresses)].filter((one) => one !== '');
  if (asked.length === 0) return new Map();
  const { rows } = await db.query<{ address: string; user_id: Id }>({
    name: 'own_addresses_owners',
    text: 'SELECT address, user_id FROM own_addresses WHERE address = ANY ($1::text[])',
    values: [asked],
  });
  return new Map(rows.map((row) => [row.address, row.user_id]));
}

/** The user at whose own address an output was booked; undefined where it was not booked, or came to nobody's own. */
export async function ownerOfReceipt(
  db: Queries,
  { method, reference }: { readonly method: string; readonly reference: string },
): Promise<Id | undefined> {
  const { rows } = await db.query<{ user_id: Id }>({
    name: 'own_addresses_receipt',
    text: `SELECT o.user_id FROM receipts r JOIN own_addresses o ON o.address = r.terms::jsonb ->> 'address'
           WHERE r.method = $1 AND r.reference = $2`,
    values: [method, reference],
  });
  return rows[0]?.user_id;
}

/** Until the transaction ends one at a time for each key, on whichever server. The user's own where they have one, else the next number that is free. */
export async function lockNext(
  tx: Queries,
  { userId, network, branch }: Omit<OwnAddress, 'address'> & { readonly userId: Id },
): Promise<{ readonly own: string | undefined; readonly next: number }> {
  await holdName(tx, `own_addresses/${network}/${branch}`);
  const { rows } = await tx.query<{ own: string | null; next: number }>({
    name: 'own_addresses_next',
    text: `SELECT (SELECT address FROM own_addresses WHERE user_id = $3 AND network = $1 AND branch = $2) AS own,
             (SELECT coalesce(max(index) + 1, 0) FROM own_addresses WHERE network = $1 AND branch = $2) AS next`,
    values: [network, branch, userId],
  });
  return { own: rows[0]?.own ?? undefined, next: rows[0]?.next ?? 0 };
}

export async function insertOwnAddress(
  tx: Queries,
  one: OwnAddress & { readonly userId: Id; readonly index: number },
): Promise<void> {
  await tx.query({
    name: 'own_addresses_insert',
    text: 'INSERT INTO own_addresses (network, branch, index, user_id, address) VALUES ($1, $2, $3, $4, $5)',
    values: [one.network, one.branch, one.index, one.userId, one.address],
  });
}
