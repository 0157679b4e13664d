// Who may look at a verification's images now: asked again at each look, since a link outlives what allowed it.

import { staffTable } from '@fairtick/contract/staff/index';
import { mayDo, type StaffRole } from '@fairtick/contract/staff/matrix';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import { reviewedUser } from './table.ts';

export interface Looker {
  readonly id: Id;
  /** Of somebody who is of the staff now. */
  readonly roles: readonly StaffRole[];
  readonly linkedUsers: readonly Id[];
}

const { right, within = [] } = staffTable.endpoints.verification;

/** Both to open an item and to see the images of it. */
export const mayLook = (roles: readonly StaffRole[]): boolean =>
  [right, ...within].every((one) => one !== undefined && mayDo(roles, one));

export async function mayReview(db: Queries, looker: Looker, attachedTo: string): Promise<boolean> {
  const id = parseId(/^verification:(\d+)$/.exec(attachedTo)?.[1] ?? '');
  if (id === undefined || !mayLook(looker.roles)) return false;
  const userId = await reviewedUser(db, id, looker.id);
  return userId !== undefined && !looker.linkedUsers.includes(userId);
}
