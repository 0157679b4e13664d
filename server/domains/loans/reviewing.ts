// Who of the staff may look now at an image of a borrower or of a signature: asked again at each look, since a link outlives what allowed it.

import { staffTable } from '@fairtick/contract/staff/index';
import { mayDo, type StaffRole } from '@fairtick/contract/staff/matrix';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import { findPerson } from './person-table.ts';
import { findLoan } from './table.ts';

interface Looker {
  readonly roles: readonly StaffRole[];
  readonly linkedUsers: readonly Id[];
}

const { loan_person_item: OF_PERSON, loan_item: OF_LOAN } = staffTable.endpoints;

export async function mayLookAtLoan(db: Queries, { roles, linkedUsers }: Looker, attachedTo: string): Promise<boolean> {
  const [, kind, number = ''] = /^(loan|loan_person):(\d+)$/.exec(attachedTo) ?? [];
  const id = parseId(number);
  const right = kind === 'loan' ? OF_LOAN.right : OF_PERSON.right;
  if (id === undefined || !right || !mayDo(roles, right)) return false;
  if (kind === 'loan') {
    const userId = (await findLoan(db, id))?.loan.userId;
    return userId !== undefined && !linkedUsers.includes(userId);
  }
  const person = await findPerson(db, id);
  return person?.status === 1 && !linkedUsers.includes(person.user_id);
}
