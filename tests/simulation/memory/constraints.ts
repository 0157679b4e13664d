// What the migrations hold the tables to, written a second time by hand: checks under their names in the database, and what the triggers refuse.
// Keys, unique values, types and what may be empty come from the descriptions; sums over journals are the ledger's.

import { readUnits } from '@fairtick/kernel/decimal';
import { USER_STANDING, USERS } from '@fairtick/server/domains/accounts/columns';
import { FOREX_FINANCING, FOREX_ORDERS, HOUSE_EXPOSURE } from '@fairtick/server/domains/forex/columns';
import { ENTRIES, JOURNALS, LEDGER_ACCOUNTS, OWNERS } from '@fairtick/server/domains/ledger/columns';
import { MICRO_ORDERS } from '@fairtick/server/domains/micro/columns';
import { LEDGER } from '@fairtick/server/domains/parts';
import { ACCEPTANCES } from '@fairtick/server/platform/acceptances/columns';
import { COMMAND_KEYS } from '@fairtick/server/platform/commands/keys-table';
import type { TableShape } from '@fairtick/server/platform/database/tables/meaning';
import { COPY_TABLES } from './copy-tables.ts';
import { FUND_TABLES } from './fund-tables.ts';
import { LOAN_TABLES } from './loan-tables.ts';
import { PEOPLE_TABLES } from './people-tables.ts';
import { broken, duplicate, type Row, SqlError, type Value } from './rows.ts';
import { WALLET_TABLES } from './wallet-tables.ts';

const CANCEL_CAUSES = [
  'user',
  'reset',
  'frozen',
  'break',
  'not_offered',
  'limit',
  'stop_out',
  'loss',
  'night',
  'house',
];

export interface Rules {
  readonly table: TableShape;
  /** By the constraint's name; broken where the answer is false, not where it is undefined (NULL). */
  readonly checks: Readonly<Record<string, (row: Row) => boolean | undefined>>;
  /** Unique values of some rows only, by the index's name: undefined where the row is none of them. */
  readonly partial?: Readonly<Record<string, (row: Row) => string | undefined>>;
  /** Throws when the row may not become the other. */
  readonly change?: (before: Row, after: Row) => void;
  /** Rows may give up what is unique among some: others may have it then. */
  readonly gives?: true;
  /** Written beside the pipeline too, or by batches of different owners: a write of one waits for whoever holds the row or its unique values. */
  readonly shared?: true;
}

const HOUSE: ReadonlySet<string> = new Set(LEDGER.houseKinds);
const USER: ReadonlySet<string> = new Set(LEDGER.userKinds);
const SETTLING = new Set(LEDGER.codes('settles'));
const ACCEPTING = new Set(LEDGER.codes('accepts'));
const FILLING = new Set(LEDGER.codes('fills'));
const AGREED = new Set([130, 131, 132, 134, 135]);

/** A decimal of eight places in whole units. */
export const units = (value: Value | undefined): bigint => {
  if (typeof value !== 'string') throw new Error(`not a decimal: ${String(value)}`);
  return readUnits(value);
};

/** The key of an owner's row. */
export const ownerKey = (id: Value | undefined, realm: Value | undefined): string => `${id}/${realm}`;

const whole = (value: Value | undefined): bigint => (typeof value === 'bigint' ? value : -1n);
const isNull = (value: Value | undefined): boolean => value === null || value === undefined;
const among = (value: Value | undefined, ...allowed: readonly Value[]): boolean | undefined =>
  isNull(value) ? undefined : allowed.includes(value ?? null);
const reference = (row: Row, reasons: ReadonlySet<number>): string | undefined =>
  reasons.has(Number(row.reason)) ? String(row.reference) : undefined;

const FOREX: Rules['checks'] = {
  forex_orders_quantity_check: (row) => units(row.quantity) > 0n,
  forex_orders_margin_check: (row) => units(row.margin) > 0n,
  forex_orders_fee_check: (row) => units(row.fee) >= 0n,
  forex_orders_held_check: (row) => units(row.held) >= 0n,
  forex_orders_stop_loss_check: (row) => units(row.stop_loss) >= 0n,
  forex_orders_take_profit_check: (row) => units(row.take_profit) >= 0n,
  forex_orders_target_kind_check: (row) => among(row.target_kind, 'limit', 'stop'),
  copied_whole: (row) => isNull(row.origin_id) === isNull(row.follow_id),
  copies_do_not_wait: (row) => isNull(row.origin_id) || isNull(row.target_kind),
  forex_orders_financing_nights_check: (row) => among(row.financing_nights, 'fx', 'weekdays', 'daily'),
  // A price by the status.
  forex_orders_check: (row) => (row.status === 'open' || row.status === 'closed') === !isNull(row.open_price),
  forex_orders_check1: (row) => (row.status === 'closed') === !isNull(row.close_reason),
  forex_orders_check2: (row) =>
    row.status === 'closed' && isNull(row.close_reason)
      ? undefined
      : (row.status === 'closed' && row.close_reason !== 'reset') === !isNull(row.close_price),
  forex_orders_check3: (row) =>
    (row.status === 'cancelled' || row.close_reason === 'reset') === !isNull(row.cancelled_time),
  forex_orders_why_cancelled: (row) => (row.status === 'cancelled') === !isNull(row.cancel_reason),
  forex_orders_cancel_reason_check: (row) => isNull(row.cancel_reason) || among(row.cancel_reason, ...CANCEL_CAUSES),
  // What is over holds nothing, and what is not has no result.
  forex_orders_check4: (row) => row.status === 'pending' || row.status === 'open' || units(row.held) === 0n,
  forex_orders_check5: (row) => row.status === 'closed' || units(row.result) === 0n,
  // Nights are counted from the opening.
  forex_orders_check6: (row) => isNull(row.open_price) === isNull(row.open_market_time),
  forex_orders_check7: (row) => isNull(row.open_price) === isNull(row.financed_through),
  forex_orders_check8: (row) =>
    isNull(row.financed_through) || isNull(row.open_market_time)
      ? undefined
      : whole(row.financed_through) >= whole(row.open_market_time),
};

/** Equal as SQL has it; NULL is equal to nothing, so a row comparison with NULL is not true. */
const differs = (a: Row, b: Row, columns: readonly string[]): boolean =>
  columns.some((name) => !isNull(a[name]) && !isNull(b[name]) && a[name] !== b[name]);

function changeForex(before: Row, after: Row): void {
  const backwards =
    differs(before, after, ['open_market_time']) ||
    (!isNull(after.financed_through) && whole(after.financed_through) < whole(before.financed_through));
  if (backwards) throw broken('financed_forward');
  const was = before.status;
  const final = was === 'cancelled' || was === 'closed';
  const reopened =
    was === 'open' &&
    (!(after.status === 'open' || after.status === 'closed') ||
      differs(before, after, ['open_price', 'open_tick', 'open_rate', 'open_time']) ||
      (before.open_rate_tick ?? null) !== (after.open_rate_tick ?? null));
  if (final || reopened) throw broken('order_final');
}

const MICRO: Rules['checks'] = {
  micro_orders_direction_check: (row) => among(row.direction, 'up', 'down'),
  micro_orders_stake_check: (row) => units(row.stake) > 0n,
  micro_orders_seconds_check: (row) => Number(row.seconds) > 0,
  micro_orders_profit_ratio_check: (row) => units(row.profit_ratio) > 0n,
  micro_orders_loss_level_check: (row) => among(row.loss_level, 0, 1),
  micro_orders_reserve_check: (row) => units(row.reserve) >= 0n,
  micro_orders_status_check: (row) => among(row.status, 'waiting', 'open', 'closed'),
  micro_orders_outcome_check: (row) => among(row.outcome, 'win', 'loss', 'tie', 'void', 'no_tick'),
  micro_orders_open_delay_check: (row) => Number(row.open_delay) >= 0,
  micro_orders_opening_check: (row) => {
    const opened = !isNull(row.open_price);
    if (opened === isNull(row.open_tick) || (row.status === 'waiting' && opened) || (row.status === 'open' && !opened))
      return false;
    if (row.outcome === 'no_tick' ? opened : among(row.outcome, 'win', 'loss', 'tie') === true && !opened) return false;
    if (isNull(row.armed_index)) return opened;
    return !opened || Number(row.open_tick) > Number(row.armed_index);
  },
  micro_orders_check: (row) => (row.status === 'closed') === !isNull(row.outcome),
  micro_orders_check1: (row) => (row.status === 'closed') === !isNull(row.closed_time),
  // Nothing is booked before the end.
  micro_orders_check2: (row) =>
    row.status === 'closed' || (units(row.result) === 0n && isNull(row.end_price) && isNull(row.end_tick)),
};

const positive = (value: Value | undefined): boolean | undefined => (isNull(value) ? undefined : units(value) > 0n);
const locked = (row: Row, bit: number, name: string): boolean =>
  ((Number(row.locks) & bit) !== 0) === new RegExp(`"${name}":\\{`).test(String(row.freezes));

const STANDING: Rules['checks'] = {
  user_standing_realm_check: (row) => row.realm === 'live',
  user_standing_country_check: (row) => (isNull(row.country) ? undefined : /^[A-Z]{2}$/.test(String(row.country))),
  user_standing_locks_check: (row) => Number(row.locks) >= 0 && Number(row.locks) <= 7,
  freezes_by_locks: (row) => locked(row, 1, 'withdrawals') && locked(row, 2, 'orders') && locked(row, 4, 'sign_in'),
  user_standing_check: (row) => isNull(row.freeze_ends) || Number(row.locks) !== 0,
  user_standing_loss_limit_check: (row) => positive(row.loss_limit),
  user_standing_loss_limit_next_check: (row) => positive(row.loss_limit_next),
  user_standing_check1: (row) => !isNull(row.loss_limit_from) || isNull(row.loss_limit_next),
  user_standing_actor_kind_check: (row) => among(row.actor_kind, 'system', 'user', 'staff'),
  user_standing_check2: (row) => (row.actor_kind === 'system') === (row.actor_id === 0n),
};

const outside = ({ kind }: Row): boolean => kind === 'external' || kind === 'external:house';

export const TABLES: readonly Rules[] = [
  {
    table: USERS,
    checks: {
      users_id_check: (row) => whole(row.id) > 0n,
    },
  },
  { table: USER_STANDING, checks: STANDING },
  { table: OWNERS, checks: {} },
  {
    table: LEDGER_ACCOUNTS,
    checks: {
      kind_known: (row) => (row.owner_id === 0n ? HOUSE : USER).has(String(row.kind)),
      available_not_negative: (row) => units(row.available) >= 0n || outside(row),
      external_not_positive: (row) => row.realm !== 'live' || !outside(row) || units(row.available) <= 0n,
      locked_not_negative: (row) => units(row.locked) >= 0n,
    },
  },
  {
    table: JOURNALS,
    checks: {
      journals_lines_check: (row) => Number(row.lines) >= 1,
      actor_known: (row) => {
        const kind = Number(row.actor_kind);
        return kind >= 0 && kind <= 2 && (kind === 0) === (row.actor_id === 0n);
      },
    },
    partial: {
      one_settlement_per_order: (row) => reference(row, SETTLING),
      one_acceptance_per_order: (row) => reference(row, ACCEPTING),
      one_fill_per_order: (row) => reference(row, FILLING),
      one_payout_per_loan: (row) => reference(row, new Set([40])),
      one_repayment_per_loan: (row) => reference(row, new Set([41])),
      one_credit_per_deposit: (row) => reference(row, new Set([100, 103])),
      one_reversal_per_deposit: (row) => reference(row, new Set([101])),
      one_hold_per_withdrawal: (row) => reference(row, new Set([110])),
      one_leaving_per_withdrawal: (row) => reference(row, new Set([111, 113, 114])),
      one_end_after_approval: (row) => reference(row, new Set([112, 115])),
      one_return_per_receipt: (row) => reference(row, new Set([116])),
      one_booking_per_receipt: (row) => reference(row, new Set([102])),
      one_purchase_per_subscription: (row) => reference(row, new Set([50])),
      one_end_per_subscription: (row) => reference(row, new Set([52, 53, 54])),
      one_journal_per_step: (row) => reference(row, new Set([30, 31, 32])),
      one_sending_back_per_receipt: (row) => reference(row, new Set([104])),
      one_journal_per_proposal: (row) =>
        reference(row, AGREED) ??
        (row.reason === 3 && row.owner_id === 0n && row.realm === 'live' ? String(row.reference) : undefined),
    },
  },
  {
    table: ENTRIES,
    checks: { entries_check: (row) => units(row.available_change) !== 0n || units(row.locked_change) !== 0n },
  },
  { table: COMMAND_KEYS, checks: {} },
  {
    table: ACCEPTANCES,
    checks: {
      acceptances_family_check: (row) => among(row.family, 'forex', 'micro'),
      acceptances_idx_check: (row) => (isNull(row.idx) ? undefined : whole(row.idx) >= 0n),
      acceptances_kind_check: (row) => among(row.kind, 'placed', 'stops', 'close', 'cancel', 'reset'),
      acceptances_time_check: (row) => whole(row.time) >= 0n,
      acceptances_tick_check: (row) => typeof row.tick === 'bigint' && row.tick >= -1n,
      acceptances_salt_check: (row) => row.salt instanceof Uint8Array && row.salt.length === 32,
      acceptances_check: (row) => row.family === 'forex' || row.kind === 'placed' || row.kind === 'reset',
    },
    partial: {
      one_placement_per_order: (row) => (row.kind === 'placed' ? String(row.order_id) : undefined),
      one_ending_per_order: (row) =>
        row.kind === 'close' || row.kind === 'cancel' || row.kind === 'reset' ? String(row.order_id) : undefined,
    },
  },
  {
    table: FOREX_ORDERS,
    checks: FOREX,
    partial: {
      one_copy_per_follower: (row) => (isNull(row.origin_id) ? undefined : `${row.origin_id}/${row.follow_id}`),
    },
    change: changeForex,
  },
  {
    table: FOREX_FINANCING,
    checks: {
      forex_financing_check: (row) => {
        const [amount, taken] = [units(row.amount), units(row.taken)];
        return amount > 0n ? taken >= 0n && taken <= amount : taken === amount;
      },
      forex_financing_times_check: (row) => among(row.times, 1, 3),
    },
  },
  {
    table: MICRO_ORDERS,
    checks: MICRO,
    change: (before, after) => {
      const reopened =
        before.status === 'open' &&
        (after.status === 'waiting' ||
          ['open_price', 'open_tick'].some((name) => (before[name] ?? null) !== (after[name] ?? null)));
      if (before.status === 'closed' || reopened) throw broken('order_final');
    },
  },
  {
    table: HOUSE_EXPOSURE,
    checks: {
      house_exposure_buy_units_check: (row) => units(row.buy_units) >= 0n,
      house_exposure_buy_value_check: (row) => units(row.buy_value) >= 0n,
      house_exposure_sell_units_check: (row) => units(row.sell_units) >= 0n,
      house_exposure_sell_value_check: (row) => units(row.sell_value) >= 0n,
    },
  },
  ...PEOPLE_TABLES,
  ...WALLET_TABLES,
  ...FUND_TABLES,
  ...LOAN_TABLES,
  ...COPY_TABLES,
];

/** In PostgreSQL's order: what may not be empty, then the checks by their names. */
export function checkRow(rules: Rules, row: Row): void {
  const { required, checks } = orderedOf(rules);
  for (const name of required)
    if (isNull(row[name])) throw new SqlError('23502', `${rules.table.name}.${name} is empty`);
  for (const [name, check] of checks) if (check(row) === false) throw broken(name);
}

interface Ordered {
  readonly required: readonly string[];
  readonly checks: readonly (readonly [string, Rules['checks'][string]])[];
}

const ordered = new WeakMap<Rules, Ordered>();

/** A table's rules in the order in which they are looked at. */
function orderedOf(rules: Rules): Ordered {
  const known = ordered.get(rules);
  if (known) return known;
  const made: Ordered = {
    required: Object.entries(rules.table.columns).flatMap(([name, { nullable }]) => (nullable ? [] : [name])),
    checks: Object.entries(rules.checks).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
  ordered.set(rules, made);
  return made;
}

/** `constraint:value` of each unique constraint beside the key that the row is part of. */
export function uniquesOf({ table, partial = {} }: Rules, row: Row): string[] {
  const found: string[] = [];
  // In the order in which the database looks: its indexes are as old as that.
  for (const [name, held] of Object.entries(partial)) {
    const value = held(row);
    if (value !== undefined) found.push(`${name}:${value}`);
  }
  for (const [name, columns] of Object.entries(table.unique))
    if (!columns.some((column) => isNull(row[column])))
      found.push(`${name}:${columns.map((one) => String(row[one])).join('/')}`);
  return found;
}

/** The error of a value that `uniquesOf` named and that is there already. */
export const taken = (unique: string): SqlError => duplicate(unique.slice(0, unique.indexOf(':')));
