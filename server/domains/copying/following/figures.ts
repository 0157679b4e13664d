// FOREX_FOLLOW_TRADE: what moves with every tick for whoever follows: their own open copies, and the open orders of those whom they follow. Of others nothing.
// Who follows whom is kept by the book of copying; accounts and orders are forex's.

import type { FollowTrade } from '@fairtick/contract/socket/messages';
import type { Clock } from '@fairtick/kernel/clock';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { UserTeller } from '../../../platform/telling.ts';
import {
  type FiguresOfUsers,
  floatingOf,
  isTouched,
  type KeptOrder,
  toForexTrade,
  transOrders,
} from '../../forex/index.ts';
import { type MarketSource, marketNow } from '../../market/index.ts';
import type { CopyCommitted, FollowingRow } from './book.ts';
import type { KeptFollow } from './table.ts';

export interface FollowFiguresOptions {
  readonly clock: Clock;
  readonly market: MarketSource;
  readonly forex: FiguresOfUsers;
  /** The user's figures have changed otherwise than by a tick. */
  readonly onFigures: (userId: Id) => void;
}

export class FollowFigures {
  readonly #options: FollowFiguresOptions;
  /** Relations as of now: of a follower, and of a trader. */
  readonly #byUser = new Map<Id, Map<Id, Id>>();
  readonly #byTrader = new Map<Id, Map<Id, Id>>();
  /** Of whose copies or followers something has moved since this server began: the number of the newest move. */
  readonly #moved = new Map<Id, number>();
  /** Who waits for the orders of a trader to be read. */
  readonly #waiting = new Map<Id, Set<Id>>();
  #moves = 0;

  constructor(options: FollowFiguresOptions) {
    this.#options = options;
  }

  /** As `Figures`: with `pairs`, undefined also says that none of them touches what is shown. */
  now(userId: Id, pairs: ReadonlySet<number> | undefined): FollowTrade | undefined {
    const { forex, market, clock } = this.#options;
    const own = forex.of(userId);
    if (!own) return undefined;
    const copies = own.orders.filter((order) => order.followId !== undefined);
    const theirs = this.#ordersOfTraders(userId);
    const shown = [...copies, ...theirs];
    if (pairs && !isTouched(shown, pairs)) return undefined;
    const moment = marketNow(market, clock.now());
    const sum = (of: (order: KeptOrder) => bigint): bigint => copies.reduce((all, order) => all + of(order), 0n);
    return {
      ...toForexTrade(own.account, own.orders, moment),
      ProfitsTotal: formatUnits(
        sum((order) => floatingOf(order, moment)),
        2,
      ),
      CautionMoneyAll: formatUnits(
        sum((order) => order.margin),
        2,
      ),
      TransOrder: transOrders(shown, moment),
      Version: this.#moved.get(userId) ?? 0,
    };
  }

  /** Those that are not read yet come with the next message. */
  #ordersOfTraders(userId: Id): KeptOrder[] {
    const orders: KeptOrder[] = [];
    for (const traderId of new Set(this.#byUser.get(userId)?.values())) {
      const known = this.#options.forex.of(traderId);
      if (known) orders.push(...known.orders.filter(({ followId }) => followId === undefined));
      else this.#waiting.set(traderId, (this.#waiting.get(traderId) ?? new Set()).add(userId));
    }
    return orders;
  }

  /** Forex has read this user's account and orders. */
  read(traderId: Id): void {
    const waiting = this.#waiting.get(traderId);
    this.#waiting.delete(traderId);
    for (const userId of waiting ?? []) this.#options.onFigures(userId);
  }

  /** Before the book is read anew. */
  clear(): void {
    this.#byUser.clear();
    this.#byTrader.clear();
  }

  keep({ id, userId, traderId }: KeptFollow, follows: boolean): void {
    put(this.#byUser, userId, follows, id, traderId);
    put(this.#byTrader, traderId, follows, id, userId);
  }

  /** What lists of following say is no longer so for these. */
  committed({ copying, forex }: CopyCommitted): void {
    for (const { userId, followId } of forex) if (followId !== undefined) this.#move(userId);
    for (const userId of copying.flatMap((row) => this.#toldOf(row))) this.#move(userId);
  }

  #move(userId: Id): void {
    this.#moves += 1;
    this.#moved.set(userId, this.#moves);
  }

  tell(rows: readonly FollowingRow[], teller: UserTeller): void {
    for (const userId of new Set(rows.flatMap((row) => this.#toldOf(row)))) teller.refreshUser(userId);
  }

  #toldOf(row: FollowingRow): Id[] {
    if (row.what === 'follow') return [row.follow.userId, row.follow.traderId];
    const { traderId } = row.event;
    return [traderId, ...(this.#byTrader.get(traderId)?.values() ?? [])];
  }
}

function put(all: Map<Id, Map<Id, Id>>, of: Id, isThere: boolean, id: Id, other: Id): void {
  const kept = all.get(of) ?? new Map<Id, Id>();
  if (isThere) kept.set(id, other);
  else kept.delete(id);
  if (kept.size > 0) all.set(of, kept);
  else all.delete(of);
}
