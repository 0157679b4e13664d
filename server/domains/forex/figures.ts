// The forex account and active orders of users whose figures are shown, in memory. They are read from the database when they are first asked for and
// kept current by commits from then on. For all other users the engine's columns are enough.

import type { ForexTrade } from '@fairtick/contract/socket/messages';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Pool } from '../../platform/database/pools.ts';
import type { Logger } from '../../platform/logger.ts';
import { type Account, accountsOfOwners, type OwnerAccounts } from '../ledger/index.ts';
import { type MarketSource, marketNow } from '../market/index.ts';
import { type KeptOrder, readActiveOf } from './active-table.ts';
import { isActive } from './rules/state.ts';
import { toForexTrade } from './views.ts';

/** Users read together. One read at a time: many users who reconnect at once must not take all the connections that orders need. */
const USERS_AT_ONCE = 200;
/** Drops the figures of users that nobody has asked for in ten minutes. Checked at most that often, and only after a new user was read. */
const FORGET_AFTER_MS = 600_000;

export interface FiguresOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly market: MarketSource;
  /** Called when this user's figures have been read and can be asked for. */
  readonly onFigures: (userId: Id) => void;
}

export interface UserFigures {
  readonly account: Account;
  /** Active ones, oldest first. */
  readonly orders: readonly KeptOrder[];
}

/** Accounts and active orders of users whose figures are shown. */
export type FiguresOfUsers = Pick<FiguresInMemory, 'of'>;

interface Kept extends UserFigures {
  /** Of the monotonic clock. */
  askedMs: number;
}

/** What commits have changed of a user since the read began: as new as the read's own result, or newer. */
interface News {
  account: Account | undefined;
  /** In the order of the commits. */
  readonly orders: KeptOrder[];
}

export class FiguresInMemory {
  readonly #options: FiguresOptions;
  readonly #users = new Map<Id, Kept>();
  /** Users whose figures were asked for and are not read yet. */
  readonly #awaited = new Map<Id, News>();
  #reading = false;
  #lookedThroughMs: number;

  constructor(options: FiguresOptions) {
    this.#options = options;
    this.#lookedThroughMs = options.clock.monotonic();
  }

  /**
   * The user's floating figures now. With `moved`, undefined also says that none of these pairs touches the user. A user not asked for since all was
   * read is read from the database; `onFigures` then tells that there is something to ask for.
   */
  now(userId: Id, moved: ReadonlySet<number> | undefined): ForexTrade | undefined {
    const { market, clock } = this.#options;
    const user = this.of(userId);
    if (!user || (moved && !isTouched(user.orders, moved))) return undefined;
    return toForexTrade(user.account, user.orders, marketNow(market, clock.now()));
  }

  /** undefined where the user is not read yet: `onFigures` is called when that is done. After a failed read the next call reads again. */
  of(userId: Id): UserFigures | undefined {
    const known = this.#users.get(userId);
    if (known) known.askedMs = this.#options.clock.monotonic();
    else if (!this.#awaited.has(userId)) {
      this.#awaited.set(userId, { account: undefined, orders: [] });
      void this.#readAwaited();
    }
    return known;
  }

  committed({
    ledger,
    forex: orders,
  }: {
    readonly ledger: readonly OwnerAccounts[];
    readonly forex: readonly KeptOrder[];
  }): void {
    for (const account of ledger.flatMap(({ changed }) => changed)) {
      if (account.kind !== 'forex') continue;
      const known = this.#users.get(account.ownerId);
      if (known) this.#users.set(account.ownerId, { ...known, account });
      const news = this.#awaited.get(account.ownerId);
      if (news) news.account = account;
    }
    for (const order of orders) {
      const known = this.#users.get(order.userId);
      if (known) this.#users.set(order.userId, { ...known, orders: withOrder(known.orders, order) });
      this.#awaited.get(order.userId)?.orders.push(order);
    }
  }

  /** Forgets every user, because memory may differ from the database. Calls `onFigures` for each, so that their figures are asked for and read again. */
  clear(): void {
    const users = [...this.#users.keys(), ...this.#awaited.keys()];
    this.#users.clear();
    this.#awaited.clear();
    for (const userId of users) this.#options.onFigures(userId);
  }

  async #readAwaited(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    while (this.#awaited.size > 0) await this.#read(new Map([...this.#awaited].slice(0, USERS_AT_ONCE)));
    this.#reading = false;
    this.#forgetUnused();
  }

  #forgetUnused(): void {
    const nowMs = this.#options.clock.monotonic();
    if (nowMs - this.#lookedThroughMs < FORGET_AFTER_MS) return;
    this.#lookedThroughMs = nowMs;
    for (const [userId, { askedMs }] of this.#users) if (nowMs - askedMs >= FORGET_AFTER_MS) this.#users.delete(userId);
  }

  async #read(asked: ReadonlyMap<Id, News>): Promise<void> {
    const { db, clock, logger, onFigures } = this.#options;
    const userIds = [...asked.keys()];
    let found = new Map<Id, UserFigures>();
    try {
      found = await readUsers(db, userIds);
    } catch (error) {
      logger.warn({ err: error, users: asked.size }, 'figures could not be read; they are asked for again');
    }
    for (const [userId, news] of asked) {
      // `clear` was called meanwhile. Users asked for since then are read again.
      if (this.#awaited.get(userId) !== news) continue;
      this.#awaited.delete(userId);
      const user = found.get(userId);
      if (!user) continue;
      this.#users.set(userId, {
        account: news.account ?? user.account,
        orders: news.orders.reduce(withOrder, user.orders),
        askedMs: clock.monotonic(),
      });
      onFigures(userId);
    }
  }
}

/** Users without a forex account are left out. */
async function readUsers(db: Pool, userIds: readonly Id[]): Promise<Map<Id, UserFigures>> {
  const [accounts, orders] = await Promise.all([accountsOfOwners(db, userIds, 'forex'), readActiveOf(db, userIds)]);
  const ofUser = Map.groupBy(orders, ({ userId }) => userId);
  return new Map(accounts.map((account) => [account.ownerId, { account, orders: ofUser.get(account.ownerId) ?? [] }]));
}

/** The list with this order as it is now, or without it once it has ended. */
function withOrder(before: readonly KeptOrder[], order: KeptOrder): readonly KeptOrder[] {
  const at = before.findLastIndex(({ id }) => id <= order.id);
  const known = before[at]?.id === order.id;
  const now = isActive(order) ? [order] : [];
  return before.toSpliced(known ? at : at + 1, known ? 1 : 0, ...now);
}

/** Whether one of these pairs moves an order's figures. */
export function isTouched(orders: Iterable<KeptOrder>, moved: ReadonlySet<number>): boolean {
  for (const { pairId, terms } of orders) {
    if (moved.has(pairId) || (terms.ratePairId !== undefined && moved.has(terms.ratePairId))) return true;
  }
  return false;
}
