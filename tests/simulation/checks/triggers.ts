// Every trigger fires on the first tick that calls for it: a plain scan, order by order, over the world's log and the committed history of
// the order. The engine is not asked.

import type { ForexOrder, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { placeOf } from '@fairtick/server/trading/trigger';
import { metAt } from './plain.ts';
import type { Decision, Watch } from './watch.ts';

/** Ticks (from, to] that are known not to have been tried for an order: its call was refused, and it waits for the next tick. */
export interface Excuse {
  readonly from: number;
  readonly to: number;
}

/** The last tick that should have been tried before a decision took the order out of its state, and whether a user's tap decided. */
function lastTried(
  order: ForexOrder,
  { tag, viewIndex, after }: Decision,
): { readonly upTo: number; readonly own: boolean } {
  const { proposal } = tag;
  // A copy is decided at the place of its trader's order; by a stop that both have it ends at that very tick. What waits may be cancelled for its loss at the
  // tick that would have filled it: exits come before entries.
  const place = proposal && placeOf(proposal);
  const byStop = after.close?.reason === 'stop_loss' || after.close?.reason === 'take_profit';
  if (tag.name.startsWith('copy_') && place !== undefined)
    return { upTo: byStop || order.status === 'pending' ? place - 1 : place, own: false };
  if (!proposal?.tick) return { upTo: viewIndex, own: true };
  const at = proposal.tick.logIndex;
  if (proposal.kind === 'stop_out') return { upTo: order.status === 'open' ? at : at - 1, own: false };
  // Its own trigger, or another order's exit that took a pending one with it: exits come before entries.
  return { upTo: at - 1, own: false };
}

const sameWait = (a: ForexOrder, b: ForexOrder): boolean =>
  a.status === b.status && a.stopLoss === b.stopLoss && a.takeProfit === b.takeProfit && a.armedIndex === b.armedIndex;

export class TriggerScan {
  readonly #watch: Watch;
  readonly #histories = new Map<Id, Decision[]>();
  /** The newest state of those that are open or wait, in the order in which they came. */
  readonly #live = new Map<Id, ForexOrder>();
  readonly #excuses = new Map<Id, Excuse[]>();
  /** When the newest state of an order was committed: only then could the engine hear of it. */
  readonly #committedAt = new Map<Id, number>();
  /** How far each active order has been scanned, so that a scan need not begin anew. */
  readonly #scanned = new Map<Id, number>();
  /** Triggers that a user's own command overtook. */
  overtaken = 0;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** The newest committed state of an order. */
  newest(id: Id): ForexOrder | undefined {
    return this.#histories.get(id)?.at(-1)?.after;
  }

  get live(): ForexOrder[] {
    return [...this.#live.values()];
  }

  excuse(id: Id, from: number, to: number): void {
    const known = this.#excuses.get(id) ?? [];
    this.#excuses.set(id, [...known, { from: from - 1, to }]);
  }

  committed(decision: Decision): void {
    const { after } = decision;
    const history = this.#histories.get(after.id) ?? [];
    this.#histories.set(after.id, history);
    const before = history.at(-1)?.after;
    if (before && !sameWait(before, after)) {
      this.#scan(before, lastTried(before, decision), decision);
      this.#scanned.delete(after.id);
    }
    history.push(decision);
    if (after.status === 'open' || after.status === 'pending') this.#live.set(after.id, after);
    else this.#live.delete(after.id);
    this.#committedAt.set(after.id, this.#watch.nextPlace());
  }

  /** At a moment when nothing is under way: every active order against every tick that was dealt. */
  all(upTo: number): void {
    for (const order of this.live) this.#scan(order, { upTo, own: false }, undefined);
  }

  #scan(order: ForexOrder, { upTo, own }: ReturnType<typeof lastTried>, ended: Decision | undefined): void {
    const { log, fail } = this.#watch;
    const from = Math.max(order.armedIndex, order.open?.tickIndex ?? -1, this.#scanned.get(order.id) ?? -1);
    for (const tick of log.between(order.pairId, from, upTo)) {
      const met = this.#calls(order, tick);
      if (!met) continue;
      if (own && ended && this.#mayOvertake(ended)) {
        this.overtaken += 1;
        continue;
      }
      const after = ended ? `${ended.tag.name} seeing ${ended.viewIndex}` : 'nothing';
      fail(
        'triggers fire on the first qualifying tick',
        `order ${order.id} (${order.status}, armed ${order.armedIndex}) met its ${met} at tick ${tick.logIndex}, then came ${after}`,
      );
    }
    if (!ended) this.#scanned.set(order.id, upTo);
  }

  #calls(order: ForexOrder, tick: Tick): ReturnType<typeof metAt> {
    const { log } = this.#watch;
    const met = metAt(order, tick);
    if (!met || !log.inHours(tick.pairId, tick.receivedTime) || !log.rate(order.terms, tick.logIndex)) return undefined;
    const excused = this.#excuses.get(order.id)?.some(({ from, to }) => tick.logIndex > from && tick.logIndex <= to);
    return excused ? undefined : met;
  }

  /** A reset ends whatever there is; and while trading reads all orders again it is not known which are due. */
  #mayOvertake({ tag, dealing }: Decision): boolean {
    return tag.name === 'resetForexDemoAccount' || !dealing;
  }
}
