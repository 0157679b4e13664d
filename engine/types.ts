// The words of trading as data: ticks, pairs, orders, proposals. No behaviour.

import type { Amount, Price, Quantity, Rate } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';

export type Realm = 'live' | 'demo';
export type Side = 'buy' | 'sell';

/** A tick that is committed in the public log. Immutable. */
export interface Tick {
  readonly pairId: number;
  /** Number within the pair, from 0. */
  readonly seq: number;
  /** Place in the log over all pairs, from 0. */
  readonly logIndex: number;
  readonly bid: Price;
  readonly ask: Price;
  /** UTC ms the source gave the tick. */
  readonly sourceTime: number;
  /** UTC ms the server received it; never goes back along the log. */
  readonly receivedTime: number;
  /** 'kraken' | 'simulated' | 'replay' or whatever feed it came from. */
  readonly source: string;
}

/** The newest tick of each pair at one moment of the log. */
export interface QuoteView {
  /** Newest logIndex the view includes; -1 before the first tick. */
  readonly logIndex: number;
  quote(pairId: number): Tick | undefined;
}

/** What trades on a pair, and when. `Pip` of the contract is `quantityStep` here. */
export interface Pair {
  readonly id: number;
  /** As in topics and the log: EURUSD. */
  readonly code: string;
  /** As shown: EUR/USD. */
  readonly showCode: string;
  readonly base: string;
  readonly quote: string;
  readonly categoryId: number;
  readonly logo: string;
  readonly pricePrecision: number;
  readonly hours: 'fx' | 'metal' | 'index' | 'always';
  readonly enabled: boolean;
  /** 1 = fixed margin (quantity x contract number), 2 = price / multiple. */
  readonly marginMode: 1 | 2;
  /** Units of the base in one lot. */
  readonly contNum: Quantity;
  readonly minQuantity: Quantity;
  readonly quantityStep: Quantity;
  readonly maxQuantity: Quantity;
  readonly feeRate: Amount;
  readonly multiples: readonly number[];
  /** Added to the ask and taken from the bid, the same for everybody. */
  readonly markup: Price;
  /** The pair whose mid gives USD for the quote currency; undefined when the quote currency is USD. */
  readonly ratePairId: number | undefined;
  /** True when that pair is USD/quote, so that the rate is 1 / mid. */
  readonly rateInverse: boolean;
  /** A tick further than this many percent from the last waits for a second that confirms it. */
  readonly maxJumpPercent: number;
  /** ms: a market order or option needs a younger quote (E131); absent: by the pace of its quotes. */
  readonly freshMs?: number | undefined;
  /** Overnight financing per lot and night in quote currency, by side; above 0 it is taken, below it is paid; 0 by default. */
  readonly financingBuy: Amount;
  readonly financingSell: Amount;
  readonly financingNights: FinancingNights;
}

/** fx: Monday to Friday, three-fold on Wednesday; weekdays: Monday to Friday; daily: every night. */
export type FinancingNights = 'fx' | 'weekdays' | 'daily';

/** The terms copied onto a forex order when it is accepted; later settings never touch them. */
export interface ForexTerms {
  /** 0 when the margin mode is fixed. */
  readonly multiple: number;
  readonly marginMode: 1 | 2;
  readonly contNum: Quantity;
  /** 1 = quantity x rate, 2 = margin x rate. */
  readonly feeType: 1 | 2;
  readonly feeRate: Amount;
  readonly markup: Price;
  readonly pricePrecision: number;
  readonly ratePairId: number | undefined;
  readonly rateInverse: boolean;
  /** Taken per lot and night, in quote currency. */
  readonly financingRate: Amount;
  readonly financingNights: FinancingNights;
}

export type ForexStatus = 'pending' | 'open' | 'cancelled' | 'closed';
/** trader: a copy ended with the order that it is of; copy_stop: its relation reached the sum that its follower set. */
export type CloseReason = 'user' | 'stop_loss' | 'take_profit' | 'stop_out' | 'trader' | 'copy_stop';
/** Why an order that waited never opened: its user, a demo reset, or what took it from them. loss, night: what it held was needed for another order. */
export type CancelCause =
  | 'user'
  | 'reset'
  | 'frozen'
  | 'break'
  | 'not_offered'
  | 'limit'
  | 'stop_out'
  | 'loss'
  | 'night'
  | 'house';
/** limit waits for a better price than the market's at placement, stop for a worse one. */
export type TargetKind = 'limit' | 'stop';

export interface ForexOrder {
  readonly id: Id;
  readonly realm: Realm;
  readonly userId: Id;
  readonly pairId: number;
  readonly side: Side;
  readonly quantity: Quantity;
  readonly terms: ForexTerms;
  readonly status: ForexStatus;
  /** Used margin by the terms, fixed at acceptance. */
  readonly margin: Amount;
  readonly fee: Amount;
  /** What is locked in the ledger for this order now: margin (+ fee while pending), less what covered another order's loss. */
  readonly held: Amount;
  readonly target: { readonly price: Price; readonly kind: TargetKind } | undefined;
  /** 0n = none. */
  readonly stopLoss: Price;
  readonly takeProfit: Price;
  /** Ticks up to and including this place in the log never trigger the order. */
  readonly armedIndex: number;
  readonly createdTime: number;
  /** The rate that margin and fee were computed with, and its tick; fixed at acceptance. */
  readonly placed: { readonly rate: Rate; readonly rateTickIndex: number | undefined };
  readonly open: Fill | undefined;
  readonly close: (Fill & { readonly reason: CloseReason }) | undefined;
  /** Booked profit or loss, fee not included; 0 until closed. */
  readonly result: Amount;
  /** When it opened by the market's clock, UTC ms: differs from `open.time` in a replay. undefined until then. */
  readonly openMarketTime: number | undefined;
  /** Every night whose 17:00 lies up to here on the market's clock has been taken or paid; not kept up where the rate is 0. */
  readonly financedThrough: number | undefined;
  /** When the order ended without a price: cancelled while pending, or closed by a demo reset. */
  readonly cancelledTime: number | undefined;
  /** Of an order that was cancelled while it waited. */
  readonly cancelCause?: CancelCause | undefined;
  /** Of a copy: the trader's order that it is of, and the relation that it was opened in. */
  readonly originId?: Id | undefined;
  readonly followId?: Id | undefined;
}

/** A fill: the price, the conversion rate, and the places in the log of the ticks that gave both. */
export interface Fill {
  readonly price: Price;
  readonly tickIndex: number;
  readonly rate: Rate;
  /** Equal to tickIndex where the pair is its own rate pair; undefined where the quote currency is USD. */
  readonly rateTickIndex: number | undefined;
  readonly time: number;
}

/** The fields of an active order that triggers and equity depend on: the engine takes and keeps these. A whole order has them too. */
export interface RestingOrder
  extends Pick<
    ForexOrder,
    | 'id'
    | 'realm'
    | 'userId'
    | 'pairId'
    | 'side'
    | 'quantity'
    | 'status'
    | 'margin'
    | 'target'
    | 'stopLoss'
    | 'takeProfit'
    | 'armedIndex'
    | 'originId'
    | 'followId'
  > {
  readonly terms: Pick<ForexTerms, 'contNum' | 'markup' | 'ratePairId' | 'rateInverse'>;
  readonly open: Pick<Fill, 'price' | 'tickIndex'> | undefined;
}

export type MicroDirection = 'up' | 'down';
export type MicroOutcome = 'win' | 'loss' | 'tie' | 'void';
/** no_tick: nothing opened it, the stake went back. */
export type MicroEnding = MicroOutcome | 'no_tick';

/** waiting: accepted, and no tick has opened it yet. */
export type MicroStatus = 'waiting' | 'open' | 'closed';

export interface MicroOrder {
  readonly id: Id;
  readonly realm: Realm;
  readonly userId: Id;
  readonly pairId: number;
  readonly direction: MicroDirection;
  readonly stake: Amount;
  readonly seconds: number;
  /** 0.85 = 85 % of the stake, in 1e-8 units. */
  readonly profitRatio: Amount;
  /** 0 = a loss takes the whole stake, 1 = a loss takes stake x ratio. */
  readonly lossLevel: 0 | 1;
  readonly pricePrecision: number;
  /** Locked from the house for this order. */
  readonly reserve: Amount;
  /** The place in the log at acceptance: the pair's first tick after it opens the option. undefined: accepted when the newest quote did. */
  readonly armedIndex: number | undefined;
  /** A tick that opens it is received no earlier than so many ms after acceptance. */
  readonly openDelayMs: number;
  /** Both undefined until it opens. */
  readonly openPrice: Price | undefined;
  readonly openTickIndex: number | undefined;
  readonly acceptedTime: number;
  readonly expiryTime: number;
  readonly status: MicroStatus;
  readonly outcome: MicroEnding | undefined;
  readonly endPrice: Price | undefined;
  readonly endTickIndex: number | undefined;
  readonly result: Amount;
  readonly closedTime: number | undefined;
}

/** What hangs on the log's time and ticks alone: any start finds it again. */
export type MicroProposal =
  | { readonly kind: 'micro_open'; readonly orderId: Id; readonly userId: Id }
  | { readonly kind: 'micro_expiry'; readonly orderId: Id; readonly userId: Id; readonly expiryTime: number };

/** What a tick or a passed expiry sets off. The pipeline decides whether it still holds. */
export type Proposal =
  | {
      readonly kind: 'stop_loss' | 'take_profit' | 'fill_pending';
      readonly orderId: Id;
      readonly userId: Id;
      readonly realm: Realm;
      readonly tick: Tick;
      readonly view: QuoteView;
    }
  | {
      readonly kind: 'stop_out' | 'margin_call';
      readonly userId: Id;
      readonly realm: Realm;
      readonly tick: Tick;
      readonly view: QuoteView;
    }
  | MicroProposal;
