// Deposits for which nothing came within seven days end by themselves.

import { ok } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import { SYSTEM } from '../../../platform/principals.ts';
import { namedWith } from './repaying.ts';
import { NOTHING_CAME_MS } from './rules.ts';
import { type DepositChange, type DepositState, decideNothingCame, NOTHING } from './staff-rules.ts';
import { hasCome, type NothingCame, nothingCame } from './staff-table.ts';
import { toldReason } from './views.ts';

/** At most one batch. */
const PAGE = 200;
const CODE = 'nothing_came';
const REASON = { code: CODE, words: '', told: (lang: string | undefined) => toldReason(lang, CODE, '') } as const;

export interface EndingOptions {
  readonly submit: (command: EndingCommand) => Promise<Outcome>;
  readonly db: Pool;
}
type EndingCommand = Command<DepositState, DepositChange>;

function endingOf(deposit: NothingCame): EndingCommand {
  const { id, userId, repays } = deposit;
  let came = true;
  return {
    ...{
      name: 'deposit_nothing_came',
      realm: 'live',
      owners: [userId],
      looksAt: [],
      names: namedWith({ id, userId, repays }),
    },
    // Asked again under the lock: what was booked until then came.
    expand: async (tx) => {
      came = await hasCome(tx, deposit);
      return [];
    },
    decide: (state) => {
      const decided = decideNothingCame(state, { id, reason: REASON, systemId: SYSTEM.id, hasCome: came });
      return decided.ok ? ok({ change: decided.value, answer: { ended: decided.value !== NOTHING } }) : decided;
    },
  };
}

/** Rejects when the database is away. */
export async function endUnanswered({ submit, db }: EndingOptions): Promise<{ readonly ended: number }> {
  let [ended, afterId] = [0, 0n];
  for (;;) {
    const found = await nothingCame(db, { forMs: NOTHING_CAME_MS, afterId, limit: PAGE });
    const last = found.at(-1);
    if (last === undefined) return { ended };
    afterId = last.id;
    const outcomes = await Promise.all(found.map((one) => submit(endingOf(one))));
    ended += outcomes.filter((one) => one.ok && one.value.ended === true).length;
  }
}
