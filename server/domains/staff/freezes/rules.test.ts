// Who is let in to freeze at all: nobody whom no lock would be carried for, and everybody for whom one would.

import { LOCKS } from '@fairtick/contract/staff/locks';
import { mayDo, STAFF_ROLES } from '@fairtick/contract/staff/matrix';
import { userEndpoints } from '@fairtick/contract/staff/users';
import { expect, test } from 'vitest';
import { freezeRight } from './rules.ts';

test('the right of the call is had by exactly the roles that carry some lock', () => {
  const { right } = userEndpoints.user_freeze;
  for (const role of STAFF_ROLES) {
    const carries = LOCKS.some((lock) => freezeRight([role], [lock]) !== undefined);
    expect([role, right !== undefined && mayDo([role], right)]).toEqual([role, carries]);
  }
});
