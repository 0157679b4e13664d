// What the tables of money in and out hold, described once: columns, types, and where each value stands in a row's object.

import { columnsOf } from '../../platform/database/tables/column.ts';
import { Table } from '../../platform/database/tables/table.ts';
import {
  AMOUNT,
  BYTES,
  COIN,
  ID,
  INT4,
  RATE,
  REALM,
  smallOf,
  textOf,
  UNITS,
  WHOLE,
} from '../../platform/database/tables/types.ts';
import type { Approval, Deposit, Destination, Receipt, Withdrawal } from './types.ts';

const destination = columnsOf<Destination>();

export const DESTINATIONS = new Table('destinations', ['id'], {
  id: destination.fixed(ID, 'id'),
  realm: destination.fixed(REALM, 'realm'),
  user_id: destination.fixed(ID, 'userId'),
  kind: destination.fixed(textOf<Destination['kind']>(), 'kind'),
  currency: destination.fixed(textOf(), 'currency'),
  network: destination.fixed(textOf(), 'network'),
  address: destination.fixed(textOf(), 'address'),
  tag: destination.fixed(textOf(), 'tag'),
  details_sealed: destination.fixed(BYTES, 'detailsSealed'),
  place_mac: destination.fixed(BYTES, 'placeMac'),
  label: destination.fixed(textOf(), 'label'),
  owner: destination.fixed(textOf<Destination['owner']>(), 'owner'),
  wallet_kind: destination.fixed(textOf<Destination['walletKind']>(), 'walletKind'),
  bound_time: destination.fixed(WHOLE, 'boundTime'),
  usable_time: destination.fixed(WHOLE, 'usableTime'),
  removed_time: destination.changing.optional(WHOLE, 'removedTime'),
});

const receipt = columnsOf<Receipt>();

export const RECEIPTS = new Table(
  'receipts',
  ['id'],
  {
    id: receipt.fixed(ID, 'id'),
    method: receipt.fixed(textOf(), 'method'),
    reference: receipt.fixed(textOf(), 'reference'),
    currency: receipt.fixed(textOf(), 'currency'),
    amount: receipt.fixed(COIN, 'amount'),
    from_shown: receipt.fixed(textOf(), 'fromShown'),
    from_sealed: receipt.fixed.optional(BYTES, 'fromSealed'),
    seen_time: receipt.fixed(WHOLE, 'seenTime'),
    seen_by: receipt.fixed(ID, 'seenBy'),
    confirmations: receipt.changing.optional(INT4, 'confirmations'),
    booked: receipt.fixed(AMOUNT, 'booked'),
    rate: receipt.fixed(RATE, 'rate'),
    rate_tick: receipt.fixed.optional(WHOLE, 'rateTick'),
    terms: receipt.fixed.optional(textOf(), 'terms'),
    state: receipt.changing(textOf<Receipt['state']>(), 'state'),
    taken_by: receipt.changing.optional(ID, 'takenBy'),
    sent_reference: receipt.changing.optional(textOf(), 'sentReference'),
  },
  { one_receipt: ['method', 'reference'] },
);

const deposit = columnsOf<Deposit>();

export const DEPOSITS = new Table(
  'deposits',
  ['id'],
  {
    id: deposit.fixed(ID, 'id'),
    realm: deposit.fixed(REALM, 'realm'),
    user_id: deposit.fixed(ID, 'userId'),
    kind: deposit.fixed(textOf<Deposit['kind']>(), 'kind'),
    option_id: deposit.fixed(INT4, 'optionId'),
    currency: deposit.fixed(textOf(), 'currency'),
    network: deposit.fixed(textOf(), 'network'),
    place: deposit.fixed(textOf(), 'place'),
    number: deposit.fixed(COIN, 'number'),
    proof: deposit.fixed.optional(textOf(), 'proof'),
    txid: deposit.fixed(textOf(), 'txid'),
    assigned: deposit.fixed.optional(ID, 'assigned'),
    repays: deposit.fixed.optional(ID, 'repays'),
    least: deposit.fixed(AMOUNT, 'least'),
    status: deposit.changing(textOf<Deposit['status']>(), 'status'),
    submitted_time: deposit.fixed(WHOLE, 'submittedTime'),
    held_for: deposit.changing(textOf<Deposit['heldFor']>(), 'heldFor'),
    claimed_by: deposit.changing.optional(ID, 'claimedBy'),
    claimed_until: deposit.changing.optional(WHOLE, 'claimedUntil'),
    receipt_id: deposit.changing.optional(ID, 'receiptId'),
    credited_number: deposit.changing.optional(COIN, 'creditedNumber'),
    rate: deposit.changing.optional(RATE, 'rate'),
    rate_tick: deposit.changing.optional(WHOLE, 'rateTick'),
    credited: deposit.changing.optional(AMOUNT, 'credited'),
    reason_code: deposit.changing.optional(textOf(), 'reasonCode'),
    reason: deposit.changing.optional(textOf(), 'reason'),
    decided_time: deposit.changing.optional(WHOLE, 'decidedTime'),
    decided_by: deposit.changing.optional(ID, 'decidedBy'),
  },
  { deposits_proof_key: ['proof'], one_credit_per_receipt: ['receipt_id'] },
);

const withdrawal = columnsOf<Withdrawal>();

export const WITHDRAWALS = new Table(
  'withdrawals',
  ['id'],
  {
    id: withdrawal.fixed(ID, 'id'),
    realm: withdrawal.fixed(REALM, 'realm'),
    user_id: withdrawal.fixed(ID, 'userId'),
    kind: withdrawal.fixed(textOf<Withdrawal['kind']>(), 'kind'),
    currency: withdrawal.fixed(textOf(), 'currency'),
    network: withdrawal.fixed(textOf(), 'network'),
    protocol: withdrawal.fixed(textOf(), 'protocol'),
    places: withdrawal.fixed(smallOf(), 'places'),
    fee_type: withdrawal.fixed(smallOf<1 | 2>(), 'feeType'),
    draw_rate: withdrawal.fixed(AMOUNT, 'drawRate'),
    usd_price: withdrawal.fixed(RATE, 'usdPrice'),
    rate_tick: withdrawal.fixed.optional(WHOLE, 'rateTick'),
    destination_id: withdrawal.fixed(ID, 'destinationId'),
    number: withdrawal.fixed(AMOUNT, 'number'),
    fee: withdrawal.fixed(AMOUNT, 'fee'),
    real_number: withdrawal.fixed(UNITS, 'received'),
    memo: withdrawal.fixed(textOf(), 'memo'),
    status: withdrawal.changing(textOf<Withdrawal['status']>(), 'status'),
    approvals_needed: withdrawal.fixed(smallOf<1 | 2>(), 'approvalsNeeded'),
    request_time: withdrawal.fixed(WHOLE, 'requestTime'),
    deadline: withdrawal.fixed(WHOLE, 'deadline'),
    overdue_time: withdrawal.changing.optional(WHOLE, 'overdueTime'),
    approved_time: withdrawal.changing.optional(WHOLE, 'approvedTime'),
    claimed_by: withdrawal.changing.optional(ID, 'claimedBy'),
    claimed_time: withdrawal.changing.optional(WHOLE, 'claimedTime'),
    paid_by: withdrawal.changing.optional(ID, 'paidBy'),
    paid_reference: withdrawal.changing.optional(textOf(), 'paidReference'),
    paid_time: withdrawal.changing.optional(WHOLE, 'paidTime'),
    nothing_sent_by: withdrawal.changing.optional(ID, 'nothingSentBy'),
    nothing_sent_time: withdrawal.changing.optional(WHOLE, 'nothingSentTime'),
    ended_time: withdrawal.changing.optional(WHOLE, 'endedTime'),
    ended_by: withdrawal.changing.optional(ID, 'endedBy'),
    reason_code: withdrawal.changing.optional(textOf(), 'reasonCode'),
    reason: withdrawal.changing.optional(textOf(), 'reason'),
    flags: withdrawal.fixed(textOf(), 'flags'),
    back_receipt_id: withdrawal.changing.optional(ID, 'backReceiptId'),
    back_credited: withdrawal.changing.optional(AMOUNT, 'backCredited'),
    back_time: withdrawal.changing.optional(WHOLE, 'backTime'),
    back_by: withdrawal.changing.optional(ID, 'backBy'),
  },
  { one_payment_back_per_receipt: ['back_receipt_id'] },
);

const approval = columnsOf<Approval>();

export const WITHDRAWAL_APPROVALS = new Table('withdrawal_approvals', ['withdrawal_id', 'staff_id'], {
  withdrawal_id: approval.fixed(ID, 'withdrawalId'),
  staff_id: approval.fixed(ID, 'staffId'),
  time: approval.fixed(WHOLE, 'time'),
});
