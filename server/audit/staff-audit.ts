// The staff and what they decided, against their acts: roles, links, factors, sessions, proposals, locks, verifications and loans that no act tells of, and acts
// whose effect is not there. Whoever can write these rows by hand writes no act that its log would still take unseen.

import type { Queries } from '../platform/database/pools.ts';
import type { Findings } from './findings.ts';
import { LOANS_COMPARED } from './loans-table.ts';
import { COMPARED, differing } from './staff-table.ts';

export async function auditStaff(db: Queries, findings: Findings): Promise<void> {
  for (const compared of [...COMPARED, ...LOANS_COMPARED])
    for (const { who, what, told, kept } of await differing(db, compared))
      findings.add(`${compared.noun} ${who}: ${what} is there ${times(kept)}, and acts tell of it ${times(told)}`);
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
