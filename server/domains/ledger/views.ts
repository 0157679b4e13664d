// A user's accounts in the contract's own names. Only this file knows both vocabularies.

import type { Balance } from '@fairtick/contract/http/accounts';
import { formatUnits } from '@fairtick/kernel/decimal';

/** The one currency of all accounts. */
const USD_ID = 1;

const ACCOUNT_TYPES = [
  { type: 'change', accountTypeId: 1 },
  { type: 'forex', accountTypeId: 2 },
  { type: 'micro', accountTypeId: 3 },
] as const;

/** Always all three, by accountTypeId. `balance` is what is free, `lockBalance` what orders hold; together they are the account. */
export const balanceViews = (
  accounts: readonly { readonly kind: string; readonly available: bigint; readonly locked: bigint }[],
): Balance[] =>
  ACCOUNT_TYPES.map(({ type, accountTypeId }) => {
    const account = accounts.find(({ kind }) => kind === type);
    return {
      type,
      balance: formatUnits(account?.available ?? 0n, 2),
      lockBalance: formatUnits(account?.locked ?? 0n, 2),
      accountTypeId,
      currencyId: USD_ID,
    };
  });
