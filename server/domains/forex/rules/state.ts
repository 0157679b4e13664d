// What a forex decision may look at: locked accounts, active orders, exposure and one moment of the market. Working sets of one batch.

import { type Equity, equityOf, profitOf } from '@fairtick/engine/formulas';
import { closingPrice, quoteRate } from '@fairtick/engine/quotes';
import type { ForexOrder, Tick } from '@fairtick/engine/types';
import { type Amount, amount, type Rate } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Acceptance } from '../../../platform/acceptances/acceptance.ts';
import type { UserNotice } from '../../../platform/commands/command.ts';
import { WorkingSet } from '../../../platform/commands/working-set.ts';
import type { AccountsState } from '../../accounts/index.ts';
import type { Account, Accounts, Journal } from '../../ledger/index.ts';
import type { BatchMarket, MarketAt, OpeningBoundsByClass } from '../../market/index.ts';
import { Exposure, type PairExposure, type RiskByClass } from './exposure.ts';

export interface ForexSettings {
  readonly feeType: 1 | 2;
  readonly risk: RiskByClass;
  readonly opening: OpeningBoundsByClass;
}

/** Active orders a user may have at once. */
export const ACTIVE_ORDER_LIMIT = 200;

export interface ForexState {
  readonly accounts: AccountsState;
  readonly ledger: Accounts;
  readonly forex: ForexBatch;
  readonly market: BatchMarket;
  newId(): Id;
  newSalt(): Uint8Array;
}

/** One night of one order, for ever. */
export interface FinancingCharge {
  readonly orderId: Id;
  /** Days since 1970-01-01 of the New York date at whose 17:00 it was due. */
  readonly night: number;
  readonly times: 1 | 3;
  /** The newest place in the log that the decision saw. */
  readonly tickIndex: number;
  readonly rate: Rate;
  readonly rateTickIndex: number | undefined;
  /** By the terms, in USD; above 0 from the user to the house. */
  readonly amount: Amount;
  /** What really moved: less than a charge where the user had no more. */
  readonly taken: Amount;
  readonly time: number;
}

/** What an accepted forex command does. */
export interface ForexChange {
  readonly ledger: { readonly journals: readonly Journal[] };
  readonly forex: { readonly orders: readonly ForexOrder[]; readonly financing: readonly FinancingCharge[] };
  readonly notices: readonly UserNotice[];
  /** Of a user's own command. */
  readonly acceptances?: readonly Acceptance[];
}

export const NO_CHANGE: ForexChange = { ledger: { journals: [] }, forex: { orders: [], financing: [] }, notices: [] };

export interface ForexBatchOptions {
  readonly settings: ForexSettings;
  /** A tick has set the order off, and that is not decided yet: its user can no longer end or change it. */
  readonly isDue: (order: ForexOrder) => boolean;
  /** A tick has called for the user's stop-out, and that is not decided yet: no money of theirs leaves the forex account. */
  readonly isJudged: (userId: Id) => boolean;
}

/** What a batch has of forex: active orders of its users, and the house's exposure. */
export class ForexBatch extends WorkingSet<ForexOrder> {
  readonly exposure: Exposure;
  readonly settings: ForexSettings;
  readonly isDue: ForexBatchOptions['isDue'];
  readonly isJudged: ForexBatchOptions['isJudged'];
  readonly financing: FinancingCharge[] = [];
  /** What the newest change did to orders: as they were, where they were there, and as they are. */
  moved: readonly { readonly before: ForexOrder | undefined; readonly after: ForexOrder }[] = [];

  /** `owners`: users whose active orders are all among the rows. */
  constructor(
    rows: { readonly orders: readonly ForexOrder[]; readonly exposure: Iterable<PairExposure> },
    owners: readonly Id[],
    { settings, isDue, isJudged }: ForexBatchOptions,
  ) {
    super({ what: 'forex orders', isActive }, rows.orders, owners);
    this.exposure = new Exposure(rows.exposure);
    this.settings = settings;
    this.isDue = isDue;
    this.isJudged = isJudged;
  }
}

export const isActive = (order: Pick<ForexOrder, 'status'>): boolean =>
  order.status === 'pending' || order.status === 'open';

/** As much of an order as its floating result depends on. */
interface FloatingOrder extends Pick<ForexOrder, 'pairId' | 'side' | 'quantity' | 'status'> {
  readonly terms: Pick<ForexOrder['terms'], 'contNum' | 'markup' | 'ratePairId' | 'rateInverse'>;
  readonly open: Pick<NonNullable<ForexOrder['open']>, 'price' | 'rate'> | undefined;
}

/** As much of a moment of the market as a floating result depends on. */
export type QuotesAt = Pick<MarketAt, 'view' | 'precision'>;

/** Result if closed at the market's newest tick, rounded as it would be booked; 0 for a pending order or a pair without a quote. */
export function floatingOf(order: FloatingOrder, market: QuotesAt): Amount {
  const tick: Tick | undefined = market.view.quote(order.pairId);
  if (order.status !== 'open' || !order.open || !tick) return amount(0n);
  const close = closingPrice(order.side, tick, order.terms.markup);
  const rate = quoteRate(order.terms, market.view, (pairId) => market.precision(pairId))?.rate ?? order.open.rate;
  return profitOf(order.side, order.open.price, close, order.quantity, order.terms.contNum, rate);
}

/** An account's figures with these active orders at this moment of the market (rules §6). */
export function equityAt(
  account: Pick<Account, 'available' | 'locked'>,
  active: readonly (FloatingOrder & Pick<ForexOrder, 'margin' | 'held'>)[],
  market: QuotesAt,
): Equity {
  let floating = 0n;
  let used = 0n;
  let short = 0n;
  for (const order of active) {
    if (order.status !== 'open') continue;
    floating += floatingOf(order, market);
    used += order.margin;
    short += order.margin - order.held;
  }
  return equityOf(account, amount(floating), amount(used), amount(short));
}
