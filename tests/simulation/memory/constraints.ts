// What the migrations hold the tables to, row by row: checks, keys and the triggers of final orders. Sums over journals are the ledger's.

import { readUnits } from '@fairtick/kernel/decimal';
import { LEDGER } from '@fairtick/server/domains/parts';
import { broken, type Row, type Value } from './rows.ts';

export interface Rules {
  readonly name: string;
  key(row: Row): Value;
  /** Constraint name and value of each unique index that the row is part of. */
  uniques(row: Row): readonly (readonly [string, string])[];
  /** Throws what PostgreSQL would. */
  check(row: Row): void;
  /** Throws when the row may not become the other. */
  change(before: Row, after: Row): void;
}

const HOUSE: ReadonlySet<string> = new Set(LEDGER.houseKinds);
const USER: ReadonlySet<string> = new Set(LEDGER.userKinds);
const SETTLING = new Set(LEDGER.codes('settles'));
const ACCEPTING = new Set(LEDGER.codes('accepts'));
const FILLING = new Set(LEDGER.codes('fills'));

export const units = (value: Value | undefined): bigint => {
  if (typeof value !== 'string') throw broken('not_null');
  return readUnits(value);
};

const whole = (value: Value | undefined): bigint => (typeof value === 'bigint' ? value : -1n);
const isNull = (value: Value | undefined): boolean => value === null || value === undefined;
const need = (holds: boolean, constraint: string): void => {
  if (!holds) throw broken(constraint);
};
const never = (): void => {
  throw broken('append_only');
};

function checkForex(row: Row): void {
  const status = row.status;
  const reset = row.close_reason === 'reset';
  need(units(row.quantity) > 0n, 'quantity_positive');
  need(units(row.margin) > 0n, 'margin_positive');
  need(units(row.fee) >= 0n && units(row.held) >= 0n, 'fee_and_held_not_negative');
  need(units(row.stop_loss) >= 0n && units(row.take_profit) >= 0n, 'stops_not_negative');
  need(isNull(row.target_kind) || row.target_kind === 'limit' || row.target_kind === 'stop', 'target_kind');
  need((status === 'open' || status === 'closed') === !isNull(row.open_price), 'open_price_by_status');
  need((status === 'closed') === !isNull(row.close_reason), 'close_reason_by_status');
  need((status === 'closed' && !reset) === !isNull(row.close_price), 'close_price_by_status');
  need((status === 'cancelled' || reset) === !isNull(row.cancelled_time), 'cancelled_time_by_status');
  need(status === 'pending' || status === 'open' || units(row.held) === 0n, 'final_holds_nothing');
  need(status === 'closed' || units(row.result ?? '0') === 0n, 'result_only_when_closed');
  need(isNull(row.open_price) === isNull(row.open_market_time), 'open_market_time_by_status');
  need(isNull(row.open_price) === isNull(row.financed_through), 'financed_through_by_status');
  need(isNull(row.open_price) || whole(row.financed_through) >= whole(row.open_market_time), 'financed_after_opening');
}

/** Equal as SQL has it; NULL is equal to nothing, so a row comparison with NULL is not true. */
const differs = (a: Row, b: Row, columns: readonly string[]): boolean =>
  columns.some((name) => {
    const [x, y] = [a[name], b[name]];
    if (isNull(x) || isNull(y)) return false;
    return typeof x === 'string' && typeof y === 'string' ? readUnits(x, 12) !== readUnits(y, 12) : x !== y;
  });

function changeForex(before: Row, after: Row): void {
  const was = before.status;
  const is = after.status;
  need(was !== 'cancelled' && was !== 'closed', 'order_final');
  need(!(was === 'pending' && is === 'closed'), 'order_final');
  if (was !== 'open') return;
  need(before.open_market_time === after.open_market_time, 'financed_forward');
  need(whole(after.financed_through) >= whole(before.financed_through), 'financed_forward');
  need(is === 'open' || is === 'closed', 'order_final');
  need(!differs(before, after, ['open_price', 'open_tick', 'open_rate', 'open_time']), 'order_final');
  need((before.open_rate_tick ?? null) === (after.open_rate_tick ?? null), 'order_final');
}

function checkMicro(row: Row): void {
  const closed = row.status === 'closed';
  need(closed || row.status === 'open', 'micro_status');
  need(units(row.stake) > 0n && units(row.profit_ratio) > 0n && units(row.reserve) >= 0n, 'micro_amounts');
  need(typeof row.seconds === 'number' && row.seconds > 0, 'seconds_positive');
  need(closed === !isNull(row.outcome), 'outcome_by_status');
  need(closed === !isNull(row.closed_time), 'closed_time_by_status');
  need(
    closed || (units(row.result ?? '0') === 0n && isNull(row.end_price) && isNull(row.end_tick)),
    'nothing_booked_before_the_end',
  );
}

const byId = (row: Row): Value => row.id ?? null;
export const ownerKey = (id: Value | undefined, realm: Value | undefined): string => `${id}/${realm}`;

export const TABLES: readonly Rules[] = [
  { name: 'users', key: byId, uniques: (row) => [['users_uid_key', String(row.uid)]], check: () => {}, change: never },
  {
    name: 'owners',
    key: (row) => ownerKey(row.id, row.realm),
    uniques: () => [],
    check: () => {},
    change: never,
  },
  {
    name: 'ledger_accounts',
    key: byId,
    uniques: (row) => [['one_account', `${row.owner_id}/${row.realm}/${row.kind}/${row.currency}`]],
    check: (row) => need((row.owner_id === 0n ? HOUSE : USER).has(String(row.kind)), 'kind_known'),
    change: (_before, after) => {
      need(units(after.available) >= 0n || after.kind === 'external', 'available_not_negative');
      need(units(after.locked) >= 0n, 'locked_not_negative');
    },
  },
  {
    name: 'journals',
    key: byId,
    uniques: (row) => {
      const reason = Number(row.reason);
      const reference = String(row.reference);
      const number: [string, string] = ['one_journal_per_number', `${ownerKey(row.owner_id, row.realm)}/${row.number}`];
      if (SETTLING.has(reason)) return [number, ['one_settlement_per_order', reference]];
      if (ACCEPTING.has(reason)) return [number, ['one_acceptance_per_order', reference]];
      return FILLING.has(reason) ? [number, ['one_fill_per_order', reference]] : [number];
    },
    check: (row) => {
      need(Number(row.lines) >= 1, 'lines_positive');
      const [kind, id] = [Number(row.actor_kind), row.actor_id];
      need(kind >= 0 && kind <= 2 && (kind === 0) === (id === 0n), 'actor_known');
    },
    change: never,
  },
  {
    name: 'entries',
    key: (row) => `${row.journal_id}/${row.line}`,
    uniques: () => [],
    check: (row) => need(units(row.available_change) !== 0n || units(row.locked_change) !== 0n, 'entry_moves'),
    change: never,
  },
  {
    name: 'command_keys',
    key: (row) => `${row.owner_id}/${row.key}`,
    uniques: () => [],
    check: (row) => need(typeof row.answer === 'string' && row.answer.startsWith('{'), 'answer_is_json'),
    change: never,
  },
  { name: 'forex_orders', key: byId, uniques: () => [], check: checkForex, change: changeForex },
  {
    name: 'forex_financing',
    key: (row) => `${row.order_id}/${row.night}`,
    uniques: () => [],
    check: (row) => {
      const [amount, taken] = [units(row.amount), units(row.taken)];
      need(amount > 0n ? taken >= 0n && taken <= amount : taken === amount, 'taken_by_amount');
      need(row.times === 1 || row.times === 3, 'times');
    },
    change: never,
  },
  {
    name: 'micro_orders',
    key: byId,
    uniques: () => [],
    check: checkMicro,
    change: (before) => need(before.status !== 'closed', 'order_final'),
  },
  {
    name: 'house_exposure',
    key: (row) => `${row.realm}/${row.pair_id}`,
    uniques: () => [],
    check: () => {},
    change: () => {},
  },
];
