// Copies, by a slow and obvious model: each opening of a trader's reaches each who follows exactly once, as a copy or as a skip whose reason is true; a
// copy is the trader's order but for its size, which is worked out anew; it takes the trader's stops and ends at the trader's tick unless it ended before.

import type { ForexOrder, Pair } from '@fairtick/engine/types';
import { formatUnits, quantity } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { placeOf } from '@fairtick/server/trading/trigger';
import {
  bindsAt,
  type CopyFact,
  CopyFacts,
  factsOf,
  type Master,
  type Relation,
  type Settings,
  type Skip,
} from './copy-facts.ts';
import { CopyLimits, copiedWorth } from './copy-limits.ts';
import { type Bounds, brokenBy, largest, leastOf } from './copy-size.ts';
import type { Moment } from './moment.ts';
import { plainFee, plainMargin } from './plain.ts';
import { RelationStops } from './relation-stops.ts';
import { ShareCheck } from './shares.ts';
import { worthOnPair } from './solvency.ts';
import { countryOf, isLimited, isShutOut } from './standing.ts';
import type { Batch, Tag, Watch } from './watch.ts';

const LATE_MS = 30_000;
const CENT = 1_000_000n;
const BARRED = new Set(['unfollowed', 'paused', 'trader', 'trader_day', 'trader_pace', 'late', 'barred', 'orders']);
const MOST_ORDERS = 200;
/** What a resident of the European Union may have at most, by the hours of the pair. */
const CAPS: Readonly<Record<Pair['hours'], number>> = { fx: 30, metal: 20, index: 20, always: 2 };
const CAPPED = new Set(['DE', 'FR']);

type Fail = (rule: string, what?: string) => void;

export class CopyCheck {
  readonly #watch: Watch;
  readonly facts = new CopyFacts();
  readonly shares: ShareCheck;
  readonly stops: RelationStops;
  /** `relation/order` that has still to be reached. */
  readonly #owed = new Map<string, Master>();
  /** Reached so far, with what came of it. */
  readonly #reached = new Map<string, 'copy' | 'skip'>();
  readonly #open = new Map<Id, ForexOrder>();
  readonly #limits = new CopyLimits();
  /** Copies whose closing the house could not pay. */
  readonly #refused = new Set<string>();
  readonly counts: Record<string, number> = {};

  constructor(watch: Watch) {
    this.#watch = watch;
    this.shares = new ShareCheck(watch, this.facts);
    this.stops = new RelationStops(watch, this.facts);
  }

  /** Notes what a change decides, before it is applied. */
  note({ state, change, tag, batch }: Moment): void {
    batch.copies.push(...factsOf(change, tag, (id) => state.forex.byId(id), state.market.view.logIndex));
  }

  refused(proposal: NonNullable<Tag['proposal']>): void {
    if (!('followId' in proposal)) return;
    if (proposal.kind === 'copy_stop') this.stops.excuse(BigInt(String(proposal.followId)));
    if ('event' in proposal) this.#refused.add(`${proposal.followId}/${orderOf(proposal)}`);
  }

  committed({ copies }: Batch): void {
    for (const fact of copies) {
      this.stops.before(fact);
      const at = this.facts.take(fact);
      this.shares.take(fact);
      this.stops.take(fact);
      if (fact.what === 'order') this.#order(fact, at);
      if (fact.what === 'skip') this.#reach(fact.row.followId, fact.row.orderId, 'skip', fact.row.reason);
    }
    this.shares.batchEnds();
  }

  #order({ after, before, tag, place }: Extract<CopyFact, { what: 'order' }>, at: number): void {
    const { id, originId, followId } = after;
    const master = this.facts.masters.get(originId ?? id);
    if (originId === undefined || followId === undefined) {
      if (master?.opened.at !== at) return;
      const bound = this.facts.ofTrader(master.traderId).filter((relation) => bindsAt(relation, at));
      if (bound.length > 0) this.#limits.opened(master, this.#watch.settings.copying);
      for (const relation of bound) this.#owed.set(`${relation.id}/${id}`, master);
      return;
    }
    if (!before) this.#reach(followId, originId, 'copy', 'copied');
    if (after.status === 'open') this.#open.set(id, after);
    else this.#open.delete(id);
    if (after.status === 'closed') this.#ended(after, tag, place, master);
  }

  #reach(followId: Id, orderId: Id, how: 'copy' | 'skip', why: string): void {
    this.counts[`copy ${why}`] = (this.counts[`copy ${why}`] ?? 0) + 1;
    const key = `${followId}/${orderId}`;
    const before = this.#reached.get(key);
    if (before) this.#watch.fail('each who follows is reached once', `${key}: a ${before}, then a ${how}`);
    else if (!this.#owed.delete(key)) this.#watch.fail('only who follows is reached', `${key}: a ${how}`);
    this.#reached.set(key, how);
  }

  /** Behind its trader's closing only what came first by the log may end a copy; and nothing behind a change of stops that it had not taken. */
  #ended(copy: ForexOrder, { name, proposal }: Tag, place: number, master: Master | undefined): void {
    this.counts[`copy ended ${name}`] = (this.counts[`copy ended ${name}`] ?? 0) + 1;
    const relation = this.facts.relations.get(copy.followId ?? 0n);
    const closed = master?.closed;
    const isRefused = this.#refused.has(`${copy.followId}/${copy.originId}`);
    if (proposal && master && relation && !isRefused) {
      // With its trader it ends behind all that they had set before, also at the same place of the log.
      const isBefore = (one: Master['stops'][number]): boolean =>
        name === 'copy_close' ? one.at < (closed?.at ?? Infinity) : one.place < place;
      const moved = master.stops.findLast((one) => bindsAt(relation, one.at) && isBefore(one));
      const { stopLoss, takeProfit } = moved ?? master.opened.order;
      if (stopLoss !== copy.stopLoss || takeProfit !== copy.takeProfit)
        this.#watch.fail('a copy ends with its trader’s stops', `copy ${copy.id} by ${name} at ${place}`);
    }
    if (!closed || !relation || !bindsAt(relation, closed.at) || name === 'copy_close') return;
    // What the house could not pay waited, and a later price has ended it.
    if (this.#refused.has(`${copy.followId}/${copy.originId}`)) return;
    if (name !== 'resetForexDemoAccount' && place > closed.place)
      this.#watch.fail(
        'a copy ends at its trader’s tick',
        `copy ${copy.id} by ${name} at ${place}, behind ${closed.place}`,
      );
  }

  /** A copy that opens: the trader's order in everything but its size and its owner. */
  opened(moment: Moment, copy: ForexOrder, fail: Fail) {
    const { tag, batch } = moment;
    const master = this.facts.masters.get(copy.originId ?? 0n);
    const relation = this.facts.relations.get(copy.followId ?? 0n);
    if (tag.name !== 'copy_open' || !master || !relation) return fail('a copy is of an order of the trader’s');
    const settings = this.#settingsFor(relation, master);
    if (!settings) return fail('a copy is of somebody who followed');
    const { order } = master.opened;
    if (copy.userId !== relation.userId || copy.realm !== relation.realm) fail('a copy is its follower’s');
    const terms = this.#termsFor(relation, order, batch);
    if (!terms) return fail('nothing is copied that is not offered');
    for (const field of ['pairId', 'side', 'openMarketTime'] as const)
      if (copy[field] !== order[field]) fail('a copy is the trader’s order', field);
    for (const field of ['price', 'tickIndex', 'rate', 'rateTickIndex', 'time'] as const)
      if (copy.open?.[field] !== order.open?.[field]) fail('price, tick and time of a copy are the trader’s', field);
    for (const field of Object.keys(terms) as (keyof typeof terms)[])
      if (copy.terms[field] !== terms[field]) fail('the terms of a copy are the trader’s', field);
    if (copy.stopLoss !== order.stopLoss || copy.takeProfit !== order.takeProfit)
      fail('the stops of a copy are the trader’s');
    if (copy.armedIndex !== master.opened.place || copy.status !== 'open' || copy.target)
      fail('a copy opens with its order');
    const barred = this.#barredBy(moment, relation, master, settings);
    if (barred) fail('what is barred is not copied', barred);
    this.#size(moment, copy, { relation, master, settings, terms }, fail);
    const { worth, limit } = copiedWorth(moment, this.facts, this.#open.values(), relation, copy);
    if (relation.realm === 'live' && worth > limit + CENT)
      fail('so much of a trader is copied', `${formatUnits(worth)} of ${formatUnits(limit)}`);
  }

  #size(moment: Moment, copy: ForexOrder, of: Sized, fail: Fail) {
    const bounds = this.#boundsOf(moment, of);
    if (!bounds) return fail('a copy has a pair and an account');
    const { pair, terms } = bounds;
    const { quantity, margin, fee } = copy;
    if (quantity < pair.minQuantity || quantity % pair.quantityStep !== 0n) fail('a copy is of whole steps');
    if (margin !== plainMargin(quantity, terms, copy.open?.price ?? 0n, copy.open?.rate ?? 0n))
      fail('margin of a copy');
    if (fee !== plainFee(quantity, margin, terms) || copy.held !== margin) fail('fee and hold of a copy');
    const broken = brokenBy(quantity, bounds);
    if (broken) fail('a copy is not larger than its bounds', `${formatUnits(quantity)}: ${broken}`);
    if (!brokenBy(quantity + pair.quantityStep, bounds))
      fail('a copy is as large as its bounds', `${formatUnits(quantity)} of ${formatUnits(bounds.wanted)}`);
  }

  /** That it was skipped has a reason, and the reason is true. */
  skipped(moment: Moment, skip: Skip) {
    const master = this.facts.masters.get(skip.orderId);
    const relation = this.facts.relations.get(skip.followId);
    const settings = master && relation && this.#settingsFor(relation, master);
    const fail: Fail = (rule, what = '') =>
      this.#watch.fail(rule, `order ${skip.orderId} to relation ${skip.followId}, ${skip.reason}: ${what}`);
    if (!master || !relation || !settings) return fail('only who followed is skipped');
    if (skip.userId !== relation.userId) fail('a skip is its follower’s');
    const { order } = master.opened;
    if (skip.wanted !== this.#wanted(moment, { master, settings })) fail('what was wanted', formatUnits(skip.wanted));
    const barred = this.#barredBy(moment, relation, master, settings);
    if (BARRED.has(skip.reason)) {
      if (barred !== skip.reason) fail('a skip has a true reason', barred ?? 'nothing barred it');
      return;
    }
    if (barred) return fail('a skip has a true reason', barred);
    const terms = this.#termsFor(relation, order, moment.batch);
    if (skip.reason === 'not_offered' ? terms : !terms) return fail('a skip has a true reason', 'offered or not');
    if (!terms) return;
    const bounds = this.#boundsOf(moment, { relation, master, settings, terms });
    if (!bounds) return fail('a skip has a pair and an account');
    const least = brokenBy(leastOf(bounds.pair), bounds);
    if (['wanted', 'max_amount', 'free_margin'].includes(skip.reason)) {
      if (least !== skip.reason) fail('a skip has a true reason', `its least: ${least ?? 'fits'}`);
      return;
    }
    if (least) return fail('a skip has a true reason', `its least: ${least}`);
    const lots = largest(bounds);
    if (skip.reason === 'limit' && !isLimited(this.#watch, relation.userId, moment.batch))
      fail('a skip has a true reason');
    if (skip.reason === 'copied_limit') {
      const wanted = { ...order, terms, quantity: quantity(lots) };
      const { worth, limit } = copiedWorth(moment, this.facts, this.#open.values(), relation, wanted);
      if (worth <= limit - CENT) fail('a skip has a true reason', `${formatUnits(worth)} of ${formatUnits(limit)}`);
    }
    if (skip.reason === 'position_limit') {
      const { worth, limit } = worthOnPair(
        moment,
        { userId: relation.userId, pairId: order.pairId },
        lots * terms.contNum,
      );
      if (worth <= limit - 100_000_000n)
        fail('a skip has a true reason', `${formatUnits(worth)} of ${formatUnits(limit)}`);
    }
  }

  /** Why nothing may be opened whatever its size, in the order in which it is asked. */
  #barredBy({ state, batch }: Moment, relation: Relation, master: Master, settings: Settings): string | undefined {
    const { database } = this.#watch;
    const own = batch.copies.flatMap((fact) =>
      fact.what === 'relation' && fact.row.id === relation.id ? [fact.row] : [],
    );
    if (relation.ended || own.some(({ endedTime }) => endedTime !== undefined)) return 'unfollowed';
    if (settings.paused) return 'paused';
    if (database.table('trader_following').get(relation.traderId)?.leads !== true) return 'trader';
    const paced = this.#limits.barredOf(master);
    if (paced) return paced;
    const time = master.opened.order.open?.time ?? 0;
    if (state.market.nowMs - time > LATE_MS || time < relation.beganTime) return 'late';
    if (isShutOut(this.#watch, relation.userId, batch)) return 'barred';
    return state.forex.active(relation.userId).length >= MOST_ORDERS ? 'orders' : undefined;
  }

  /** What was set when the trader's order opened. */
  #settingsFor(relation: Relation, { opened }: Master): Settings | undefined {
    if (!bindsAt(relation, opened.at)) return undefined;
    return relation.settings.findLast(({ at }) => at < opened.at)?.row;
  }

  #termsFor({ userId, realm }: Relation, { terms, pairId }: ForexOrder, batch: Batch): ForexOrder['terms'] | undefined {
    const pair = this.#watch.pair(pairId);
    if (!pair) return undefined;
    const capped = realm === 'live' && CAPPED.has(countryOf(this.#watch, userId, batch) ?? '');
    const offered = capped ? pair.multiples.filter((one) => one <= CAPS[pair.hours]) : pair.multiples;
    if (capped && (pair.marginMode === 1 || offered.length === 0)) return undefined;
    const most = offered.length === 0 ? terms.multiple : Math.max(...offered);
    return { ...terms, multiple: Math.min(terms.multiple, most) };
  }

  #wanted(_: Moment, { master, settings }: Pick<Sized, 'master' | 'settings'>): bigint {
    const lots = master.opened.order.quantity * BigInt(settings.multiple);
    if (settings.mode === 'lots') return lots;
    const value = this.#valueOf(master);
    return value > 0n ? (lots * settings.maxAmount) / value : 0n;
  }

  /** The trader's net value before the order, worked out when it was decided. */
  #valueOf({ id }: Master): bigint {
    return this.#values.get(id) ?? 0n;
  }
  readonly #values = new Map<Id, bigint>();

  /** A trader's order that opens, before it is applied: what they were worth without it. */
  masterOpens({ state, atIndex }: Moment, order: ForexOrder): void {
    const account = state.ledger.find(order.realm, order.userId, 'forex');
    let value = (account?.available ?? 0n) + (account?.locked ?? 0n);
    for (const one of state.forex.active(order.userId))
      if (one.status === 'open' && one.id !== order.id) value += this.#watch.log.floating(one, atIndex) ?? 0n;
    this.#values.set(order.id, value);
  }

  #boundsOf(moment: Moment, { relation, master, settings, terms }: Sized): Bounds | undefined {
    const { state, atIndex } = moment;
    const { userId, realm, traderId } = relation;
    const account = state.ledger.find(realm, userId, 'forex');
    const pair = this.#watch.pair(master.opened.order.pairId);
    if (!account || !pair) return undefined;
    const active = state.forex.active(userId);
    const ofTrader = active.filter(
      ({ followId }) => followId !== undefined && this.facts.relations.get(followId)?.traderId === traderId,
    );
    const used = ofTrader.reduce((sum, { margin }) => sum + margin, 0n);
    let [floating, short] = [0n, 0n];
    for (const order of active) {
      if (order.status !== 'open') continue;
      floating += this.#watch.log.floating(order, atIndex) ?? 0n;
      short += order.margin - order.held;
    }
    const free = account.available + (floating < 0n ? floating : 0n) - short;
    const funds = free < account.available ? free : account.available;
    return {
      wanted: this.#wanted(moment, { master, settings }),
      settings,
      pair,
      terms,
      master: master.opened.order,
      used,
      funds,
    };
  }

  /** Its stops become the trader's, from the trader's place on. */
  moved({ tag }: Moment, before: ForexOrder, after: ForexOrder, fail: Fail): void {
    const master = this.facts.masters.get(after.originId ?? 0n);
    const relation = this.facts.relations.get(after.followId ?? 0n);
    const place = tag.proposal && placeOf(tag.proposal);
    const said = master?.stops.find(
      (one) => one.place === place && one.stopLoss === after.stopLoss && one.takeProfit === after.takeProfit,
    );
    if (!said || !relation || !bindsAt(relation, said.at)) fail('the stops of a copy are the trader’s');
    if (after.armedIndex !== place || after.held !== before.held || before.armedIndex > after.armedIndex)
      fail('a copy’s stops wait from the trader’s place on');
  }

  /** It ends with the trader's order: at the same tick, price, rate and time. */
  closedWith(after: ForexOrder, fail: Fail) {
    const master = this.facts.masters.get(after.originId ?? 0n);
    const relation = this.facts.relations.get(after.followId ?? 0n);
    const closed = master?.closed;
    if (!closed || !relation || !bindsAt(relation, closed.at)) return fail('a copy ends with an order that has ended');
    const { close } = closed.order;
    for (const field of ['price', 'tickIndex', 'rate', 'rateTickIndex', 'time'] as const)
      if (after.close?.[field] !== close?.[field]) fail('a copy ends at its trader’s tick', field);
    const same = close?.reason === 'stop_loss' || close?.reason === 'take_profit' ? close.reason : 'trader';
    if (after.close?.reason !== same) fail('how a copy has ended', after.close?.reason);
  }

  /** Whether a tick or its trader has ended it, up to this place: the decision is under way. */
  isEnding({ originId = 0n, followId = 0n }: ForexOrder, upTo: number): boolean {
    const [closed, relation] = [this.facts.masters.get(originId)?.closed, this.facts.relations.get(followId)];
    return relation !== undefined && ((closed && bindsAt(relation, closed.at)) || this.stops.calls(followId, upTo));
  }

  /** Whether everybody was reached: at rest only a fault of the weather's leaves somebody out, and the next process finds them. */
  get allReached(): boolean {
    return this.#owed.size === 0 && this.#left().length === 0;
  }

  /** At rest. */
  all(): void {
    for (const key of this.#owed.keys())
      this.#watch.fail('each who follows is reached once', `${key}: neither copied nor skipped`);
    for (const what of this.#left()) this.#watch.fail('a copy follows its order', what);
    this.shares.all();
    this.stops.all();
    this.#counters();
  }

  /** Open copies that should have ended, or that have not the trader's stops. */
  #left(): string[] {
    return [...this.#open.values()].flatMap((copy) => {
      const { originId = 0n, followId = 0n } = copy;
      const [master, relation] = [this.facts.masters.get(originId), this.facts.relations.get(followId)];
      if (!master || !relation || this.#refused.has(`${followId}/${originId}`)) return [];
      const { closed, opened, stops } = master;
      if (closed && bindsAt(relation, closed.at)) return [`copy ${copy.id} is open, its order ${originId} is closed`];
      const last = stops.findLast(({ at }) => bindsAt(relation, at)) ?? opened.order;
      const same = last.stopLoss === copy.stopLoss && last.takeProfit === copy.takeProfit;
      return same ? [] : [`copy ${copy.id} has other stops than its order ${originId}`];
    });
  }

  /** Who follows is counted. */
  #counters(): void {
    for (const [id, row] of this.#watch.database.table('trader_following')) {
      const now = this.facts.ofTrader(BigInt(String(id))).filter(({ ended }) => ended === undefined);
      const live = now.filter(({ realm }) => realm === 'live');
      if (row.followers !== now.length || row.live_followers !== live.length)
        this.#watch.fail('who follows is counted', `trader ${id}: ${row.followers}, not ${now.length}`);
    }
  }
}

interface Sized {
  readonly relation: Relation;
  readonly master: Master;
  readonly settings: Settings;
  readonly terms: ForexOrder['terms'];
}

const orderOf = (proposal: object): string =>
  'event' in proposal && typeof proposal.event === 'object' && proposal.event !== null && 'orderId' in proposal.event
    ? String(proposal.event.orderId)
    : '';
