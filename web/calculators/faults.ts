// Why a draft can't be sent, by the same checks that the server makes, in the words of the ticket's fields. Pure.

import {
  readMultiple,
  readQuantity,
  readStop,
  readTarget,
  type StopKind,
  stopSideRefusal,
} from '@fairtick/contract/forex-ticket';
import type { TradePair } from '@fairtick/contract/http/market';
import type { PositiveFault } from '@fairtick/contract/typed-number';
import type { Side } from '@fairtick/engine/types';
import { type Price, readUnits } from '@fairtick/kernel/decimal';
import { plainText } from './typed.ts';

/** What may be wrong with any price that was typed. */
type PriceFault = 'price_unreadable' | 'price_too_high' | 'price_step';
export type StopFault = PriceFault | 'stop_missing' | 'stop_loss_side' | 'take_profit_side';
export type QuantityFault =
  | 'quantity_missing'
  | 'quantity_unreadable'
  | 'quantity_step'
  | 'quantity_below_min'
  | 'quantity_above_max';
type TargetFault = PriceFault | 'target_missing' | 'target_reached';

/** By field, in the order in which a user would mend them; a field that is right is absent or undefined. */
export interface TicketFaults {
  readonly multiple?: 'no_multiple' | undefined;
  readonly quantity?: QuantityFault | undefined;
  readonly target?: TargetFault | undefined;
  readonly stopLoss?: StopFault | undefined;
  readonly takeProfit?: StopFault | undefined;
  readonly account?: 'margin_insufficient' | undefined;
}
export type TicketFault = NonNullable<TicketFaults[keyof TicketFaults]>;

export const firstFault = (faults: TicketFaults): TicketFault | undefined =>
  faults.multiple ?? faults.quantity ?? faults.target ?? faults.stopLoss ?? faults.takeProfit ?? faults.account;

/** `text` as typed, in lots. Nothing at or below zero is an order. */
export function quantityFault(
  text: string,
  pair: Pick<TradePair, 'ForexMinCont' | 'ForexMaxCont' | 'Pip'>,
): QuantityFault | undefined {
  const read = readQuantity(plainText(text), {
    minQuantity: readUnits(pair.ForexMinCont),
    quantityStep: readUnits(pair.Pip),
    maxQuantity: readUnits(pair.ForexMaxCont),
  });
  if (read.ok) return undefined;
  switch (read.error.error) {
    case 'VALUE_MISSING':
      return 'quantity_missing';
    case 'VALUE_NOT_A_NUMBER':
      return 'quantity_unreadable';
    case 'VALUE_TOO_PRECISE':
    case 'QUANTITY_STEP':
      return 'quantity_step';
    case 'VALUE_TOO_LARGE':
      return isNegative(text) ? 'quantity_below_min' : 'quantity_above_max';
    case 'QUANTITY_ABOVE_MAX':
      return 'quantity_above_max';
    case 'VALUE_NEGATIVE':
    case 'VALUE_ZERO':
    case 'QUANTITY_BELOW_MIN':
      return 'quantity_below_min';
  }
}

/** Whether the pair offers this multiple; 0 = none chosen, which is right where the margin is fixed. */
export function multipleFault(
  multiple: number,
  pair: Pick<TradePair, 'MarginMode' | 'HasForexMultiple'>,
): 'no_multiple' | undefined {
  const multiples = pair.HasForexMultiple.map(({ Value }) => Value);
  return readMultiple(String(multiple), { marginMode: pair.MarginMode, multiples }).ok ? undefined : 'no_multiple';
}

/** `now` is the price at which the order would open at once: a target there is no target. */
export function targetFault(text: string, side: Side, now: Price, precision: number): TargetFault | undefined {
  const read = readTarget(plainText(text), side, now, precision);
  if (read.ok) return undefined;
  const { error } = read.error;
  if (error === 'TARGET_REACHED') return 'target_reached';
  return priceFault(error, text) ?? 'target_missing';
}

/** `text` as typed; `closeNow` is what a stop is measured against. At the closing price itself it would be reached already. */
export function stopFault(
  side: Side,
  kind: StopKind,
  text: string,
  closeNow: Price,
  precision: number,
): StopFault | undefined {
  const read = readStop(kind, plainText(text), precision);
  if (!read.ok) return priceFault(read.error.error, text) ?? 'stop_missing';
  if (read.value === 0n) return 'stop_missing';
  return stopSideRefusal(kind, read.value, side, closeNow, precision) && `${kind}_side`;
}

/** undefined where no price stands at all: nothing, zero or less. */
function priceFault(error: PositiveFault, text: string): PriceFault | undefined {
  switch (error) {
    case 'VALUE_NOT_A_NUMBER':
      return 'price_unreadable';
    case 'VALUE_TOO_PRECISE':
      return 'price_step';
    case 'VALUE_TOO_LARGE':
      return isNegative(text) ? undefined : 'price_too_high';
    case 'VALUE_MISSING':
    case 'VALUE_NEGATIVE':
    case 'VALUE_ZERO':
      return undefined;
  }
}

const isNegative = (text: string): boolean => text.trim().startsWith('-');
