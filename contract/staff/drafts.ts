// How the staff's endpoints are written down: only members of staff may read or change something, unless an endpoint says otherwise.

import { drafting, ROLES, type Role } from '../endpoint.ts';

export const ANYBODY: readonly Role<'staff'>[] = ROLES.staff;
const STAFF: readonly Role<'staff'>[] = ['staff'];
export const { reads, changes } = drafting(STAFF, STAFF);
