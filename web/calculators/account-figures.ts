// Net value and margins of the forex account, in units. Pure.

import { equityOf } from '@fairtick/engine/formulas';
import { type Amount, amount, readUnits } from '@fairtick/kernel/decimal';

export interface AccountFigures {
  readonly netValue: Amount;
  readonly usedMargin: Amount;
  readonly freeMargin: Amount;
}

/** From FOREX_TRADE where it has spoken, else from the balance of an account that is taken to be flat. */
export function accountFigures(
  totals: { readonly NetValue: string; readonly CautionMoneyAll: string; readonly FreeMargin: string } | undefined,
  balance: { readonly balance: string; readonly lockBalance: string } | undefined,
): AccountFigures | undefined {
  if (totals) {
    return {
      netValue: amount(readUnits(totals.NetValue)),
      usedMargin: amount(readUnits(totals.CautionMoneyAll)),
      freeMargin: amount(readUnits(totals.FreeMargin)),
    };
  }
  if (!balance) return undefined;
  const account = {
    available: amount(readUnits(balance.balance)),
    locked: amount(readUnits(balance.lockBalance)),
  };
  return equityOf(account, amount(0n), amount(0n), amount(0n));
}
