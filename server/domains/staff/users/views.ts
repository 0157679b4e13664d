// A user as the staff see one: pure. What a role may not see of them is left out here, so that it never leaves the server.

import { LOCKS, type Lock } from '@fairtick/contract/staff/locks';
import type { FoundUser, HeldFreeze } from '@fairtick/contract/staff/users';
import type { StaffPrincipal } from '../../../platform/principals.ts';
import { type FoundUserRow, freezeOf, LOCK_BITS, type Standing } from '../../accounts/index.ts';
import { freezeAgain } from '../freezes/rules.ts';

/** The first sign of the local part and the domain: enough to hold against what a caller says, too little to write to. */
export function maskedAccount(account: string): string {
  const at = account.lastIndexOf('@');
  if (at < 1) return account === '' ? '' : '•••';
  const [first = ''] = account;
  return `${first}•••${account.slice(at)}`;
}

const locksOf = (bits: number): Lock[] => LOCKS.filter((lock) => (bits & LOCK_BITS[lock]) !== 0);

export const foundUser = (row: FoundUserRow, contacts: boolean): FoundUser => ({
  id: row.id.toString(),
  uid: row.uid,
  account: contacts ? (row.email ?? '') : maskedAccount(row.email ?? ''),
  realm: row.realm,
  country: row.country ?? '',
  verified: row.verified_time !== null,
  locks: locksOf(row.locks),
  createdTime: Number(row.created_time),
});

/** The locks that hold now, in the contract's order. `names` of the staff by their ids as text. */
export const heldFreezes = (
  standing: Pick<Standing, 'freezes' | 'nowMs'>,
  reader: Pick<StaffPrincipal, 'staffId' | 'roles'>,
  names: ReadonlyMap<string, string>,
): HeldFreeze[] =>
  LOCKS.flatMap((lock) => {
    const freeze = freezeOf(standing, lock);
    if (!freeze) return [];
    const { reason, by, time, until } = freeze;
    return [{ lock, reason, by: names.get(by) ?? '', time, until, again: freezeAgain(lock, freeze, reader) }];
  });
