// Who may open something, read from the rows as they lie in the database at the decision: under the user's lock nobody else can be changing them.

import type { Id } from '@fairtick/kernel/ids';
import type { Change } from '@fairtick/server/domains/parts';
import { z } from 'zod';
import type { Batch, Watch } from './watch.ts';

interface Held {
  readonly freezes: Readonly<Record<string, { readonly until: number | null } | undefined>>;
  readonly coolOffUntil: number | undefined;
  readonly country: string | undefined;
}

const stored = z.object({
  freezes: z
    .string()
    .transform((text) => z.record(z.string(), z.object({ until: z.number().nullable() })).parse(JSON.parse(text))),
  cool_off_until: z.bigint().nullable(),
  country: z.string().nullable(),
});

function heldBy(watch: Watch, userId: Id, batch: Batch): Held | undefined {
  const row = watch.database.table('user_standing').get(userId);
  if (!row) return undefined;
  const { freezes, cool_off_until, country } = stored.parse(row);
  const before: Held = {
    freezes,
    coolOffUntil: cool_off_until === null ? undefined : Number(cool_off_until),
    country: country ?? undefined,
  };
  return { ...before, ...batch.standings.get(userId) };
}

/** What the batch changes itself, for what comes after in it. */
export function noteStandings(change: Change, batch: Batch): void {
  for (const { userId, set } of change.accounts?.standing ?? [])
    batch.standings.set(userId, { ...batch.standings.get(userId), ...set });
}

/** An order of this user is accepted, or one that waited becomes a position. */
export function checkMayOpen(watch: Watch, userId: Id, product: 'forex' | 'micro', batch: Batch): void {
  const held = heldBy(watch, userId, batch);
  if (!held) return;
  const now = watch.database.nowMs();
  const freeze = held.freezes.orders;
  if (freeze && (freeze.until === null || now < freeze.until))
    watch.fail('nothing opens behind a freeze', `${product} of user ${userId}`);
  if (held.coolOffUntil !== undefined && now < held.coolOffUntil)
    watch.fail('nothing opens during a break', `${product} of user ${userId}`);
  if (held.country === 'DE' && product === 'micro')
    watch.fail('nothing opens that is not offered', `${product} of user ${userId}`);
}
