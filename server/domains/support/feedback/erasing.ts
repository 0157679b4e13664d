// What is kept of feedback ends by itself: the words of who has left, those that nobody needs any more, and where visitors wrote from.

import { inTransaction } from '../../../platform/commands/transaction.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { releaseUploads } from '../../../platform/files/table.ts';
import type { JobServices } from '../../domain-part.ts';
import { KEEP_MS, LIMIT_MS } from './rules.ts';
import { eraseFeedback, forgetAddresses } from './table.ts';

/** Rows that one run empties at most. */
const MOST = 10_000;

export async function eraseOld({ db, clock }: Pick<JobServices, 'db' | 'clock'>): Promise<Record<string, number>> {
  const nowMs = clock.now();
  const erased = await inTransaction(db, async (tx) => {
    const done = await eraseFeedback(tx, { closedBeforeMs: nowMs - KEEP_MS, nowMs, limit: MOST });
    await runAll(tx, releaseUploads(done.images, 0));
    return done.erased;
  });
  return { erased, addresses: await forgetAddresses(db, nowMs - LIMIT_MS) };
}
