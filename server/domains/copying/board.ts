// Every trader with what their orders came to, in memory: lobby, ranking and records are answered from here. Held against the database every few seconds
// while somebody asks; what closed since is added, and nothing is counted anew unless the counts differ.

import { setImmediate as breathe } from 'node:timers/promises';
import { TRADER_STATUS } from '@fairtick/contract/trader-words';
import type { Clock } from '@fairtick/kernel/clock';
import { max, min } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Pool } from '../../platform/database/pools.ts';
import { type ClosedRow, closedSince, countClosed, equityAt, openCosts, readActiveOf } from '../forex/index.ts';
import { accountsOfOwners } from '../ledger/index.ts';
import type { MarketAt } from '../market/index.ts';
import { type EquityRow, equityAfter, hoursBehind } from './equity-table.ts';
import { backers, type FollowedSums, followedSums } from './following/list-table.ts';
import type { CurveFigures } from './rules/curve.ts';
import {
  byRank,
  type ClosedOrder,
  netOf,
  type RankRate,
  rankRateOf,
  type Sums,
  type Unlisted,
  unlistedFor,
} from './rules/figures.ts';
import { GrowingCurve } from './rules/growing-curve.ts';
import { TrackRecord } from './rules/track-record.ts';
import { accountsOfPeople, readLed, type Trader } from './table.ts';

const LOOK_EVERY_MS = 3_000;
/** Older than this, whoever asks waits for the next look. */
const STALE_MS = 30_000;
/** Between two looks at what the steps in between may have missed. */
const CHECK_EVERY_MS = 60_000;
/** A closing is written this long after its moment at most, or found by its count. */
const LATE_MS = 3_600_000;
/** Hours that are read at once, and records whose figures are worked out at once: what is served beside it waits no longer. */
const HOURS_AT_ONCE = 2_000;
const FIGURES_AT_ONCE = 10;
const BACKERS_AT_ONCE = 500;

export interface BoardOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly market: () => MarketAt;
}

/** A trader as the board knows them. Money in 1e-8 USD. */
export interface Entry {
  readonly trader: Trader;
  /** The record's accounts, this one among them. */
  readonly accounts: readonly Id[];
  readonly window: Sums;
  readonly life: Sums;
  readonly worst: bigint;
  readonly open: { readonly net: bigint; readonly margin: bigint };
  readonly equity: bigint;
  readonly rank: RankRate;
  readonly unlisted: readonly Unlisted[];
  readonly figures: CurveFigures;
  /** What following came to; none where nobody ever followed. */
  readonly followed: FollowedSums | undefined;
  /** Under copy, as it was at most a minute ago. */
  readonly assets: bigint;
}

export interface BoardView {
  readonly nowMs: number;
  readonly byId: ReadonlyMap<Id, Entry>;
  /** In the ranking's order. */
  readonly ranked: readonly Entry[];
  /** Whoever leads: those of the ranking first, then by when they were approved. */
  readonly lobby: readonly Entry[];
}

/** What is kept of one record between two looks. */
interface Kept {
  readonly accounts: readonly Id[];
  record: TrackRecord;
  curve: GrowingCurve;
  /** The newest hour of each account that the curve has. */
  newest: Map<Id, number>;
  figures: CurveFigures;
}

export class TraderBoard {
  readonly #options: BoardOptions;
  readonly #kept = new Map<Id, Kept>();
  readonly #byAccount = new Map<Id, Kept>();
  /** Records whose hours are still to be read whole: also by the next look, where this one fails. */
  readonly #unread = new Set<Kept>();
  #view: BoardView | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #seenMs = 0;
  #assets: ReadonlyMap<Id, bigint> = new Map();
  #hour = 0;
  #looking: Promise<BoardView> | undefined;

  constructor(options: BoardOptions) {
    this.#options = options;
  }

  now(): Promise<BoardView> {
    const age = this.#options.clock.monotonic() - this.#lookedAt;
    if (this.#view && age < LOOK_EVERY_MS) return Promise.resolve(this.#view);
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    if (!this.#view || age >= STALE_MS) return this.#looking;
    // Who asks now has what is known; a look that fails is made again by the next who asks.
    this.#looking.catch(() => {});
    return Promise.resolve(this.#view);
  }

  async #look(): Promise<BoardView> {
    const { db, clock } = this.#options;
    const nowMs = clock.now();
    const traders = await readLed(db);
    const people = await accountsOfPeople(db, [...new Set(traders.flatMap((one) => one.personKey ?? []))]);
    const fresh = this.#meet(people);
    const ids = [...people.values()].flat();
    const checks = clock.monotonic() - this.#checkedAt >= CHECK_EVERY_MS;
    await this.#grow(ids, fresh, nowMs);
    if (checks || fresh.length > 0) {
      await this.#recount(ids);
      await this.#readHours(ids);
      // The figure is the least of it: where it can't be read now, the one before stays.
      this.#assets = await assetsUnderCopy(this.#options).catch(() => this.#assets);
      this.#checkedAt = clock.monotonic();
    }
    const view = await this.#viewOf(traders, ids, nowMs);
    this.#view = view;
    this.#lookedAt = clock.monotonic();
    return view;
  }

  /** Records that are new here, or go over another account since: those are read whole. */
  #meet(people: ReadonlyMap<Id, readonly Id[]>): readonly Id[] {
    const fresh: Id[] = [];
    for (const [key, accounts] of people) {
      const before = this.#kept.get(key);
      if (before?.accounts.length === accounts.length) continue;
      if (before) this.#unread.delete(before);
      const curve = new GrowingCurve();
      const made = { accounts, record: new TrackRecord(), curve, newest: new Map(), figures: curve.figures() };
      this.#kept.set(key, made);
      this.#unread.add(made);
      for (const id of accounts) this.#byAccount.set(id, made);
      fresh.push(...accounts);
    }
    return fresh;
  }

  async #grow(ids: readonly Id[], fresh: readonly Id[], nowMs: number): Promise<void> {
    const { db } = this.#options;
    const isFresh = new Set(fresh);
    const known = ids.filter((id) => !isFresh.has(id));
    for (const id of fresh) this.#add(await closedSince(db, [id], 0));
    if (known.length > 0) this.#add(await closedSince(db, known, this.#seenMs - LATE_MS));
    this.#seenMs = nowMs;
  }

  #add(rows: readonly ClosedRow[]): void {
    for (const row of rows) this.#byAccount.get(row.userId)?.record.add(closedOrder(row));
  }

  /** A record that lacks an order that was written long after its moment is made anew. */
  async #recount(ids: readonly Id[]): Promise<void> {
    const { db } = this.#options;
    const counts = await countClosed(db, ids);
    for (const kept of this.#kept.values()) {
      const there = kept.accounts.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
      if (there <= kept.record.life.count) continue;
      kept.record = new TrackRecord();
      for (const id of kept.accounts) this.#add(await closedSince(db, [id], 0));
    }
  }

  async #readHours(ids: readonly Id[]): Promise<void> {
    const { db } = this.#options;
    const since = this.#hour - LATE_MS;
    const changed = new Set<Kept>();
    for (const row of await equityAfter(db, ids, since)) {
      const kept = this.#byAccount.get(row.userId);
      if (!kept || this.#unread.has(kept) || row.hour <= (kept.newest.get(row.userId) ?? -1)) continue;
      // Behind the hours of the account that the curve ends with.
      if ([...kept.newest.keys()].at(-1) === row.userId) this.#addHour(kept, row);
      else this.#unread.add(kept);
      changed.add(kept);
    }
    for (const kept of this.#unread) {
      await this.#readCurve(kept);
      changed.add(kept);
    }
    let worked = 0;
    for (const kept of changed) {
      kept.figures = kept.curve.figures();
      worked += 1;
      if (worked % FIGURES_AT_ONCE === 0) await breathe();
    }
  }

  /** All hours of a record, account by account. */
  async #readCurve(kept: Kept): Promise<void> {
    kept.curve = new GrowingCurve();
    kept.newest = new Map();
    for (const id of kept.accounts) {
      kept.curve.nextAccount();
      for (let page: readonly EquityRow[] | undefined; !page || page.length === HOURS_AT_ONCE; ) {
        page = await hoursBehind(this.#options.db, id, kept.newest.get(id) ?? -1, HOURS_AT_ONCE);
        for (const row of page) this.#addHour(kept, row);
      }
    }
    this.#unread.delete(kept);
  }

  #addHour(kept: Kept, { userId, hour: time, equity, flow }: EquityRow): void {
    kept.curve.add({ time, equity, flow });
    kept.newest.set(userId, time);
    this.#hour = Math.max(this.#hour, time);
  }

  async #viewOf(traders: readonly Trader[], ids: readonly Id[], nowMs: number): Promise<BoardView> {
    const [open, followed] = await Promise.all([openPositions(this.#options, ids), followedSums(this.#options.db)]);
    const byId = new Map<Id, Entry>();
    for (const trader of traders) {
      const kept = trader.personKey === undefined ? undefined : this.#kept.get(trader.personKey);
      if (!kept) continue;
      const copied = { followed: followed.get(trader.userId), assets: this.#assets.get(trader.userId) ?? 0n };
      byId.set(trader.userId, { ...entryOf(trader, kept, open, nowMs), ...copied });
    }
    const leading = [...byId.values()].filter(({ trader }) => trader.status === TRADER_STATUS.approved);
    const ranked = leading.filter(({ unlisted }) => unlisted.length === 0).toSorted(inOrder);
    const rest = leading.filter(({ unlisted }) => unlisted.length > 0);
    return { nowMs, byId, ranked, lobby: [...ranked, ...rest] };
  }
}

export const closedOrder = (row: ClosedRow): ClosedOrder => ({
  ...{ id: row.id, pairId: row.pairId, closeTime: row.closeTime, margin: row.margin, multiple: row.multiple },
  heldMs: Math.max(0, row.closeTime - row.openTime),
  net: netOf(row),
});

export interface OpenPositions {
  readonly net: bigint;
  readonly margin: bigint;
  readonly equity: bigint;
}

const NOTHING: OpenPositions = { net: 0n, margin: 0n, equity: 0n };

/** What each of these accounts has open and is worth, at the market's newest moment. */
export async function openPositions(
  { db, market }: Pick<BoardOptions, 'db' | 'market'>,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, OpenPositions>> {
  if (ids.length === 0) return new Map();
  const [orders, costs, accounts] = await Promise.all([
    readActiveOf(db, ids),
    openCosts(db, ids),
    accountsOfOwners(db, ids, 'forex'),
  ]);
  const active = Map.groupBy(orders, (order) => order.userId);
  const moment = market();
  return new Map(
    accounts.map((account) => {
      const { netValue, floating, usedMargin } = equityAt(account, active.get(account.ownerId) ?? [], moment);
      const net = floating - (costs.get(account.ownerId) ?? 0n);
      return [account.ownerId, { net, margin: usedMargin, equity: netValue }];
    }),
  );
}

/** By trader: of each who follows the lesser of their greatest amount and what their account is worth. */
async function assetsUnderCopy(options: Pick<BoardOptions, 'db' | 'market'>): Promise<ReadonlyMap<Id, bigint>> {
  const all = await backers(options.db);
  const assets = new Map<Id, bigint>();
  for (let from = 0; from < all.length; from += BACKERS_AT_ONCE) {
    const some = all.slice(from, from + BACKERS_AT_ONCE);
    const worth = await openPositions(options, [...new Set(some.map(({ userId }) => userId))]);
    for (const { traderId, userId, maxAmount } of some) {
      const own = max(0n, worth.get(userId)?.equity ?? 0n);
      assets.set(traderId, (assets.get(traderId) ?? 0n) + min(maxAmount, own));
    }
  }
  return assets;
}

/** The account that leads is what is at risk; what another one of the record still has open is charged with it. */
function entryOf(
  trader: Trader,
  kept: Kept,
  open: ReadonlyMap<Id, OpenPositions>,
  nowMs: number,
): Omit<Entry, 'followed' | 'assets'> {
  // The sums go on moving: what was read of one moment stays.
  const window = frozen(kept.record.window(nowMs));
  const all = kept.accounts.map((id) => open.get(id) ?? NOTHING);
  const net = all.reduce((sum, one) => sum + one.net, 0n);
  const margin = all.reduce((sum, one) => sum + one.margin, 0n);
  const { equity } = open.get(trader.userId) ?? NOTHING;
  const approvedTime = trader.approvedTime ?? nowMs;
  return {
    ...{ trader, accounts: kept.accounts, window, life: frozen(kept.record.life), worst: kept.record.worst },
    ...{ open: { net, margin }, equity, figures: kept.figures },
    rank: rankRateOf(window, { net, margin }),
    unlisted: unlistedFor({ count: window.count, approvedTime, equity }, nowMs),
  };
}

const frozen = (sums: Sums): Sums => ({ ...sums, byPair: new Map(sums.byPair) });

const inOrder = (one: Entry, other: Entry): number => byRank(rankedOf(one), rankedOf(other));
const rankedOf = ({ trader, rank, window }: Entry) => ({ userId: trader.userId, rank, count: window.count });
