// Who of the staff may look at a deposit's picture now: asked again at each look, since a link outlives what allowed it.

import { mayDo, type StaffRole } from '@fairtick/contract/staff/matrix';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { findDeposit } from './staff-table.ts';

interface Looker {
  /** Of somebody who is of the staff now. */
  readonly roles: readonly StaffRole[];
  readonly linkedUsers: readonly Id[];
}

export const mayLook = (roles: readonly StaffRole[]): boolean =>
  mayDo(roles, { act: 'deposits', grants: ['do', 'check'] });

export async function mayLookAtProof(
  db: Queries,
  { roles, linkedUsers }: Looker,
  attachedTo: string,
): Promise<boolean> {
  const id = parseId(/^deposit:(\d+)$/.exec(attachedTo)?.[1] ?? '');
  if (id === undefined || !mayLook(roles)) return false;
  const deposit = await findDeposit(db, id);
  return deposit !== undefined && !linkedUsers.includes(deposit.userId);
}
