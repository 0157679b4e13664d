// A change of standing beside the pipeline, in the transaction of what causes it: of terms that neither open nor close anything to trade. What does
// goes through the pipeline, which gives up what waits.

import type { Id } from '@fairtick/kernel/ids';
import type { PoolClient } from '../../platform/database/pools.ts';
import { runAll } from '../../platform/database/statement.ts';
import type { Actor } from '../../platform/principals.ts';
import { lockOwners } from '../ledger/index.ts';
import { type Standing, Standings, type StandingTerms } from './standing.ts';
import { loadStandings, writeStandings } from './standing-table.ts';

export type QuietTerms = Partial<Pick<StandingTerms, 'country' | 'holdUntil' | 'lang' | 'zone'>>;

/**
 * Locks the user as a batch does, so that neither undoes the other, and writes what `of` makes of the standing as it is then; nothing where it makes
 * nothing of it. Throws for a demo user.
 */
export async function changeStanding(
  tx: PoolClient,
  userId: Id,
  actor: Actor,
  of: (now: Standing) => QuietTerms | undefined,
): Promise<void> {
  await lockOwners(tx, [userId], []);
  const standings = new Standings(await loadStandings(tx, [userId]), [userId]);
  const set = of(standings.of(userId));
  if (!set) return;
  standings.apply({ userId, set }, actor);
  await runAll(tx, writeStandings(standings.changes));
}

const HOLD_MS = 24 * 3_600_000;

/** Withdrawals and new destinations rest for a day from now; a longer rest stays. After a reset, without a factor any more, with another name. */
export const holdWithdrawals = (tx: PoolClient, userId: Id, actor: Actor): Promise<void> =>
  changeStanding(tx, userId, actor, ({ holdUntil, nowMs }) => {
    const until = nowMs + HOLD_MS;
    return holdUntil !== undefined && holdUntil >= until ? undefined : { holdUntil: until };
  });
