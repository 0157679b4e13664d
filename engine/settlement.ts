// How an up/down option ends, as one pure function: rules §7. Server and verifier both call it and add no rule of their own.

import type { Amount, Price } from '@fairtick/kernel/decimal';
import { microOutcome, microResult } from './formulas.ts';
import { midPrice } from './quotes.ts';
import type { MicroOrder, MicroOutcome, Tick } from './types.ts';

/** The tick that opens an option is received at most so long after it may, or the stake returns. */
export const MICRO_OPENS_WITHIN_MS = 2_000;
/** Of options accepted before that rule: the opening mid was younger than this at acceptance, by received time. */
export const MICRO_OPEN_FRESH_MS = 5_000;
/** Without a tick younger than this at the expiry the option is void. */
export const MICRO_END_FRESH_MS = 15_000;

export interface MicroSettlement {
  readonly outcome: MicroOutcome;
  /** undefined when void: then no price decided anything. */
  readonly endPrice: Price | undefined;
  readonly result: Amount;
}

type Opening = Pick<MicroOrder, 'acceptedTime' | 'expiryTime' | 'openDelayMs'>;

/** The first moment, UTC ms, at which a tick may be received that opens the option. Rule E56. */
export const opensFrom = ({ acceptedTime, openDelayMs }: Pick<Opening, 'acceptedTime' | 'openDelayMs'>): number =>
  acceptedTime + openDelayMs;

/** The last such moment: 2 s later, and not after the expiry. Rule E56. */
export const opensUntil = (order: Opening): number =>
  Math.min(opensFrom(order) + MICRO_OPENS_WITHIN_MS, order.expiryTime);

/** What the log is asked for to open it. */
export const openingWanted = (
  order: Pick<MicroOrder, 'pairId' | 'armedIndex' | 'acceptedTime' | 'openDelayMs'>,
): { pairId: number; logIndex: number; fromMs: number } => ({
  pairId: order.pairId,
  logIndex: order.armedIndex ?? -1,
  fromMs: order.openDelayMs === 0 ? 0 : opensFrom(order),
});

/** Whether a tick of the pair may be the one that opens the option, or shows that none does: the first of these decides. Rule E56. */
export const mayOpen = (
  order: Pick<Opening, 'acceptedTime' | 'openDelayMs'> & { readonly armedIndex: number },
  tick: Pick<Tick, 'logIndex' | 'receivedTime'>,
): boolean => tick.logIndex > order.armedIndex && (order.openDelayMs === 0 || tick.receivedTime >= opensFrom(order));

/**
 * The opening mid, half-even to the pair's places; undefined where nothing opens the option. `first` = the pair's first tick that `mayOpen` it, or
 * undefined; then the caller knows that the log has passed `opensUntil`. Rule E56.
 */
export function openingMid(
  order: Opening & Pick<MicroOrder, 'pricePrecision'>,
  first: Pick<Tick, 'bid' | 'ask' | 'receivedTime'> | undefined,
): Price | undefined {
  if (!first || first.receivedTime > opensUntil(order)) return undefined;
  return midPrice(first, order.pricePrecision);
}

/**
 * `last` = the pair's last tick with receivedTime <= expiryTime, or undefined; the caller knows that the log has passed the expiry.
 * Rules E53 to E55.
 */
export function settleMicro(
  order: Pick<MicroOrder, 'direction' | 'stake' | 'profitRatio' | 'lossLevel' | 'pricePrecision' | 'expiryTime'> & {
    readonly openPrice: Price;
  },
  last: Pick<Tick, 'bid' | 'ask' | 'receivedTime'> | undefined,
): MicroSettlement {
  const { direction, stake, profitRatio, lossLevel, pricePrecision, openPrice, expiryTime } = order;
  if (last && last.receivedTime > expiryTime) throw new Error('broken promise: the last tick is not after the expiry');
  if (!last || expiryTime - last.receivedTime >= MICRO_END_FRESH_MS) {
    return { outcome: 'void', endPrice: undefined, result: microResult('void', stake, profitRatio, lossLevel) };
  }
  const endPrice = midPrice(last, pricePrecision);
  const outcome = microOutcome(direction, openPrice, endPrice);
  return { outcome, endPrice, result: microResult(outcome, stake, profitRatio, lossLevel) };
}
