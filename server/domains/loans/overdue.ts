// Loans that should have been repaid are marked, each day: their users are told once. Nothing is taken.

import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import type { Pool } from '../../platform/database/pools.ts';
import { decideOverdue, type LoanDecided, type LoanDecisionState } from './rules/decisions.ts';
import { unmarkedOverdue } from './table.ts';

export interface OverdueOptions {
  readonly submit: (command: Command<LoanDecisionState, LoanDecided>) => Promise<Outcome>;
  readonly db: Pool;
}

const PAGE = 100;
const NOTHING: LoanDecided = { loans: [] };

const markingOf = (loanId: Id, userId: Id): Command<LoanDecisionState, LoanDecided> => ({
  ...{ name: 'loan_overdue', realm: 'live', owners: [userId], looksAt: [], names: { loans: [userId] } },
  decide: (state) => {
    const change = decideOverdue(state, { loanId, userId });
    return ok({ change: change ?? NOTHING, answer: { marked: change !== undefined } });
  },
});

/** Rejects when the database is away. */
export async function markOverdue({ submit, db }: OverdueOptions): Promise<{ readonly marked: number }> {
  let [marked, afterId] = [0, 0n];
  for (;;) {
    const found = await unmarkedOverdue(db, afterId, PAGE);
    const last = found.at(-1);
    if (last === undefined) return { marked };
    afterId = last.id;
    const outcomes = await Promise.all(found.map((one) => submit(markingOf(one.id, one.userId))));
    marked += outcomes.filter((one) => one.ok && one.value.marked === true).length;
  }
}
