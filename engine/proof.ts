// The shape of a proof answer: an order, the terms its result follows from, and the ticks that decided it. Data only.
// Amounts, prices, rates and lots are decimal strings; times are UTC ms; null = not yet, or none.

import type { CloseReason, FinancingNights, MicroEnding, TargetKind } from './types.ts';

export interface ProofTick {
  /** open and close give a fill its price; rate gives it the conversion to USD; previous and next are a pair's neighbours, by number, of what decided. */
  readonly role: 'open' | 'close' | 'rate' | 'previous' | 'next';
  /** Which moment it decided. A pending order's opening rate is that of its placement; a night's is that of its taking. */
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

export interface ForexProofTerms {
  readonly kind: 'forex';
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
  /** PricePrecision of the rate pair; null where the quote currency is USD. */
  readonly ratePrecision: number | null;
  readonly rateInverse: boolean;
  /** Both null for a market order. */
  readonly target_price: string | null;
  readonly targetKind: TargetKind | null;
  /** "0" = none. */
  readonly TargetLossPrice: string;
  readonly TargetProfitPrice: string;
  readonly openPrice: string | null;
  readonly closePrice: string | null;
  /** The rate that margin and fee were computed with, fixed at acceptance; null or "1" where the quote currency is USD. */
  readonly openRate: string | null;
  readonly closeRate: string | null;
  readonly CautionMoney: string;
  readonly TradeFee: string;
  readonly FactProfits: string | null;
  /** reset: closed without a result together with its demo account. */
  readonly closeReason: CloseReason | 'reset' | null;
  /** Only where the order has a rate for the night. */
  readonly financing?: {
    /** Per lot and night in quote currency; above 0 the user pays. */
    readonly rate: string;
    readonly calendar: FinancingNights;
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

export interface MicroProofTerms {
  readonly kind: 'micro';
  /** 1 = up, 2 = down. */
  readonly Type: 1 | 2;
  /** The stake in USD. */
  readonly Number: string;
  readonly Seconds: number;
  readonly ProfitRatio: string;
  readonly micro_loss_level: 0 | 1;
  readonly PricePrecision: number;
  readonly markup: string;
  /** null until it opens, and where no tick opened it. */
  readonly openPrice: string | null;
  readonly closePrice: string | null;
  /** The place in the log at acceptance; null where it was accepted before the next tick opened options. */
  readonly acceptedTick: number | null;
  readonly acceptedTime: number;
  /** ms after acceptance from which on a tick may open it. */
  readonly openDelay: number;
  readonly expiryTime: number;
  readonly FactProfits: string | null;
  /** null while open; reset: ended without a result together with its demo account. */
  readonly closeReason: MicroEnding | 'reset' | null;
}

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
}

export type ForexProof = ProofOf<ForexProofOrder, ForexProofTerms>;
export type MicroProof = ProofOf<MicroProofOrder, MicroProofTerms>;
