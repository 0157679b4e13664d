// Which tick takes a night, and from whom: the first tick at or after 17:00 New York on the market's clock, for every position with a rate.

import { nextEvening } from '@fairtick/engine/financing';
import { isOpen } from '@fairtick/engine/hours';
import type { Proposal, QuoteView, Realm, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Trigger } from '../../trading/trigger.ts';
import type { MarketSource } from '../market/index.ts';
import type { KeptOrder } from './active-table.ts';
import { dueNights } from './rules/financing.ts';

/**
 * Nights of some users' positions are due at a tick. The pipeline decides which still are. Only positions that were known as such: one that is
 * filled meanwhile may first have to end by a tick before this one, and is `late`.
 */
export interface NightTrigger {
  readonly kind: 'financing';
  readonly realm: Realm;
  readonly users: readonly Id[];
  readonly orders: ReadonlySet<Id>;
  readonly tick: Tick;
  readonly view: QuoteView;
}

type StopOut = Extract<Proposal, { userId: Id; kind: 'stop_out' | 'margin_call' }>;

/** Users a command takes at once: its accounts are locked together. */
const USERS_AT_ONCE = 100;

export class Nights {
  readonly #market: Pick<MarketSource, 'marketTime' | 'pair'>;
  /** The next 17:00 on the market's clock; before it a tick costs one comparison. */
  #nextMs = Number.NEGATIVE_INFINITY;
  /** The tick that took the last night. */
  #last: { readonly tick: Tick; readonly view: QuoteView; readonly marketMs: number } | undefined;

  constructor(market: Pick<MarketSource, 'marketTime' | 'pair'>) {
    this.#market = market;
  }

  /** Everything is looked at anew with the next tick. */
  reset(): void {
    this.#nextMs = Number.NEGATIVE_INFINITY;
    this.#last = undefined;
  }

  /**
   * The triggers of a tick, with its night: financing first, then what the engine found, with a stop-out for everybody who was financed (the
   * pipeline judges it by what the night left) in its place, before pending orders. `view` is asked for only when a night is due.
   */
  at(tick: Tick, found: readonly Trigger[], orders: Iterable<KeptOrder>, view: () => QuoteView): readonly Trigger[] {
    const marketMs = this.#market.marketTime(tick);
    if (marketMs < this.#nextMs) return found;
    this.#nextMs = nextEvening(marketMs);
    this.#last = { tick, view: view(), marketMs };
    const due: KeptOrder[] = [];
    for (const order of orders) if (dueNights(order, marketMs).length > 0) due.push(order);
    const nights = nightTriggers(due, this.#last);
    if (nights.length === 0) return found;
    const before = found.filter(({ kind }) => kind === 'stop_loss' || kind === 'take_profit');
    const after = found.filter(({ kind }) => kind === 'margin_call' || kind === 'fill_pending');
    return [...nights, ...before, ...this.#stopOuts(tick, found, nights), ...after];
  }

  /** Orders that a commit brings after the tick that took their night. */
  late(orders: Iterable<KeptOrder>): NightTrigger[] {
    const last = this.#last;
    if (!last) return [];
    return nightTriggers(
      [...orders].filter(
        (order) =>
          (order.open?.tickIndex ?? Infinity) < last.tick.logIndex && dueNights(order, last.marketMs).length > 0,
      ),
      last,
    );
  }

  /** By ascending user, each once. A tick of a pair that does not trade stops nobody out (E5). */
  #stopOuts(tick: Tick, found: readonly Trigger[], nights: readonly NightTrigger[]): Trigger[] {
    const stopOuts = new Map<Id, Trigger>();
    for (const one of found) if (one.kind === 'stop_out' && one.userId !== undefined) stopOuts.set(one.userId, one);
    const pair = this.#market.pair(tick.pairId);
    if (pair?.enabled && isOpen(pair.hours, this.#market.marketTime(tick)))
      for (const { realm, users, view } of nights)
        for (const userId of users)
          if (!stopOuts.has(userId)) stopOuts.set(userId, stopOutOf({ userId, realm, tick, view }));
    return [...stopOuts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, proposal]) => proposal);
  }
}

const stopOutOf = (of: Omit<StopOut, 'kind'>): StopOut => ({ kind: 'stop_out', ...of });

function nightTriggers(
  due: readonly KeptOrder[],
  at: { readonly tick: Tick; readonly view: QuoteView },
): NightTrigger[] {
  const triggers: NightTrigger[] = [];
  for (const realm of ['live', 'demo'] as const) {
    const byUser = new Map<Id, Id[]>();
    for (const { id, userId } of due.filter((order) => order.realm === realm))
      byUser.set(userId, [...(byUser.get(userId) ?? []), id]);
    const users = [...byUser.keys()].sort((a, b) => (a < b ? -1 : 1));
    for (let from = 0; from < users.length; from += USERS_AT_ONCE) {
      const some = users.slice(from, from + USERS_AT_ONCE);
      const orders = new Set(some.flatMap((userId) => byUser.get(userId) ?? []));
      triggers.push({ kind: 'financing', realm, users: some, orders, tick: at.tick, view: at.view });
    }
  }
  return triggers;
}
