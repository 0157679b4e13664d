// Net value and margins of the forex account, in units. Pure.

import { equityOf } from '@fairtick/engine/formulas';
import { type Amount, amount, max, readUnits } from '@fairtick/kernel/decimal';

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

/** What a net value is made of, beside used and free margin: with these two they add up to it. */
export interface RestOfNet {
  /** Margin and fee that pending orders hold. */
  readonly held: Amount;
  /** What open positions have gained, which is no margin before they close. */
  readonly gain: Amount;
}

export function restOfNet({ netValue, usedMargin, freeMargin }: AccountFigures, floating: Amount): RestOfNet {
  const gain = max(floating, amount(0n));
  return { held: amount(netValue - usedMargin - freeMargin - gain), gain };
}
