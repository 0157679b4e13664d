// Freezing and unfreezing a user by two people. What one person may do at once is freezes/commands.ts.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { FREEZE_ACTS, LOCKS, type Lock } from '@fairtick/contract/staff/locks';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import type { NewAct } from '../../../platform/acts/table.ts';
import { type Freezes, readStanding, type Standing, uidOfRealUser } from '../../accounts/index.ts';
import { decideFreeze, decideUnfreeze } from '../freezes/rules.ts';
import { type Agreement, type CommandKind, commandKind } from './kind.ts';
import type { Difference, Plan } from './rules.ts';

const body = z.object({ locks: z.array(z.enum(LOCKS)).min(1) });
type Body = z.infer<typeof body>;

/** The locks in their own order, each once. */
const inOrder = (locks: readonly Lock[]): Lock[] => LOCKS.filter((one) => locks.includes(one));

/** What a lock is now, as both people read it. */
function shown(freezes: Freezes, lock: Lock): string {
  const freeze = freezes[lock];
  if (!freeze) return 'open';
  const until = freeze.until === null ? 'until it is lifted' : `until ${new Date(freeze.until).toISOString()}`;
  return `locked since ${new Date(freeze.time).toISOString()}, ${until}: ${freeze.reason}`;
}

/** What a lock would be, and whether the proposal is about something at all. */
interface Turn {
  readonly next: string;
  concerns(freezes: Freezes, lock: Lock): boolean;
}

/** Two people's freeze has no end of its own: it may also confirm one that would end by itself. */
const FREEZE: Turn = {
  next: 'locked until it is lifted',
  concerns: (freezes, lock) => freezes[lock] === undefined || freezes[lock].until !== null,
};
const UNFREEZE: Turn = { next: 'open', concerns: (freezes, lock) => freezes[lock] !== undefined };

function planOf({ freezes }: Standing, { locks }: Body, { next, concerns }: Turn): Result<Plan, Refusal> {
  const ordered = inOrder(locks);
  if (!ordered.every((lock) => concerns(freezes, lock))) return err(refuse('INPUT_INVALID', { field: 'locks' }));
  const difference = ordered.map((lock): Difference => ({ field: lock, old: shown(freezes, lock), new: next }));
  return ok({ body: { locks: ordered }, difference });
}

/** The act names the proposal and who made it; its actor is who completed it. */
const ofTwo = (acts: readonly NewAct[], { proposal, maker }: Agreement): NewAct[] =>
  acts.map((act) => ({ ...act, contents: { ...act.contents, proposal: String(proposal), maker: String(maker) } }));

const aboutUser = (turn: Turn): Pick<CommandKind<Body>, 'by' | 'body' | 'plan' | 'planIn'> => ({
  by: 'command',
  body,
  async plan(db, subjectId, asked) {
    const userId = parseId(subjectId);
    const uid = userId === undefined ? undefined : await uidOfRealUser(db, userId);
    const standing = userId === undefined ? undefined : await readStanding(db, userId);
    if (uid === undefined || !standing) return err(refuse('ITEM_UNKNOWN'));
    const planned = planOf(standing, asked, turn);
    return planned.ok ? ok({ ...planned.value, label: uid }) : planned;
  },
  planIn: (state, userId, asked) => planOf(state.accounts.standing(userId), asked, turn),
});

export const freezeKind = commandKind<Body>({
  ...aboutUser(FREEZE),
  mayNeed: Object.values(FREEZE_ACTS),
  acts: ({ locks }) => inOrder(locks).map((lock) => FREEZE_ACTS[lock]),
  change(state, userId, { locks }, agreed) {
    const { actor, reason } = agreed;
    const decided = decideFreeze(state, { userId, locks, reason, actor, lastsMs: () => null });
    if (!decided.ok) return decided;
    const { change } = decided.value;
    return ok({ ...change, acts: ofTwo(change.acts, agreed) });
  },
});

export const unfreezeKind = commandKind<Body>({
  ...aboutUser(UNFREEZE),
  mayNeed: ['unfreeze'],
  acts: () => ['unfreeze'],
  change(state, userId, { locks }, agreed) {
    const { actor, reason } = agreed;
    const decided = decideUnfreeze(state, { userId, locks, reason, actor });
    if (!decided.ok) return decided;
    const { change } = decided.value;
    return ok({ ...change, acts: ofTwo(change.acts, agreed) });
  },
});
