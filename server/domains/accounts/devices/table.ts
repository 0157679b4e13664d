// The SQL of browsers that a user has signed in from: other people's failures keep none of them out.

import type { Id } from '@fairtick/kernel/ids';
import { bytea } from '../../../platform/database/columns.ts';
import type { Queries } from '../../../platform/database/pools.ts';

/** Whether the user has signed in from that browser before; false where there is none. */
export async function isKnownDevice(db: Queries, userId: Id, deviceHash: Uint8Array | null): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts_device_known',
    text: 'SELECT FROM user_devices WHERE user_id = $1 AND device_hash = $2',
    values: [userId, deviceHash],
  });
  return rowCount === 1;
}

/** From now on, or once more: by the day, since the last moment is shown to nobody. Whether the user had never signed in from it. */
export async function noteDevice(tx: Queries, userId: Id, deviceHash: Uint8Array): Promise<boolean> {
  const { rows } = await tx.query<{ added: boolean }>({
    name: 'accounts_device_note',
    text: `INSERT INTO user_devices AS d (user_id, device_hash) VALUES ($1, $2)
           ON CONFLICT (user_id, device_hash) DO UPDATE SET last_time = greatest(d.last_time, database_ms())
             WHERE d.last_time < database_ms() - 86400000
           RETURNING xmax = 0 AS added`,
    values: [userId, deviceHash],
  });
  return rows[0]?.added ?? false;
}

/** The user's browsers are new again, all but one: whoever used one of them without being the user is told of by letter, and waits as a stranger. */
export async function forgetDevices(tx: Queries, userId: Id, except: Uint8Array | null = null): Promise<void> {
  await tx.query({
    name: 'accounts_devices_forget',
    text: 'DELETE FROM user_devices WHERE user_id = $1 AND ($2::bytea IS NULL OR device_hash <> $2)',
    values: [userId, except],
  });
}

/** The browsers of sessions that were ended, by their tokens' hashes; not the one that the user ended them from. */
export async function forgetDevicesOf(
  tx: Queries,
  userId: Id,
  ended: readonly Uint8Array[],
  from: Uint8Array,
): Promise<void> {
  await tx.query({
    name: 'accounts_devices_forget_of',
    text: `DELETE FROM user_devices d WHERE d.user_id = $1
             AND EXISTS (SELECT FROM sessions s WHERE s.token_hash = ANY ($2::bytea[]) AND s.device_hash = d.device_hash)
             AND NOT EXISTS (SELECT FROM sessions s WHERE s.token_hash = $3 AND s.device_hash = d.device_hash)`,
    values: [userId, bytea(ended), from],
  });
}
