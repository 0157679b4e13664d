// What an option may bring or cost, from the engine's own functions. Pure.

import type { MicroOrderView } from '@fairtick/contract/http/micro';
import { readStake, stakeRefusal } from '@fairtick/contract/micro-ticket';
import { microGain, microOutcome, microResult } from '@fairtick/engine/formulas';
import { type Amount, amount, divideToPlaces, min, price, readUnits, UNIT } from '@fairtick/kernel/decimal';
import { plainText, typedUnits } from './typed.ts';

export type OptionFault =
  | 'stake_missing'
  | 'stake_unreadable'
  | 'stake_below_min'
  | 'stake_above_max'
  | 'stake_precision'
  | 'balance_insufficient';

export interface OptionTerms {
  readonly ProfitRatio: string;
  readonly LimitAmount: string;
  readonly MaxAmount: string;
}

export interface OptionEstimate {
  readonly stake: Amount;
  /** Won on top of the stake. */
  readonly gain: Amount;
  /** Stake and gain. */
  readonly payout: Amount;
  /** Lost at worst, as a positive sum. */
  readonly loss: Amount;
}

export function estimateOption(
  stakeText: string,
  terms: OptionTerms,
  lossLevel: 0 | 1,
  available: string | undefined,
): { readonly estimate: OptionEstimate | undefined; readonly faults: readonly OptionFault[] } {
  const stake = typedUnits(stakeText);
  const wrong = stakeFault(stakeText, terms);
  const short = stake !== undefined && available !== undefined && stakeRefusal(stake, readUnits(available));
  const faults: OptionFault[] = [...(wrong ? [wrong] : []), ...(short ? ['balance_insufficient' as const] : [])];
  if (stake === undefined || stake <= 0n) return { estimate: undefined, faults };
  const ratio = amount(readUnits(terms.ProfitRatio));
  const gain = microGain(amount(stake), ratio);
  const loss = amount(-microResult('loss', amount(stake), ratio, lossLevel));
  return { estimate: { stake: amount(stake), gain, payout: amount(stake + gain), loss }, faults };
}

function stakeFault(text: string, { LimitAmount, MaxAmount }: OptionTerms): OptionFault | undefined {
  const read = readStake(plainText(text), { minStake: readUnits(LimitAmount), maxStake: readUnits(MaxAmount) });
  if (read.ok) return undefined;
  switch (read.error.error) {
    case 'VALUE_MISSING':
      return 'stake_missing';
    case 'VALUE_NOT_A_NUMBER':
      return 'stake_unreadable';
    case 'VALUE_TOO_PRECISE':
      return 'stake_precision';
    case 'VALUE_TOO_LARGE':
      return text.trim().startsWith('-') ? 'stake_below_min' : 'stake_above_max';
    case 'STAKE_ABOVE_MAX':
      return 'stake_above_max';
    case 'VALUE_NEGATIVE':
    case 'VALUE_ZERO':
    case 'STAKE_BELOW_MIN':
      return 'stake_below_min';
  }
}

export interface OptionRates {
  /** Percent of the stake, 1e-8 units. */
  readonly win: bigint;
  readonly loss: bigint;
  /** Share of options that must win for no loss over time, in percent with 1 place. */
  readonly breakEven: bigint;
}

export function optionRates(profitRatio: string, lossLevel: 0 | 1): OptionRates {
  const ratio = readUnits(profitRatio);
  const loss = lossLevel === 0 ? UNIT : min(ratio, UNIT);
  const total = ratio + loss;
  const breakEven = total > 0n ? divideToPlaces(loss * 100n * UNIT, total, 1) : 0n;
  return { win: ratio * 100n, loss: loss * 100n, breakEven };
}

/** What a running option would bring if it ended at this mid; undefined before a price, and before one has opened it. */
export function optionNow(
  order: Pick<MicroOrderView, 'Type' | 'Number' | 'OpenPrice' | 'ProfitRatio'>,
  mid: string | undefined,
  lossLevel: 0 | 1,
): { readonly outcome: 'win' | 'loss' | 'tie'; readonly result: Amount } | undefined {
  if (mid === undefined || mid === '' || order.OpenPrice === '') return undefined;
  const direction = order.Type === 1 ? 'up' : 'down';
  const outcome = microOutcome(direction, price(readUnits(order.OpenPrice)), price(readUnits(mid)));
  const result = microResult(outcome, amount(readUnits(order.Number)), amount(readUnits(order.ProfitRatio)), lossLevel);
  return { outcome, result };
}
