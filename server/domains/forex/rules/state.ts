// What a forex decision may look at: locked accounts, live orders, exposure and one moment of the market. Working sets of one batch.

import { type Equity, equityOf, notionalOf, profitOf } from '@fairtick/engine/formulas';
import { closingPrice, midPrice, quoteRate } from '@fairtick/engine/quotes';
import type { ForexOrder, Pair, QuoteView, Realm, Tick } from '@fairtick/engine/types';
import { type Amount, abs, amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import type { Account, Accounts } from '../../ledger/index.ts';

export type Tradable = 'open' | 'hours' | 'stale' | 'feed_down' | 'disabled' | 'no_feed' | 'no_rate';

/** The market as decisions see it. `view`, `nowMs` and `marketMs` are frozen for one command; the rest is public settings. */
export interface MarketAt {
  readonly view: QuoteView;
  readonly nowMs: number;
  /** The market's clock, UTC ms: `nowMs`, or where a replay stands. Nights follow it. */
  readonly marketMs: number;
  pair(pairId: number): Pair | undefined;
  precision(pairId: number): number;
  /** Whether the pair trades at this moment, judged by the newest tick in `view` against `nowMs`. */
  tradable(pairId: number): Tradable;
}

export interface ForexSettings {
  readonly feeType: 1 | 2;
  /** Percent of the net client exposure that the house's trading capital must bear. */
  readonly stressPercent: bigint;
}

/** Live orders a user may have at once. */
export const LIVE_ORDER_LIMIT = 200;

export interface ForexState {
  readonly accounts: Accounts;
  readonly forex: ForexOrders;
  readonly exposure: Exposure;
  readonly market: MarketAt;
  /** The market at a past tick, for what that tick called for. */
  marketAt(view: QuoteView, deciding: Tick): MarketAt;
  readonly forexSettings: ForexSettings;
  /** A tick has set the order off, and that is not decided yet: its user can no longer end or change it. */
  isDue(order: ForexOrder): boolean;
  newId(): Id;
}

/** Orders of a batch: what was loaded under lock, plus what the batch has accepted. */
export class ForexOrders {
  readonly #byId = new Map<Id, ForexOrder>();
  /** A batch has the orders of up to a thousand users: nobody goes through all of them for one. */
  readonly #ofUser = new Map<Id, Set<Id>>();
  readonly #whole: ReadonlySet<Id>;
  readonly #loaded: ReadonlySet<Id>;
  readonly #changed = new Set<Id>();

  /** `owners`: users whose live orders are all among the rows. */
  constructor(rows: readonly ForexOrder[], owners: readonly Id[]) {
    this.#whole = new Set(owners);
    for (const row of rows) this.#keep(row);
    this.#loaded = new Set(rows.map((row) => row.id));
  }

  byId(id: Id): ForexOrder | undefined {
    return this.#byId.get(id);
  }

  /** Pending and open orders of a user, oldest first. */
  live(userId: Id): ForexOrder[] {
    assert(this.#whole.has(userId), "the batch has the user's live forex orders");
    const live: ForexOrder[] = [];
    for (const id of this.#ofUser.get(userId) ?? []) {
      const order = this.#byId.get(id);
      if (order && isLive(order)) live.push(order);
    }
    return live.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  put(order: ForexOrder): void {
    this.#keep(order);
    this.#changed.add(order.id);
  }

  #keep(order: ForexOrder): void {
    this.#byId.set(order.id, order);
    const ids = this.#ofUser.get(order.userId);
    if (ids) ids.add(order.id);
    else this.#ofUser.set(order.userId, new Set([order.id]));
  }

  inserted(): ForexOrder[] {
    return this.changed().filter((order) => !this.#loaded.has(order.id));
  }

  updated(): ForexOrder[] {
    return this.changed().filter((order) => this.#loaded.has(order.id));
  }

  changed(): ForexOrder[] {
    return [...this.#changed].map((id) => this.#byId.get(id)).filter((order) => order !== undefined);
  }
}

export const isLive = (order: Pick<ForexOrder, 'status'>): boolean =>
  order.status === 'pending' || order.status === 'open';

/** Net open client quantity by realm and pair: buys less sells, in 1e-8 lots. */
export class Exposure {
  readonly #net = new Map<string, { readonly realm: Realm; readonly pairId: number; readonly net: bigint }>();
  readonly #changed = new Set<string>();

  constructor(rows: Iterable<{ readonly realm: Realm; readonly pairId: number; readonly net: bigint }>) {
    for (const row of rows) this.#net.set(`${row.realm}/${row.pairId}`, row);
  }

  add(realm: Realm, pairId: number, change: bigint): void {
    const place = `${realm}/${pairId}`;
    this.#net.set(place, { realm, pairId, net: (this.#net.get(place)?.net ?? 0n) + change });
    this.#changed.add(place);
  }

  of(realm: Realm): { readonly realm: Realm; readonly pairId: number; readonly net: bigint }[] {
    return [...this.#net.values()].filter((row) => row.realm === realm);
  }

  changed(): { readonly realm: Realm; readonly pairId: number; readonly net: bigint }[] {
    return [...this.#changed].map((place) => this.#net.get(place)).filter((row) => row !== undefined);
  }
}

/** What an order adds to its pair's net quantity while it is open. */
export const signedQuantity = (order: ForexOrder): bigint =>
  order.status === 'open' ? (order.side === 'buy' ? order.quantity : -order.quantity) : 0n;

/** As much of an order as its floating result depends on. */
interface FloatingOrder extends Pick<ForexOrder, 'pairId' | 'side' | 'quantity' | 'status'> {
  readonly terms: Pick<ForexOrder['terms'], 'contNum' | 'markup' | 'ratePairId' | 'rateInverse'>;
  readonly open: Pick<NonNullable<ForexOrder['open']>, 'price' | 'rate'> | undefined;
}

/** Result if closed at the market's newest tick, rounded as it would be booked; 0 for a pending order or a pair without a quote. */
export function floatingOf(order: FloatingOrder, market: MarketAt): Amount {
  const tick: Tick | undefined = market.view.quote(order.pairId);
  if (order.status !== 'open' || !order.open || !tick) return amount(0n);
  const close = closingPrice(order.side, tick, order.terms.markup);
  const rate = quoteRate(order.terms, market.view, (pairId) => market.precision(pairId))?.rate ?? order.open.rate;
  return profitOf(order.side, order.open.price, close, order.quantity, order.terms.contNum, rate);
}

/** An account's figures with these live orders at this moment of the market (rules §6). */
export function equityAt(
  account: Pick<Account, 'available' | 'locked'>,
  live: readonly (FloatingOrder & Pick<ForexOrder, 'margin' | 'held'>)[],
  market: MarketAt,
): Equity {
  let floating = 0n;
  let used = 0n;
  let short = 0n;
  for (const order of live) {
    if (order.status !== 'open') continue;
    floating += floatingOf(order, market);
    used += order.margin;
    short += order.margin - order.held;
  }
  return equityOf(account, amount(floating), amount(used), amount(short));
}

/** Stressed loss of the house in USD if `extra` were open too: sum over pairs of |net| x stress percent. */
export function stressedLoss(
  state: Pick<ForexState, 'exposure' | 'forexSettings'>,
  market: MarketAt,
  realm: Realm,
  extra: { readonly pairId: number; readonly net: bigint },
): Amount {
  const nets = new Map(state.exposure.of(realm).map((row) => [row.pairId, row.net]));
  nets.set(extra.pairId, (nets.get(extra.pairId) ?? 0n) + extra.net);
  let total = 0n;
  for (const [pairId, net] of nets) {
    const pair = market.pair(pairId);
    const tick = market.view.quote(pairId);
    if (net === 0n || !pair || !tick) continue;
    const rate = quoteRate(pair, market.view, (id) => market.precision(id));
    if (rate) total += notionalOf(abs(net), pair.contNum, midPrice(tick, pair.pricePrecision), rate.rate);
  }
  return amount((total * state.forexSettings.stressPercent) / 100n);
}
