// Stops that a trader has moved and that have not gone out yet. They go out at a pace, the newest alone; to a copy that something concerns before, at once: so
// that nothing later than a change of stops is ever decided by the stops before it.

import type { Id } from '@fairtick/kernel/ids';
import { placeOf, type Trigger, usersOf } from '../../../trading/trigger.ts';
import type { CopyEvent } from './columns.ts';
import type { OpenCopies } from './open-copies.ts';
import { stopsPauseMs } from './rules/pace.ts';
import type { KeptFollow } from './table.ts';

/** What goes out now, and to whom. */
export interface Outgoing {
  readonly event: CopyEvent;
  readonly followers: readonly KeptFollow[];
}

interface Waiting {
  readonly event: CopyEvent;
  /** Relations to which it went out before its turn. */
  readonly served: Set<Id>;
}

/** A change that waits behind so many ticks goes out whatever the pace: the engine keeps ticks to hold it against, and not for ever. */
const TICKS_BEHIND = 20_000;
/** Triggers of users with copies that are remembered: a change may be told of behind a tick that came while it was committed. */
const REMEMBERED = 20_000;

export class WaitingStops {
  readonly #copies: OpenCopies;
  readonly #replaced: (event: CopyEvent) => void;
  /** By the trader's order, oldest first: only the newest, but for those behind which a tick is still to be looked at. */
  readonly #chains = new Map<Id, Waiting[]>();
  /** Orders of which more than the newest is kept. */
  readonly #long = new Set<Id>();
  /** By trader: when the next may go out, ms. */
  readonly #notBefore = new Map<Id, number>();
  readonly #events = new Set<Id>();
  readonly #remembered: { readonly userId: Id; readonly place: number }[] = [];
  #forgottenThrough = -1;
  #seen = -1;

  constructor(copies: OpenCopies, replaced: (event: CopyEvent) => void) {
    this.#copies = copies;
    this.#replaced = replaced;
  }

  get size(): number {
    return this.#events.size;
  }

  has(eventId: Id): boolean {
    return this.#events.has(eventId);
  }

  /** What goes out at once: to whom a tick behind it has set something off already. */
  add(event: CopyEvent): Outgoing[] {
    const chain = this.#chains.get(event.orderId) ?? [];
    const waiting = { event, served: new Set<Id>() };
    chain.push(waiting);
    chain.sort((a, b) => a.event.number - b.event.number);
    this.#chains.set(event.orderId, chain);
    this.#events.add(event.id);
    this.#prune(event.orderId);
    const { place } = event;
    const concerned = new Set(this.#remembered.filter((one) => one.place > place).map(({ userId }) => userId));
    const everybody = this.#forgottenThrough > place;
    const followers = this.#copies.of(event).filter(({ userId }) => everybody || concerned.has(userId));
    return serve(waiting, followers);
  }

  /** A tick was looked at, and has set these off: what moved before it goes out first to those whom they concern. */
  at(place: number, found: readonly Trigger[]): Outgoing[] {
    const outgoing = found.length === 0 ? [] : this.before(found);
    this.#seen = Math.max(this.#seen, place);
    for (const orderId of this.#long) this.#prune(orderId);
    return outgoing;
  }

  /** As a tick, what a commit has set off. */
  before(found: readonly Trigger[]): Outgoing[] {
    const outgoing: Outgoing[] = [];
    for (const trigger of found) {
      const place = placeOf(trigger);
      if (place === undefined) continue;
      for (const userId of usersOf(trigger)) {
        const orders = [...this.#copies.ordersOf(userId)];
        if (orders.length > 0) this.#remember(userId, place);
        for (const [orderId, followId] of orders)
          for (const waiting of this.#chains.get(orderId) ?? [])
            if (waiting.event.place < place) outgoing.push(...this.#serveOne(waiting, followId));
      }
    }
    return outgoing;
  }

  /** To a copy that has opened since the change. */
  opened(orderId: Id, followId: Id): Outgoing[] {
    return (this.#chains.get(orderId) ?? []).flatMap((waiting) => this.#serveOne(waiting, followId));
  }

  /** All that waits of an order, to everybody. */
  take(orderId: Id): Outgoing[] {
    const chain = this.#chains.get(orderId) ?? [];
    this.#chains.delete(orderId);
    this.#long.delete(orderId);
    for (const { event } of chain) this.#events.delete(event.id);
    return chain.map(({ event, served }) => ({
      event,
      followers: this.#copies.of(event).filter(({ id }) => !served.has(id)),
    }));
  }

  /** What is due by the pace. `isBusy`: of traders whose last change has not reached everybody, and of orders that are still being opened. */
  due(nowMs: number, isBusy: (of: { readonly traderId: Id; readonly orderId: Id }) => boolean): Outgoing[] {
    const outgoing: Outgoing[] = [];
    for (const [orderId, chain] of this.#chains) {
      const newest = chain.at(-1)?.event;
      if (!newest) continue;
      const { traderId, place } = newest;
      const paced = nowMs >= (this.#notBefore.get(traderId) ?? -Infinity) && !isBusy({ traderId, orderId });
      if (!paced && this.#seen - place < TICKS_BEHIND) continue;
      const taken = this.take(orderId);
      outgoing.push(...taken);
      this.#notBefore.set(traderId, nowMs + stopsPauseMs(taken.at(-1)?.followers.length ?? 0));
    }
    return outgoing;
  }

  #serveOne(waiting: Waiting, followId: Id): Outgoing[] {
    return serve(waiting, this.#copies.one(waiting.event, followId));
  }

  /** What a newer change has replaced before any tick that is still to be looked at. */
  #prune(orderId: Id): void {
    const chain = this.#chains.get(orderId) ?? [];
    const newest = chain.findLastIndex(({ event }) => event.place <= this.#seen);
    for (const { event } of chain.splice(0, Math.max(newest, 0))) {
      this.#events.delete(event.id);
      this.#replaced(event);
    }
    if (chain.length > 1) this.#long.add(orderId);
    else this.#long.delete(orderId);
  }

  #remember(userId: Id, place: number): void {
    this.#remembered.push({ userId, place });
    if (this.#remembered.length <= 2 * REMEMBERED) return;
    for (const one of this.#remembered.splice(0, REMEMBERED))
      this.#forgottenThrough = Math.max(this.#forgottenThrough, one.place);
  }
}

/** Each once. */
function serve({ event, served }: Waiting, concerned: readonly KeptFollow[]): Outgoing[] {
  const followers = concerned.filter(({ id }) => !served.has(id));
  for (const { id } of followers) served.add(id);
  return followers.length === 0 ? [] : [{ event, followers }];
}
