// The daily removal of demo users who have been away for 30 days (rules §2).

import { ok } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import type { Pool } from '../../platform/database/pools.ts';
import { idleDemoUsers, SESSION_IDLE_MS } from '../accounts/index.ts';
import { decideRemoval, type PortfolioChange, type PortfolioState } from './rules.ts';

/** An hour after the user's last session has expired, so that no user with a usable session is removed. */
const REMOVE_AFTER_MS = SESSION_IDLE_MS + 3_600_000;
/** Users asked for and removed at once: at most one batch. */
const PAGE = 200;

export interface RemovalOptions {
  readonly submit: (command: Command<PortfolioState, PortfolioChange>) => Promise<Outcome>;
  readonly db: Pool;
  readonly nowMs: number;
}

/** How many were removed and how many could not be: those are found again the next time. Rejects when the database is away. */
export async function removeIdleDemoUsers(options: RemovalOptions): Promise<{ removed: number; failed: number }> {
  const { submit, db, nowMs } = options;
  let [removed, failed, afterId] = [0, 0, 0n];
  for (;;) {
    const idle = await idleDemoUsers(db, { nowMs, idleMs: REMOVE_AFTER_MS, afterId, limit: PAGE });
    const last = idle.at(-1);
    if (last === undefined) return { removed, failed };
    afterId = last;
    const outcomes = await Promise.all(
      idle.map((userId) =>
        submit({
          name: 'demo_remove',
          realm: 'demo',
          owners: [userId],
          decide: (state) => {
            const gone = decideRemoval(state, { userId });
            return gone.ok ? ok({ change: gone.value.change, answer: {} }) : gone;
          },
        }),
      ),
    );
    const done = outcomes.filter(({ ok: accepted }) => accepted).length;
    removed += done;
    failed += outcomes.length - done;
  }
}
