// What the staff decide about withdrawals (rules §9, money-staff.md H4, H8, H16), as pure decisions under the user's lock: approve, reject, take, give
// back, paid, nothing sent. No single person lets a large sum go, nobody pays what somebody else is paying, and what may have been sent is never freed.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ActKind } from '@fairtick/contract/staff/acts';
import type { Grant } from '@fairtick/contract/staff/matrix';
import type { WithdrawalFlag, WithdrawalReason } from '@fairtick/contract/staff/withdrawal-reasons';
import type { Id } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import type { NewAct } from '../../../platform/acts/table.ts';
import { freezeOf, minuteText } from '../../accounts/index.ts';
import { HOUSE } from '../../ledger/index.ts';
import { networkOf } from '../deposits/staff-rules.ts';
import type { Withdrawal } from '../types.ts';
import { freed, heldUntil } from './rules.ts';
import { type Decided, movedBy, NOTHING, tellOwner, usd, type WithdrawalState } from './state.ts';

/** Who decides, with the rights that they hold under lock. */
export interface Deciding {
  readonly id: Id;
  readonly key: string;
  readonly staffId: Id;
  may(grant: Grant): boolean;
}

export interface Approving extends Deciding {
  /** Whether this member may approve it now: whoever was dismissed since, or is linked to its user by now, has not. */
  counts(staffId: Id): boolean;
  /** Whether this member of staff is of compliance. */
  isCompliance(staffId: Id): boolean;
  /** How it was proven that a wallet is the user's own; empty where nothing is to be said. */
  readonly note: string;
}

/** Why, as its user reads it. */
export interface Reason {
  readonly code: WithdrawalReason;
  /** What the staff wrote beside it; may be empty. */
  readonly words: string;
  readonly told: (lang: string | undefined) => string;
}

const has = ({ flags }: Withdrawal, flag: WithdrawalFlag): boolean => flags.split(',').includes(flag);

const nowOf = (state: WithdrawalState, { userId }: Withdrawal): number => state.accounts.standing(userId).nowMs;

const actOf = (
  { id, userId, number }: Withdrawal,
  { staffId }: Deciding,
  kind: Extract<ActKind, `withdrawal_${string}`>,
  more: Readonly<Record<string, unknown>> = {},
): NewAct => ({
  ...{ kind, actor: { kind: 'staff', id: staffId }, subject: { kind: 'user', id: String(userId) } },
  contents: { withdrawal: String(id), amount: usd(number), ...more },
});

/**
 * Of somebody whose withdrawals are frozen nothing goes on (H16), nor within a day of a reset: it may be a thief's request. Nor of anybody while the
 * clients' pool is not known to hold what is theirs (H1). It waits, and its deadline runs.
 */
function heldBack({ accounts, wallet }: WithdrawalState, { userId }: Withdrawal): Refusal | undefined {
  const standing = accounts.standing(userId);
  const freeze = freezeOf(standing, 'withdrawals');
  if (freeze) return refuse('FROZEN', { reason: freeze.reason });
  const until = heldUntil(standing);
  if (until !== undefined) return refuse('DESTINATION_RESTS', { until: minuteText(until) });
  return wallet.paused ? refuse('WITHDRAWALS_PAUSED') : undefined;
}

/**
 * Of somebody whose loan is late nothing is let go that would leave less free than what is due: they repay, or take it back. What was let go before
 * that goes on.
 */
function owedFirst(state: WithdrawalState, { realm, userId }: Withdrawal): Refusal | undefined {
  const due = state.loans.overdue(userId, state.accounts.standing(userId).nowMs);
  const free = state.ledger.find(realm, userId, 'change')?.available ?? 0n;
  return due > free ? refuse('BORROWER_LATE', { due: usd(due) }) : undefined;
}

/** By whom, as an id: who says it to somebody puts the name in its place. */
const taken = (by: Id): Refusal => refuse('TAKEN_BY_OTHER', { name: String(by) });

const hasApproved = (state: WithdrawalState, id: Id, staffId: Id): boolean =>
  state.wallet.approvalsOf(id).some((one) => one.staffId === staffId);

/** In `status`, or why not. */
function inStatus(state: WithdrawalState, id: Id, status: Withdrawal['status']): Result<Withdrawal, Refusal> {
  const withdrawal = state.wallet.withdrawals.byId(id);
  if (!withdrawal) return err(refuse('ITEM_UNKNOWN'));
  return withdrawal.status === status ? ok(withdrawal) : err(refuse('ALREADY_DECIDED'));
}

/**
 * One person's yes. Alone where one is enough; else the first proposes and another one checks. With the last of them the money leaves the user's account.
 */
export function decideApproval(state: WithdrawalState, by: Approving): Decided {
  const found = inStatus(state, by.id, 'waiting');
  if (!found.ok) return found;
  const withdrawal = found.value;
  const { id, userId, number, approvalsNeeded } = withdrawal;
  const waits = heldBack(state, withdrawal) ?? owedFirst(state, withdrawal);
  if (waits) return err(waits);
  const before = state.wallet.approvalsOf(id).filter(({ staffId }) => by.counts(staffId));
  if (hasApproved(state, id, by.staffId)) return err(refuse('OWN_WORK'));
  const grant = approvalsNeeded === 1 ? 'do' : before.length === 0 ? 'propose' : 'check';
  if (!by.may(grant)) return err(refuse('NOT_ALLOWED'));
  const isLast = before.length + 1 >= approvalsNeeded;
  const looked = [by.staffId, ...before.map(({ staffId }) => staffId)].some((one) => by.isCompliance(one));
  if (isLast && has(withdrawal, 'payee_differs') && !looked) return err(refuse('COMPLIANCE_NEEDED'));
  if (isLast && has(withdrawal, 'own_wallet') && by.note === '') return err(refuse('REASON_REQUIRED'));
  const time = nowOf(state, withdrawal);
  const approvals = [{ withdrawalId: id, staffId: by.staffId, time }];
  const said = { of: approvalsNeeded, ...(by.note === '' ? {} : { note: by.note }) };
  const acts = [actOf(withdrawal, by, 'withdrawal_approved', said)];
  if (!isLast) return ok({ wallet: { approvals }, acts });
  return ok({
    wallet: { approvals, withdrawals: [{ ...withdrawal, status: 'approved', approvedTime: time }] },
    ledger: movedBy(state, withdrawal, {
      ...{ type: 'withdrawal_approved', key: by.key },
      postings: [
        { ownerId: userId, kind: 'change', locked: -number },
        { ownerId: HOUSE, kind: 'clearing:withdrawal', available: number },
      ],
    }),
    notices: [tellOwner(withdrawal, 'withdrawal_approved')],
    acts,
  });
}

/** Of what nobody has let go yet: what was held is free again. */
export function decideRejection(state: WithdrawalState, by: Deciding, reason: Reason): Decided {
  const found = inStatus(state, by.id, 'waiting');
  if (!found.ok) return found;
  const withdrawal = found.value;
  const { lang, nowMs } = state.accounts.standing(withdrawal.userId);
  const ended = { endedTime: nowMs, endedBy: by.staffId, reasonCode: reason.code, reason: reason.words };
  return ok({
    wallet: { withdrawals: [{ ...withdrawal, status: 'rejected', ...ended }] },
    ledger: movedBy(state, withdrawal, {
      type: 'withdrawal_rejected',
      key: by.key,
      postings: freed(withdrawal),
    }),
    notices: [tellOwner(withdrawal, 'withdrawal_rejected', { reason: reason.told(lang) })],
    acts: [actOf(withdrawal, by, 'withdrawal_rejected', { code: reason.code, words: reason.words })],
  });
}

/** Why this person may not pay it: they have approved it, where that takes two. */
const payerRefusal = (state: WithdrawalState, { id, approvalsNeeded }: Withdrawal, staffId: Id): Refusal | undefined =>
  approvalsNeeded === 2 && hasApproved(state, id, staffId) ? refuse('OWN_WORK') : undefined;

/** One person takes it before anything is sent: two who pay one row pay twice. Whoever said that nothing was sent of it is heard no more. */
export function decideClaim(state: WithdrawalState, by: Deciding): Decided {
  const found = inStatus(state, by.id, 'approved');
  if (!found.ok) return found;
  const withdrawal = found.value;
  if (withdrawal.claimedBy === by.staffId) return err(refuse('ALREADY_DECIDED'));
  if (withdrawal.claimedBy !== undefined) return err(taken(withdrawal.claimedBy));
  const refused = payerRefusal(state, withdrawal, by.staffId) ?? heldBack(state, withdrawal);
  if (refused) return err(refused);
  const claimed = { claimedBy: by.staffId, claimedTime: nowOf(state, withdrawal) };
  const unsaid = { nothingSentBy: undefined, nothingSentTime: undefined };
  return ok({
    wallet: { withdrawals: [{ ...withdrawal, ...claimed, ...unsaid }] },
    acts: [actOf(withdrawal, by, 'withdrawal_claimed')],
  });
}

/** The approved withdrawal that this person holds, or why not. */
function held(state: WithdrawalState, { id, staffId }: Deciding): Result<Withdrawal, Refusal> {
  const found = inStatus(state, id, 'approved');
  if (!found.ok) return found;
  const { claimedBy } = found.value;
  if (claimedBy === undefined) return err(refuse('CLAIM_FIRST'));
  return claimedBy === staffId ? found : err(taken(claimedBy));
}

/** Given back by who took it: nobody else knows whether they have sent anything. */
export function decideRelease(state: WithdrawalState, by: Deciding): Decided {
  const found = held(state, by);
  if (!found.ok) return found;
  return ok({
    wallet: { withdrawals: [{ ...found.value, claimedBy: undefined, claimedTime: undefined }] },
    acts: [actOf(found.value, by, 'withdrawal_released')],
  });
}

export interface Paying extends Deciding {
  /** Of the payment outside, as `readPayment` writes it. */
  readonly reference: string;
  /** The withdrawal that the same payment has paid already; undefined where there is none. */
  readonly paidBefore: Id | undefined;
}

/** Whether an earlier command of the batch has said the same payment of another one, or of money that went back. */
const isPaidHere = ({ wallet }: WithdrawalState, { id, currency, network }: Withdrawal, reference: string): boolean =>
  wallet.withdrawals
    .changed()
    .some(
      (one) => one.id !== id && one.paidReference === reference && one.currency === currency && one.network === network,
    ) ||
  wallet.receipts
    .changed()
    .some((one) => one.sentReference === reference && one.currency === currency && networkOf(one) === network);

/**
 * Was sent, by who has taken it. The fee stays with the house, the rest leaves the clients' pool, which must hold it. Said again with the same reference
 * it changes nothing. What is frozen by now is said all the same: it may have been sent before.
 */
export function decidePaid(state: WithdrawalState, by: Paying): Decided {
  const known = state.wallet.withdrawals.byId(by.id);
  if (known?.status === 'paid' && known.paidReference === by.reference && known.paidBy === by.staffId)
    return ok(NOTHING);
  const found = held(state, by);
  if (!found.ok) return found;
  const withdrawal = found.value;
  const refused = payerRefusal(state, withdrawal, by.staffId);
  if (refused) return err(refused);
  if (by.paidBefore !== undefined || isPaidHere(state, withdrawal, by.reference)) return err(refuse('PAYMENT_USED'));
  const { realm, number, fee } = withdrawal;
  const pool = state.ledger.find(realm, HOUSE, 'external');
  assert(pool !== undefined, 'the clients’ pool is loaded');
  if (pool.available + number - fee > 0n) return err(refuse('POOL_SHORT', { held: usd(-pool.available) }));
  const paid = { paidBy: by.staffId, paidReference: by.reference, paidTime: nowOf(state, withdrawal) };
  return ok({
    wallet: { withdrawals: [{ ...withdrawal, status: 'paid', ...paid }] },
    ledger: movedBy(state, withdrawal, {
      ...{ type: 'withdrawal_paid', key: by.key },
      postings: [
        { ownerId: HOUSE, kind: 'clearing:withdrawal', available: -number },
        { ownerId: HOUSE, kind: 'external', available: number - fee },
        { ownerId: HOUSE, kind: 'fees', available: fee },
      ],
    }),
    notices: [tellOwner(withdrawal, 'withdrawal_paid')],
    acts: [actOf(withdrawal, by, 'withdrawal_paid', { reference: by.reference })],
  });
}

/**
 * Nothing was sent, which takes two people to say: the first of them is who has taken it, where somebody has. With the second one's word the money is
 * its user's again. Never by one alone: what may have been sent must not be freed.
 */
export function decideNothingSent(state: WithdrawalState, by: Deciding, reason: Reason): Decided {
  const found = inStatus(state, by.id, 'approved');
  if (!found.ok) return found;
  const withdrawal = found.value;
  const { userId, number, claimedBy, nothingSentBy } = withdrawal;
  const { lang, nowMs } = state.accounts.standing(userId);
  if (nothingSentBy === undefined) {
    if (claimedBy !== undefined && claimedBy !== by.staffId) return err(taken(claimedBy));
    if (!by.may('do')) return err(refuse('NOT_ALLOWED'));
    return ok({
      wallet: { withdrawals: [{ ...withdrawal, nothingSentBy: by.staffId, nothingSentTime: nowMs }] },
      acts: [actOf(withdrawal, by, 'withdrawal_not_sent', { words: reason.words })],
    });
  }
  if (nothingSentBy === by.staffId) return err(refuse('OWN_WORK'));
  const ended = { endedTime: nowMs, endedBy: by.staffId, reasonCode: reason.code, reason: reason.words };
  return ok({
    wallet: { withdrawals: [{ ...withdrawal, status: 'rejected', ...ended }] },
    ledger: movedBy(state, withdrawal, {
      ...{ type: 'withdrawal_returned', key: by.key },
      postings: [
        { ownerId: userId, kind: 'change', available: number },
        { ownerId: HOUSE, kind: 'clearing:withdrawal', available: -number },
      ],
    }),
    notices: [tellOwner(withdrawal, 'withdrawal_returned', { reason: reason.told(lang) })],
    acts: [actOf(withdrawal, by, 'withdrawal_returned', { words: reason.words, first: String(nothingSentBy) })],
  });
}
