// Withdrawals that nobody has paid in 24 hours: found once each, told to their users and to the staff.

import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import { letterTo } from '../../../platform/mail/letter.ts';
import { decideOverdue } from './rules.ts';
import { findLate } from './staff-table.ts';
import type { WithdrawalChange, WithdrawalState } from './state.ts';

/** At most one batch at once. */
const PAGE = 200;

export interface LateOptions {
  readonly submit: (command: Command<WithdrawalState, WithdrawalChange>) => Promise<Outcome>;
  readonly db: Pool;
  /** Addresses of the members who are told. */
  readonly staff: () => Promise<readonly string[]>;
}

/**
 * Says of each that is decided whether it bears what is sent once for all of them: the first that changes. Each may be decided anew with its batch, and
 * by then somebody may have been paid: then the next one does.
 */
export function oneBearer(): (id: Id, changes: boolean) => boolean {
  let bearer: Id | undefined;
  return (id, changes) => {
    if (changes) bearer ??= id;
    else if (bearer === id) bearer = undefined;
    return bearer === id;
  };
}

/** The letters to the staff are written with the first of a page that is late still, so that they are sent if anything is. Rejects when the database is away. */
export async function markLate({ submit, db, staff }: LateOptions): Promise<{ late: number }> {
  let late = 0;
  for (;;) {
    const found = await findLate(db, PAGE);
    if (found.length === 0) return { late };
    const params = { count: String(found.length) };
    const letters = (await staff()).map((address) =>
      letterTo({ address, template: 'staff_withdrawals_overdue', params, lang: 'en' }),
    );
    const bears = oneBearer();
    const outcomes = await Promise.all(
      found.map(({ id, userId }) =>
        submit({
          name: 'withdrawal_overdue',
          realm: 'live',
          owners: [userId],
          looksAt: [],
          names: { wallet: [id] },
          decide: (state) => {
            const change = decideOverdue(state, id);
            const messages = bears(id, change.wallet !== undefined) ? letters : [];
            return ok({ change: { ...change, messages }, answer: {} });
          },
        }),
      ),
    );
    const marked = outcomes.filter((outcome) => outcome.ok).length;
    late += marked;
    // What could not be marked is found again the next time.
    if (marked < found.length) return { late };
  }
}
