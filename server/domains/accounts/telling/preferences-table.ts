// The SQL of what users chose of how they are told of things. What leaves by it is decided where notices are written (platform/notices).

import type { NotifyChannel, NotifyKind } from '@fairtick/contract/http/telling';
import type { Id } from '@fairtick/kernel/ids';
import { z } from 'zod';
import type { Queries } from '../../../platform/database/pools.ts';

/** Where it differs from the first. */
export type Chosen = Partial<Record<NotifyKind, Partial<Record<NotifyChannel, boolean>>>>;

const switches = z.object({ mail: z.boolean(), push: z.boolean() }).partial();
const chosen = z.object({ trading: switches, account: switches, news: switches }).partial();

export async function readChosen(db: Queries, userId: Id): Promise<Chosen> {
  const { rows } = await db.query<{ notify: unknown }>({
    name: 'preferences_read',
    text: 'SELECT notify FROM preferences WHERE user_id = $1',
    values: [userId],
  });
  return chosen.parse(rows[0]?.notify ?? {});
}

/** Under the user's lock: what was read before it may be older. */
export async function writeChosen(tx: Queries, userId: Id, notify: Chosen): Promise<void> {
  await tx.query({
    name: 'preferences_write',
    text: `INSERT INTO preferences (user_id, notify) VALUES ($1, $2::json)
           ON CONFLICT (user_id) DO UPDATE SET notify = excluded.notify`,
    values: [userId, JSON.stringify(notify)],
  });
}
