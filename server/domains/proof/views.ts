// The proof of an order under the contract's names: its terms as frozen, and which ticks played which part.

import { nightName } from '@fairtick/engine/financing';
import type { ForexProofTerms, MicroProofTerms, ProofAcceptance, ProofTick } from '@fairtick/engine/proof';
import type { ForexOrder, MicroOrder, Tick } from '@fairtick/engine/types';
import { toBase64 } from '@fairtick/kernel/bytes';
import { formatFixed, formatUnits, RATE_PLACES } from '@fairtick/kernel/decimal';
import type { LoggedAcceptance } from '../../platform/acceptances/table.ts';
import { type FinancingCharge, forexFrozenTerms, type PairName, stopsOf } from '../forex/index.ts';
import { toTick } from '../market/index.ts';
import { microFrozenTerms } from '../micro/index.ts';

/** A tick's part in an order: where it stands in the log, and what it decided. */
export interface Part {
  readonly role: ProofTick['role'];
  readonly at: ProofTick['at'];
  readonly index: number;
}

/** Nights that one proof shows: with the ticks of the fills below what the log proves at once. */
const NIGHTS_SHOWN = 200;
export const nightsShown = <Night>(all: readonly Night[]): readonly Night[] => all.slice(-NIGHTS_SHOWN);

/** `nights`: all of the order, oldest first. */
export function forexParts(order: ForexOrder, nights: readonly FinancingCharge[]): Part[] {
  const parts: Part[] = [];
  const add = (role: Part['role'], at: Part['at'], index: number | undefined): void => {
    if (index !== undefined) parts.push({ role, at, index });
  };
  add('open', 'open', order.open?.tickIndex);
  // Margin and fee were fixed at placement, so the opening rate is that of the placement.
  add('rate', 'open', order.placed.rateTickIndex);
  add('close', 'close', order.close?.tickIndex);
  add('rate', 'close', order.close?.rateTickIndex);
  // Nights that were caught up together share their tick.
  const rates = new Set(nightsShown(nights).map(({ rateTickIndex }) => rateTickIndex));
  for (const index of rates) add('rate', 'night', index);
  return parts;
}

/** `around`: the ticks around those that decided the option, by what they show. */
export function microParts(order: MicroOrder, around: readonly Part[]): Part[] {
  const parts: Part[] = [...around];
  if (order.openTickIndex !== undefined) parts.push({ role: 'open', at: 'open', index: order.openTickIndex });
  if (order.endTickIndex !== undefined) parts.push({ role: 'close', at: 'close', index: order.endTickIndex });
  return parts;
}

/** `nights`: all of the order, oldest first. */
export function forexTerms(
  order: ForexOrder,
  pair: (pairId: number) => PairName | undefined,
  nights: readonly FinancingCharge[],
): ForexProofTerms {
  const { terms, open, close } = order;
  const shown = (price: bigint): string => formatFixed(price, terms.pricePrecision);
  const rate = (units: bigint): string => formatUnits(units, 0, RATE_PLACES);
  return {
    kind: 'forex',
    ...forexFrozenTerms(order, pair),
    ...stopsOf(order),
    openPrice: open ? shown(open.price) : null,
    closePrice: close ? shown(close.price) : null,
    closeRate: close ? rate(close.rate) : null,
    FactProfits: close ? formatUnits(order.result) : null,
    closeReason: order.status === 'closed' ? (close?.reason ?? 'reset') : null,
    ...(terms.financingRate === 0n ? {} : { financing: financingTerms(order, nightsShown(nights)) }),
  };
}

function financingTerms(
  { openMarketTime }: ForexOrder,
  nights: readonly FinancingCharge[],
): NonNullable<ForexProofTerms['financing']> {
  return {
    openMarketTime: openMarketTime ?? null,
    nights: nights.map((one) => ({
      night: nightName(one.night),
      times: one.times,
      tick: one.tickIndex,
      rateTick: one.rateTickIndex ?? null,
      rate: formatUnits(one.rate, 0, RATE_PLACES),
      amount: formatUnits(one.amount),
      taken: formatUnits(one.taken),
    })),
  };
}

/** Ended before its expiry: only a demo reset does that. */
export const wasReset = (order: MicroOrder): boolean =>
  order.outcome === 'void' && order.closedTime !== undefined && order.closedTime < order.expiryTime;

export function microTerms(order: MicroOrder, pair: string): MicroProofTerms {
  const shown = (price: bigint): string => formatFixed(price, order.pricePrecision);
  return {
    kind: 'micro',
    ...microFrozenTerms(order, pair),
    markup: '0',
    openPrice: order.openPrice === undefined ? null : shown(order.openPrice),
    closePrice: order.endPrice === undefined ? null : shown(order.endPrice),
    acceptedTick: order.armedIndex ?? null,
    FactProfits: order.status === 'closed' ? formatUnits(order.result) : null,
    closeReason: wasReset(order) ? 'reset' : (order.outcome ?? null),
  };
}

export const proofTick = (
  part: Part,
  tick: Tick,
  pair: { readonly code: string; readonly pricePrecision: number },
  inclusion: readonly Uint8Array[],
): ProofTick => ({ role: part.role, at: part.at, ...toTick(tick, pair), inclusion: inclusion.map(toBase64) });

export const proofAcceptance = (
  { kind, time, tick, contents, salt }: LoggedAcceptance,
  index: number,
  inclusion: readonly Uint8Array[],
): ProofAcceptance => ({
  ...{ kind, time, tick, contents, index },
  salt: toBase64(salt),
  inclusion: inclusion.map(toBase64),
});
