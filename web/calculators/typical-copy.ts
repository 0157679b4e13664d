// What orders of a trader's would have been for a follower, by the very functions that the server sizes copies with. Pure.

import type { FollowOrder } from '@fairtick/contract/http/follow';
import type { TradePair } from '@fairtick/contract/http/market';
import { MAX_AMOUNT_LEAST, MAX_AMOUNT_MOST } from '@fairtick/contract/trader-words';
import { type CopySettings, type CopySize, copySize, wantedOf } from '@fairtick/engine/copying';
import { marginOf } from '@fairtick/engine/formulas';
import {
  type Amount,
  amount,
  divideHalfEven,
  formatUnits,
  price,
  type Quantity,
  quantity,
  RATE_PLACES,
  rate,
  readUnits,
  UNIT,
} from '@fairtick/kernel/decimal';

export type CopiedOrder = Pick<
  FollowOrder,
  'Quantity' | 'Multiple' | 'PairId' | 'Price' | 'OpenRate' | 'NetProfits' | 'OrderType'
>;
type CopiedPair = Pick<
  TradePair,
  | 'Id'
  | 'ShowCode'
  | 'HasForexMultiple'
  | 'MarginMode'
  | 'ForexContNum'
  | 'ForexMinCont'
  | 'ForexMaxCont'
  | 'Pip'
  | 'ForexFeeRate'
>;

/** As the market and the trader are now. */
export interface CopyMoment {
  readonly pairs: readonly CopiedPair[];
  readonly feeType: 1 | 2;
  /** The trader's net value, USD: what a copy in proportion goes by. */
  readonly equity: string;
}

export interface TypicalCopy {
  readonly pair: string;
  readonly side: CopiedOrder['OrderType'];
  /** Lots of the trader's order, and of the copy; '0' where it would not have been copied. */
  readonly theirs: string;
  readonly lots: string;
  readonly cut: CopySize['cut'];
  /** USD. */
  readonly margin: string;
  readonly fee: string;
  /** Net result that the copy of the worst of the orders would have had; '0' where none lost. */
  readonly worst: string;
  /** The smallest maximum amount with which this order would have been copied; undefined where none would do. */
  readonly least: string | undefined;
}

const CENT = UNIT / 100n;
/** More than anybody has. */
const PLENTY = amount(10n ** 30n);

interface Sized {
  readonly order: CopiedOrder;
  readonly pair: CopiedPair;
}

const lotsOf = ({ Quantity: lots }: CopiedOrder): Quantity => quantity(readUnits(lots));

function termsOf({ order, pair }: Sized, feeType: 1 | 2) {
  const offered = pair.HasForexMultiple.map(({ Value }) => Value);
  return {
    marginMode: pair.MarginMode,
    contNum: quantity(readUnits(pair.ForexContNum)),
    multiple: offered.length === 0 ? order.Multiple : Math.min(order.Multiple, Math.max(...offered)),
    feeType,
    feeRate: amount(readUnits(pair.ForexFeeRate)),
  };
}

function sizeOf(one: Sized, settings: CopySettings, { feeType, equity }: CopyMoment, free: Amount = PLENTY): CopySize {
  const { order, pair } = one;
  return copySize({
    settings,
    wanted: wantedOf(settings, lotsOf(order), amount(readUnits(equity))),
    room: { used: amount(0n), available: free, freeMargin: free },
    pair: {
      minQuantity: quantity(readUnits(pair.ForexMinCont)),
      quantityStep: quantity(readUnits(pair.Pip)),
      maxQuantity: quantity(readUnits(pair.ForexMaxCont)),
    },
    terms: termsOf(one, feeType),
    price: price(readUnits(order.Price)),
    rate: rate(readUnits(order.OpenRate, RATE_PLACES)),
  });
}

/** The order whose margin is the middle one of all, of two the smaller. */
function middleOf(orders: readonly Sized[], feeType: 1 | 2): Sized | undefined {
  const margin = (one: Sized): Amount => {
    const { Price: at, OpenRate: by } = one.order;
    return marginOf(lotsOf(one.order), termsOf(one, feeType), price(readUnits(at)), rate(readUnits(by, RATE_PLACES)));
  };
  const byMargin = orders
    .map((one) => ({ one, margin: margin(one) }))
    .toSorted((a, b) => (a.margin === b.margin ? 0 : a.margin < b.margin ? -1 : 1));
  return byMargin[Math.floor((byMargin.length - 1) / 2)]?.one;
}

const netOf = ({ order }: Sized): bigint => readUnits(order.NetProfits);

function worstOf(
  orders: readonly Sized[],
  settings: CopySettings,
  moment: CopyMoment,
  free: Amount | undefined,
): string {
  const worst = orders.reduce<Sized | undefined>(
    (last, one) => (last && netOf(last) <= netOf(one) ? last : one),
    undefined,
  );
  if (!worst || netOf(worst) >= 0n) return '0';
  const copy = sizeOf(worst, settings, moment, free);
  return formatUnits(divideHalfEven(netOf(worst) * copy.quantity, lotsOf(worst.order)), 2);
}

/** To the cent: whatever is copied with so much is copied with more. */
function leastOf(one: Sized, settings: CopySettings, moment: CopyMoment): string | undefined {
  const copies = (cents: bigint): boolean =>
    sizeOf(one, { ...settings, maxAmount: amount(cents * CENT) }, moment).quantity > 0n;
  let [low, high] = [BigInt(MAX_AMOUNT_LEAST) * 100n, BigInt(MAX_AMOUNT_MOST) * 100n];
  if (!copies(high)) return undefined;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (copies(middle)) high = middle;
    else low = middle + 1n;
  }
  return formatUnits(low * CENT, 2);
}

/** Undefined where no order of theirs is of a pair that the user is offered. `free`: the user's free margin, where it is known. */
export function typicalCopy(
  orders: readonly CopiedOrder[],
  settings: CopySettings,
  moment: CopyMoment,
  free?: Amount,
): TypicalCopy | undefined {
  const pairs = new Map(moment.pairs.map((pair) => [pair.Id, pair]));
  const sized = orders.flatMap((order) => {
    const pair = pairs.get(order.PairId);
    return pair ? [{ order, pair }] : [];
  });
  const typical = middleOf(sized, moment.feeType);
  if (!typical) return undefined;
  const copy = sizeOf(typical, settings, moment, free);
  return {
    pair: typical.pair.ShowCode,
    side: typical.order.OrderType,
    theirs: typical.order.Quantity,
    lots: formatUnits(copy.quantity),
    cut: copy.cut,
    margin: formatUnits(copy.margin, 2),
    fee: formatUnits(copy.fee, 2),
    worst: worstOf(sized, settings, moment, free),
    least: leastOf(typical, settings, moment),
  };
}
