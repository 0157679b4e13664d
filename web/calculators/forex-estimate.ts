// What a tap on the forex ticket would cost or bring, from the same functions that the server books with. Pure; components show these and
// compute nothing.

import { marginRefusal } from '@fairtick/contract/forex-ticket';
import type { TradePair } from '@fairtick/contract/http/market';
import { pipSize } from '@fairtick/engine/deviation';
import { type BidAsk, changeOf, type MovingPosition } from '@fairtick/engine/forced-close';
import { feeOf, marginOf, profitOf } from '@fairtick/engine/formulas';
import { closingPrice } from '@fairtick/engine/quotes';
import type { Side } from '@fairtick/engine/types';
import {
  type Amount,
  amount,
  max,
  min,
  type Price,
  price,
  type Quantity,
  quantity as quantityUnits,
  type Rate,
  readUnits,
} from '@fairtick/kernel/decimal';
import type { AccountFigures } from './account-figures.ts';
import { multipleFault, quantityFault, stopFault, type TicketFaults, targetFault } from './faults.ts';
import { type ForcedPrice, forcedPrices } from './forced-close.ts';
import type { SidePrices } from './prices.ts';
import { type StopEstimate, stopEstimate } from './stops.ts';
import { typedUnits } from './typed.ts';

export interface ForexDraft {
  readonly side: Side;
  /** As typed. */
  readonly quantity: string;
  /** 0 where the margin mode is fixed. */
  readonly multiple: number;
  readonly pending: boolean;
  /** As typed; read only when pending. */
  readonly target: string;
  /** As typed; undefined = not wanted. */
  readonly stopLoss: string | undefined;
  readonly takeProfit: string | undefined;
}

export interface ForexMarket {
  readonly pair: TradePair;
  readonly prices: SidePrices;
  readonly rate: Rate;
  readonly feeType: 1 | 2;
  /** The account's open positions that move with the pair; undefined while they are not known. */
  readonly held: readonly MovingPosition[] | undefined;
}

/** Money in 1e-8 USD units. Where a text was not a number, what depends on it is absent. */
export interface ForexEstimate {
  readonly openPrice: Price;
  readonly margin: Amount;
  readonly fee: Amount;
  /** What one pip is worth at this quantity. */
  readonly pipValue: Amount;
  readonly pip: Price;
  /** Result at once if closed at the other side of the spread. */
  readonly spreadCost: Amount;
  readonly freeAfter: Amount | undefined;
  /** The whole account with this order open. */
  readonly after: Pick<AccountFigures, 'netValue' | 'usedMargin'> | undefined;
  /** Closing prices at which the whole account would be closed by force, this order included; undefined while they are not known. */
  readonly forced: readonly ForcedPrice[] | undefined;
  readonly stopLoss: StopEstimate | undefined;
  readonly takeProfit: StopEstimate | undefined;
  /** At worst, fee included: a bought pair can fall to 0, a sold one rise without end; never more than the account's net value. */
  readonly mostLost: Amount | undefined;
}

/** May be sent when there is no fault. */
export function estimateForex(
  draft: ForexDraft,
  market: ForexMarket,
  account: AccountFigures | undefined,
): { readonly estimate: ForexEstimate | undefined; readonly faults: TicketFaults } {
  const { pair, prices, rate } = market;
  const quantity = typedUnits(draft.quantity);
  const target = draft.pending ? typedUnits(draft.target) : undefined;
  const openPrice = target !== undefined && target > 0n ? price(target) : prices[draft.side];
  const closeNow = draft.pending ? openPrice : prices[draft.side === 'buy' ? 'sell' : 'buy'];
  const faults = typedFaults(draft, market, closeNow);
  if (faults.multiple || quantity === undefined || quantity <= 0n) return { estimate: undefined, faults };
  const units = quantityUnits(quantity);
  const contNum = quantityUnits(readUnits(pair.ForexContNum));
  const margin = marginOf(units, { marginMode: pair.MarginMode, contNum, multiple: draft.multiple }, openPrice, rate);
  const fee = feeOf(units, margin, { feeType: market.feeType, feeRate: amount(readUnits(pair.ForexFeeRate)) });
  const context = { side: draft.side, pair, rate, quantity, openPrice, fee };
  const stopLoss = stopEstimate(context, draft.stopLoss, account);
  const takeProfit = stopEstimate(context, draft.takeProfit, account);
  const spreadCost = profitOf(draft.side, openPrice, closeNow, units, contNum, rate);
  const pip = pipSize(pair.PricePrecision);
  const freeAfter = account && amount(account.freeMargin - margin - fee);
  const opened = account && openedWith({ draft, market, account, openPrice, units, contNum, margin, fee });
  const estimate: ForexEstimate = {
    openPrice,
    margin,
    fee,
    pip,
    pipValue: profitOf('buy', price(0n), pip, units, contNum, rate),
    spreadCost,
    freeAfter,
    after: opened?.after,
    forced: opened?.forced,
    stopLoss,
    takeProfit,
    mostLost:
      account &&
      mostLost(
        account.netValue,
        fee,
        draft.side === 'buy' ? -profitOf('buy', openPrice, price(0n), units, contNum, rate) : undefined,
      ),
  };
  const short = account && marginRefusal(margin + fee, account.freeMargin);
  return { estimate, faults: short ? { ...faults, account: 'margin_insufficient' } : faults };
}

interface WithOrder {
  readonly draft: ForexDraft;
  readonly market: ForexMarket;
  readonly account: AccountFigures;
  readonly openPrice: Price;
  readonly units: Quantity;
  readonly contNum: Quantity;
  readonly margin: Amount;
  readonly fee: Amount;
}

/** The account with the order open: a pending one opens once the market stands at its target, and all that moves with it has moved there. */
function openedWith({ draft, market, account, openPrice, units, contNum, margin, fee }: WithOrder) {
  const { pair, prices, rate, held } = market;
  const { side } = draft;
  const markup = price(readUnits(pair.Markup));
  const now: BidAsk = { bid: price(prices.sell + markup), ask: price(prices.buy - markup) };
  const shift = openPrice - prices[side];
  const quote: BidAsk = { bid: price(now.bid + shift), ask: price(now.ask + shift) };
  const moved = changeOf(held ?? [], { id: pair.Id, pricePrecision: pair.PricePrecision, quote: now }, quote);
  const terms = { contNum, markup, ratePairId: pair.RatePairId ?? undefined, rateInverse: pair.RateInverse };
  const own: MovingPosition = {
    position: { pairId: pair.Id, side, quantity: units, open: openPrice, terms },
    quote,
    rate,
  };
  const spread = profitOf(side, openPrice, closingPrice(side, quote, markup), units, contNum, rate);
  const after = {
    netValue: amount(account.netValue + moved - fee + spread),
    usedMargin: amount(account.usedMargin + margin),
  };
  return { after, forced: held && forcedPrices(after, [...held, own], { pair, quote, side, markup }) };
}

function mostLost(netValue: Amount, fee: Amount, untilZero: bigint | undefined): Amount {
  const all = max(netValue, amount(0n));
  return untilZero === undefined ? all : min(all, amount(untilZero + fee));
}

function typedFaults(draft: ForexDraft, { pair, prices }: ForexMarket, closeNow: Price): TicketFaults {
  const { side, multiple, quantity, pending, target, stopLoss, takeProfit } = draft;
  const places = pair.PricePrecision;
  return {
    multiple: multipleFault(multiple, pair),
    quantity: quantityFault(quantity, pair),
    target: pending ? targetFault(target, side, prices[side], places) : undefined,
    stopLoss: stopLoss === undefined ? undefined : stopFault(side, 'stop_loss', stopLoss, closeNow, places),
    takeProfit: takeProfit === undefined ? undefined : stopFault(side, 'take_profit', takeProfit, closeNow, places),
  };
}
