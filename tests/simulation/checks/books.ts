// The whole database at once: what database/invariants.sql asks of PostgreSQL, asked of the tables in memory by loops of their own.

import type { ForexOrder, MicroOrder } from '@fairtick/engine/types';
import { OUTSIDE } from '@fairtick/server/domains/ledger/index';
import { LEDGER } from '@fairtick/server/domains/parts';
import { ownerKey, units } from '../memory/constraints.ts';
import { DAY_MS } from '../memory/entries.ts';
import type { Row, Value } from '../memory/rows.ts';
import { checkDeposits } from './deposits.ts';
import { checkLentBooks } from './lent-books.ts';
import { openingFault, settlementFault } from './micro.ts';
import { checkNotices } from './notices.ts';
import { checkPayouts, waitingOf } from './payouts.ts';
import type { Watch } from './watch.ts';

const SETTLING = new Set(LEDGER.codes('settles'));
/** What a key may cause once only: accepting an order, a demo account, a reset, a transfer, each step of a deposit and of a withdrawal. */
const ONCE = new Set([1, 2, 10, 11, 20, 100, 102, 103, 104, 110, 111, 112, 113, 114, 115, 120]);

interface Sum {
  available: bigint;
  locked: bigint;
}

export function checkBooks(watch: Watch, orders: readonly ForexOrder[], options: readonly MicroOrder[]): void {
  checkJournals(watch);
  checkOwners(watch);
  checkDays(watch);
  checkBalances(watch);
  checkHolds(watch);
  checkOrders(watch);
  checkExposure(watch);
  checkNotices(watch);
  checkPayouts(watch);
  checkDeposits(watch);
  checkLentBooks(watch);
  checkMirror(watch, orders, options);
}

function checkJournals(watch: Watch): void {
  const { database, fail } = watch;
  const sums = new Map<Value, { sum: bigint; lines: number }>();
  for (const entry of database.table('entries').values()) {
    const journal = entry.journal_id ?? null;
    const known = sums.get(journal) ?? { sum: 0n, lines: 0 };
    sums.set(journal, known);
    known.sum += units(entry.available_change) + units(entry.locked_change);
    known.lines += 1;
    const account = database.table('ledger_accounts').get(entry.account_id ?? null);
    const of = database.table('journals').get(journal);
    if (account?.realm !== of?.realm) fail('one realm a journal', String(journal));
    if (account?.owner_id !== 0n && account?.owner_id !== of?.owner_id) fail('one owner a journal', String(journal));
  }
  const byKey = new Map<string, number>();
  for (const [id, journal] of database.table('journals')) {
    const found = sums.get(id);
    if (found?.sum !== 0n || found.lines !== journal.lines) fail('every journal sums to zero', String(id));
    if (!ONCE.has(Number(journal.reason))) continue;
    const place = `${journal.idempotency_key}/${journal.reason}`;
    byKey.set(place, (byKey.get(place) ?? 0) + 1);
  }
  for (const [key, count] of byKey) if (count > 1) fail('one effect per key', `${key}: ${count}`);
}

/** What happened to an owner stands in one order: no gap, nothing twice, the version is the last number. */
function checkOwners(watch: Watch): void {
  const { database, fail } = watch;
  const numbers = new Map<string, number[]>();
  for (const [id, journal] of database.table('journals')) {
    const owner = ownerKey(journal.owner_id, journal.realm);
    if (!database.table('owners').has(owner)) fail('a journal has an owner', String(id));
    numbers.set(owner, [...(numbers.get(owner) ?? []), Number(journal.number)]);
    const actor = database.table('users').get(journal.actor_id ?? null);
    const [kind, nobody] = [Number(journal.actor_kind), journal.actor_id === 0n];
    if (kind === 1 ? !actor : nobody !== (kind === 0)) fail('an actor is known', String(id));
  }
  for (const [key, owner] of database.table('owners')) {
    const order = (numbers.get(String(key)) ?? []).sort((a, b) => a - b);
    if (order.length !== owner.version || order.some((number, at) => number !== at + 1))
      fail('what happens to an owner stands in one order', `${key}: ${order.join(' ')}, not up to ${owner.version}`);
  }
}

/** What trading came to on an owner's newest day and on the day before is what their lines of those days come to. */
function checkDays({ database, fail }: Watch): void {
  const results = new Map<string, bigint>();
  const [journals, accounts] = [database.table('journals'), database.table('ledger_accounts')];
  for (const entry of database.table('entries').values()) {
    const journal = journals.get(entry.journal_id ?? null);
    const reason = Number(journal?.reason);
    if (accounts.get(entry.account_id ?? null)?.owner_id === 0n || reason < 10 || reason > 29) continue;
    const key = `${ownerKey(journal?.owner_id, journal?.realm)} ${Math.floor(Number(journal?.time) / DAY_MS)}`;
    results.set(key, (results.get(key) ?? 0n) + units(entry.available_change) + units(entry.locked_change));
  }
  for (const [key, owner] of database.table('owners')) {
    const of = (day: number): bigint => results.get(`${key} ${day}`) ?? 0n;
    const day = Number(owner.day);
    if (units(owner.day_result) !== of(day) || units(owner.result_before) !== of(day - 1))
      fail("a day's result = sum of its entries", String(key));
  }
}

function checkBalances(watch: Watch): void {
  const { database, fail } = watch;
  const sums = new Map<Value, Sum>();
  for (const entry of database.table('entries').values()) {
    const account = entry.account_id ?? null;
    const sum = sums.get(account) ?? { available: 0n, locked: 0n };
    sums.set(account, sum);
    sum.available += units(entry.available_change);
    sum.locked += units(entry.locked_change);
  }
  const realms = new Map<Value, bigint>();
  for (const [id, account] of database.table('ledger_accounts')) {
    const available = units(account.available);
    const locked = units(account.locked);
    const sum = sums.get(id) ?? { available: 0n, locked: 0n };
    if (available !== sum.available || locked !== sum.locked) fail('balance = sum of entries', String(id));
    if (locked < 0n || (available < 0n && !OUTSIDE.has(String(account.kind)))) fail('nothing negative', String(id));
    realms.set(account.realm ?? null, (realms.get(account.realm ?? null) ?? 0n) + available + locked);
  }
  for (const [realm, sum] of realms) if (sum !== 0n) fail('a realm sums to zero', String(realm));
}

const add = (to: Map<string, bigint>, place: string, value: bigint): void =>
  void to.set(place, (to.get(place) ?? 0n) + value);

function checkHolds(watch: Watch): void {
  const { database, fail } = watch;
  const held = new Map<string, bigint>();
  for (const order of database.table('forex_orders').values())
    if (order.status === 'pending' || order.status === 'open')
      add(held, `${order.user_id}/forex/${order.realm}`, units(order.held));
  for (const option of database.table('micro_orders').values()) {
    if (option.status === 'closed') continue;
    add(held, `${option.user_id}/micro/${option.realm}`, units(option.stake));
    add(held, `0/micro/${option.realm}`, units(option.reserve));
  }
  for (const row of waitingOf(watch)) add(held, `${row.user_id}/change/${row.realm}`, units(row.number));
  for (const row of database.table('fund_subscriptions').values()) {
    if (row.status !== 'running' && row.status !== 'refunding') continue;
    add(held, `${row.user_id}/change/${row.realm}`, units(row.amount));
    const left = BigInt(Number(row.days) - Number(row.paid_days));
    add(held, `0/fund/${row.realm}`, units(row.day_profit) * left);
  }
  for (const account of database.table('ledger_accounts').values()) {
    const wanted = held.get(`${account.owner_id}/${account.kind}/${account.realm}`) ?? 0n;
    if (units(account.locked) !== wanted)
      fail('locked = sum of open holds', `${account.kind} of ${account.owner_id}: ${account.locked}, not ${wanted}`);
  }
}

function checkOrders(watch: Watch): void {
  const { database, fail } = watch;
  const settled = new Map<string, number>();
  for (const journal of database.table('journals').values())
    if (SETTLING.has(Number(journal.reason)))
      settled.set(String(journal.reference), (settled.get(String(journal.reference)) ?? 0) + 1);
  const check = (order: Row, final: boolean, moves: boolean): void => {
    const count = settled.get(String(order.id)) ?? 0;
    if (count > (final ? 1 : 0) || (count === 0 && final && moves))
      fail('one settlement per order', `${order.id}: ${count}`);
    if (database.table('users').get(order.user_id ?? null)?.realm !== order.realm)
      fail('an order in its realm', String(order.id));
  };
  for (const order of database.table('forex_orders').values())
    check(
      order,
      order.status === 'closed' || order.status === 'cancelled',
      // A loss of somebody who has nothing moves nothing, where protection has nothing either: each change's money is looked at by itself.
      order.status === 'cancelled' || units(order.result) > 0n,
    );
  for (const option of database.table('micro_orders').values()) check(option, option.status === 'closed', true);
}

function checkExposure(watch: Watch): void {
  const { database, fail } = watch;
  const sums = new Map<string, bigint>();
  for (const order of database.table('forex_orders').values()) {
    if (order.status !== 'open') continue;
    const place = `${order.realm}/${order.pair_id}/${order.side}`;
    const size = (units(order.quantity) * units(order.cont_num)) / 100_000_000n;
    const value = (size * units(order.open_price)) / 100_000_000n;
    add(sums, `${place}_units`, size);
    add(sums, `${place}_value`, value);
  }
  for (const row of database.table('house_exposure').values())
    for (const column of ['buy_units', 'buy_value', 'sell_units', 'sell_value'])
      add(sums, `${row.realm}/${row.pair_id}/${column}`, -units(row[column]));
  for (const [place, rest] of sums)
    if (rest !== 0n) fail('exposure = sum of open positions', `${place} is off by ${rest}`);
}

/** What the commands decided is what is stored; and what settled stays right by everything that was logged since. */
function checkMirror(watch: Watch, orders: readonly ForexOrder[], options: readonly MicroOrder[]): void {
  const { database, fail } = watch;
  if (orders.length !== database.table('forex_orders').size) fail('stored whole or not at all', 'forex orders');
  if (options.length !== database.table('micro_orders').size) fail('stored whole or not at all', 'options');
  for (const order of orders) {
    const row = database.table('forex_orders').get(order.id);
    const same =
      row !== undefined &&
      row.status === order.status &&
      units(row.held) === order.held &&
      units(row.result) === order.result &&
      units(row.stop_loss) === order.stopLoss &&
      units(row.take_profit) === order.takeProfit &&
      Number(row.armed_index) === order.armedIndex &&
      Number(row.close_tick ?? -1) === (order.close?.tickIndex ?? -1) &&
      Number(row.open_tick ?? -1) === (order.open?.tickIndex ?? -1);
    if (!same) fail('what was decided is stored', `order ${order.id}`);
  }
  for (const option of options) {
    const row = database.table('micro_orders').get(option.id);
    const opened = Number(row?.open_tick ?? -1) === (option.openTickIndex ?? -1);
    if (row?.status !== option.status || !opened || units(row.result) !== option.result)
      fail('what was decided is stored', `option ${option.id}`);
    const opening = option.status === 'waiting' || option.outcome === 'void' ? undefined : openingFault(watch, option);
    if (opening !== undefined) fail('no tick came after the log had passed', `option ${option.id} opened ${opening}`);
    if (option.status !== 'closed' || option.endPrice === undefined) continue;
    const wrong = settlementFault(watch, option);
    if (wrong !== undefined) fail('no tick came after the log had passed', `option ${option.id}: ${wrong}`);
  }
}
