// What the signed-in person may do, by what the server said of them. The server decides; this only hides what it would refuse.

import {
  GRANTS,
  type Grant,
  grantsOf,
  STAFF_ROLES,
  type StaffAct,
  type StaffRole,
} from '@fairtick/contract/staff/matrix';

export type Rights = Readonly<Partial<Record<StaffAct, readonly Grant[]>>>;

/** Whether one of the grants is theirs; without any named, whether they have to do with the act at all. */
export const may = (rights: Rights, act: StaffAct, ...grants: readonly Grant[]): boolean =>
  (rights[act] ?? []).some((grant) => (grants.length === 0 ? GRANTS : grants).includes(grant));

/** The roles that carry one of the grants of an act, or any where none is named: for telling somebody whom to ask. */
export const rolesWith = (act: StaffAct, ...grants: readonly Grant[]): StaffRole[] =>
  STAFF_ROLES.filter((role) => grantsOf(role, act).some((grant) => grants.length === 0 || grants.includes(grant)));
