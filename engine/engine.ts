// The engine: takes committed ticks, orders and account figures, and proposes what they set off. No I/O, no clock, no randomness.
// SPEC.md has its rules; reference/model.ts is the slow version that tests hold it against.

import type { Id } from '@fairtick/kernel/ids';
import { QuoteBoard } from './board.ts';
import { EquityBook, type EquityLook } from './equity.ts';
import { ExpiryBook } from './expiries.ts';
import { Holders, IN_FLIGHT, KNOWN } from './holders.ts';
import { OpeningBook } from './openings.ts';
import { hasRate } from './quotes.ts';
import { exactKey, RestingOrders, requireFits } from './resting.ts';
import { hashState } from './state-hash.ts';
import type { AccountFigures, Changes, EngineOptions, Restart, Sizes, TradingEngine } from './surface.ts';
import { TriggerBook } from './trigger-index.ts';
import { type TriggerKind, triggeredBy } from './trigger-rule.ts';
import type { MicroOrder, MicroProposal, Pair, Proposal, QuoteView, Realm, RestingOrder, Tick } from './types.ts';

type OrderProposal = Extract<Proposal, { kind: TriggerKind }>;
type UserProposal = Extract<Proposal, { kind: 'stop_out' | 'margin_call' }>;

export class Engine implements TradingEngine {
  readonly #board: QuoteBoard;
  readonly #orders: RestingOrders;
  readonly #holders: Holders;
  readonly #triggers: TriggerBook;
  readonly #equity: EquityBook;
  readonly #openings = new OpeningBook();
  readonly #expiries = new ExpiryBook();
  /** Slots of the orders and holders that a tick has reached. The arrays are reused. */
  readonly #reachedOrders: number[] = [];
  readonly #reachedHolders: number[] = [];

  constructor(options: EngineOptions) {
    this.#board = new QuoteBoard(options);
    this.#orders = new RestingOrders((holder) => this.#holders.userAt(holder));
    this.#holders = new Holders(this.#orders, (pairId) => this.#board.placeOf(pairId));
    this.#triggers = new TriggerBook(this.#orders);
    this.#equity = new EquityBook(this.#board, this.#holders);
  }

  setPair(pair: Pair): void {
    this.#board.setPair(pair);
  }

  restore(restart: Restart): void {
    if (this.#orders.size > 0) throw new Error('restore comes before the first order');
    this.#board.restore(restart);
  }

  view(): QuoteView {
    return this.#board.view();
  }

  /** The log's next tick. Proposals in the order in which they take effect: rules E1 to E6. */
  onTick(tick: Tick): Proposal[] {
    const place = this.#board.push(tick);
    this.#openings.onTick(tick);
    const mayTrigger = this.#board.isInHours(place, tick);
    const bid = exactKey(tick.bid);
    const ask = exactKey(tick.ask);
    if (mayTrigger) this.#triggers.takeReached(place, bid, ask, this.#reachedOrders);
    this.#equity.listReached(place, bid, ask, this.#reachedHolders);
    if (this.#reachedOrders.length === 0 && this.#reachedHolders.length === 0) return [];
    return this.#propose(tick, place, mayTrigger);
  }

  #propose(tick: Tick, place: number, mayTrigger: boolean): Proposal[] {
    const found = this.#look(this.#reachedHolders, tick, mayTrigger);
    this.#reachedHolders.length = 0;
    if (this.#reachedOrders.length === 0 && found.length === 0) return [];
    const exits: OrderProposal[] = [];
    const entries: OrderProposal[] = [];
    const view = this.#board.view();
    for (const slot of this.#reachedOrders) {
      const order = this.#orders.at(slot);
      const kind = triggeredBy(order, tick);
      if (!kind) throw new Error('broken promise: a reached trigger holds by the exact rule');
      if (tick.logIndex <= order.armedIndex || !hasRate(order.terms, view)) this.#triggers.arm(slot, place);
      else (kind === 'fill_pending' ? entries : exits).push(orderProposal(kind, order, tick, view));
    }
    this.#reachedOrders.length = 0;
    return [...exits.sort(byOrder), ...ofUsers(found, tick, view), ...entries.sort(byOrder)];
  }

  #look(holders: Iterable<number>, deciding: Tick | undefined, mayTrigger: boolean): Seen[] {
    const seen: Seen[] = [];
    for (const holder of holders) {
      const { call, stopOut } = this.#equity.look(holder, deciding, mayTrigger);
      if (call || stopOut)
        seen.push({ userId: this.#holders.userAt(holder), realm: this.#holders.realmAt(holder), call, stopOut });
    }
    return seen;
  }

  /**
   * What one committed batch changed, taken in as a whole. First the orders catch up with the ticks that came meanwhile, in the order
   * given; then each user touched is looked at once. Throws CatchUpError when those ticks are no longer at hand: rebuild then.
   */
  apply(changes: Changes): Proposal[] {
    const proposals: Proposal[] = [];
    const touched = new Set<number>();
    for (const order of changes.forex ?? []) {
      const caughtUp = this.#takeIn(order);
      if (caughtUp) proposals.push(caughtUp);
      touched.add(this.#equity.touch(order.userId, order.realm));
    }
    for (const order of changes.micro ?? []) this.upsertMicro(order);
    for (const figures of changes.accounts ?? []) touched.add(this.#equity.setFigures(figures));
    const deciding = this.#board.newest;
    const found = this.#look(touched, deciding, true);
    if (!deciding || found.length === 0) return proposals;
    proposals.push(...ofUsers(found, deciding, this.#board.view()));
    return proposals;
  }

  upsertForex(order: RestingOrder): Proposal[] {
    return this.apply({ forex: [order] });
  }

  upsertMicro(order: MicroOrder): void {
    this.#openings.upsert(order, this.#newestOf(order.pairId));
    this.#expiries.upsert(order);
  }

  #newestOf(pairId: number): Tick | undefined {
    return this.#board.quoteAt(this.#board.placeOf(pairId));
  }

  upsertAccount(figures: AccountFigures): Proposal[] {
    return this.apply({ accounts: [figures] });
  }

  rearm(orderId: Id): void {
    const slot = this.#orders.find(orderId);
    if (slot >= 0) this.#triggers.arm(slot, this.#board.placeOf(this.#orders.termsAt(slot).pairId));
  }

  rearmMicro(orderId: Id): void {
    this.#openings.rearm(orderId, (pairId) => this.#newestOf(pairId));
    this.#expiries.rearm(orderId);
  }

  settled(userId: Id): void {
    this.#equity.settled(userId);
  }

  dueMicro(passedTimeMs: number): MicroProposal[] {
    return [...this.#openings.takeDue(passedTimeMs), ...this.#expiries.takeDue(passedTimeMs)];
  }

  /** Replaces what is known of an order. Returns the proposal for the first tick since its armedIndex that sets it off, if any. Rules E40 to E44. */
  #takeIn(order: RestingOrder): Proposal | undefined {
    const place = this.#board.placeOf(order.pairId);
    const known = this.#orders.find(order.id);
    const lives = order.status === 'pending' || order.status === 'open';
    const from = Math.max(order.armedIndex, order.open?.tickIndex ?? -1, this.#board.evaluatedBefore);
    const catchesUp = lives && !(known >= 0 && armsAlike(this.#orders.at(known), order));
    if (lives) requireFits(order);
    if (catchesUp) this.#board.requireSince(from);
    if (known >= 0) {
      this.#triggers.disarm(known, place);
      if (this.#orders.kindAt(known).status === 'open') this.#holders.removePosition(known);
    }
    if (!lives) {
      if (known >= 0) this.#orders.remove(known);
      return undefined;
    }
    const slot = this.#orders.put(order, this.#equity.touch(order.userId, order.realm));
    if (order.status === 'open') this.#holders.addPosition(slot);
    const proposal = catchesUp ? this.#catchUp(order, place, from) : undefined;
    if (!proposal) this.#triggers.arm(slot, place);
    return proposal;
  }

  /** Compares an order that was not handed in as it is now with the ticks since it was armed. Throws CatchUpError as `apply` does. Rule E46. */
  isDue(order: RestingOrder): boolean {
    if (order.status !== 'pending' && order.status !== 'open') return false;
    const known = this.#orders.find(order.id);
    if (known >= 0 && armsAlike(this.#orders.at(known), order)) return !this.#triggers.isArmed(known);
    const from = Math.max(order.armedIndex, order.open?.tickIndex ?? -1, this.#board.evaluatedBefore);
    this.#board.requireSince(from);
    return this.#catchUp(order, this.#board.placeOf(order.pairId), from) !== undefined;
  }

  /** Rule E47. */
  isJudged(userId: Id): boolean {
    const holder = this.#holders.find(userId);
    return holder >= 0 && this.#holders.is(holder, IN_FLIGHT);
  }

  #catchUp(order: RestingOrder, place: number, from: number): Proposal | undefined {
    for (let at = from + 1; at <= this.#board.lastIndex; at += 1) {
      const tick = this.#board.recent(at);
      if (tick.pairId !== order.pairId) continue;
      const kind = triggeredBy(order, tick);
      if (!kind || !this.#board.isInHours(place, tick)) continue;
      const view = this.#board.viewAt(at);
      if (hasRate(order.terms, view)) return orderProposal(kind, order, tick, view);
    }
    return undefined;
  }

  /** 16 hex digits over everything that decides: equal after a rebuild and after a replay. Rule E60. */
  stateHash(): string {
    const orders = this.#orders;
    return hashState({
      quotes: this.#board.quotes(),
      forex: [...orders.taken()].map((slot) => ({ order: orders.at(slot), armed: this.#triggers.isArmed(slot) })),
      micro: [this.#openings, this.#expiries].flatMap((book) =>
        [...book.orders()].map((order) => ({ order, armed: book.isArmed(order.id) })),
      ),
      accounts: this.#accounts(),
    });
  }

  #accounts(): (AccountFigures & { inFlight: boolean })[] {
    const holders = this.#holders;
    return [...holders.taken()]
      .filter((holder) => holders.is(holder, KNOWN) && holders.hasPositions(holder))
      .map((holder) => ({
        userId: holders.userAt(holder),
        realm: holders.realmAt(holder),
        available: holders.availableAt(holder),
        locked: holders.lockedAt(holder),
        inFlight: holders.is(holder, IN_FLIGHT),
      }));
  }

  get forexOrders(): number {
    return this.#orders.size;
  }

  sizes(): Sizes {
    let stopOutsInFlight = 0;
    for (const holder of this.#holders.taken()) if (this.#holders.is(holder, IN_FLIGHT)) stopOutsInFlight += 1;
    return {
      pairs: this.#board.pairCount,
      forexOrders: this.#orders.size,
      armedTriggers: this.#triggers.armedTriggers,
      microOrders: this.#openings.size + this.#expiries.size,
      users: this.#holders.size,
      equityWatches: this.#equity.watchCount,
      equityLooks: this.#equity.looks,
      recentTicks: this.#board.recentCount,
      stopOutsInFlight,
    };
  }
}

/** Whether two states of an order wait for the same prices since the same tick. */
function armsAlike(a: RestingOrder, b: RestingOrder): boolean {
  return (
    a.status === b.status &&
    a.armedIndex === b.armedIndex &&
    a.stopLoss === b.stopLoss &&
    a.takeProfit === b.takeProfit &&
    a.target?.price === b.target?.price &&
    a.target?.kind === b.target?.kind &&
    a.open?.tickIndex === b.open?.tickIndex
  );
}

function orderProposal(kind: TriggerKind, order: RestingOrder, tick: Tick, view: QuoteView): OrderProposal {
  return { kind, orderId: order.id, userId: order.userId, realm: order.realm, tick, view };
}

interface Seen extends EquityLook {
  readonly userId: Id;
  readonly realm: Realm;
}

/** Stop-outs come first: the pipeline judges a margin call by what they leave. */
function ofUsers(seen: Seen[], tick: Tick, view: QuoteView): UserProposal[] {
  seen.sort(byUser);
  const all = (kind: UserProposal['kind'], found: readonly Seen[]): UserProposal[] =>
    found.map(({ userId, realm }) => ({ kind, userId, realm, tick, view }));
  const stopOuts = seen.filter(({ stopOut }) => stopOut);
  const calls = seen.filter(({ call }) => call);
  return [...all('stop_out', stopOuts), ...all('margin_call', calls)];
}

const byOrder = (a: { orderId: Id }, b: { orderId: Id }): number => (a.orderId < b.orderId ? -1 : 1);
const byUser = (a: { userId: Id }, b: { userId: Id }): number => (a.userId < b.userId ? -1 : 1);
