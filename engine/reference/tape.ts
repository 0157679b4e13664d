// Random lives of an engine, from a seed: ticks, orders, late commits, refusals and closings, in an order nobody would think of.
// For tests: the same steps are handed to the engine and to the model.
// Long because the steps of a life share one state, and a step is easiest to read beside the others.

import {
  type Amount,
  amount,
  ONE_RATE,
  type Price,
  price,
  type Quantity,
  quantity,
  type Rate,
} from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { marginOf, profitOf } from '../formulas.ts';
import { closingPrice, quoteRate } from '../quotes.ts';
import type { AccountFigures, Changes } from '../surface.ts';
import type { ForexOrder, MicroOrder, Pair, Proposal, Side, TargetKind, Tick } from '../types.ts';

export type Step =
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'apply'; readonly changes: Changes }
  | { readonly kind: 'rearm'; readonly orderId: Id }
  | { readonly kind: 'rearmMicro'; readonly orderId: Id }
  | { readonly kind: 'settled'; readonly userId: Id }
  | { readonly kind: 'dueMicro'; readonly timeMs: number }
  | { readonly kind: 'setPair'; readonly pair: Pair };

/** wild: everything at random; tight: few price levels, stops and accounts exactly on the edge; rates: large moves of converted, often hedged positions. */
export type Mood = 'wild' | 'tight' | 'rates';

const zero = amount(0n);

function pair(id: number, code: string, hours: Pair['hours'], precision: number, rest: Partial<Pair> = {}): Pair {
  return {
    id,
    code,
    showCode: `${code.slice(0, 3)}/${code.slice(3)}`,
    base: code.slice(0, 3),
    quote: code.slice(3),
    categoryId: 1,
    logo: '',
    pricePrecision: precision,
    hours,
    enabled: true,
    marginMode: 2,
    contNum: quantity(100_000n * 100_000_000n),
    minQuantity: quantity(1_000_000n),
    quantityStep: quantity(1_000_000n),
    maxQuantity: quantity(10_000_000_000n),
    feeRate: zero,
    multiples: [100],
    markup: price(0n),
    ratePairId: undefined,
    rateInverse: false,
    maxJumpPercent: 20,
    financingBuy: zero,
    financingSell: zero,
    financingNights: 'fx',
    ...rest,
  };
}

export const TAPE_PAIRS: readonly Pair[] = [
  pair(1, 'EURUSD', 'fx', 5),
  pair(2, 'USDJPY', 'fx', 3, { ratePairId: 2, rateInverse: true }),
  pair(3, 'USDCHF', 'fx', 5, { ratePairId: 3, rateInverse: true }),
  pair(4, 'GBPUSD', 'always', 5),
  pair(5, 'EURGBP', 'fx', 5, { ratePairId: 4 }),
  pair(6, 'BTCUSD', 'always', 2, { contNum: quantity(100_000_000n) }),
  pair(8, 'EURJPY', 'always', 3, { ratePairId: 2, rateInverse: true }),
  pair(7, 'XAUUSD', 'metal', 3, { contNum: quantity(100n * 100_000_000n), marginMode: 1 }),
];

/** Pairs whose results are converted, and those that give the rates. */
const CONVERTED = TAPE_PAIRS.filter(({ id }) => id >= 2 && id !== 6 && id !== 7);

const FIRST_PRICE: Readonly<Record<number, bigint>> = {
  1: 110_000_000n,
  2: 15_012_300_000n,
  3: 98_000_000n,
  4: 127_000_000n,
  5: 86_000_000n,
  6: 6_432_100_000_000n,
  7: 203_400_000_000n,
  8: 16_320_000_000n,
};

/** New York: around Friday's end, Sunday's opening with a clock change, a daily pause, Christmas, midweek. */
const STARTS = [
  '2024-03-08T21:58:00Z',
  '2024-03-10T20:58:00Z',
  '2024-06-12T20:58:00Z',
  '2024-12-24T21:58:00Z',
  '2024-05-15T12:00:00Z',
];

interface Book {
  orders: Map<Id, ForexOrder>;
  micros: Map<Id, MicroOrder>;
  accounts: Map<Id, AccountFigures>;
}

export class Tape {
  readonly #random: Random;
  readonly #mood: Mood;
  readonly #book: Book = { orders: new Map(), micros: new Map(), accounts: new Map() };
  readonly #newest = new Map<number, Tick>();
  readonly #pairs = new Map(TAPE_PAIRS.map((each) => [each.id, each]));
  readonly #level = new Map(TAPE_PAIRS.map(({ id }) => [id, FIRST_PRICE[id] ?? 1n]));
  readonly #sequence = new Map<number, number>();
  /** What the "pipeline" has yet to answer. */
  readonly #unanswered: Proposal[] = [];
  #timeMs: number;
  #logIndex = -1;
  #nextId = 1n;

  constructor(seed: number, mood: Mood) {
    this.#random = seededRandom(seed);
    this.#mood = mood;
    this.#timeMs = Date.parse(STARTS[this.#below(STARTS.length)] ?? '') + this.#below(60_000);
  }

  get ticksPassed(): number {
    return this.#logIndex + 1;
  }

  get orders(): ForexOrder[] {
    return [...this.#book.orders.values()];
  }

  get micros(): MicroOrder[] {
    return [...this.#book.micros.values()];
  }

  get accounts(): AccountFigures[] {
    return [...this.#book.accounts.values()];
  }

  get quotes(): Tick[] {
    return [...this.#newest.values()];
  }

  /** The engine's answer to the last step: some of it will be answered later, well or badly. */
  hear(proposals: readonly Proposal[]): void {
    // A warning is told and done.
    this.#unanswered.push(...proposals.filter(({ kind }) => kind !== 'margin_call'));
  }

  next(): Step {
    const dice = this.#below(100);
    if (this.#unanswered.length > 0 && dice < 22) return this.#answer();
    if (dice < 64) return this.#tick();
    if (dice < 76) return this.#place();
    if (dice < 82) return this.#change();
    if (dice < 88) return this.#funds();
    if (dice < 91) return this.#microOrder();
    if (dice < 95) return { kind: 'dueMicro', timeMs: this.#timeMs - this.#below(2_000) };
    if (dice < 97) return this.#end();
    return this.#whim();
  }

  #below(bound: number): number {
    return this.#random.below(bound);
  }

  #pick<T>(items: Iterable<T>): T | undefined {
    const list = [...items];
    return list[this.#below(list.length)];
  }

  #tick(): Step {
    const quoted = this.#pick(this.#mood === 'rates' ? CONVERTED : TAPE_PAIRS) ?? pair(1, 'EURUSD', 'fx', 5);
    const gap = this.#below(40);
    this.#timeMs += gap === 0 ? this.#below(4_000_000) : gap < 4 ? 15_000 + this.#below(3) - 1 : this.#below(900);
    const step = 10n ** BigInt(8 - quoted.pricePrecision);
    const first = FIRST_PRICE[quoted.id] ?? 1n;
    let bid = this.#level.get(quoted.id) ?? first;
    if (this.#mood === 'tight') bid = first + BigInt(this.#below(9) - 4) * 20n * step;
    else if (this.#mood === 'rates') bid += (BigInt(this.#below(201) - 100) * first) / 20_000n;
    else if (this.#below(30) === 0) bid += (BigInt(this.#below(2001) - 1000) * first) / 20_000n;
    else bid += BigInt(this.#below(41) - 20) * step;
    bid -= bid % step;
    this.#level.set(quoted.id, bid);
    const seq = this.#sequence.get(quoted.id) ?? 0;
    this.#sequence.set(quoted.id, seq + 1);
    this.#logIndex += 1;
    const wide = this.#mood === 'rates' && this.#below(6) === 0;
    const tick: Tick = {
      pairId: quoted.id,
      seq,
      logIndex: this.#logIndex,
      bid: price(bid),
      ask: price(bid + BigInt(this.#below(wide ? 2_000 : 4)) * step),
      sourceTime: this.#timeMs - this.#below(50),
      receivedTime: this.#timeMs,
      source: 'tape',
    };
    this.#newest.set(quoted.id, tick);
    return { kind: 'tick', tick };
  }

  /** A price near the market, on the grid; in a tight mood one of a few. */
  #near(quoted: Pair): Price {
    const step = 10n ** BigInt(8 - quoted.pricePrecision);
    const first = FIRST_PRICE[quoted.id] ?? 1n;
    if (this.#mood === 'tight') return price(first + BigInt(this.#below(13) - 6) * 20n * step);
    return price((this.#level.get(quoted.id) ?? first) + BigInt(this.#below(161) - 80) * step);
  }

  /** Up to 5 % from the first price: large results, so that the conversion matters. */
  #far(quoted: Pair): Price {
    const first = FIRST_PRICE[quoted.id] ?? 1n;
    const at = first + (BigInt(this.#below(1001) - 500) * first) / 10_000n;
    return price(at - (at % 10n ** BigInt(8 - quoted.pricePrecision)));
  }

  #place(): Step {
    const rates = this.#mood === 'rates';
    const quoted = this.#pick(rates ? CONVERTED : this.#pairs.values());
    if (!quoted) return this.#tick();
    const userId = BigInt(1 + this.#below(rates ? 3 : 6));
    const side: Side = this.#below(2) === 0 ? 'buy' : 'sell';
    const pending = !rates && this.#below(3) === 0;
    const armedIndex = this.#logIndex - (this.#below(3) === 0 ? this.#below(25) : 0);
    const kind: TargetKind = this.#below(2) === 0 ? 'limit' : 'stop';
    const step = 10n ** BigInt(8 - quoted.pricePrecision);
    const terms = {
      multiple: 100,
      marginMode: quoted.marginMode,
      contNum: quoted.contNum,
      feeType: 1 as const,
      feeRate: zero,
      markup: price(BigInt(this.#below(3)) * step),
      pricePrecision: quoted.pricePrecision,
      ratePairId: quoted.ratePairId,
      rateInverse: quoted.rateInverse,
      financingRate: zero,
      financingNights: quoted.financingNights,
    };
    const lots = quantity(BigInt(1 + this.#below(300)) * 1_000_000n);
    const entry = rates ? this.#far(quoted) : this.#near(quoted);
    const rate = quoteRate(quoted, this.#view(), (id) => this.#pairs.get(id)?.pricePrecision ?? 0)?.rate;
    if (rate === undefined && !pending) return this.#tick();
    const order: ForexOrder = {
      id: this.#nextId,
      realm: 'demo',
      userId,
      pairId: quoted.id,
      side,
      quantity: lots,
      terms,
      status: pending ? 'pending' : 'open',
      margin: rate === undefined ? amount(100_000_000n) : this.#margin(terms, lots, entry, rate),
      fee: zero,
      held: zero,
      target: pending ? { price: entry, kind } : undefined,
      stopLoss: rates || this.#below(2) === 0 ? price(0n) : this.#near(quoted),
      takeProfit: rates || this.#below(2) === 0 ? price(0n) : this.#near(quoted),
      armedIndex: Math.max(-1, armedIndex),
      createdTime: this.#timeMs,
      placed: { rate: rate ?? ONE_RATE, rateTickIndex: undefined },
      open: pending || rate === undefined ? undefined : this.#fill(entry, Math.max(-1, armedIndex), rate),
      close: undefined,
      result: zero,
      openMarketTime: undefined,
      financedThrough: undefined,
      cancelledTime: undefined,
    };
    this.#nextId += 1n;
    return this.#commit([order], userId);
  }

  /** By the formula; in a market of rates so large that a user in profit, too, stands near the stop-out. */
  #margin(terms: ForexOrder['terms'], lots: Quantity, entry: Price, rate: Rate): Amount {
    const margin = marginOf(lots, terms, entry, rate);
    return this.#mood === 'rates' ? amount(margin * BigInt(1 + this.#below(12))) : margin;
  }

  #fill(at: Price, tickIndex: number, rate: Rate): NonNullable<ForexOrder['open']> {
    return { price: at, tickIndex, rate, rateTickIndex: undefined, time: this.#timeMs };
  }

  #view(): { logIndex: number; quote: (pairId: number) => Tick | undefined } {
    return { logIndex: this.#logIndex, quote: (pairId) => this.#newest.get(pairId) };
  }

  /** Orders and the account of their user, now and then only one of the two. */
  #commit(orders: readonly ForexOrder[], userId: Id): Step {
    for (const order of orders) {
      if (order.status === 'open' || order.status === 'pending') this.#book.orders.set(order.id, order);
      else this.#book.orders.delete(order.id);
    }
    if (this.#below(4) === 0 && this.#book.accounts.has(userId)) return { kind: 'apply', changes: { forex: orders } };
    return { kind: 'apply', changes: { forex: orders, accounts: [this.#figures(userId)] } };
  }

  /** Cash around what the stop-out needs, now and then the margin call; in a tight mood within a few units of it. */
  #figures(userId: Id): AccountFigures {
    let used = 0n;
    let floating = 0n;
    for (const order of this.#book.orders.values()) {
      if (order.userId !== userId || order.status !== 'open' || !order.open) continue;
      used += order.margin;
      const tick = this.#newest.get(order.pairId);
      const rate = quoteRate(order.terms, this.#view(), (id) => this.#pairs.get(id)?.pricePrecision ?? 0)?.rate;
      if (!tick || rate === undefined) continue;
      const close = closingPrice(order.side, tick, order.terms.markup);
      floating += profitOf(order.side, order.open.price, close, order.quantity, order.terms.contNum, rate);
    }
    const edge = (this.#below(3) === 0 ? used : used / 2n) - floating;
    const beyond =
      this.#mood !== 'wild' && this.#below(2) === 0
        ? BigInt(this.#below(5) - 2) * (this.#below(2) === 0 ? 1n : 100n)
        : (used * BigInt(this.#below(1000) - 100)) / 1000n;
    const cash = edge + beyond < 0n ? 0n : edge + beyond;
    const locked = cash < used ? cash : used;
    const figures = { userId, realm: 'demo' as const, available: amount(cash - locked), locked: amount(locked) };
    this.#book.accounts.set(userId, figures);
    return figures;
  }

  #change(): Step {
    const order = this.#pick(this.#book.orders.values());
    const quoted = order && this.#pairs.get(order.pairId);
    if (!order || !quoted) return this.#tick();
    if (this.#below(3) === 0) return this.#commit([{ ...order, held: amount(order.held + 1n) }], order.userId);
    const armedIndex = Math.max(order.armedIndex, this.#logIndex - this.#below(12));
    return this.#commit([{ ...order, stopLoss: this.#near(quoted), armedIndex }], order.userId);
  }

  #end(): Step {
    const order = this.#pick(this.#book.orders.values());
    if (!order) return this.#tick();
    const status = order.status === 'open' ? 'closed' : 'cancelled';
    return this.#commit([{ ...order, status }], order.userId);
  }

  #funds(): Step {
    const accounts = [this.#figures(BigInt(1 + this.#below(6)))];
    if (this.#below(3) === 0) accounts.push(this.#figures(BigInt(7 + this.#below(2))));
    return { kind: 'apply', changes: { accounts } };
  }

  #microOrder(): Step {
    const known = this.#pick(this.#book.micros.values());
    if (known && this.#below(3) === 0) {
      this.#book.micros.delete(known.id);
      return { kind: 'apply', changes: { micro: [{ ...known, status: 'closed' }] } };
    }
    const order: MicroOrder = {
      id: this.#nextId,
      realm: 'demo',
      userId: BigInt(1 + this.#below(6)),
      pairId: 1,
      direction: 'up',
      stake: amount(1_000_000_000n),
      seconds: 30,
      profitRatio: amount(85_000_000n),
      lossLevel: 0,
      pricePrecision: 5,
      reserve: amount(850_000_000n),
      armedIndex: Math.max(-1, this.#logIndex - this.#below(3)),
      openDelayMs: this.#below(2) * this.#below(1_500),
      openPrice: undefined,
      openTickIndex: undefined,
      acceptedTime: this.#timeMs,
      expiryTime: this.#timeMs + this.#below(20) * 500,
      status: 'waiting',
      outcome: undefined,
      endPrice: undefined,
      endTickIndex: undefined,
      result: zero,
      closedTime: undefined,
    };
    this.#nextId += 1n;
    this.#book.micros.set(order.id, order);
    return { kind: 'apply', changes: { micro: [order] } };
  }

  /** Rarely: a pair is switched off or on, a stranger is rearmed, a user without a stop-out is settled. */
  #whim(): Step {
    const dice = this.#below(3);
    if (dice === 0) return { kind: 'settled', userId: BigInt(1 + this.#below(6)) };
    if (dice === 1) return { kind: 'rearm', orderId: BigInt(1 + this.#below(Number(this.#nextId))) };
    const switched = this.#pick(this.#pairs.values());
    if (!switched) return this.#tick();
    const changed = { ...switched, enabled: !switched.enabled };
    this.#pairs.set(changed.id, changed);
    return { kind: 'setPair', pair: changed };
  }

  #answer(): Step {
    const [proposal] = this.#unanswered.splice(this.#below(this.#unanswered.length), 1);
    if (!proposal) return this.#tick();
    const refused = this.#below(4) === 0;
    if (proposal.kind === 'micro_open' || proposal.kind === 'micro_expiry') {
      const order = this.#book.micros.get(proposal.orderId);
      if (!order || refused) return { kind: 'rearmMicro', orderId: proposal.orderId };
      const opens = proposal.kind === 'micro_open' && this.#below(8) > 0;
      const after: MicroOrder = { ...order, status: opens ? 'open' : 'closed' };
      if (opens) this.#book.micros.set(order.id, after);
      else this.#book.micros.delete(order.id);
      return { kind: 'apply', changes: { micro: [after] } };
    }
    if (!('orderId' in proposal)) {
      const worst = this.#pick(
        this.orders.filter(({ userId, status }) => userId === proposal.userId && status === 'open'),
      );
      if (refused || !worst) return { kind: 'settled', userId: proposal.userId };
      return this.#commit([{ ...worst, status: 'closed' }], worst.userId);
    }
    const order = this.#book.orders.get(proposal.orderId);
    if (!order || refused) return { kind: 'rearm', orderId: proposal.orderId };
    if (order.status === 'open') return this.#commit([{ ...order, status: 'closed' }], order.userId);
    const rate = quoteRate(order.terms, proposal.view, (id) => this.#pairs.get(id)?.pricePrecision ?? 0)?.rate;
    if (rate === undefined || !order.target) return { kind: 'rearm', orderId: proposal.orderId };
    const open = this.#fill(order.target.price, proposal.tick.logIndex, rate);
    return this.#commit([{ ...order, status: 'open', open, armedIndex: proposal.tick.logIndex }], order.userId);
  }
}
