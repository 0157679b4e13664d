// A user as the staff see one: pure. What a role may not see of them is left out here, so that it never leaves the server.

import { type FoundUser, LOCKS, type Lock } from '@fairtick/contract/staff/users';
import { LOCK_BITS } from '../accounts/index.ts';
import type { FoundRow } from './users-table.ts';

/** The first sign of the local part and the domain: enough to hold against what a caller says, too little to write to. */
export function maskedAccount(account: string): string {
  const at = account.lastIndexOf('@');
  if (at < 1) return account === '' ? '' : '•••';
  const [first = ''] = account;
  return `${first}•••${account.slice(at)}`;
}

const locksOf = (bits: number): Lock[] => LOCKS.filter((lock) => (bits & LOCK_BITS[lock]) !== 0);

export const foundUser = (row: FoundRow, contacts: boolean): FoundUser => ({
  id: row.id.toString(),
  uid: row.uid,
  account: contacts ? (row.email ?? '') : maskedAccount(row.email ?? ''),
  realm: row.realm,
  country: row.country ?? '',
  verified: row.verified_time !== null,
  locks: locksOf(row.locks),
  createdTime: Number(row.created_time),
});
