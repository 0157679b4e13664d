// What the numbers of a forex order must fulfil by themselves: its quantity, multiple and prices as typed, against the pair's public terms and
// one price. The server decides by these functions, the browser shows their refusals before it sends anything. Pure.

import { formatUnits, PRICE_LIMIT, type Price, price, type Quantity, quantity } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { type Refusal, refuse } from './errors.ts';
import { type NumberFault, type PositiveFault, readNotNegative, readPositive } from './typed-number.ts';

/** The places a quantity in lots may have. */
const QUANTITY_PLACES = 8;

type Side = 'buy' | 'sell';
export type StopKind = 'stop_loss' | 'take_profit';

/** In 1e-8 lots; the step is above 0. */
export interface QuantityBounds {
  readonly minQuantity: bigint;
  readonly quantityStep: bigint;
  readonly maxQuantity: bigint;
}

export type QuantityRefusal = Refusal<PositiveFault | 'QUANTITY_BELOW_MIN' | 'QUANTITY_STEP' | 'QUANTITY_ABOVE_MAX'>;

export function readQuantity(text: string, bounds: QuantityBounds): Result<Quantity, QuantityRefusal> {
  const read = readPositive('cont', text, QUANTITY_PLACES);
  if (!read.ok) return read;
  const { minQuantity, quantityStep, maxQuantity } = bounds;
  if (read.value < minQuantity) return err(refuse('QUANTITY_BELOW_MIN', { min: formatUnits(minQuantity) }));
  if (read.value % quantityStep !== 0n) return err(refuse('QUANTITY_STEP', { step: formatUnits(quantityStep) }));
  if (read.value > maxQuantity) return err(refuse('QUANTITY_ABOVE_MAX', { max: formatUnits(maxQuantity) }));
  return ok(quantity(read.value));
}

export interface MultipleOffer {
  /** 1 = fixed margin, 2 = price / multiple. */
  readonly marginMode: 1 | 2;
  readonly multiples: readonly number[];
}

/** 0 where the margin is fixed; else one of the offered multiples. */
export function readMultiple(
  text: string,
  offer: MultipleOffer,
): Result<number, Refusal<PositiveFault | 'NO_LEVERAGE' | 'MULTIPLE_NOT_OFFERED'>> {
  if (offer.marginMode === 1) return ok(0);
  if (offer.multiples.length === 0) return err(refuse('NO_LEVERAGE'));
  const read = readPositive('multiple', text, 0);
  if (!read.ok) return read;
  const multiple = offer.multiples.find((offered) => formatUnits(read.value) === String(offered));
  return multiple === undefined
    ? err(refuse('MULTIPLE_NOT_OFFERED', { offered: offer.multiples.join(', ') }))
    : ok(multiple);
}

/** A price of `precision` places as typed, below PRICE_LIMIT. */
function readPrice(field: string, text: string, precision: number): Result<Price, Refusal<NumberFault>> {
  const read = readNotNegative(field, text, precision);
  if (!read.ok) return read;
  return read.value < PRICE_LIMIT ? ok(price(read.value)) : err(refuse('VALUE_TOO_LARGE', { field }));
}

export type TargetRefusal = Refusal<PositiveFault | 'TARGET_REACHED'>;

/** The target of a pending order. `now` is the price at which the order would open at once: a target there would be reached already. */
export function readTarget(
  text: string,
  side: Side,
  now: Price,
  precision: number,
): Result<{ price: Price; kind: 'limit' | 'stop' }, TargetRefusal> {
  const read = readPrice('target_price', text, precision);
  if (!read.ok) return read;
  if (read.value === 0n) return err(refuse('VALUE_ZERO', { field: 'target_price' }));
  if (read.value === now) return err(refuse('TARGET_REACHED', { price: formatUnits(now, precision) }));
  const better = side === 'buy' ? read.value < now : read.value > now;
  return ok({ price: read.value, kind: better ? 'limit' : 'stop' });
}

/** Tenths are the finest part of a pip that prices show. */
const PIP_PLACES = 1;

/** The price that a user saw and the pips (1e-8) past it that are taken; undefined where neither was sent. A pending order waits for its own price. */
export function readBound(
  typed: { readonly expectedPrice: string; readonly maxDeviation: string },
  pending: boolean,
  precision: number,
): Result<{ expected: Price; pips: bigint } | undefined, Refusal<PositiveFault | 'INPUT_INVALID'>> {
  if (typed.expectedPrice === '' && typed.maxDeviation === '') return ok(undefined);
  if (pending) return err(refuse('INPUT_INVALID', { field: 'max_deviation' }));
  const expected = readPrice('expected_price', typed.expectedPrice, precision);
  if (!expected.ok) return expected;
  if (expected.value === 0n) return err(refuse('VALUE_ZERO', { field: 'expected_price' }));
  const pips = readNotNegative('max_deviation', typed.maxDeviation, PIP_PLACES);
  return pips.ok ? ok({ expected: expected.value, pips: pips.value }) : pips;
}

const STOP_FIELDS = { stop_loss: 'stop_loss_price', take_profit: 'target_profit_price' } as const;

/** A stop-loss or take-profit as typed; '' and 0 mean none and give 0. */
export const readStop = (kind: StopKind, text: string, precision: number): Result<Price, Refusal<NumberFault>> =>
  readPrice(STOP_FIELDS[kind], text === '' ? '0' : text, precision);

/**
 * Why a stop stands on the wrong side; undefined where it stands right, or there is none (0). `reference` is the closing-side price of an
 * open position, the target of a pending order. At the reference itself a stop would be reached already.
 */
export function stopSideRefusal(
  kind: StopKind,
  stop: Price,
  side: Side,
  reference: Price,
  precision: number,
): Refusal<'STOP_LOSS_SIDE' | 'TAKE_PROFIT_SIDE'> | undefined {
  if (stop === 0n) return undefined;
  const below = (side === 'buy') === (kind === 'stop_loss');
  if (below ? stop < reference : stop > reference) return undefined;
  const params = { price: formatUnits(reference, precision) };
  return refuse(kind === 'stop_loss' ? 'STOP_LOSS_SIDE' : 'TAKE_PROFIT_SIDE', params);
}

/** Both stops of an order as typed, each on its right side of `reference`. What can't be read is refused before a wrong side. */
export function readStops(
  typed: { readonly stopLoss: string; readonly takeProfit: string },
  side: Side,
  reference: Price,
  precision: number,
): Result<{ stopLoss: Price; takeProfit: Price }, Refusal> {
  const loss = readStop('stop_loss', typed.stopLoss, precision);
  if (!loss.ok) return loss;
  const profit = readStop('take_profit', typed.takeProfit, precision);
  if (!profit.ok) return profit;
  const wrong =
    stopSideRefusal('stop_loss', loss.value, side, reference, precision) ??
    stopSideRefusal('take_profit', profit.value, side, reference, precision);
  return wrong ? err(wrong) : ok({ stopLoss: loss.value, takeProfit: profit.value });
}

/** Why an account can't put up margin and fee of an order; undefined when it can. USD in 1e-8 units. */
export const marginRefusal = (needed: bigint, free: bigint): Refusal<'MARGIN_INSUFFICIENT'> | undefined =>
  needed > free
    ? refuse('MARGIN_INSUFFICIENT', { needed: formatUnits(needed, 2), free: formatUnits(free, 2) })
    : undefined;
