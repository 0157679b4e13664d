// Why a draft can't be sent: what is wrong with each number as typed, before anything goes to the server. Pure.

import type { TradePair } from '@fairtick/contract/http/market';
import type { Side } from '@fairtick/engine/types';
import { type Price, readUnits } from '@fairtick/kernel/decimal';
import { err, type Result } from '@fairtick/kernel/result';
import { priceStep, readTyped } from './typed.ts';

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
  const read = readTyped(text);
  if (!read.ok) {
    if (read.error === 'missing') return 'quantity_missing';
    if (read.error === 'not_a_number') return 'quantity_unreadable';
    if (read.error === 'too_precise') return 'quantity_step';
    return isNegative(text) ? 'quantity_below_min' : 'quantity_above_max';
  }
  if (read.value < readUnits(pair.ForexMinCont)) return 'quantity_below_min';
  if (read.value > readUnits(pair.ForexMaxCont)) return 'quantity_above_max';
  return read.value % readUnits(pair.Pip) === 0n ? undefined : 'quantity_step';
}

/** `now` is the price at which the order would open at once: a target there is no target. */
export function targetFault(text: string, now: Price, precision: number): TargetFault | undefined {
  const read = readPrice(text, precision, 'target_missing');
  if (!read.ok) return read.error;
  return read.value === now ? 'target_reached' : undefined;
}

/** `text` as typed; `closeNow` is what a stop is measured against. At the closing price itself it would be reached already. */
export function stopFault(
  side: Side,
  kind: 'stop_loss' | 'take_profit',
  text: string,
  closeNow: Price,
  precision: number,
): StopFault | undefined {
  const read = readPrice(text, precision, 'stop_missing');
  if (!read.ok) return read.error;
  const below = (side === 'buy') === (kind === 'stop_loss');
  return (below ? read.value < closeNow : read.value > closeNow) ? undefined : `${kind}_side`;
}

function readPrice<M extends string>(text: string, precision: number, missing: M): Result<bigint, PriceFault | M> {
  const read = readTyped(text);
  if (!read.ok) {
    if (read.error === 'missing') return err(missing);
    if (read.error === 'not_a_number') return err('price_unreadable');
    if (read.error === 'too_precise') return err('price_step');
    return err(isNegative(text) ? missing : 'price_too_high');
  }
  if (read.value <= 0n) return err(missing);
  return read.value % priceStep(precision) === 0n ? read : err('price_step');
}

const isNegative = (text: string): boolean => text.trim().startsWith('-');
