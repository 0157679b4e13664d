// What a user decides about their own withdrawals, and what time does (rules §9, money-staff.md H2, H4, H10, H16), as pure decisions under the user's
// lock. All times are the database's. What the staff decide is staff-rules.ts.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { readNotNegative, readPositive } from '@fairtick/contract/typed-number';
import { PAYMENT_PLACES, withdrawalFee, withdrawalReceived } from '@fairtick/engine/payments';
import type { Realm } from '@fairtick/engine/types';
import { type Amount, amount, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import { freezeOf, minuteText, type Standing } from '../../accounts/index.ts';
import { isOfTerms } from '../destinations/rules.ts';
import { type MoneyRate, moneyRate } from '../rates.ts';
import type { CurrencyOut } from '../settings.ts';
import type { Destination, Withdrawal } from '../types.ts';
import { flagsOf, type Known } from './flags.ts';
import {
  type Decided,
  movedBy,
  NOTHING,
  tellOwner,
  usd,
  type WithdrawalChange,
  type WithdrawalState,
} from './state.ts';

const DAY_MS = 86_400_000;
/** What arrives may be so much less than the app showed, in thousandths. */
const SHOWN_TOLERANCE = 5n;
const MEMO_MOST = 200;

/** As it is typed; what is known of the user beside their records of the batch is read before. */
export interface WithdrawalRequest {
  readonly realm: Realm;
  readonly userId: Id;
  readonly key: string;
  readonly currencyId: number;
  /** USD. */
  readonly number: string;
  readonly memo: string;
  readonly destinationId: Id;
  /** What the app showed to arrive, in the currency; empty where it showed none. */
  readonly shown: string;
  readonly known: Known;
  /** The place has become one of ours since it was bound. */
  readonly isOurs: boolean;
}

/** Requests of the last 24 hours that have left the account, or may. */
const lastDay = (state: WithdrawalState, userId: Id, nowMs: number): Withdrawal[] =>
  state.wallet.withdrawals
    .active(userId)
    .filter(
      ({ requestTime, status }) =>
        requestTime > nowMs - DAY_MS && (status === 'waiting' || status === 'approved' || status === 'paid'),
    );

/** After a reset nothing leaves for a day, as to a new destination. */
export const heldUntil = ({ holdUntil, nowMs }: Pick<Standing, 'holdUntil' | 'nowMs'>): number | undefined =>
  holdUntil !== undefined && nowMs < holdUntil ? holdUntil : undefined;

/** Who may not withdraw now, whatever and whereto. */
function personRefusal(standing: Standing): Refusal | undefined {
  if (!standing.real) return refuse('REAL_ONLY');
  if (standing.verifiedTime === undefined) return refuse('NOT_VERIFIED');
  const freeze = freezeOf(standing, 'withdrawals');
  if (freeze) return refuse('FROZEN', { reason: freeze.reason });
  const until = heldUntil(standing);
  return until === undefined ? undefined : refuse('DESTINATION_RESTS', { until: minuteText(until) });
}

function readAmount(typed: string, { min, max }: CurrencyOut): Result<Amount, Refusal> {
  const read = readPositive('number', typed, PAYMENT_PLACES);
  if (!read.ok) return read;
  if (read.value < min) return err(refuse('AMOUNT_BELOW_MIN', { min: usd(min) }));
  if (read.value > max) return err(refuse('AMOUNT_ABOVE_MAX', { max: usd(max) }));
  return ok(amount(read.value));
}

function findDestination(
  state: WithdrawalState,
  { userId, destinationId }: WithdrawalRequest,
  terms: CurrencyOut,
): Result<Destination, Refusal> {
  const found = state.wallet.destinations.byId(destinationId);
  if (found?.userId !== userId || found.removedTime !== undefined || !isOfTerms(found, terms))
    return err(refuse('DESTINATION_UNKNOWN'));
  return state.accounts.standing(userId).nowMs < found.usableTime
    ? err(refuse('DESTINATION_RESTS', { until: minuteText(found.usableTime) }))
    : ok(found);
}

function rateNow(state: WithdrawalState, { currency }: CurrencyOut): Result<MoneyRate, Refusal> {
  const source = state.wallet.settings.rates.get(currency);
  return source ? moneyRate(source, state.market) : err(refuse('CURRENCY_UNKNOWN'));
}

interface Sum {
  readonly fee: Amount;
  /** In units of 1e-8 of the currency. */
  readonly received: bigint;
}

/** Refuses FEE_EATS_AMOUNT where nothing arrives, and RATE_OLD where over half a percent less would than was shown, with the new figure. */
function sumOf(
  number: Amount,
  usdPrice: MoneyRate['usdPrice'],
  terms: CurrencyOut,
  shown: string,
): Result<Sum, Refusal> {
  const fee = withdrawalFee(number, terms);
  const received = withdrawalReceived(number, { ...terms, usdPrice });
  if (received === undefined) return err(refuse('FEE_EATS_AMOUNT', { fee: usd(fee) }));
  if (shown === '') return ok({ fee, received });
  const read = readNotNegative('shown', shown, terms.places);
  if (!read.ok) return read;
  if (received * 1_000n < read.value * (1_000n - SHOWN_TOLERANCE))
    return err(refuse('RATE_OLD', undefined, { real_number: formatUnits(received, terms.places) }));
  return ok({ fee, received });
}

/**
 * Takes a request: the amount is held at once, terms, rate and destination are those of this moment (H3, H10). Two people must approve from the limit on,
 * counted over the user's last 24 hours, so that nobody splits a sum; what was cancelled or rejected does not count.
 */
export function decideRequest(
  state: WithdrawalState,
  request: WithdrawalRequest,
): Result<{ readonly change: WithdrawalChange; readonly withdrawal: Withdrawal }, Refusal> {
  const { userId, realm, key } = request;
  const standing = state.accounts.standing(userId);
  const barred = personRefusal(standing);
  if (barred) return err(barred);
  const { currencies, limits } = state.wallet.settings;
  const terms = currencies.find(({ id }) => id === request.currencyId);
  if (!terms) return err(refuse('CURRENCY_UNKNOWN'));
  const number = readAmount(request.number, terms);
  if (!number.ok) return number;
  const destination = findDestination(state, request, terms);
  if (!destination.ok) return destination;
  if (request.isOurs) return err(refuse('DESTINATION_OURS'));
  const rate = rateNow(state, terms);
  if (!rate.ok) return rate;
  const sum = sumOf(number.value, rate.value.usdPrice, terms, request.shown);
  if (!sum.ok) return sum;
  const day = lastDay(state, userId, standing.nowMs);
  const asked = day.reduce((total, one) => total + one.number, 0n);
  if (asked + number.value > limits.day) {
    const left = limits.day > asked ? limits.day - asked : 0n;
    return err(refuse('DAILY_LIMIT', { left: usd(left) }));
  }
  const change = state.ledger.find(realm, userId, 'change');
  assert(change !== undefined, 'a real user has an account for money that no product uses');
  if (number.value > change.available)
    return err(refuse('BALANCE_INSUFFICIENT', { needed: usd(number.value), free: usd(change.available) }));
  // Nothing of it is taken, but it stays until its loan is repaid.
  const overdue = state.loans.overdue(userId, standing.nowMs);
  if (overdue > 0n && number.value + overdue > change.available)
    return err(refuse('LOAN_OVERDUE', { due: usd(overdue) }));
  const { kind, currency, network, protocol, places, feeType, drawRate } = terms;
  const withdrawal: Withdrawal = {
    ...{ id: state.newId(), realm, userId, kind, currency, network, protocol, places, feeType, drawRate },
    ...{ usdPrice: rate.value.usdPrice, rateTick: rate.value.tick, destinationId: destination.value.id },
    ...{ number: number.value, ...sum.value, memo: typedLine(request.memo).slice(0, MEMO_MOST) },
    status: 'waiting',
    approvalsNeeded: asked + number.value >= limits.twoPeople ? 2 : 1,
    requestTime: standing.nowMs,
    deadline: standing.nowMs + DAY_MS,
    ...NOTHING_YET,
    flags: flagsOf({
      ...{ standing, destination: destination.value, number: number.value, available: change.available },
      ...{ askedBefore: day.length, ofDay: asked + number.value, travel: limits.travel, known: request.known },
    }).join(','),
  };
  const ledger = movedBy(state, withdrawal, {
    ...{ type: 'withdrawal', key },
    postings: [{ ownerId: userId, kind: 'change', available: -withdrawal.number, locked: withdrawal.number }],
  });
  return ok({ change: { ledger, wallet: { withdrawals: [withdrawal] } }, withdrawal });
}

const NOTHING_YET = {
  overdueTime: undefined,
  approvedTime: undefined,
  claimedBy: undefined,
  claimedTime: undefined,
  paidBy: undefined,
  paidReference: undefined,
  paidTime: undefined,
  nothingSentBy: undefined,
  nothingSentTime: undefined,
  endedTime: undefined,
  endedBy: undefined,
  backReceiptId: undefined,
  backCredited: undefined,
  backTime: undefined,
  backBy: undefined,
  reasonCode: undefined,
  reason: undefined,
} as const;

/** Taken back by its user while nobody has approved it; also while withdrawals are frozen, since it only frees what is theirs. */
export function decideCancel(
  state: WithdrawalState,
  { id, userId, key }: { readonly id: Id; readonly userId: Id; readonly key: string },
): Decided {
  const withdrawal = state.wallet.withdrawals.byId(id);
  if (withdrawal?.userId !== userId || withdrawal.status !== 'waiting') return err(refuse('WITHDRAWAL_NOT_WAITING'));
  const endedTime = state.accounts.standing(userId).nowMs;
  return ok({
    wallet: { withdrawals: [{ ...withdrawal, status: 'cancelled', endedTime }] },
    ledger: movedBy(state, withdrawal, { type: 'withdrawal_cancelled', key, postings: freed(withdrawal) }),
  });
}

/** What was held is free again. */
export const freed = ({ userId, number }: Withdrawal) =>
  [{ ownerId: userId, kind: 'change', available: number, locked: -number }] as const;

/** 24 hours after the request, and nobody was paid: found once, and never taken back. Its user is told; the staff by whoever finds it. */
export function decideOverdue(state: WithdrawalState, id: Id): WithdrawalChange {
  const withdrawal = state.wallet.withdrawals.byId(id);
  if (!withdrawal || withdrawal.overdueTime !== undefined) return NOTHING;
  if (withdrawal.status !== 'waiting' && withdrawal.status !== 'approved') return NOTHING;
  const { nowMs } = state.accounts.standing(withdrawal.userId);
  if (nowMs < withdrawal.deadline) return NOTHING;
  return {
    wallet: { withdrawals: [{ ...withdrawal, overdueTime: nowMs }] },
    notices: [tellOwner(withdrawal, 'withdrawal_overdue')],
  };
}
