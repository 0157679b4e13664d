// What the migrations hold money in and out to, written a second time by hand, for the simulation's database: checks, unique values, and which state may
// follow which.

import { hash } from 'node:crypto';
import { readUnits } from '@fairtick/kernel/decimal';
import {
  DEPOSITS,
  DESTINATIONS,
  RECEIPTS,
  WITHDRAWAL_APPROVALS,
  WITHDRAWALS,
} from '@fairtick/server/domains/wallet/columns';
import type { Rules } from './constraints.ts';
import { described } from './people-tables.ts';
import { broken, type Row, type Value } from './rows.ts';

const isNull = (value: Value | undefined): boolean => value === null || value === undefined;
const units = (value: Value | undefined): bigint => readUnits(String(value));
const isAmong = (value: Value | undefined, ...allowed: readonly Value[]): boolean => allowed.includes(value ?? null);
const CENT = 1_000_000n;
const isCents = (value: Value | undefined): boolean => units(value) % CENT === 0n;
const bothOrNone = (one: string, other: string) => (row: Row) => isNull(row[one]) === isNull(row[other]);
/** Filled exactly in these states. */
const filledIn =
  (columns: readonly string[], ...states: readonly string[]) =>
  (row: Row) =>
    columns.every((name) => isAmong(row.status, ...states) === !isNull(row[name]));

const destinations: Rules = {
  table: DESTINATIONS,
  checks: {
    destinations_check: (row) => (row.kind === 'coin') === (row.network !== ''),
    destinations_check1: (row) => (row.kind === 'coin') === (row.address !== ''),
    destinations_check2: (row) =>
      isAmong(row.wallet_kind, 'own', 'exchange', '') && (row.kind === 'coin' || row.wallet_kind === ''),
    destinations_check3: (row) => Number(row.usable_time) >= Number(row.bound_time),
    destinations_kind_check: (row) => isAmong(row.kind, 'coin', 'bank'),
    destinations_owner_check: (row) => isAmong(row.owner, 'me', 'other'),
    destinations_place_mac_check: (row) => row.place_mac instanceof Uint8Array && row.place_mac.length === 32,
    destinations_realm_check: (row) => row.realm === 'live',
  },
  partial: {
    destination_twice: (row) =>
      isNull(row.removed_time) && row.place_mac instanceof Uint8Array
        ? `${row.user_id}/${Buffer.from(row.place_mac).toString('hex')}`
        : undefined,
  },
  gives: true,
  change: (before, after) => {
    if (!isNull(before.removed_time) && before.removed_time !== after.removed_time) throw broken('ended_is_final');
  },
};

const FOLLOWS = new Set([
  ...['waiting waiting', 'approved approved', 'waiting approved', 'waiting rejected'],
  ...['waiting cancelled', 'approved paid', 'approved rejected', 'paid paid'],
]);
const BACK = ['back_receipt_id', 'back_credited', 'back_time', 'back_by'];
const TERMS = Object.entries(WITHDRAWALS.columns)
  .filter(([name, { changes }]) => !changes && name !== 'flags')
  .map(([name]) => name);

const withdrawals: Rules = {
  table: WITHDRAWALS,
  checks: {
    back_after_paid: (row) => isNull(row.back_receipt_id) || row.status === 'paid',
    back_cents: (row) => isNull(row.back_credited) || (units(row.back_credited) > 0n && isCents(row.back_credited)),
    back_whole: (row) => BACK.every((name) => isNull(row[name]) === isNull(row.back_receipt_id)),
    approved_before_paid: (row) => !isAmong(row.status, 'approved', 'paid') || !isNull(row.approved_time),
    claimed_before_paid: (row) => row.status !== 'paid' || !isNull(row.claimed_by),
    paid_by_who_took_it: (row) => isNull(row.paid_by) || row.paid_by === row.claimed_by,
    ended_once: filledIn(['ended_time'], 'rejected', 'cancelled'),
    paid_whole: filledIn(['paid_reference', 'paid_time', 'paid_by'], 'paid'),
    rejected_by_somebody: filledIn(['ended_by'], 'rejected'),
    rejected_for_a_reason: filledIn(['reason_code'], 'rejected'),
    returned_by_two: (row) =>
      row.status !== 'rejected' ||
      isNull(row.approved_time) ||
      (!isNull(row.nothing_sent_by) && row.nothing_sent_by !== row.ended_by),
    withdrawals_approvals_needed_check: (row) => isAmong(row.approvals_needed, 1, 2),
    withdrawals_check: (row) => units(row.fee) >= 0n && units(row.fee) < units(row.number) && isCents(row.fee),
    withdrawals_check1: bothOrNone('claimed_by', 'claimed_time'),
    withdrawals_check2: bothOrNone('nothing_sent_by', 'nothing_sent_time'),
    withdrawals_draw_rate_check: (row) => units(row.draw_rate) >= 0n,
    withdrawals_fee_type_check: (row) => isAmong(row.fee_type, 1, 2),
    withdrawals_kind_check: (row) => isAmong(row.kind, 'coin', 'bank'),
    withdrawals_number_check: (row) => units(row.number) > 0n && isCents(row.number),
    withdrawals_places_check: (row) => Number(row.places) >= 0 && Number(row.places) <= 8,
    withdrawals_real_number_check: (row) => units(row.real_number) > 0n,
    withdrawals_realm_check: (row) => row.realm === 'live',
    withdrawals_status_check: (row) => isAmong(row.status, 'waiting', 'approved', 'paid', 'rejected', 'cancelled'),
    withdrawals_usd_price_check: (row) => Number(row.usd_price) > 0,
  },
  partial: {
    payment_reference: (row) =>
      isNull(row.paid_reference) ? undefined : `${row.currency}/${row.network}/${row.paid_reference}`,
  },
  // A reference comes with the payment and stays: it is held from an update on.
  gives: true,
  change: (before, after) => {
    if (!FOLLOWS.has(`${before.status} ${after.status}`)) throw broken('withdrawal_states');
    const stays = Object.keys(after).every((name) => BACK.includes(name) || before[name] === after[name]);
    const comesBack = isNull(before.back_receipt_id) && !isNull(after.back_receipt_id);
    if (before.status === 'paid' && !(comesBack && stays)) throw broken('withdrawal_states');
    const changed = TERMS.some((name) => before[name] !== after[name]);
    if (changed || (!isNull(before.overdue_time) && before.overdue_time !== after.overdue_time))
      throw broken('withdrawal_terms');
  },
};

const receipts: Rules = {
  table: RECEIPTS,
  checks: {
    receipts_amount_check: (row) => Number(row.amount) > 0,
    receipts_booked_check: (row) => units(row.booked) > 0n && isCents(row.booked),
    receipts_rate_check: (row) => Number(row.rate) > 0,
    receipts_state_check: (row) => isAmong(row.state, 'free', 'matched', 'returning', 'returned'),
    receipts_terms_check: (row) => isNull(row.terms) || String(row.terms).startsWith('{'),
    sender_once: (row) => row.from_shown === '' || isNull(row.from_sealed),
    sent_once_returned: (row) => isNull(row.sent_reference) || (row.state === 'returned' && !isNull(row.taken_by)),
    taken_while_returning: (row) => isNull(row.taken_by) || isAmong(row.state, 'returning', 'returned'),
  },
  partial: {
    one_sending_back_per_payment: (row) =>
      isNull(row.sent_reference) ? undefined : `${row.currency}/${row.method}/${row.sent_reference}`,
  },
  gives: true,
  change: (before, after) => {
    const becomes = `${before.state} ${after.state}`;
    const may =
      (before.state === 'free' && after.state !== 'returned') ||
      becomes === 'returning free' ||
      (becomes === 'returning returning' && isNull(before.taken_by)) ||
      (becomes === 'returning returned' && before.taken_by === after.taken_by && !isNull(after.sent_reference));
    if (!may) throw broken('receipt_final');
  },
  shared: true,
};

const CREDITED = ['receipt_id', 'credited', 'credited_number', 'rate'] as const;
const deposits: Rules = {
  table: DEPOSITS,
  checks: {
    credited_cents: (row) => isNull(row.credited) || (units(row.credited) > 0n && isCents(row.credited)),
    credited_whole: filledIn(['receipt_id', 'credited', 'rate', 'credited_number'], 'credited', 'reversed'),
    decided_by_somebody: filledIn(['decided_time', 'decided_by'], 'credited', 'rejected', 'invalid', 'reversed'),
    deposits_check: bothOrNone('claimed_by', 'claimed_until'),
    deposits_held_for_check: (row) => isAmong(row.held_for, '', 'claimed_twice', 'unverified'),
    deposits_least_check: (row) => units(row.least) >= 0n,
    deposits_kind_check: (row) => isAmong(row.kind, 'coin', 'bank'),
    deposits_number_check: (row) => Number(row.number) > 0,
    deposits_realm_check: (row) => row.realm === 'live',
    deposits_status_check: (row) => isAmong(row.status, 'unchecked', 'credited', 'rejected', 'invalid', 'reversed'),
    refused_for_a_reason: filledIn(['reason_code'], 'rejected', 'invalid', 'reversed'),
  },
  partial: {
    one_proof_per_loan: (row) => (isNull(row.repays) || row.status !== 'unchecked' ? undefined : String(row.repays)),
  },
  change: (before, after) => {
    const stays = CREDITED.every((name) => before[name] === after[name]);
    const isReversal = before.status === 'credited' && after.status === 'reversed' && stays;
    if (before.status !== 'unchecked' && !isReversal) throw broken('deposit_final');
  },
  // Its receipt comes with the credit.
  gives: true,
  shared: true,
};

const EXPIRES_MS = 604_800_000n;

export const PROPOSALS = described('proposals', ['id'], {
  id: 'bigint*',
  kind: 'text',
  subject_kind: 'text',
  subject_id: 'text',
  payload: 'text',
  payload_hash: 'bytea',
  maker: 'bigint',
  made_time: 'bigint*',
  expires: 'bigint*',
  state: 'text*~',
  checker: 'bigint?*~',
  decided_time: 'bigint?*~',
  decided_reason: 'text*~',
});

const sha256 = (text: Value | undefined): string => hash('sha256', String(text), 'hex');

const proposals: Rules = {
  table: PROPOSALS,
  checks: {
    decided_in_time: (row) => isNull(row.decided_time) || Number(row.decided_time) < Number(row.expires),
    four_eyes: (row) => isNull(row.checker) || row.checker !== row.maker,
    proposals_check: (row) =>
      row.payload_hash instanceof Uint8Array && Buffer.from(row.payload_hash).toString('hex') === sha256(row.payload),
    proposals_check1: (row) =>
      (row.state === 'open') === isNull(row.checker) && (row.state === 'open') === isNull(row.decided_time),
    proposals_kind_check: (row) => /^[a-z][a-z_]{1,40}$/.test(String(row.kind)),
    proposals_payload_check: (row) => Buffer.byteLength(String(row.payload)) <= 262_144,
    proposals_state_check: (row) => isAmong(row.state, 'open', 'accepted', 'rejected'),
    proposals_subject_kind_check: (row) => isAmong(row.subject_kind, 'user', 'staff', 'setting', 'house'),
  },
  change: (before, after) => {
    if (before.state !== 'open' || after.state === 'open') throw broken('proposal_final');
  },
};

export const expiresOf = (made: bigint): bigint => made + EXPIRES_MS;

export const WALLET_TABLES: readonly Rules[] = [
  destinations,
  receipts,
  deposits,
  withdrawals,
  proposals,
  { table: WITHDRAWAL_APPROVALS, checks: {} },
];
