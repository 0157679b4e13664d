// What a trader gets of a follower's gains, reckoned from all closed copies of the two with sums of its own: never more than the rate of what lies above the
// mark, nothing that the follower's other positions need, nothing twice, and what is set aside lies in its own account until it is paid or returned.

import type { ForexOrder } from '@fairtick/engine/types';
import { formatUnits, min } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { units } from '../memory/constraints.ts';
import type { Row } from '../memory/rows.ts';
import type { CopyFact, CopyFacts, Step } from './copy-facts.ts';
import type { Moment } from './moment.ts';
import { FRESH_MS, halfEven } from './plain.ts';
import type { Watch } from './watch.ts';

const E8 = 100_000_000n;
/** Paid to a trader. */
const PAID = 32;

interface Mark {
  rate: bigint;
  sum: bigint;
  high: bigint;
  aside: bigint;
  paid: bigint;
  steps: number;
}

/** In whole millionths of a dollar, half to even. */
const dueOf = ({ rate, sum, high }: Mark): bigint =>
  sum > high ? halfEven(rate * (sum - high), E8 * 100n) * 100n : 0n;

export class ShareCheck {
  readonly #watch: Watch;
  readonly #facts: CopyFacts;
  /** By follower and trader. */
  readonly #marks = new Map<string, Mark>();
  /** Closed copies of real money whose share is not reckoned yet, with what they came to. */
  readonly #owed = new Map<Id, bigint>();

  constructor(watch: Watch, facts: CopyFacts) {
    this.#watch = watch;
    this.#facts = facts;
  }

  #fail(what: string): void {
    this.#watch.fail('a share of new gains only', what);
  }

  take(fact: CopyFact): void {
    if (fact.what === 'relation') this.#relation(fact.row.id);
    if (fact.what === 'order' && fact.after.status === 'closed' && fact.before?.status === 'open')
      this.#closed(fact.after);
    if (fact.what === 'step') this.#step(fact.row);
  }

  #markOf(userId: Id, traderId: Id): Mark {
    const key = `${userId}/${traderId}`;
    const known = this.#marks.get(key) ?? { rate: 0n, sum: 0n, high: 0n, aside: 0n, paid: 0n, steps: 0 };
    this.#marks.set(key, known);
    return known;
  }

  /** The rate of the day on which a relation begins; the mark stays. */
  #relation(id: Id): void {
    const relation = this.#facts.relations.get(id);
    if (relation?.realm === 'live' && relation.began === this.#facts.at)
      this.#markOf(relation.userId, relation.traderId).rate = relation.rate;
  }

  #closed(copy: ForexOrder): void {
    if (copy.followId === undefined || copy.realm !== 'live' || !copy.close) return;
    this.#owed.set(copy.id, copy.result - copy.fee - (this.#facts.nights.get(copy.id) ?? 0n));
  }

  #step({ id, userId, traderId, orderId, net, cumulative, highWater, accrued, moved, shareRate, number }: Step): void {
    const mark = this.#markOf(userId, traderId);
    const fail = (what: string): void => this.#fail(`step ${id} of ${userId} to ${traderId}: ${what}`);
    mark.steps += 1;
    if (number !== mark.steps) fail(`the ${number}th, not the ${mark.steps}th`);
    if (shareRate !== mark.rate) fail(`at ${formatUnits(shareRate)}, not ${formatUnits(mark.rate)}`);
    if (orderId === undefined) {
      if (moved !== -mark.aside || net !== 0n) fail(`paid ${formatUnits(-moved)} of ${formatUnits(mark.aside)}`);
      mark.paid += mark.aside;
      mark.aside = 0n;
      if (mark.sum > mark.high) mark.high = mark.sum;
    } else {
      const wanted = this.#owed.get(orderId);
      if (wanted === undefined) fail(`order ${orderId} has not closed just now`);
      this.#owed.delete(orderId);
      if (net !== wanted) fail(`net ${formatUnits(net)}, not ${formatUnits(wanted ?? 0n)}`);
      mark.sum += wanted ?? 0n;
      const due = dueOf(mark) - mark.aside;
      if (due <= 0n ? moved !== due : moved > due || moved < 0n)
        fail(`moved ${formatUnits(moved)}, due ${formatUnits(due)}`);
      mark.aside += moved;
    }
    if (cumulative !== mark.sum || highWater !== mark.high || accrued !== mark.aside) fail('its sums');
  }

  /** Each closed copy has its step with its own commit. */
  batchEnds(): void {
    for (const id of this.#owed.keys()) this.#fail(`copy ${id} closed and nothing was reckoned`);
    this.#owed.clear();
  }

  /** A share that is being set aside, behind the closing and before it is moved: as much as may leave the account, and no more. */
  decided(moment: Moment): void {
    for (const step of moment.change.copying?.steps ?? []) {
      if (step.orderId === undefined) continue;
      const mark = this.#pending(moment, step);
      const due = dueOf(mark) - mark.aside;
      if (due <= 0n) continue;
      const { room, unsure } = this.#roomOf(moment, step.userId);
      const wanted = min(due, room);
      if (step.moved !== wanted && !(unsure && step.moved === 0n))
        this.#fail(
          `step ${step.id}: ${formatUnits(step.moved)} of ${formatUnits(due)}, where ${formatUnits(room)} may leave`,
        );
    }
  }

  /** The mark as it is with what this batch has done and the step's own net result. */
  #pending({ batch }: Moment, { userId, traderId, net, shareRate }: Step): Mark {
    const mark = { ...this.#markOf(userId, traderId), rate: shareRate };
    for (const fact of batch.copies) {
      if (fact.what !== 'step' || fact.row.userId !== userId || fact.row.traderId !== traderId) continue;
      mark.sum = fact.row.cumulative;
      mark.high = fact.row.highWater;
      mark.aside = fact.row.accrued;
    }
    mark.sum += net;
    return mark;
  }

  /** `unsure`: what the next price of a market that does not trade brings is not known, so nothing may leave. */
  #roomOf({ state, tag, atIndex }: Moment, userId: Id): { readonly room: bigint; readonly unsure: boolean } {
    const { log } = this.#watch;
    const account = state.ledger.find('live', userId, 'forex');
    const deciding = log.tick(atIndex);
    let [floating, short, unsure] = [0n, 0n, false];
    for (const order of state.forex.active(userId)) {
      if (order.status !== 'open') continue;
      floating += log.floating(order, atIndex) ?? 0n;
      short += order.margin - order.held;
      const now = state.market.nowMs;
      const tick = log.newest(order.pairId, atIndex);
      const fresh = tick !== undefined && tick.logIndex >= tag.since && now - tick.receivedTime < FRESH_MS;
      const tradesNow = fresh && log.inHours(order.pairId, now);
      if (tag.proposal ? !deciding || !log.closable(order.pairId, deciding) : !tradesNow) unsure = true;
    }
    const available = account?.available ?? 0n;
    const free = available + (floating < 0n ? floating : 0n) - short;
    const least = free < available ? free : available;
    return { room: unsure || least < 0n ? 0n : least, unsure };
  }

  /** At rest: the rows say the same, and what is set aside lies in its account. */
  all(): void {
    const { database } = this.#watch;
    let aside = 0n;
    const rows = database.table('copy_marks');
    for (const [key, mark] of this.#marks) {
      aside += mark.aside;
      const row = rows.get(key);
      if (!row && mark.steps === 0) continue;
      if (!row || !isSame(row, mark)) this.#fail(`the mark of ${key} is not what its copies came to`);
      if (this.#netsOf(key) !== mark.sum)
        this.#fail(`the closed copies of ${key} do not add up to ${formatUnits(mark.sum)}`);
    }
    for (const key of rows.keys()) if (!this.#marks.has(String(key))) this.#fail(`a mark of nobody: ${key}`);
    for (const account of database.accountsOf(0n)) {
      if (account.kind !== 'clearing:share') continue;
      const wanted = account.realm === 'live' ? aside : 0n;
      if (units(account.available) !== wanted || units(account.locked) !== 0n)
        this.#fail(`${account.available} is set aside, not ${formatUnits(wanted)}`);
    }
    this.#payments();
  }

  /** From the orders and the nights as they are stored. */
  #netsOf(key: string): bigint {
    const { database } = this.#watch;
    let sum = 0n;
    for (const [id, order] of database.table('forex_orders')) {
      if (order.status !== 'closed' || order.close_price === null || order.follow_id === null) continue;
      const follow = database.table('follows').get(order.follow_id ?? null);
      if (`${follow?.user_id}/${follow?.trader_id}` !== key) continue;
      sum += units(order.result) - units(order.fee) - this.#nightsOf(id);
    }
    return sum;
  }

  #nightsOf(orderId: unknown): bigint {
    let sum = 0n;
    for (const night of this.#watch.database.table('forex_financing').values())
      if (night.order_id === orderId) sum += units(night.taken);
    return sum;
  }

  /** What traders got is what their followers' marks say was paid. */
  #payments(): void {
    const { database } = this.#watch;
    const got = new Map<string, bigint>();
    for (const entry of database.table('entries').values()) {
      const journal = database.table('journals').get(entry.journal_id ?? null);
      const account = database.table('ledger_accounts').get(entry.account_id ?? null);
      if (Number(journal?.reason) !== PAID || account?.owner_id === 0n) continue;
      if (account?.kind !== 'change') this.#fail(`paid to ${account?.kind} of ${account?.owner_id}`);
      const trader = String(account?.owner_id);
      got.set(trader, (got.get(trader) ?? 0n) + units(entry.available_change));
    }
    for (const [key, { paid }] of this.#marks) {
      const trader = key.slice(key.indexOf('/') + 1);
      got.set(trader, (got.get(trader) ?? 0n) - paid);
    }
    for (const [trader, rest] of got) if (rest !== 0n) this.#fail(`trader ${trader} got ${formatUnits(rest)} too much`);
  }
}

const isSame = (row: Row, { sum, high, aside, paid, steps, rate }: Mark): boolean =>
  units(row.cumulative) === sum &&
  units(row.high_water) === high &&
  units(row.accrued) === aside &&
  units(row.paid) === paid &&
  Number(row.steps) === steps &&
  units(row.share_rate) === rate;
