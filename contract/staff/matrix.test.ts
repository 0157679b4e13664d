// The matrix of rights says neither more nor less than the endpoints ask for: the public page of what the staff may do is made of it.

import { expect, test } from 'vitest';
import { endpointsOf } from '../table.ts';
import { staffTable } from './index.ts';
import { GRANTS, grantsOf, mayDo, type Right, STAFF_ACTS, STAFF_ROLES } from './matrix.ts';

const asked: readonly (readonly [name: string, right: Right])[] = endpointsOf(staffTable).flatMap(
  ([name, { right, within = [] }]) => [...(right ? [right] : []), ...within].map((one) => [name, one] as const),
);

test('every right that a role has is asked for by an endpoint', () => {
  const used = new Set(asked.flatMap(([, { act, grants }]) => grants.map((grant) => `${act} ${grant}`)));
  const given = STAFF_ACTS.flatMap((act) =>
    GRANTS.filter((grant) => STAFF_ROLES.some((role) => grantsOf(role, act).includes(grant))).map(
      (grant) => `${act} ${grant}`,
    ),
  );
  expect(given.filter((right) => !used.has(right))).toEqual([]);
});

test('every right that an endpoint asks for is some role’s', () => {
  for (const [name, right] of asked)
    expect([name, right.act, STAFF_ROLES.some((role) => mayDo([role], right))]).toEqual([name, right.act, true]);
});
