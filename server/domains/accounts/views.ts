// From rows to the contract's words; nothing else knows both.

import type { Balance, User } from '@fairtick/contract/http/accounts';
import { readUnits } from '@fairtick/kernel/decimal';
import { balanceViews } from '../ledger/index.ts';
import type { UserRow } from './columns.ts';
import { maskedMobile } from './names/mobile.ts';
import type { BalanceRow, NamedUser } from './table.ts';

/** Where every user's score starts; nothing moves it yet. */
const FIRST_CREDIT_SCORE = 100;
/** Where a user has no e-mail, the mobile stands in its place, masked. A demo user has neither. */
export function userView({ id, uid, realm, email, mobile, invite_code: code, is_trader }: NamedUser): User {
  const shown = email ?? (mobile === null ? '' : maskedMobile(mobile));
  return {
    id: id.toString(),
    uid,
    name: email?.slice(0, email.lastIndexOf('@')) ?? shown,
    email: shown,
    invite_code: code ?? '',
    is_trader,
    is_demo: realm === 'demo' ? 1 : 0,
    credit_score: FIRST_CREDIT_SCORE,
  };
}

/** A demo user has no names. */
export const demoView = (user: UserRow): User =>
  userView({ ...user, email: null, mobile: null, invite_code: null, is_trader: false });

/** A user's balances as they are stored. */
export const storedBalances = (rows: readonly BalanceRow[]): Balance[] =>
  balanceViews(
    rows.map(({ kind, available, locked }) => ({ kind, available: readUnits(available), locked: readUnits(locked) })),
  );
