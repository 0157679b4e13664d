// How an up/down option ends, as one pure function: rules §7. Server and verifier both call it and add no rule of their own.

import type { Amount, Price } from '@fairtick/kernel/decimal';
import { microOutcome, microResult } from './formulas.ts';
import { midPrice } from './quotes.ts';
import type { MicroOrder, MicroOutcome, Tick } from './types.ts';

/** The opening mid must be younger than this at acceptance, by received time. */
export const MICRO_OPEN_FRESH_MS = 5_000;
/** Without a tick younger than this at the expiry the option is void. */
export const MICRO_END_FRESH_MS = 15_000;

export interface MicroSettlement {
  readonly outcome: MicroOutcome;
  /** undefined when void: then no price decided anything. */
  readonly endPrice: Price | undefined;
  readonly result: Amount;
}

/**
 * `last` = the pair's last tick with receivedTime <= expiryTime, or undefined; the caller knows that the log has passed the expiry.
 * Rules E53 to E55.
 */
export function settleMicro(
  order: Pick<
    MicroOrder,
    'direction' | 'stake' | 'profitRatio' | 'lossLevel' | 'pricePrecision' | 'openPrice' | 'expiryTime'
  >,
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
