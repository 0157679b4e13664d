// What each role of the staff may do, turned from the matrix into who of them: what somebody may do, and what they may only look at.

import {
  type Grant,
  grantsOf,
  STAFF_ACTS,
  STAFF_ROLES,
  type StaffAct,
  type StaffRole,
} from '@fairtick/contract/staff/matrix';

export interface Power {
  readonly act: StaffAct;
  /** Who does it without anybody else. */
  readonly alone: readonly StaffRole[];
  /** Who may propose it, and who may decide on what another proposed. */
  readonly makers: readonly StaffRole[];
  readonly checkers: readonly StaffRole[];
  readonly lookers: readonly StaffRole[];
}

const having = (act: StaffAct, grant: Grant): StaffRole[] =>
  STAFF_ROLES.filter((role) => grantsOf(role, act).includes(grant));

export const powers: readonly Power[] = STAFF_ACTS.map((act) => ({
  act,
  alone: having(act, 'do'),
  makers: having(act, 'propose'),
  checkers: having(act, 'check'),
  lookers: having(act, 'read'),
}));

/** Whether it changes anything. */
export const changesThings = ({ alone, makers, checkers }: Power): boolean =>
  alone.length + makers.length + checkers.length > 0;
