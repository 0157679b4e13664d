// The engine and the reference model side by side under trading: both get everything, both must propose the same. Trading acts on the
// engine's word.

import { Engine } from '@fairtick/engine/engine';
import { ReferenceModel } from '@fairtick/engine/reference/model';
import {
  type AccountFigures,
  CatchUpError,
  type Changes,
  type EngineOptions,
  type Restart,
  type TradingEngine,
} from '@fairtick/engine/surface';
import type { MicroOrder, MicroProposal, Pair, Proposal, QuoteView, RestingOrder, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';

/** The model goes through its whole history each time; beyond this it is cut, down to the ticks that a catch-up may still ask for. */
const LONGEST_HISTORY = 700;
const KEPT_HISTORY = 350;
/** The engine's own: more than the model ever has, and soon made anew for each process. */
const RECENT_TICKS = 4_096;

export interface Listener {
  differs(what: string): void;
}

export class PairedEngine implements TradingEngine {
  readonly #engine: Engine;
  readonly #model: ReferenceModel;
  readonly #listener: Listener;
  readonly #pairIds: readonly number[];

  constructor(options: EngineOptions, listener: Listener) {
    this.#engine = new Engine({ ...options, recentTicks: RECENT_TICKS });
    this.#model = new ReferenceModel(options);
    this.#listener = listener;
    this.#pairIds = options.pairs.map(({ id }) => id);
  }

  restore(restart: Restart): void {
    this.#engine.restore(restart);
    this.#model.restore(restart);
  }

  onTick(tick: Tick): Proposal[] {
    const told = this.#both('onTick', (engine) => engine.onTick(tick));
    this.#cutHistory();
    return told;
  }

  apply(changes: Changes): Proposal[] {
    const whole = { forex: [...(changes.forex ?? [])], micro: [...(changes.micro ?? [])] };
    return this.#both('apply', (engine) => engine.apply({ ...whole, accounts: [...(changes.accounts ?? [])] }));
  }

  upsertForex(order: RestingOrder): Proposal[] {
    return this.#both('upsertForex', (engine) => engine.upsertForex(order));
  }

  upsertMicro(order: MicroOrder): void {
    this.#engine.upsertMicro(order);
    this.#model.upsertMicro(order);
  }

  upsertAccount(figures: AccountFigures): Proposal[] {
    return this.#both('upsertAccount', (engine) => engine.upsertAccount(figures));
  }

  rearm(orderId: Id): void {
    this.#engine.rearm(orderId);
    this.#model.rearm(orderId);
  }

  rearmMicro(orderId: Id): void {
    this.#engine.rearmMicro(orderId);
    this.#model.rearmMicro(orderId);
  }

  isJudged(userId: Id): boolean {
    const judged = this.#engine.isJudged(userId);
    if (this.#model.isJudged(userId) !== judged) this.#listener.differs(`isJudged of ${userId}`);
    return judged;
  }

  isDue(order: RestingOrder): boolean {
    const due = this.#engine.isDue(order);
    if (this.#model.isDue(order) !== due) this.#listener.differs(`isDue of ${order.id}`);
    return due;
  }

  settled(userId: Id): void {
    this.#engine.settled(userId);
    this.#model.settled(userId);
  }

  dueMicro(passedTimeMs: number): MicroProposal[] {
    return this.#both('dueMicro', (engine) => engine.dueMicro(passedTimeMs));
  }

  setPair(pair: Pair): void {
    this.#engine.setPair(pair);
    this.#model.setPair(pair);
  }

  view(): QuoteView {
    return this.#engine.view();
  }

  get forexOrders(): number {
    if (this.#engine.forexOrders !== this.#model.forexOrders) this.#listener.differs('how many orders live');
    return this.#engine.forexOrders;
  }

  /** Of both: the model keeps the same state in its own way. */
  stateHash(): string {
    const own = this.#engine.stateHash();
    if (own !== this.#model.stateHash()) this.#listener.differs('the state hashes of engine and model differ');
    return own;
  }

  #both<P extends Proposal>(doing: string, ask: (engine: TradingEngine) => P[]): P[] {
    const wanted = outcomeOf(() => ask(this.#model));
    const given = outcomeOf(() => ask(this.#engine));
    const [told, expected] = [this.#tell(given), this.#tell(wanted)];
    if (told !== expected) this.#listener.differs(`${doing}: the engine said [${told}], the model [${expected}]`);
    if (given instanceof CatchUpError) throw given;
    return given;
  }

  #tell(outcome: Proposal[] | CatchUpError): string {
    if (outcome instanceof CatchUpError) return 'CatchUpError';
    return outcome.length === 0 ? '' : outcome.map((proposal) => this.#tellOne(proposal)).join('; ');
  }

  #tellOne(proposal: Proposal): string {
    if (proposal.kind === 'micro_open') return `micro_open ${proposal.orderId}`;
    if (proposal.kind === 'micro_expiry') return `micro ${proposal.orderId} ${proposal.expiryTime}`;
    const { kind, userId, tick, view } = proposal;
    const who = 'orderId' in proposal ? `${proposal.orderId} ${proposal.realm}` : proposal.realm;
    const seen = this.#pairIds.map((id) => view.quote(id)?.logIndex ?? '-').join(' ');
    return `${kind} ${who} of ${userId} at ${tick.logIndex} seeing ${view.logIndex}: ${seen}`;
  }

  /** Keeps the newest ticks and before them the newest of each pair. */
  #cutHistory(): void {
    const { history } = this.#model;
    if (history.length <= LONGEST_HISTORY) return;
    const old = history.slice(0, -KEPT_HISTORY);
    const quotes = this.#pairIds.flatMap((id) => old.findLast((tick) => tick.pairId === id) ?? []);
    quotes.sort((a, b) => a.logIndex - b.logIndex);
    this.#model.history = [...quotes, ...history.slice(-KEPT_HISTORY)];
  }
}

function outcomeOf<P extends Proposal>(ask: () => P[]): P[] | CatchUpError {
  try {
    return ask();
  } catch (error) {
    if (error instanceof CatchUpError) return error;
    throw error;
  }
}
