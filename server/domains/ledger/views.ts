// A user's accounts in the contract's own names. Only this file knows both vocabularies.

import type { Balance } from '@fairtick/contract/http/accounts';
import type { LedgerEntryView } from '@fairtick/contract/http/ledger';
import type { LanguageKey } from '@fairtick/contract/languages';
import { text } from '@fairtick/contract/texts/index';
import { formatUnits } from '@fairtick/kernel/decimal';
import { assert } from '@fairtick/kernel/result';
import { timeTextIn } from '../../platform/time-text.ts';
import type { LedgerLine } from './pages-table.ts';
import type { UserKind } from './rules/declaration.ts';
import { ledgerTypeOf } from './rules/journal.ts';

/** The one currency of all accounts. */
export const USD_ID = 1;

const ACCOUNT_TYPES = [
  { type: 'change', accountTypeId: 1 },
  { type: 'forex', accountTypeId: 2 },
  { type: 'micro', accountTypeId: 3 },
] as const satisfies readonly { readonly type: UserKind; readonly accountTypeId: number }[];

/** As it was typed: undefined where no account has the number. */
export const userKindOf = (accountTypeId: string): UserKind | undefined =>
  ACCOUNT_TYPES.find((one) => String(one.accountTypeId) === accountTypeId)?.type;

/** The account of one of these numbers, which the contract has held it to. */
export function kindOf(accountTypeId: number): UserKind {
  const kind = userKindOf(String(accountTypeId));
  assert(kind !== undefined, `a user has an account ${accountTypeId}`);
  return kind;
}

/** The number of an account among its user's. */
export function accountTypeIdOf(kind: string): number {
  const found = ACCOUNT_TYPES.find(({ type }) => type === kind);
  assert(found !== undefined, `${kind} is an account of users`);
  return found.accountTypeId;
}

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

/** A line of an account as its owner reads it. */
export function entryView(line: LedgerLine, lang: LanguageKey, zone: string | undefined): LedgerEntryView {
  const name = `ledger.${ledgerTypeOf(line.reason)}` as const;
  return {
    Id: String(line.id),
    Value: formatUnits(line.available),
    LockValue: formatUnits(line.locked),
    Type: line.reason,
    Memo: text('en', name),
    MemoTran: text(lang, name),
    CreatedAt: line.time,
    CreatedAtTran: timeTextIn(line.time, lang, zone),
  };
}
