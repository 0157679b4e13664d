// What a stop-loss or take-profit brings, and where a first one is proposed. Pure.

import type { TradePair } from '@fairtick/contract/http/market';
import { profitOf } from '@fairtick/engine/formulas';
import type { Side } from '@fairtick/engine/types';
import {
  type Amount,
  amount,
  divideHalfEven,
  divideToPlaces,
  formatUnits,
  type Price,
  price,
  quantity as quantityUnits,
  type Rate,
  readUnits,
  UNIT,
} from '@fairtick/kernel/decimal';
import type { AccountFigures } from './account-figures.ts';
import { typedUnits } from './typed.ts';

export interface StopEstimate {
  readonly price: Price;
  /** After fee and nights. */
  readonly result: Amount;
  /** Of the account's net value, in 1e-8 units of a percent with 2 places; undefined without an account. */
  readonly percent: bigint | undefined;
}

/** A draft as far as its stops depend on it. */
export interface StopContext {
  readonly side: Side;
  readonly pair: TradePair;
  readonly rate: Rate;
  /** Lots in units. */
  readonly quantity: bigint;
  readonly openPrice: Price;
  /** Comes off what a stop brings. */
  readonly fee: Amount;
}

/** undefined when there is no stop, or `text` is no price. */
export function stopEstimate(
  { side, pair, rate, quantity, openPrice, fee }: StopContext,
  text: string | undefined,
  account: AccountFigures | undefined,
): StopEstimate | undefined {
  if (text === undefined) return undefined;
  const at = typedUnits(text);
  if (at === undefined || at <= 0n) return undefined;
  const contNum = quantityUnits(readUnits(pair.ForexContNum));
  const result = amount(profitOf(side, openPrice, price(at), quantityUnits(quantity), contNum, rate) - fee);
  return { price: price(at), result, percent: account && percentOf(result, account.netValue) };
}

/** part / whole x 100, half-even to 2 places, in 1e-8 units of a percent; undefined when whole is not positive. */
export function percentOf(part: bigint, whole: bigint): bigint | undefined {
  return whole > 0n ? divideHalfEven(part * 10_000n, whole) * (UNIT / 100n) : undefined;
}

/** A first proposal for a stop: 0.3 % away on the side asked for, on a price step. */
export function proposedStop(
  side: Side,
  kind: 'stop_loss' | 'take_profit',
  closeNow: Price,
  precision: number,
): string {
  const away = divideToPlaces(closeNow * 3n, 1000n, precision);
  const down = (side === 'buy') === (kind === 'stop_loss');
  return formatUnits(down ? closeNow - away : closeNow + away, precision);
}
