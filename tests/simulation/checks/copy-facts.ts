// Following as it was decided, in the order of the decisions: relations with what was set in them, traders' orders, copies. The checks of copies, of shares
// and of stops look at this; nothing in it is read from the server's own books of following.

import type { ForexOrder, Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Change } from '@fairtick/server/domains/parts';
import { placeOf } from '@fairtick/server/trading/trigger';
import type { Tag } from './watch.ts';

type Following = NonNullable<Change['copying']>;
export type Settings = NonNullable<Following['settings']>[number];
export type Step = NonNullable<Following['steps']>[number];
export type Skip = NonNullable<Following['skips']>[number];
type FollowRow = NonNullable<Following['follows']>[number];

/** One thing that was decided, with where it stands among all. */
export type CopyFact =
  | { readonly what: 'relation'; readonly row: FollowRow }
  | { readonly what: 'settings'; readonly row: Settings }
  | {
      readonly what: 'order';
      readonly before: ForexOrder | undefined;
      readonly after: ForexOrder;
      readonly tag: Tag;
      readonly place: number;
    }
  | { readonly what: 'night'; readonly orderId: Id; readonly taken: bigint }
  | { readonly what: 'skip'; readonly row: Skip }
  | { readonly what: 'step'; readonly row: Step };

export interface Relation {
  readonly id: Id;
  readonly realm: Realm;
  readonly userId: Id;
  readonly traderId: Id;
  readonly rate: bigint;
  readonly began: number;
  readonly beganTime: number;
  ended: { readonly at: number; readonly time: number; readonly reason: string; readonly place: number } | undefined;
  readonly settings: { readonly at: number; readonly row: Settings }[];
}

/** A trader's own order, from its opening on. */
export interface Master {
  readonly id: Id;
  readonly traderId: Id;
  readonly opened: { readonly at: number; readonly order: ForexOrder; readonly place: number };
  readonly stops: {
    readonly at: number;
    readonly stopLoss: bigint;
    readonly takeProfit: bigint;
    readonly place: number;
  }[];
  closed: { readonly at: number; readonly order: ForexOrder; readonly place: number } | undefined;
}

export const bindsAt = ({ began, ended }: Relation, at: number): boolean => began < at && (ended?.at ?? Infinity) > at;

/** What a change of one command decides of following and of orders, in its order. */
export function factsOf(
  change: Change,
  tag: Tag,
  orderOf: (id: Id) => ForexOrder | undefined,
  viewIndex: number,
): CopyFact[] {
  const place = (tag.proposal && placeOf(tag.proposal)) ?? viewIndex;
  const { follows = [], settings = [], skips = [], steps = [] } = change.copying ?? {};
  return [
    ...(change.forex?.financing ?? []).map(({ orderId, taken }): CopyFact => ({ what: 'night', orderId, taken })),
    ...(change.forex?.orders ?? []).map(
      (after): CopyFact => ({ what: 'order', before: orderOf(after.id), after, tag, place }),
    ),
    // What was earned before a relation begins or ends is paid by the terms of before.
    ...steps.map((row): CopyFact => ({ what: 'step', row })),
    ...follows.map((row): CopyFact => ({ what: 'relation', row })),
    ...settings.map((row): CopyFact => ({ what: 'settings', row })),
    ...skips.map((row): CopyFact => ({ what: 'skip', row })),
  ];
}

/** All that was committed so far. */
export class CopyFacts {
  readonly relations = new Map<Id, Relation>();
  readonly masters = new Map<Id, Master>();
  /** Of orders that are copies: what nights took. */
  readonly nights = new Map<Id, bigint>();
  #at = 0;

  get at(): number {
    return this.#at;
  }

  ofTrader(traderId: Id): Relation[] {
    return [...this.relations.values()].filter((one) => one.traderId === traderId);
  }

  /** Takes one in and tells its place. */
  take(fact: CopyFact): number {
    this.#at += 1;
    const at = this.#at;
    if (fact.what === 'relation') this.#relation(fact.row, at);
    if (fact.what === 'settings') this.relations.get(fact.row.followId)?.settings.push({ at, row: fact.row });
    if (fact.what === 'night') this.nights.set(fact.orderId, (this.nights.get(fact.orderId) ?? 0n) + fact.taken);
    if (fact.what === 'order' && fact.after.originId === undefined && fact.after.realm === 'live')
      this.#master(fact, at);
    return at;
  }

  #relation(row: FollowRow, at: number): void {
    const known = this.relations.get(row.id);
    if (!known) {
      const { id, realm, userId, traderId, shareRate: rate, beganTime } = row;
      this.relations.set(id, {
        id,
        realm,
        userId,
        traderId,
        rate,
        began: at,
        beganTime,
        ended: undefined,
        settings: [],
      });
    } else if (row.endedTime !== undefined && known.ended === undefined) {
      known.ended = { at, time: row.endedTime, reason: String(row.endReason), place: 0 };
    }
  }

  #master({ before, after, place }: Extract<CopyFact, { what: 'order' }>, at: number): void {
    const { id, userId: traderId, stopLoss, takeProfit } = after;
    const known = this.masters.get(id);
    if (after.open && before?.status !== 'open' && before?.status !== 'closed')
      this.masters.set(id, { id, traderId, opened: { at, order: after, place }, stops: [], closed: undefined });
    else if (known && after.status === 'closed' && after.close) known.closed = { at, order: after, place };
    else if (known && before?.status === 'open' && (before.stopLoss !== stopLoss || before.takeProfit !== takeProfit))
      known.stops.push({ at, stopLoss, takeProfit, place });
  }
}
