// Tells announcements outside the app once they are read by everybody: a message a reader, in batches that go on where the last one ended.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { inTransaction } from '../../../platform/commands/transaction.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { insertOutbox } from '../../../platform/outbox/table.ts';
import { every } from '../../../platform/schedule/periods.ts';
import type { Job } from '../../../platform/schedule/schedule.ts';
import { newsReaders } from '../../accounts/index.ts';
import type { ShelfItem } from '../rules.ts';
import { Shelf } from '../shelf.ts';
import { announcementTo } from './message.ts';
import { holdTelling, moveTelling, untoldItems } from './table.ts';

export interface TellingOptions {
  readonly db: Pool;
  readonly clock: Clock;
}

const MINUTE_MS = 60_000;
/** What was published by mistake can be withdrawn before anybody has it as a letter. */
const QUIET_MS = 5 * MINUTE_MS;
const AT_ONCE = 500;

export const tellingJob = (options: TellingOptions): Job => ({
  name: 'announcements told',
  periods: every(MINUTE_MS),
  missed: 'newest',
  run: ({ signal }) => tellAnnouncements(options, signal),
});

/** Users who play have no address: what is for them alone is told in the app. */
export async function tellAnnouncements(
  { db, clock }: TellingOptions,
  signal?: AbortSignal,
  atOnce = AT_ONCE,
): Promise<{ told: number }> {
  const shown = await new Shelf({ db, clock }).shown('announcement', {
    ...{ nowMs: clock.now(), realm: 'live' },
    // Where each reader lives is asked when their message leaves.
    country: 'every',
  });
  const due = new Set(
    await untoldItems(
      db,
      shown.map(({ id }) => id),
      QUIET_MS,
    ),
  );
  let told = 0;
  for (const item of shown.filter(({ id }) => due.has(id))) {
    for (let more = true; more && !signal?.aborted; ) {
      const batch = await tellBatch(db, item, atOnce);
      told += batch.told;
      more = batch.more;
    }
  }
  return { told };
}

async function tellBatch(
  db: Pool,
  { id, about = 'notice' }: ShelfItem,
  limit: number,
): Promise<{ readonly told: number; readonly more: boolean }> {
  return inTransaction(db, async (tx) => {
    const after: Id | undefined = await holdTelling(tx, id);
    if (after === undefined) return { told: 0, more: false };
    const readers = await newsReaders(tx, after, limit);
    const messages = readers.flatMap((reader) =>
      (['mail', 'push'] as const)
        .filter((way) => reader[way])
        .map((way) => announcementTo(reader.id, way, { id, about })),
    );
    await runAll(tx, insertOutbox(messages));
    const more = readers.length === limit;
    await moveTelling(tx, id, { last: readers.at(-1)?.id ?? after, told: readers.length, isDone: !more });
    return { told: readers.length, more };
  });
}
