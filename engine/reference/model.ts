// The engine said slowly: every tick, every order and every user is gone through anew. What the fast engine proposes must be this.
// It keeps the whole history in plain arrays and shares with the engine only the price, sum and calendar functions.

import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { equityOf, isMarginCall, isStopOut, profitOf } from '../formulas.ts';
import { isOpen } from '../hours.ts';
import { closingPrice, openingPrice, quoteRate } from '../quotes.ts';
import { hashState } from '../state-hash.ts';
import type { AccountFigures, Changes, EngineOptions, Restart, TradingEngine } from '../surface.ts';
import { CatchUpError } from '../surface.ts';
import type { MicroOrder, MicroProposal, Pair, Proposal, QuoteView, RestingOrder, Tick } from '../types.ts';

interface Kept {
  order: RestingOrder;
  proposed: boolean;
}

interface KeptMicro {
  order: MicroOrder;
  proposed: boolean;
}

export class ReferenceModel implements TradingEngine {
  pairs: Pair[];
  history: Tick[] = [];
  orders: Kept[] = [];
  micros: KeptMicro[] = [];
  accounts: AccountFigures[] = [];
  stoppingOut: Id[] = [];
  warned: Id[] = [];
  evaluatedBefore = -1;
  readonly marketTime: (tick: Tick) => number;
  readonly holidays: readonly string[] | undefined;
  readonly recentTicks: number;

  constructor(options: EngineOptions) {
    this.pairs = [...options.pairs];
    this.marketTime = options.marketTime;
    this.holidays = options.holidays;
    this.recentTicks = options.recentTicks ?? 65_536;
  }

  setPair(pair: Pair): void {
    this.pairs = [...this.pairs.filter(({ id }) => id !== pair.id), pair];
  }

  restore(restart: Restart): void {
    this.history = [...restart.quotes].sort((a, b) => a.logIndex - b.logIndex);
    this.evaluatedBefore = restart.evaluatedThrough;
  }

  /** The last tick of a pair among the first ones up to a place in the log. */
  viewAt(logIndex: number): QuoteView {
    const seen = this.history.filter((tick) => tick.logIndex <= logIndex);
    return { logIndex, quote: (pairId) => seen.findLast((tick) => tick.pairId === pairId) };
  }

  view(): QuoteView {
    return this.viewAt(this.history.at(-1)?.logIndex ?? this.evaluatedBefore);
  }

  onTick(tick: Tick): Proposal[] {
    this.history.push(tick);
    const mayTrigger = this.inHours(tick.pairId, tick);
    const exits: Proposal[] = [];
    const entries: Proposal[] = [];
    const waiting = this.orders
      .filter((kept) => mayTrigger && !kept.proposed)
      .sort((a, b) => Number(a.order.id - b.order.id));
    for (const kept of waiting) {
      const proposal = this.proposalAt(kept.order, tick);
      if (!proposal) continue;
      kept.proposed = true;
      if (kept.order.status === 'open') exits.push(proposal);
      else entries.push(proposal);
    }
    const concerned = this.accounts.filter(({ userId }) =>
      this.positionsOf(userId).some(({ pairId, terms }) => pairId === tick.pairId || terms.ratePairId === tick.pairId),
    );
    return [...exits, ...this.lookAt(concerned, tick, mayTrigger), ...entries];
  }

  apply(changes: Changes): Proposal[] {
    const proposals: Proposal[] = [];
    const touched = new Set<Id>();
    for (const order of changes.forex ?? []) {
      proposals.push(...this.takeIn(order));
      touched.add(order.userId);
    }
    for (const order of changes.micro ?? []) this.upsertMicro(order);
    for (const figures of changes.accounts ?? []) {
      this.accounts = this.accounts.filter(({ userId }) => userId !== figures.userId);
      this.accounts.push(figures);
      this.accounts.sort((a, b) => Number(a.userId - b.userId));
      touched.add(figures.userId);
    }
    this.stoppingOut = this.stoppingOut.filter((userId) => !touched.has(userId));
    const newest = this.history.at(-1);
    if (!newest) return proposals;
    const concerned = this.accounts.filter(({ userId }) => touched.has(userId));
    return [...proposals, ...this.lookAt(concerned, newest, true)];
  }

  upsertForex(order: RestingOrder): Proposal[] {
    return this.apply({ forex: [order] });
  }

  upsertMicro(order: MicroOrder): void {
    this.micros = this.micros.filter((kept) => kept.order.id !== order.id);
    if (order.status !== 'closed') this.micros.push({ order, proposed: false });
  }

  upsertAccount(figures: AccountFigures): Proposal[] {
    return this.apply({ accounts: [figures] });
  }

  rearm(orderId: Id): void {
    for (const kept of this.orders) if (kept.order.id === orderId) kept.proposed = false;
  }

  rearmMicro(orderId: Id): void {
    for (const kept of this.micros) if (kept.order.id === orderId) kept.proposed = false;
  }

  settled(userId: Id): void {
    this.stoppingOut = this.stoppingOut.filter((id) => id !== userId);
  }

  opens(order: MicroOrder, tick: Tick): boolean {
    if (tick.pairId !== order.pairId || tick.logIndex <= (order.armedIndex ?? -1)) return false;
    return order.openDelayMs === 0 || tick.receivedTime >= order.acceptedTime + order.openDelayMs;
  }

  dueMicro(passedTimeMs: number): MicroProposal[] {
    const unproposed = this.micros.filter((kept) => !kept.proposed);
    const opening = unproposed.filter(
      ({ order }) =>
        order.status === 'waiting' &&
        (order.acceptedTime + order.openDelayMs + 2_000 <= passedTimeMs ||
          order.expiryTime <= passedTimeMs ||
          this.history.some((tick) => this.opens(order, tick))),
    );
    opening.sort((a, b) => Number(a.order.id - b.order.id));
    const due = unproposed.filter(({ order }) => order.status === 'open' && order.expiryTime <= passedTimeMs);
    due.sort((a, b) => a.order.expiryTime - b.order.expiryTime || Number(a.order.id - b.order.id));
    for (const kept of [...opening, ...due]) kept.proposed = true;
    return [
      ...opening.map(({ order: { id, userId } }): MicroProposal => ({ kind: 'micro_open', orderId: id, userId })),
      ...due.map(({ order: { id, userId, expiryTime } }): MicroProposal => {
        return { kind: 'micro_expiry', orderId: id, userId, expiryTime };
      }),
    ];
  }

  /** Goes through the ticks since the order was armed, unless it waited for the very same prices already. */
  takeIn(order: RestingOrder): Proposal[] {
    const before = this.orders.find((kept) => kept.order.id === order.id);
    const ends = order.status !== 'open' && order.status !== 'pending';
    const since = Math.max(order.armedIndex, order.open ? order.open.tickIndex : -1, this.evaluatedBefore);
    const same = before !== undefined && waitsFor(before.order) === waitsFor(order);
    if (!ends && !same) this.requireSince(since);
    this.orders = this.orders.filter((kept) => kept.order.id !== order.id);
    if (ends) return [];
    const kept = { order, proposed: false };
    this.orders.push(kept);
    if (same) return [];
    for (const tick of this.history) {
      if (tick.logIndex <= since || !this.inHours(tick.pairId, tick)) continue;
      const proposal = this.proposalAt(order, tick);
      if (!proposal) continue;
      kept.proposed = true;
      return [proposal];
    }
    return [];
  }

  isDue(order: RestingOrder): boolean {
    if (order.status !== 'open' && order.status !== 'pending') return false;
    const known = this.orders.find((kept) => kept.order.id === order.id);
    if (known && waitsFor(known.order) === waitsFor(order)) return known.proposed;
    const since = Math.max(order.armedIndex, order.open ? order.open.tickIndex : -1, this.evaluatedBefore);
    this.requireSince(since);
    return this.history.some(
      (tick) => tick.logIndex > since && this.inHours(tick.pairId, tick) && this.proposalAt(order, tick) !== undefined,
    );
  }

  isJudged(userId: Id): boolean {
    return this.stoppingOut.includes(userId);
  }

  requireSince(logIndex: number): void {
    const newest = this.history.at(-1)?.logIndex ?? -1;
    if (logIndex >= newest) return;
    const kept = this.history.slice(-this.recentTicks).map((tick) => tick.logIndex);
    for (let wanted = newest; wanted > logIndex; wanted -= 1)
      if (!kept.includes(wanted)) throw new CatchUpError(`tick ${wanted} is gone`);
  }

  pairOf(pairId: number): Pair {
    const pair = this.pairs.find(({ id }) => id === pairId);
    if (!pair) throw new Error(`no pair ${pairId}`);
    return pair;
  }

  inHours(pairId: number, deciding: Tick): boolean {
    const pair = this.pairOf(pairId);
    return pair.enabled && isOpen(pair.hours, this.marketTime(deciding), this.holidays);
  }

  rateAt(order: RestingOrder, view: QuoteView): ReturnType<typeof quoteRate> {
    return quoteRate(order.terms, view, (pairId) => this.pairOf(pairId).pricePrecision);
  }

  proposalAt(order: RestingOrder, tick: Tick): Proposal | undefined {
    if (order.pairId !== tick.pairId || tick.logIndex <= order.armedIndex) return undefined;
    const kind = order.status === 'open' ? exitAt(order, tick) : entryAt(order, tick);
    if (!kind) return undefined;
    const view = this.viewAt(tick.logIndex);
    if (!this.rateAt(order, view)) return undefined;
    return { kind, orderId: order.id, userId: order.userId, realm: order.realm, tick, view };
  }

  positionsOf(userId: Id): RestingOrder[] {
    return this.orders.map((kept) => kept.order).filter((order) => order.userId === userId && order.status === 'open');
  }

  /** Stop-outs, then margin calls, each in the order of the accounts. */
  lookAt(accounts: readonly AccountFigures[], deciding: Tick, mayStopOut: boolean): Proposal[] {
    const stopOuts: Proposal[] = [];
    const calls: Proposal[] = [];
    for (const account of accounts) {
      const { userId, realm } = account;
      const level = this.stoppingOut.includes(userId) ? undefined : this.levelOf(account, deciding);
      if (!level) continue;
      const seen = { userId, realm, tick: deciding, view: this.view() };
      const warned = this.warned.includes(userId);
      if (level.low && !warned) calls.push({ kind: 'margin_call', ...seen });
      this.warned = this.warned.filter((id) => id !== userId);
      if (level.low || (warned && !level.over110)) this.warned.push(userId);
      if (!mayStopOut || !level.stopsOut) continue;
      this.stoppingOut.push(userId);
      stopOuts.push({ kind: 'stop_out', ...seen });
    }
    return [...stopOuts, ...calls];
  }

  /** undefined while a price is missing. */
  levelOf(account: AccountFigures, deciding: Tick): { low: boolean; over110: boolean; stopsOut: boolean } | undefined {
    const view = this.view();
    let floating = 0n;
    let usedMargin = 0n;
    let mayClose = false;
    for (const order of this.positionsOf(account.userId)) {
      const quote = view.quote(order.pairId);
      const rate = this.rateAt(order, view);
      if (!quote || !rate || !order.open) return undefined;
      const close = closingPrice(order.side, quote, order.terms.markup);
      floating += profitOf(order.side, order.open.price, close, order.quantity, order.terms.contNum, rate.rate);
      usedMargin += order.margin;
      const ageMs = deciding.receivedTime - quote.receivedTime;
      if (ageMs < 15_000 && this.inHours(order.pairId, deciding)) mayClose = true;
    }
    const { netValue } = equityOf(account, amount(floating), amount(usedMargin), amount(0n));
    const used = amount(usedMargin);
    const over110 = this.positionsOf(account.userId).length === 0 || 100n * netValue > 110n * used;
    return { low: isMarginCall(netValue, used), over110, stopsOut: mayClose && isStopOut(netValue, used) };
  }

  get forexOrders(): number {
    return this.orders.length;
  }

  stateHash(): string {
    return hashState({
      quotes: this.pairs.flatMap(({ id }) => this.view().quote(id) ?? []),
      forex: this.orders.map(({ order, proposed }) => ({ order, armed: !proposed })),
      micro: this.micros.map(({ order, proposed }) => ({ order, armed: !proposed })),
      accounts: this.accounts
        .filter(({ userId }) => this.positionsOf(userId).length > 0)
        .map((account) => ({ ...account, inFlight: this.stoppingOut.includes(account.userId) })),
    });
  }
}

function waitsFor({ status, armedIndex, stopLoss, takeProfit, target, open }: RestingOrder): string {
  return [status, armedIndex, stopLoss, takeProfit, target?.kind, target?.price, open?.tickIndex].join();
}

function exitAt(order: RestingOrder, tick: Tick): 'stop_loss' | 'take_profit' | undefined {
  const price = closingPrice(order.side, tick, order.terms.markup);
  const { stopLoss, takeProfit } = order;
  if (order.side === 'buy') {
    if (stopLoss > 0n && price <= stopLoss) return 'stop_loss';
    return takeProfit > 0n && price >= takeProfit ? 'take_profit' : undefined;
  }
  if (stopLoss > 0n && price >= stopLoss) return 'stop_loss';
  return takeProfit > 0n && price <= takeProfit ? 'take_profit' : undefined;
}

function entryAt(order: RestingOrder, tick: Tick): 'fill_pending' | undefined {
  if (!order.target) return undefined;
  const price = openingPrice(order.side, tick, order.terms.markup);
  const goal = order.target.price;
  switch (`${order.side} ${order.target.kind}` as const) {
    case 'buy limit':
    case 'sell stop':
      return price <= goal ? 'fill_pending' : undefined;
    case 'buy stop':
    case 'sell limit':
      return price >= goal ? 'fill_pending' : undefined;
  }
}
