// The public page leaves nothing of the matrix out and adds nothing to it.

import { GRANTS, grantsOf, STAFF_ACTS, STAFF_ROLES } from '@fairtick/contract/staff/matrix';
import { expect, test } from 'vitest';
import { changesThings, powers } from './powers-list.ts';

test('every act of the matrix is shown once, to the same roles and in the same ways', () => {
  expect(powers.map(({ act }) => act)).toEqual(STAFF_ACTS);
  const lists = { do: 'alone', propose: 'makers', check: 'checkers', read: 'lookers' } as const;
  for (const power of powers)
    for (const role of STAFF_ROLES)
      for (const grant of GRANTS)
        expect(`${power.act} ${role} ${grant} ${power[lists[grant]].includes(role)}`).toBe(
          `${power.act} ${role} ${grant} ${grantsOf(role, power.act).includes(grant)}`,
        );
});

test('what somebody may do, alone or with another, is not called looking', () => {
  const named = (changes: boolean): string[] =>
    powers.filter((power) => changesThings(power) === changes).map(({ act }) => act);
  expect(named(true)).toEqual(expect.arrayContaining(['verification', 'unfreeze', 'freeze_orders', 'staff', 'resend']));
  expect(named(false)).toEqual(expect.arrayContaining(['users', 'contacts', 'audit']));
});
