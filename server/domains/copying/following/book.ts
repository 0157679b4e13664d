// Who follows whom, kept in memory, and from each event of a trader's the triggers of those who follow: one each, in an order that nobody chooses.

import { hash } from 'node:crypto';
import type { TradingEngine } from '@fairtick/engine/surface';
import type { ForexOrder, QuoteView, Realm, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Command } from '../../../platform/commands/command.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { CommandMaker, TradingBook } from '../../../trading/trading-part.ts';
import { copyClosing, isEntry, judgesEquity, type Trigger } from '../../../trading/trigger.ts';
import { loadForBatch } from '../../forex/index.ts';
import type { MarketSource } from '../../market/index.ts';
import { askedAgainInMs } from './asking-again.ts';
import type { CopyNight } from './batch-table.ts';
import type { CopyEvent, Follow } from './columns.ts';
import { Copied } from './copied.ts';
import type { FollowFigures } from './figures.ts';
import { OpenCopies } from './open-copies.ts';
import { type CopyAsk, decideCopyClose, decideCopyOpen, decideCopyStops } from './rules/copies.ts';
import { decideCopyStop } from './rules/stops.ts';
import type { CopyChange, CopyState } from './state.ts';
import { type StopTerms, type StopTrigger, StopWatch } from './stop-watch.ts';
import { readCopies, readRelations } from './stops-table.ts';
import { type KeptFollow, leftOf, markDone, readFollows, undoneEvents } from './table.ts';
import { type Outgoing, WaitingStops } from './waiting-stops.ts';

export type CopyTrigger = EventTrigger | StopTrigger;

interface EventTrigger extends Trigger {
  readonly kind: 'copy_open' | 'copy_close' | 'copy_stops';
  readonly realm: Realm;
  readonly userId: Id;
  readonly line: string;
  readonly place: number;
  readonly followId: Id;
  readonly event: CopyEvent;
}

/** A relation or an event, as a commit tells of it. */
export type FollowingRow =
  | {
      readonly id: Id;
      readonly what: 'follow';
      readonly follow: Follow;
      /** Set last. */
      readonly stop: StopTerms;
      readonly nights: readonly CopyNight[];
    }
  | { readonly id: Id; readonly what: 'event'; readonly event: CopyEvent };

export interface CopyCommitted {
  readonly copying: readonly FollowingRow[];
  readonly forex: readonly ForexOrder[];
}

export interface CopyBookOptions {
  readonly db: Pool;
  readonly logger: Logger;
  readonly market: MarketSource & {
    /** The newest tick of each pair at or before a place. */
    ticksAt(logIndex: number): Promise<readonly Tick[]>;
  };
  readonly figures: Pick<FollowFigures, 'clear' | 'keep' | 'committed'>;
}

/**
 * What is served first: by the hash of the trader's order and the relation, so that nobody is always first, and anybody can say who was. Play money waits for
 * real money. */
const turnOf = (orderId: Id, followId: Id): string => hash('sha256', `${orderId}/${followId}`, 'hex');

export const inTurn = <T extends Pick<Follow, 'id' | 'realm'>>(orderId: Id, followers: Iterable<T>): T[] =>
  [...followers]
    .map((one) => ({ one, turn: `${one.realm === 'live' ? 0 : 1}${turnOf(orderId, one.id)}` }))
    .sort((a, b) => (a.turn < b.turn ? -1 : 1))
    .map(({ one }) => one);

const RULES = { open: decideCopyOpen, close: decideCopyClose, stops: decideCopyStops } as const;

const lineOf = ({ kind, orderId, number }: CopyEvent, followId: Id): string =>
  kind === 'close' ? copyClosing(orderId, followId) : `copy_${kind}:${orderId}:${followId}:${number}`;

const triggerOf = (event: CopyEvent, { id, userId, realm }: KeptFollow): EventTrigger => ({
  kind: `copy_${event.kind}`,
  ...{ realm, userId, event, followId: id, place: event.place, line: lineOf(event, id) },
});

export class CopyBook implements TradingBook<CopyCommitted, CopyState, CopyChange, CopyTrigger> {
  readonly #options: CopyBookOptions;
  /** By trader, then by relation. */
  readonly #followers = new Map<Id, Map<Id, KeptFollow>>();
  /** Of events that are under way, how many followers are not answered yet. */
  readonly #open = new Map<Id, number>();
  /** Events that this reading has met: a commit that came while it was read tells of them once more. */
  readonly #met = new Set<Id>();
  /** How often an event was asked about. */
  readonly #asked = new Map<Id, number>();
  /** Events of which somebody was left although it was asked often, and when they are asked about again: ms of the log's time. */
  readonly #left = new Map<Id, { readonly event: CopyEvent; readonly notBefore: number }>();
  #passedMs = 0;
  /** Found beside a commit: proposed with what is due next. */
  #waiting: EventTrigger[] = [];
  readonly #stops: StopWatch;
  readonly #copied = new Copied();
  readonly #copies = new OpenCopies();
  /** Copies that have opened since what a commit has set off was last asked for. */
  #fresh: { readonly originId: Id; readonly followId: Id }[] = [];
  readonly #moved = new WaitingStops(this.#copies, (event) => this.#replaced(event));
  /** The event that opened an order, by order; the newest change of stops that went out, by trader. Each may be under way. */
  readonly #openings = new Map<Id, Id>();
  readonly #moving = new Map<Id, Id>();
  #size = 0;

  constructor(options: CopyBookOptions) {
    this.#options = options;
    this.#stops = new StopWatch(options.market);
  }

  get size(): number {
    return this.#size;
  }

  get waiting(): number {
    return this.#moved.size;
  }

  async read(db: Pool, _hand: unknown, current: () => boolean): Promise<void> {
    this.#options.figures.clear();
    const tx = await db.connect();
    let broken = true;
    try {
      await tx.query('BEGIN');
      for await (const page of readFollows(tx)) for (const one of page) this.#keep(one, true);
      for (const { copy, nights, of } of await readCopies(tx)) {
        this.#stops.putCopy(copy, nights);
        this.#copied.relation(of);
        this.#copied.put(copy);
        this.#copies.put({ ...copy, ...of, id: copy.id });
        if (of.endedEvent !== undefined) this.#copies.ended(of.id, of.endedEvent);
      }
      for (const relation of await readRelations(tx)) this.#stops.put(relation);
      for (const event of await undoneEvents(tx)) {
        this.#met.add(event.id);
        if (!current()) continue;
        if (event.kind === 'stops') this.#moved.add(event);
        else {
          const left = await leftOf(tx, event.id);
          // To whom the closing is to go, what was changed before it goes first: also to copies that are still to open.
          const taken = event.kind === 'close' ? this.#moved.take(event.orderId) : [];
          this.#waiting.push(...this.#goOut(taken.map((one) => ({ event: one.event, followers: left }))));
          this.#propose(event, left);
        }
      }
      await tx.query('COMMIT');
      broken = false;
    } finally {
      tx.release(broken);
    }
  }

  #keep(follow: KeptFollow, follows: boolean): void {
    const { id, traderId, userId, realm } = follow;
    const followers = this.#followers.get(traderId) ?? new Map<Id, KeptFollow>();
    this.#size -= followers.size;
    if (follows) followers.set(id, { id, traderId, userId, realm });
    else followers.delete(id);
    this.#options.figures.keep(follow, follows);
    if (follows) this.#copied.relation(follow);
    else this.#copied.ended(id);
    this.#size += followers.size;
    if (followers.size > 0) this.#followers.set(traderId, followers);
    else this.#followers.delete(traderId);
  }

  /** Proposed with what is due next; nothing left to do is the end of it. */
  #propose(event: CopyEvent, left: readonly KeptFollow[]): void {
    if (left.length === 0) this.#finish(event);
    else this.#waiting.push(...this.#triggers(event, left));
  }

  #triggers(event: CopyEvent, followers: Iterable<KeptFollow>): EventTrigger[] {
    const triggers = inTurn(event.orderId, followers).map((one) => triggerOf(event, one));
    this.#open.set(event.id, (this.#open.get(event.id) ?? 0) + triggers.length);
    if (event.kind === 'open') this.#openings.set(event.orderId, event.id);
    return triggers;
  }

  /** Changes of stops on their way to these; to nobody is the end of it. */
  #goOut(outgoing: readonly Outgoing[]): EventTrigger[] {
    return outgoing.flatMap(({ event, followers }) => {
      if (followers.length === 0 && !this.#open.has(event.id)) void this.#settle(event);
      return followers.length === 0 ? [] : this.#triggers(event, followers);
    });
  }

  /** Nobody is told of it any more; to whom it is on its way, it goes. */
  #replaced(event: CopyEvent): void {
    if (!this.#open.has(event.id)) this.#finish(event);
  }

  #isUnderWay(eventId: Id | undefined): boolean {
    return eventId !== undefined && this.#open.has(eventId);
  }

  /** Copies before what nights took of them. */
  committed(committed: CopyCommitted): void {
    const { copying, forex } = committed;
    for (const order of forex) {
      if (order.followId === undefined) continue;
      this.#stops.putCopy(order);
      this.#copied.put(order);
      const { originId, followId } = order;
      if (this.#copies.put(order) && originId !== undefined && followId !== undefined)
        this.#fresh.push({ originId, followId });
    }
    for (const row of copying) {
      if (row.what !== 'follow') continue;
      this.#keep(row.follow, row.follow.endedTime === undefined);
      if (row.follow.endedEvent !== undefined) this.#copies.ended(row.follow.id, row.follow.endedEvent);
      this.#stops.put({ ...row.follow, stop: row.stop, ended: endOf(row.follow) }, row.nights);
    }
    this.#options.figures.committed(committed);
  }

  /** Behind the stops of orders and before stop-outs: what a relation's stop leaves is what an account is judged by. */
  atTick(tick: Tick, found: readonly Trigger[], view: () => QuoteView): readonly Trigger[] {
    const stops = this.#stops.at(tick, view);
    const at = found.findIndex((one) => judgesEquity(one) || isEntry(one));
    const all = stops.length === 0 ? found : found.toSpliced(at < 0 ? found.length : at, 0, ...stops);
    const first = this.#goOut(this.#moved.at(tick.logIndex, all));
    return first.length === 0 ? all : [...first, ...all];
  }

  changes(): Record<never, never> {
    return {};
  }

  /** None: what an event brings about is found by the event, and found again by any start. */
  changed(): [] {
    return [];
  }

  late({ copying }: CopyCommitted, found: readonly Trigger[]): readonly CopyTrigger[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    const opened = fresh.flatMap(({ originId, followId }) => this.#moved.opened(originId, followId));
    const first = this.#goOut([...opened, ...this.#moved.before(found)]);
    return [...first, ...copying.flatMap((row) => (row.what === 'event' ? this.#begin(row.event) : []))];
  }

  /** A closing goes behind what was changed before it. */
  #begin(event: CopyEvent): EventTrigger[] {
    if (this.#met.has(event.id)) return [];
    if (event.kind === 'stops') return this.#goOut(this.#moved.add(event));
    const toAll = event.kind === 'open' || this.#isUnderWay(this.#openings.get(event.orderId));
    const followers = toAll ? [...(this.#followers.get(event.traderId)?.values() ?? [])] : this.#copies.of(event);
    const taken = event.kind === 'close' ? this.#moved.take(event.orderId) : [];
    // Copies that are still to open take the stops before they close.
    const before = this.#goOut(toAll ? taken.map((one) => ({ event: one.event, followers })) : taken);
    const triggers = this.#triggers(event, followers);
    if (triggers.length === 0) void this.#settle(event);
    return [...before, ...triggers];
  }

  undecided(): readonly CopyTrigger[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  due(_engine: TradingEngine, passedTimeMs: number): readonly CopyTrigger[] {
    this.#passedMs = passedTimeMs;
    for (const [id, { event, notBefore }] of this.#left) {
      if (notBefore > passedTimeMs) continue;
      this.#left.delete(id);
      void this.#ask(event);
    }
    const isBusy = ({ traderId, orderId }: Pick<CopyEvent, 'traderId' | 'orderId'>): boolean =>
      this.#isUnderWay(this.#moving.get(traderId)) || this.#isUnderWay(this.#openings.get(orderId));
    const outgoing = this.#moved.due(passedTimeMs, isBusy);
    for (const { event } of outgoing) this.#moving.set(event.traderId, event.id);
    return [...this.undecided(), ...this.#goOut(outgoing)];
  }

  /** One reading for each event: the quotes of its place, and the trader's order. */
  commands(
    triggers: readonly CopyTrigger[],
  ): CommandMaker<CopyState, CopyChange, CopyTrigger> | Promise<CommandMaker<CopyState, CopyChange, CopyTrigger>> {
    const events = new Map(triggers.flatMap((one) => ('event' in one ? [[one.event.id, one.event] as const] : [])));
    if (events.size === 0) return makerOf(new Map());
    return this.#momentsOf(events.values()).then(makerOf);
  }

  async #momentsOf(events: Iterable<CopyEvent>): Promise<ReadonlyMap<Id, Moment>> {
    const moments = new Map<Id, Moment>();
    for (const event of events) moments.set(event.id, await this.#momentOf(event));
    return moments;
  }

  async #momentOf(event: CopyEvent): Promise<Moment> {
    const { db, market } = this.#options;
    const [ticks, [master]] = await Promise.all([market.ticksAt(event.place), loadForBatch(db, [], [event.orderId])]);
    const quotes = new Map(ticks.map((tick) => [tick.pairId, tick]));
    const tick = ticks.reduce<Tick | undefined>(
      (last, one) => (last && last.logIndex > one.logIndex ? last : one),
      undefined,
    );
    if (!master || !tick) throw new Error("an event's order and its quotes are there");
    const view = { logIndex: event.place, quote: (pairId: number) => quotes.get(pairId) };
    return { master, tick, view, copied: (traderId, pairId) => this.#copied.units(traderId, pairId) };
  }

  answered(_engine: TradingEngine, trigger: CopyTrigger): void {
    if (trigger.kind === 'copy_stop') {
      this.#stops.answered(trigger.followId);
      return;
    }
    const { event } = trigger;
    const left = (this.#open.get(event.id) ?? 1) - 1;
    if (left > 0) this.#open.set(event.id, left);
    else {
      this.#open.delete(event.id);
      if (!this.#moved.has(event.id)) void this.#settle(event);
    }
  }

  /**
   * Asks the database whether everybody was reached: another server may have told of a follower late. What is refused is asked about again at a pace: an
   * opening is soon too late, a closing is owed for as long as it takes.
   */
  async #settle(event: CopyEvent): Promise<void> {
    this.#asked.set(event.id, (this.#asked.get(event.id) ?? 0) + 1);
    if (askedAgainInMs(this.#asked.get(event.id) ?? 0) === 0) await this.#ask(event);
    else this.#askLater(event);
  }

  #askLater(event: CopyEvent): void {
    const inMs = Math.max(1_000, askedAgainInMs(this.#asked.get(event.id) ?? 0));
    this.#left.set(event.id, { event, notBefore: this.#passedMs + inMs });
  }

  async #ask(event: CopyEvent): Promise<void> {
    try {
      this.#propose(event, await leftOf(this.#options.db, event.id));
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'whether an order has reached all who follow is asked again');
      this.#askLater(event);
    }
  }

  #finish(event: CopyEvent): void {
    this.#asked.delete(event.id);
    if (event.kind === 'open') this.#openings.delete(event.orderId);
    markDone(this.#options.db, event.id).catch((error: unknown) =>
      this.#options.logger.warn({ err: error }, 'that an order has reached all who follow is noted at the next start'),
    );
  }
}

const endOf = ({ endedTime, endReason }: Follow) =>
  endedTime === undefined ? undefined : { time: endedTime, byStop: endReason === 'stop' };

const makerOf = (moments: ReadonlyMap<Id, Moment>): CommandMaker<CopyState, CopyChange, CopyTrigger> => ({
  commandOf: (trigger) => {
    if (trigger.kind === 'copy_stop') return stopCommand(trigger);
    const moment = moments.get(trigger.event.id);
    if (!moment) throw new Error('an event has its moment');
    return commandOf(trigger, moment);
  },
});

/** Both are locked: the relation ends by it. */
function stopCommand(trigger: StopTrigger): Command<CopyState, CopyChange> {
  const { kind: name, realm, userId, traderId } = trigger;
  return {
    ...{ name, realm, owners: [...new Set([userId, traderId])] },
    decide(state) {
      const decided = decideCopyStop(state, trigger);
      return decided.ok ? { ok: true, value: { change: decided.value.change, answer: {} } } : decided;
    },
  };
}

type Moment = Pick<CopyAsk, 'master' | 'view' | 'tick' | 'copied'> & { readonly view: QuoteView };

function commandOf(trigger: EventTrigger, moment: Moment): Command<CopyState, CopyChange> {
  const { kind: name, realm, userId, event, followId } = trigger;
  const { tick, view } = moment;
  return {
    ...{ name, realm, owners: [userId], at: { tick, view } },
    names: { copying: [event.traderId] },
    decide(state) {
      const decided = RULES[event.kind](state, { event, followId, ...moment });
      return decided.ok ? { ok: true, value: { change: decided.value.change, answer: {} } } : decided;
    },
  };
}
