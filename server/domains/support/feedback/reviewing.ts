// Who of the staff may look at the image that came with feedback now: asked again at each look, since a link outlives what allowed it.

import { staffTable } from '@fairtick/contract/staff/index';
import { mayDo, type StaffRole } from '@fairtick/contract/staff/matrix';
import type { Clock } from '@fairtick/kernel/clock';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { type Claimed, mayRead } from './rules.ts';
import { type FeedbackRow, findFeedback } from './table.ts';

const { right } = staffTable.endpoints.feedback_item;

export const claimedOf = ({ kind, status, claimed_by, claimed_until }: FeedbackRow, nowMs: number): Claimed => ({
  ...{ kind, status },
  holder: claimed_by !== null && Number(claimed_until) > nowMs ? claimed_by : undefined,
});

export interface FeedbackLooker {
  readonly id: Id;
  /** Of somebody who is of the staff now. */
  readonly roles: readonly StaffRole[];
  readonly linkedUsers: readonly Id[];
}

export async function mayLookAtFeedback(
  { db, clock }: { readonly db: Queries; readonly clock: Clock },
  looker: FeedbackLooker,
  attachedTo: string,
): Promise<boolean> {
  const id = parseId(/^feedback:(\d+)$/.exec(attachedTo)?.[1] ?? '');
  if (id === undefined || right === undefined || !mayDo(looker.roles, right)) return false;
  const row = await findFeedback(db, id);
  if (!row || row.erased_time !== null || (row.user_id !== null && looker.linkedUsers.includes(row.user_id)))
    return false;
  return mayRead(claimedOf(row, clock.now()), row.claimed_by, looker.id);
}
