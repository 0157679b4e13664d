// The stop of a relation, by a plain sum: what its copies came to and would come to at each tick, fees and nights included. It acts at the first tick at
// which the sum is as low as its follower set, never before; then all its copies close that can, and the others at the first tick at which they can.

import type { ForexOrder, Tick } from '@fairtick/engine/types';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { CopyFact, CopyFacts, Relation, Settings } from './copy-facts.ts';
import type { Moment } from './moment.ts';
import type { Watch } from './watch.ts';

interface Kept {
  readonly relation: Relation;
  readonly open: Map<Id, ForexOrder>;
  closedNet: bigint;
  /** Ticks up to this place were looked at, or came while something of it was being changed. */
  looked: number;
  /** Something of it has changed since the last rest. */
  changed: boolean;
}

/** Its stop at a moment: what was set later says nothing of it, a higher sum holds once its time has come. */
function stopOf(settings: readonly Settings[], timeMs: number): bigint {
  const holds = settings.findLast(({ setTime }) => setTime <= timeMs) ?? settings[0];
  if (!holds) return 0n;
  const next = holds.stopNextFrom !== undefined && timeMs >= holds.stopNextFrom;
  return next ? (holds.stopNext ?? holds.stopAmount) : holds.stopAmount;
}

export class RelationStops {
  readonly #watch: Watch;
  readonly #facts: CopyFacts;
  readonly #kept = new Map<Id, Kept>();

  constructor(watch: Watch, facts: CopyFacts) {
    this.#watch = watch;
    this.#facts = facts;
  }

  /** Its decision was refused: the next tick asks again. */
  excuse(followId: Id): void {
    this.#touch(this.#kept.get(followId));
  }

  /** What was there before a fact: no tick that came first by the log may have called for its stop. */
  before(fact: CopyFact): void {
    if (fact.what !== 'order' || fact.after.followId === undefined || fact.tag.name !== 'copy_stop') return;
    const kept = this.#kept.get(fact.after.followId);
    if (kept && !kept.changed && !kept.relation.ended) this.#scan(kept, fact.place - 1);
  }

  take(fact: CopyFact): void {
    if (fact.what === 'relation') {
      const relation = this.#facts.relations.get(fact.row.id);
      const known = this.#kept.get(fact.row.id);
      if (!known && relation)
        this.#kept.set(relation.id, { relation, open: new Map(), closedNet: 0n, looked: -1, changed: true });
      this.#touch(known);
    }
    if (fact.what === 'settings') this.#touch(this.#kept.get(fact.row.followId));
    if (fact.what === 'night') this.#touch([...this.#kept.values()].find(({ open }) => open.has(fact.orderId)));
    if (fact.what !== 'order' || fact.after.followId === undefined) return;
    const { after } = fact;
    const kept = this.#kept.get(fact.after.followId);
    if (!kept) return;
    this.#touch(kept);
    if (after.status === 'open') kept.open.set(after.id, after);
    else if (kept.open.delete(after.id) && after.close) kept.closedNet += after.result - this.#costOf(after);
  }

  #touch(kept: Kept | undefined): void {
    if (kept) kept.changed = true;
  }

  #costOf({ id, fee }: ForexOrder): bigint {
    return fee + (this.#facts.nights.get(id) ?? 0n);
  }

  /** The sum at a tick, of the copies that were open then. */
  #sumAt(closedNet: bigint, copies: readonly ForexOrder[], tick: Tick): bigint {
    const { log } = this.#watch;
    return copies.reduce(
      (sum, copy) => sum + (log.floating(copy, tick.logIndex) ?? 0n) - this.#costOf(copy),
      closedNet,
    );
  }

  /** A decision that ends a relation by its stop, before it is applied. */
  decided({ change, tag, state, batch }: Moment): void {
    const tick = tag.proposal?.tick;
    if (tag.name !== 'copy_stop' || !tick) return;
    const ended = (change.copying?.follows ?? []).find(({ endReason }) => endReason === 'stop');
    // What is reckoned of it later, and a copy that waited for its market, end it no second time.
    const before = batch.copies.some((one) => one.what === 'relation' && one.row.id === ended?.id && one.row.endedTime);
    if (!ended || before || this.#kept.get(ended.id)?.relation.ended) return;
    const fail = (what: string): void =>
      this.#watch.fail(
        'a relation stops at what its follower set',
        `relation ${ended.id} at ${tick.logIndex}: ${what}`,
      );
    const there = state.forex
      .active(ended.userId)
      .filter((one) => one.followId === ended.id && one.status === 'open' && wasOpen(one, tick));
    const known = this.#kept.get(ended.id);
    let closedNet = known?.closedNet ?? 0n;
    let tonight = 0n;
    const settings = (known?.relation.settings ?? []).map(({ row }) => row);
    for (const fact of batch.copies.filter((one) => !isOf(change, one))) {
      if (fact.what === 'settings' && fact.row.followId === ended.id) settings.push(fact.row);
      if (fact.what === 'night' && there.some(({ id }) => id === fact.orderId)) tonight += fact.taken;
      if (fact.what !== 'order' || fact.after.followId !== ended.id || fact.after.status !== 'closed') continue;
      const nights = batch.copies.reduce(
        (sum, one) => (one.what === 'night' && one.orderId === fact.after.id ? sum + one.taken : sum),
        0n,
      );
      if (fact.after.close) closedNet += fact.after.result - this.#costOf(fact.after) - nights;
    }
    const sum = this.#sumAt(closedNet, there, tick) - tonight;
    const stop = stopOf(settings, tick.receivedTime);
    if (sum > -stop) fail(`${formatUnits(sum)} of ${formatUnits(stop)}`);
    const closing = new Set(
      (change.forex?.orders ?? []).filter(({ status }) => status === 'closed').map(({ id }) => id),
    );
    for (const copy of there)
      if (this.#watch.log.closable(copy.pairId, tick) !== closing.has(copy.id)) fail(`copy ${copy.id} closes or stays`);
  }

  /** At rest: what nothing has changed meanwhile was looked at at every tick. */
  rest(newestIndex: number): void {
    for (const [id, kept] of this.#kept) {
      if (kept.relation.ended && kept.open.size === 0) {
        this.#kept.delete(id);
        continue;
      }
      if (!kept.changed) this.#scan(kept, newestIndex);
      kept.looked = newestIndex;
      kept.changed = false;
    }
  }

  /** At rest, whatever was there longer than the last ticks. */
  all(): void {
    for (const [id, { relation, closedNet }] of this.#kept) {
      const row = this.#watch.database.table('follows').get(id);
      if (row && !relation.ended && String(row.closed_net) !== formatUnits(closedNet, 8, 8))
        this.#watch.fail('what a relation came to', `${id}: ${row.closed_net}, not ${formatUnits(closedNet)}`);
    }
  }

  /** Whether some tick that nobody has looked at yet calls for its stop. */
  calls(followId: Id, upTo: number): boolean {
    const kept = this.#kept.get(followId);
    for (let at = (kept?.looked ?? upTo) + 1; kept && at <= upTo; at += 1) {
      const tick = this.#watch.log.tick(at);
      if (tick && this.#isDue(kept, tick)) return true;
    }
    return false;
  }

  #scan(kept: Kept, upTo: number): void {
    for (let at = kept.looked + 1; at <= upTo; at += 1) {
      const tick = this.#watch.log.tick(at);
      if (tick && this.#isDue(kept, tick))
        this.#watch.fail(
          'a relation stops at the first tick that calls for it',
          `relation ${kept.relation.id} at ${at}`,
        );
    }
    kept.looked = Math.max(kept.looked, upTo);
  }

  #isDue({ relation, open, closedNet }: Kept, tick: Tick): boolean {
    const { log } = this.#watch;
    const there = [...open.values()].filter((copy) => wasOpen(copy, tick));
    const closable = there.filter(({ pairId }) => log.closable(pairId, tick));
    if (relation.ended) {
      const { reason, time } = relation.ended;
      return reason === 'stop' && tick.receivedTime >= time && closable.some(({ pairId }) => pairId === tick.pairId);
    }
    const held = there.some(({ pairId, terms }) => tick.pairId === pairId || tick.pairId === terms.ratePairId);
    if (there.length > 0 && (!held || closable.length === 0 || !log.inHours(tick.pairId, tick.receivedTime)))
      return false;
    if (there.some((copy) => log.floating(copy, tick.logIndex) === undefined)) return false;
    const settings = relation.settings.map(({ row }) => row);
    return this.#sumAt(closedNet, there, tick) <= -stopOf(settings, tick.receivedTime);
  }
}

/** Whether a fact is of the change that is being looked at. */
const isOf = (change: Moment['change'], fact: CopyFact): boolean =>
  (fact.what === 'order' && change.forex?.orders.includes(fact.after) === true) ||
  (fact.what === 'night' && change.forex?.financing.some(({ orderId }) => orderId === fact.orderId) === true);

/** Whether it opened before the tick: by an earlier price, and not after the tick had come. */
const wasOpen = ({ open }: ForexOrder, tick: Tick): boolean =>
  open !== undefined && open.tickIndex < tick.logIndex && open.time <= tick.receivedTime;
