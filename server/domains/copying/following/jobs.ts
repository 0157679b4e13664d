// What time owes in following: each Monday the shares that were earned until then, and the end of relations whose trader leads no more.

import type { Refusal } from '@fairtick/contract/errors';
import type { Realm } from '@fairtick/engine/types';
import { ok, type Result } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import { type Asked, decideEnd, decidePayday } from './rules/relations.ts';
import type { CopyChange, CopyState } from './state.ts';
import { orphaned, type Pair, unpaid } from './table.ts';

/** At most so many are under way at once: some batches of the pipeline, between which orders go through. */
const PAGE = 200;

export interface FollowingJobs {
  readonly submit: (command: Command<CopyState, CopyChange>) => Promise<Outcome>;
  readonly db: Pool;
}

type Rule = (state: CopyState, asked: Asked) => Result<{ change: CopyChange }, Refusal>;

function commandOf(
  name: string,
  { userId, traderId, realm }: Pair & { readonly realm: Realm },
  rule: Rule,
): Command<CopyState, CopyChange> {
  const asked = { realm, userId, traderId, key: `system:${name}:${userId}:${traderId}` };
  return {
    ...{ name, realm, owners: [userId, traderId], looksAt: [] },
    decide(state) {
      const decided = rule(state, asked);
      return decided.ok ? ok({ change: decided.value.change, answer: {} }) : decided;
    },
  };
}

/** Page by page, each behind the last of the one before: what could not be decided is left to the next run, and holds up none of the others. */
async function workThrough<T extends Pair>(
  find: (limit: number, behind: Pair) => Promise<readonly T[]>,
  decide: (one: T) => Promise<Outcome>,
): Promise<number> {
  let done = 0;
  let behind: Pair = { userId: 0n, traderId: 0n };
  for (;;) {
    const found = await find(PAGE, behind);
    const last = found.at(-1);
    if (!last) return done;
    behind = last;
    const outcomes = await Promise.all(found.map(decide));
    done += outcomes.filter((outcome) => outcome.ok).length;
  }
}

/** Rejects when the database is away. Who was paid has nothing set aside any more: another run pays nothing twice. */
export const payShares = async ({ db, submit }: FollowingJobs): Promise<{ readonly paid: number }> => ({
  paid: await workThrough(
    (limit, behind) => unpaid(db, limit, behind),
    (one) => submit(commandOf('copy_share_paid', { ...one, realm: 'live' }, decidePayday)),
  ),
});

export const endOrphans = async ({ db, submit }: FollowingJobs): Promise<{ readonly ended: number }> => ({
  ended: await workThrough(
    (limit, behind) => orphaned(db, limit, behind),
    (one) => submit(commandOf('follow_ended', one, decideEnd)),
  ),
});
