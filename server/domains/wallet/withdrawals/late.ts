// Withdrawals that nobody has paid in 24 hours: found once each, told to their users and to the staff.

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

/** The letters to the staff are written with the first of a page, so that they are sent if anything was found. Rejects when the database is away. */
export async function markLate({ submit, db, staff }: LateOptions): Promise<{ late: number }> {
  let late = 0;
  for (;;) {
    const found = await findLate(db, PAGE);
    if (found.length === 0) return { late };
    const params = { count: String(found.length) };
    const letters = (await staff()).map((address) =>
      letterTo({ address, template: 'staff_withdrawals_overdue', params, lang: 'en' }),
    );
    const outcomes = await Promise.all(
      found.map(({ id, userId }, at) =>
        submit({
          name: 'withdrawal_overdue',
          realm: 'live',
          owners: [userId],
          looksAt: [],
          names: { wallet: [id] },
          decide: (state) => {
            const change = decideOverdue(state, id);
            const messages = at === 0 && change.wallet ? letters : [];
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
