// What time owes: each full day's interest, principals of terms that ended, and redemptions that waited long enough.

import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import type { Pool, Queries } from '../../platform/database/pools.ts';
import { decideConfirmation, decideDue, type FundChange, type FundState } from './rules.ts';
import { type DueFund, dueFunds, waitedFunds } from './table.ts';

/** At most so many are under way at once: some batches of the pipeline, between which orders go through. */
const PAGE = 200;

export interface PayingOptions {
  readonly submit: (command: Command<FundState, FundChange>) => Promise<Outcome>;
  readonly db: Pool;
}

const commandOf = (
  name: string,
  { id, user_id, realm }: DueFund,
  decide: (state: FundState) => FundChange,
): Command<FundState, FundChange> => ({
  ...{ name, realm, owners: [user_id], looksAt: [], names: { funds: [id] } },
  decide: (state) => ok({ change: decide(state), answer: {} }),
});

interface Work {
  readonly find: (db: Queries, without: readonly Id[], limit: number) => Promise<DueFund[]>;
  readonly command: (due: DueFund) => Command<FundState, FundChange>;
}

/** Until nothing is found; one that could not be decided is left to the next run, and holds up none of the others. */
async function workThrough({ submit, db }: PayingOptions, { find, command }: Work): Promise<number> {
  let done = 0;
  const failed: Id[] = [];
  for (;;) {
    const found = await find(db, failed, PAGE);
    if (found.length === 0) return done;
    const outcomes = await Promise.all(found.map((one) => submit(command(one))));
    for (const [at, { id }] of found.entries()) {
      if (outcomes[at]?.ok) done += 1;
      else failed.push(id);
    }
  }
}

/** Rejects when the database is away. What was paid is known by its day: another server, or another run, pays nothing twice. */
export async function payFunds(options: PayingOptions): Promise<{ readonly paid: number; readonly redeemed: number }> {
  const redeemed = await workThrough(options, {
    find: waitedFunds,
    command: (due) => commandOf('fund_redeemed', due, (state) => decideConfirmation(state, { id: due.id, by: 'time' })),
  });
  const paid = await workThrough(options, {
    find: dueFunds,
    command: (due) => commandOf('fund_due', due, (state) => decideDue(state, { id: due.id })),
  });
  return { paid, redeemed };
}
