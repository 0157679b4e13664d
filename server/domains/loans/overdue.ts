// Loans by time: their users are told before they are due, and once more when that is past. Nothing is taken.

import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import type { Pool } from '../../platform/database/pools.ts';
import { decideOverdue, decideSoon, type LoanDecided, type LoanDecisionState, SOON_MS } from './rules/decisions.ts';
import { unmarkedOverdue, untoldSoon } from './table.ts';

export interface OverdueOptions {
  readonly submit: (command: Command<LoanDecisionState, LoanDecided>) => Promise<Outcome>;
  readonly db: Pool;
}

const PAGE = 100;
const NOTHING: LoanDecided = { loans: [] };

interface Named {
  readonly id: Id;
  readonly userId: Id;
}

interface Marking {
  readonly name: 'loan_overdue' | 'loan_due_soon';
  readonly find: (afterId: Id) => Promise<readonly Named[]>;
  readonly decide: typeof decideOverdue;
}

const markingOf = (
  { name, decide }: Marking,
  { id: loanId, userId }: Named,
): Command<LoanDecisionState, LoanDecided> => ({
  ...{ name, realm: 'live', owners: [userId], looksAt: [], names: { loans: [userId] } },
  decide: (state) => {
    const change = decide(state, { loanId, userId });
    return ok({ change: change ?? NOTHING, answer: { marked: change !== undefined } });
  },
});

async function markAll({ submit }: OverdueOptions, marking: Marking): Promise<{ readonly marked: number }> {
  let [marked, afterId] = [0, 0n];
  for (;;) {
    const found = await marking.find(afterId);
    const last = found.at(-1);
    if (last === undefined) return { marked };
    afterId = last.id;
    const outcomes = await Promise.all(found.map((one) => submit(markingOf(marking, one))));
    marked += outcomes.filter((one) => one.ok && one.value.marked === true).length;
  }
}

/** Rejects when the database is away. */
export const markOverdue = (options: OverdueOptions): Promise<{ readonly marked: number }> =>
  markAll(options, {
    ...{ name: 'loan_overdue', decide: decideOverdue },
    find: (afterId) => unmarkedOverdue(options.db, afterId, PAGE),
  });

/** As `markOverdue`, of those that are due within three days. */
export const tellSoon = (options: OverdueOptions): Promise<{ readonly marked: number }> =>
  markAll(options, {
    ...{ name: 'loan_due_soon', decide: decideSoon },
    find: (afterId) => untoldSoon(options.db, { afterId, withinMs: SOON_MS, limit: PAGE }),
  });
