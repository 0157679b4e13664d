// Which locks of a user a member of staff is offered. What a freeze of a lock that is set would do, the server says; this only hides what it would refuse.

import { FREEZE_ACTS, LOCKS, type Lock } from '@fairtick/contract/staff/locks';
import type { Grant, StaffAct } from '@fairtick/contract/staff/matrix';
import type { HeldFreeze } from '@fairtick/contract/staff/users';

type May = (act: StaffAct, ...grants: readonly Grant[]) => boolean;
type Held = readonly Pick<HeldFreeze, 'lock' | 'again'>[];

/** The locks that this person may put on, alone or with a second person: those that are not on yet, and shorter ones that theirs would replace. */
export const freezableBy = (may: May, held: Held): Lock[] =>
  LOCKS.filter(
    (lock) =>
      may(FREEZE_ACTS[lock], 'do', 'propose') &&
      held.every((freeze) => freeze.lock !== lock || freeze.again === 'replaces'),
  );

/** The locks that would end by themselves and that this person may confirm: somebody else set them. */
export const confirmableBy = (held: Held): Lock[] =>
  held.filter(({ again }) => again === 'confirms').map(({ lock }) => lock);
