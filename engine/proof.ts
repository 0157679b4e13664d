// The shape of a proof answer: an order, the terms its result follows from, the ticks that decided it, and what its user was seen to ask for. Data only.
// Amounts, prices, rates and lots are decimal strings; times are UTC ms; null = not yet, or none.

import type { CloseReason, FinancingNights, MicroEnding, TargetKind } from './types.ts';

export interface ProofTick {
  /**
   * open and close give a fill its price; rate gives it the conversion to USD. previous and next decided nothing: they are the neighbours by number of a
   * tick of the same pair that did, and show it to be the first or the last of its pair at a moment.
   */
  readonly role: 'open' | 'close' | 'rate' | 'previous' | 'next';
  /** Which moment it decided, or stands beside. A pending order's opening rate is that of its placement; a night's is that of its taking. */
  readonly at: 'open' | 'close' | 'night';
  /** The pair's code: EURUSD. */
  readonly pair: string;
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
  readonly sourceTime: number;
  readonly receivedTime: number;
  readonly source: string;
  /** Place in the log. */
  readonly index: number;
  /** base64 hashes from leaf to root, for the checkpoint's size. */
  readonly inclusion: readonly string[];
}

export type AcceptanceFamily = 'forex' | 'micro';
/** stops: they were set or removed. reset: with the whole demo account. What a tick set off is no acceptance. */
export type AcceptanceKind = 'placed' | 'stops' | 'close' | 'cancel' | 'reset';

/** A command of the user about the order, as the log of acceptances has it. */
export interface ProofAcceptance {
  readonly kind: AcceptanceKind;
  /** When it was decided, UTC ms. */
  readonly time: number;
  /** The newest place in the log of ticks that the decision saw. */
  readonly tick: number;
  /** Canonical JSON as it was hashed: as AcceptanceContents has it. */
  readonly contents: string;
  /** base64. */
  readonly salt: string;
  /** Place in the log of acceptances. */
  readonly index: number;
  /** base64 hashes from leaf to root, for the size of the acceptances' checkpoint. */
  readonly inclusion: readonly string[];
}

/** What is fixed when an order is accepted, and said by its acceptance. */
export interface ForexFrozenTerms {
  /** The pair's code: EURUSD. */
  readonly pair: string;
  /** 1 = buy, 2 = sell. */
  readonly OrderType: 1 | 2;
  readonly Quantity: string;
  readonly multiple: number;
  readonly MarginMode: 1 | 2;
  readonly ForexContNum: string;
  readonly trade_fee_type: 1 | 2;
  readonly ForexFeeRate: string;
  readonly markup: string;
  readonly PricePrecision: number;
  /** Code and PricePrecision of the rate pair; null where the quote currency is USD. */
  readonly ratePair: string | null;
  readonly ratePrecision: number | null;
  readonly rateInverse: boolean;
  /** Both null for a market order. */
  readonly target_price: string | null;
  readonly targetKind: TargetKind | null;
  /** The rate that margin and fee were computed with, fixed at acceptance; "1" where the quote currency is USD. */
  readonly openRate: string;
  readonly CautionMoney: string;
  readonly TradeFee: string;
  /** Per lot and night in quote currency, above 0 paid by the user; and the nights of which calendar. */
  readonly financingRate: string;
  readonly financingNights: FinancingNights;
}

export interface ForexProofTerms extends ForexFrozenTerms {
  readonly kind: 'forex';
  /** "0" = none. */
  readonly TargetLossPrice: string;
  readonly TargetProfitPrice: string;
  readonly openPrice: string | null;
  readonly closePrice: string | null;
  readonly closeRate: string | null;
  readonly FactProfits: string | null;
  /** reset: closed without a result together with its demo account. */
  readonly closeReason: CloseReason | 'reset' | null;
  /** Only where the order has a financing rate. */
  readonly financing?: {
    /** By the market's clock; null while it waits. */
    readonly openMarketTime: number | null;
    /** Nights taken or paid, oldest first; of very many the newest. */
    readonly nights: readonly {
      /** YYYY-MM-DD in New York. */
      readonly night: string;
      readonly times: number;
      /** Places in the log: of the tick that took it, and of the one that gave the rate. */
      readonly tick: number;
      readonly rateTick: number | null;
      readonly rate: string;
      /** By the terms, and what moved. */
      readonly amount: string;
      readonly taken: string;
    }[];
  };
}

export interface MicroFrozenTerms {
  /** The pair's code: EURUSD. */
  readonly pair: string;
  /** 1 = up, 2 = down. */
  readonly Type: 1 | 2;
  /** The stake in USD. */
  readonly Number: string;
  readonly Seconds: number;
  readonly ProfitRatio: string;
  readonly micro_loss_level: 0 | 1;
  readonly PricePrecision: number;
  readonly acceptedTime: number;
  /** ms after acceptance from which on a tick may open it. */
  readonly openDelay: number;
  readonly expiryTime: number;
}

export interface MicroProofTerms extends MicroFrozenTerms {
  readonly kind: 'micro';
  readonly markup: string;
  /** null until it opens, and where no tick opened it. */
  readonly openPrice: string | null;
  readonly closePrice: string | null;
  /** The place in the log at acceptance; null where it was accepted before the next tick opened options. */
  readonly acceptedTick: number | null;
  readonly FactProfits: string | null;
  /** null while open; reset: ended without a result together with its demo account. */
  readonly closeReason: MicroEnding | 'reset' | null;
}

/** Stops as they are set: with the placement and by each `stops`. */
interface Stops {
  readonly TargetLossPrice: string;
  readonly TargetProfitPrice: string;
}

interface ContentsOf<Family extends AcceptanceFamily, Kind extends AcceptanceKind> {
  readonly family: Family;
  readonly kind: Kind;
  readonly order: string;
  readonly pair: string;
  readonly tick: number;
  readonly time: number;
}

/** What a market order was asked for with, where it was: not filled worse than the price by more than so many pips. A type, so that it is canonical JSON. */
export type BoundSaid = Readonly<Record<'expected_price' | 'max_deviation', string>>;

/** What the opening of a copy says beside its terms: what its size came from. Decimal strings; `cut` names the bound that made it smaller. */
interface CopyContents {
  readonly origin: string;
  readonly follow: string;
  readonly originQuantity: string;
  readonly mode: 'lots' | 'proportional';
  readonly copyMultiple: number;
  readonly maxAmount: string;
  /** The trader's net value before their order. */
  readonly traderValue: string;
  readonly wanted: string;
  /** Margin of open copies of that trader, and what was available and free, before the copy. */
  readonly used: string;
  readonly available: string;
  readonly free: string;
  readonly cut: string;
  readonly pairMin: string;
  readonly pairStep: string;
  readonly pairMax: string;
}

/** Of a request about an order: since which place of the log it had waited with which stops. So nothing is left out between two requests. */
interface Since {
  readonly sinceTick: number;
  readonly sinceLossPrice: string;
  readonly sinceProfitPrice: string;
}

/** What an acceptance says. The log has its hash, with a salt that only the order's owner is given. */
export type AcceptanceContents =
  | (ContentsOf<'forex', 'placed'> & ForexFrozenTerms & Stops & Partial<BoundSaid> & Partial<CopyContents>)
  | (ContentsOf<'forex', 'stops'> & Stops & Partial<Since & Pick<CopyContents, 'origin'>>)
  | (ContentsOf<'forex', 'close' | 'cancel' | 'reset'> & Partial<Since & Pick<CopyContents, 'origin'>>)
  | (ContentsOf<'micro', 'placed'> & MicroFrozenTerms)
  | ContentsOf<'micro', 'reset'>;

/** What the user's screen says of the order, under the product's own names; only these fields are compared. */
interface ForexProofOrder {
  readonly Id: string;
  readonly OrderType: number;
  readonly Quantity: string;
  readonly CautionMoney: string;
  readonly TradeFee: string;
  readonly FactProfits: string;
  readonly TargetLossPrice: string;
  readonly TargetProfitPrice: string;
  /** 0 pending, 1 open, 2 cancelled, 3 closed. */
  readonly Status: number;
}

interface MicroProofOrder {
  readonly Id: string;
  readonly Type: number;
  readonly Number: string;
  readonly OpenPrice: string;
  /** Empty until settled, and for a void order. */
  readonly EndPrice: string;
  readonly FactProfits: string;
  /** 1 open, 3 closed. */
  readonly Status: number;
}

interface ProofOf<Order, Terms> {
  readonly order: Order;
  readonly terms: Terms;
  readonly ticks: readonly ProofTick[];
  /** The whole signed note. */
  readonly checkpoint: string;
  /** Oldest first. None of an order that was accepted before there was a log of acceptances. */
  readonly acceptances: readonly ProofAcceptance[];
  /** The whole signed note of that log. */
  readonly acceptancesCheckpoint: string;
}

export interface ForexProof extends ProofOf<ForexProofOrder, ForexProofTerms> {
  /** Of a copy: what the trader was seen to ask for of the order that it is of, until the relation ended. */
  readonly origin?: readonly ProofAcceptance[];
}
export type MicroProof = ProofOf<MicroProofOrder, MicroProofTerms>;
