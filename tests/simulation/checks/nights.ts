// Overnight financing, worked out anew: each night of each order once, by the terms, and never before the 17:00 it is for. With a calendar of its
// own: 17:00 in New York is the one of two hours of UTC at which a clock there says so.

import type { ForexOrder } from '@fairtick/engine/types';
import { units } from '../memory/constraints.ts';
import type { Row } from '../memory/rows.ts';
import type { Moment } from './moment.ts';
import { plainFinancing } from './plain.ts';
import type { Watch } from './watch.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' });

/** UTC ms of 17:00 New York on a date (days since 1970): it is 21:00 or 22:00 UTC. */
function eveningOf(day: number): number {
  const summer = day * DAY_MS + 21 * HOUR_MS;
  return Number(clock.format(summer)) === 17 ? summer : summer + HOUR_MS;
}

/** Thursday was day 0. */
function timesOf(order: ForexOrder, day: number): number {
  const weekday = (day + 4) % 7;
  if (order.terms.financingNights === 'daily') return 1;
  if (weekday === 0 || weekday === 6) return 0;
  return order.terms.financingNights === 'fx' && weekday === 3 ? 3 : 1;
}

function daysBetween(order: ForexOrder, fromMs: number, throughMs: number): number[] {
  const days: number[] = [];
  for (let day = Math.floor(fromMs / DAY_MS) - 1; eveningOf(day) <= throughMs; day += 1)
    if (eveningOf(day) > fromMs && timesOf(order, day) > 0) days.push(day);
  return days;
}

/** Nights in the making: their sums, their rate and its tick, and that they follow one another. */
export function checkNights({ watch, state, change, tag }: Moment): void {
  const through = new Map<bigint, number>();
  for (const charge of change.forex?.financing ?? []) {
    const order = state.forex.byId(charge.orderId);
    const fail = (what: string): void =>
      watch.fail('a night by the terms', `order ${charge.orderId} by ${tag.name}: ${what}`);
    const rate = order && watch.log.rate(order.terms, charge.tickIndex);
    if (!order?.open || !rate) {
      fail('no position, or no rate');
      continue;
    }
    const evening = eveningOf(charge.night);
    if (charge.times !== timesOf(order, charge.night)) fail(`${charge.times}-fold`);
    if (charge.rate !== rate.rate || charge.rateTickIndex !== rate.tick?.logIndex) fail('the rate is its tick’s');
    if (charge.amount !== plainFinancing(order, charge.times, rate.rate)) fail(`${charge.amount}`);
    if (charge.taken > charge.amount || (charge.amount > 0n ? charge.taken < 0n : charge.taken !== charge.amount))
      fail(`${charge.taken} moved`);
    const after = through.get(order.id) ?? order.financedThrough ?? 0;
    if (daysBetween(order, after, evening - 1).length > 0 || evening <= after) fail('nights in order');
    if (evening > charge.time) fail('not before its 17:00');
    through.set(order.id, evening);
  }
}

/**
 * Of everything stored: one row an order and night. None is missing once a tick at or after its 17:00 was dealt, except of a credit that the
 * house could not pay.
 */
export function checkAllNights(watch: Watch, orders: readonly ForexOrder[]): number {
  const { database, fail } = watch;
  const taken = new Map<unknown, Row[]>();
  for (const row of database.table('forex_financing').values())
    taken.set(row.order_id, [...(taken.get(row.order_id) ?? []), row]);
  const newest = watch.log.tick(watch.log.size - 1);
  let count = 0;
  for (const order of orders) {
    const rows = taken.get(order.id) ?? [];
    const nights = rows.map(({ night }) => Number(night));
    count += nights.length;
    if (order.openMarketTime === undefined || order.terms.financingRate === 0n) {
      if (nights.length > 0) fail('one charge per order and night', `order ${order.id} has nights and no rate`);
      continue;
    }
    // A position ends at its closing; a reset ends it without asking for what its last tick had not yet taken.
    const end = order.close?.time ?? order.cancelledTime ?? newest?.receivedTime ?? 0;
    const all = daysBetween(order, order.openMarketTime, end);
    const wanted = order.cancelledTime === undefined ? all : all.slice(0, nights.length);
    const given = nights.sort((a, b) => a - b);
    const unpaid = order.terms.financingRate < 0n && order.status === 'open' && given.length < wanted.length;
    if (given.join() !== (unpaid ? wanted.slice(0, given.length) : wanted).join())
      fail('one charge per order and night', `order ${order.id}: ${given.join(' ')}, not ${wanted.join(' ')}`);
  }
  checkMoney(watch, taken);
  return count;
}

/** What the rows say has moved is what the journals of that type moved. */
function checkMoney({ database, fail }: Watch, taken: ReadonlyMap<unknown, readonly Row[]>): void {
  const moved = new Map<unknown, bigint>();
  const journals = database.table('journals');
  const accounts = database.table('ledger_accounts');
  for (const entry of database.table('entries').values()) {
    const journal = journals.get(entry.journal_id ?? null);
    if (Number(journal?.reason) !== 15 || accounts.get(entry.account_id ?? null)?.owner_id === 0n) continue;
    const sum = units(entry.available_change) + units(entry.locked_change);
    moved.set(journal?.reference, (moved.get(journal?.reference) ?? 0n) - sum);
  }
  for (const orderId of new Set([...moved.keys(), ...taken.keys()])) {
    const said = (taken.get(orderId) ?? []).reduce((sum, row) => sum + units(row.taken), 0n);
    if (said !== (moved.get(orderId) ?? 0n)) fail('a night moves what it says', `order ${orderId}`);
  }
}
