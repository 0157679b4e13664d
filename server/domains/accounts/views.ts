// From rows to the contract's words; nothing else knows both.

import type { Balance, User } from '@fairtick/contract/http/accounts';
import { readUnits } from '@fairtick/kernel/decimal';
import { balanceViews } from '../ledger/index.ts';
import type { UserRow } from './columns.ts';
import type { BalanceRow } from './table.ts';

/** Where every user's score starts; nothing moves it yet. */
const FIRST_CREDIT_SCORE = 100;
/** A demo user has no address of their own. */
export const userView = (row: UserRow): User => ({
  id: row.id.toString(),
  uid: row.uid,
  email: row.email ?? '',
  is_demo: row.realm === 'demo' ? 1 : 0,
  credit_score: FIRST_CREDIT_SCORE,
});

/** A user's balances as they are stored. */
export const storedBalances = (rows: readonly BalanceRow[]): Balance[] =>
  balanceViews(
    rows.map(({ kind, available, locked }) => ({ kind, available: readUnits(available), locked: readUnits(locked) })),
  );
