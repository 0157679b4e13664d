// A trader's sums as they grow: each closed order is counted once, and the window is kept by what enters and what leaves it.

import type { Id } from '@fairtick/kernel/ids';
import { type ClosedOrder, type Sums, WINDOW_MS } from './figures.ts';

/** Sums that orders are added to and taken from. */
class RunningSums implements Sums {
  count = 0;
  gains = 0;
  net = 0n;
  margin = 0n;
  leverage = 0n;
  won = 0n;
  lost = 0n;
  losses = 0;
  heldGains = 0;
  heldLosses = 0;
  readonly byPair = new Map<number, bigint>();

  move({ net, margin, multiple, pairId, heldMs }: ClosedOrder, sign: 1 | -1): void {
    const times = BigInt(sign);
    this.count += sign;
    if (net > 0n) {
      this.gains += sign;
      this.won += times * net;
      this.heldGains += sign * heldMs;
    } else if (net < 0n) {
      this.losses += sign;
      this.lost += times * net;
      this.heldLosses += sign * heldMs;
    }
    this.net += times * net;
    this.margin += times * margin;
    this.leverage += times * margin * BigInt(multiple);
    const left = (this.byPair.get(pairId) ?? 0n) + times * margin;
    if (left === 0n) this.byPair.delete(pairId);
    else this.byPair.set(pairId, left);
  }
}

export class TrackRecord {
  /** Of all orders. */
  readonly life = new RunningSums();
  /** The least net result of an order ever; 0 where none lost. */
  worst = 0n;
  readonly #window = new RunningSums();
  /** Of orders that may come again: those that have not left the window, and what came too late for it since it last moved. */
  readonly #known = new Set<Id>();
  #past: Id[] = [];
  /** By closing time, of those that have not left the window; those before #from have left, those from #to on have not entered. */
  #orders: ClosedOrder[] = [];
  #from = 0;
  #to = 0;
  #nowMs = Number.NEGATIVE_INFINITY;

  /** Whether it was not known before. Orders may come in any order, and again until they leave the window. */
  add(order: ClosedOrder): boolean {
    if (this.#known.has(order.id)) return false;
    this.#known.add(order.id);
    this.life.move(order, 1);
    if (order.net < this.worst) this.worst = order.net;
    if (order.closeTime < this.#nowMs - WINDOW_MS) {
      this.#past.push(order.id);
      return true;
    }
    const at = this.#placeOf(order.closeTime);
    this.#orders.splice(at, 0, order);
    // What the window has moved past already is in it at once.
    if (order.closeTime < this.#nowMs) {
      this.#window.move(order, 1);
      this.#to += 1;
    }
    return true;
  }

  /** Sums of [now - 21 d, now). Time goes forward: an earlier moment than before answers as that one. */
  window(nowMs: number): Sums {
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    for (let next = this.#orders[this.#to]; next && next.closeTime < this.#nowMs; next = this.#orders[this.#to]) {
      this.#window.move(next, 1);
      this.#to += 1;
    }
    for (let first = this.#orders[this.#from]; first && this.#hasLeft(first); first = this.#orders[this.#from]) {
      this.#window.move(first, -1);
      this.#known.delete(first.id);
      this.#from += 1;
    }
    for (const id of this.#past) this.#known.delete(id);
    this.#past = [];
    this.#letGo();
    return this.#window;
  }

  #hasLeft({ closeTime }: ClosedOrder): boolean {
    return closeTime < this.#nowMs - WINDOW_MS && this.#from < this.#to;
  }

  /** What has left is needed no more; not at each step, for the rest is moved. */
  #letGo(): void {
    if (this.#from * 2 <= this.#orders.length) return;
    this.#orders = this.#orders.slice(this.#from);
    this.#to -= this.#from;
    this.#from = 0;
  }

  /** Behind all that closed at the same moment or before; never among those that have left. */
  #placeOf(closeTime: number): number {
    let [low, high] = [this.#from, this.#orders.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#orders[middle]?.closeTime ?? Number.POSITIVE_INFINITY) <= closeTime) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
