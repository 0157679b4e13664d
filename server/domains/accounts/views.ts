// From rows to the contract's words; nothing else knows both.

import type { Balance, User } from '@fairtick/contract/http/accounts';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { BalanceRow, UserRow } from './table.ts';

/** Where every user's score starts; nothing moves it yet. */
const FIRST_CREDIT_SCORE = 100;
/** The one currency of all accounts. */
const USD_ID = 1;

const ACCOUNT_TYPES = [
  { type: 'change', accountTypeId: 1 },
  { type: 'forex', accountTypeId: 2 },
  { type: 'micro', accountTypeId: 3 },
] as const;

/** A demo user has no address of their own. */
export const userView = (row: UserRow): User => ({
  id: row.id.toString(),
  uid: row.uid,
  email: row.email ?? '',
  is_demo: row.realm === 'demo' ? 1 : 0,
  credit_score: FIRST_CREDIT_SCORE,
});

/** Always all three, by accountTypeId. `balance` is what is free, `lockBalance` what orders hold; together they are the account. */
export const balanceViews = (rows: readonly BalanceRow[]): Balance[] =>
  ACCOUNT_TYPES.map(({ type, accountTypeId }) => {
    const row = rows.find((one) => one.kind === type);
    return {
      type,
      balance: formatUnits(readUnits(row?.available ?? '0'), 2),
      lockBalance: formatUnits(readUnits(row?.locked ?? '0'), 2),
      accountTypeId,
      currencyId: USD_ID,
    };
  });
