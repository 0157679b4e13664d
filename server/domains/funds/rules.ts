// Fund products as pure decisions (rules §11, loans-funds.md §5, §6, §9): the principal stays its user's own and locked, the whole interest is set aside at
// the purchase, each full day is paid once, and whoever redeems early pays the penalty that the purchase named. All times are the database's.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { readPositive } from '@fairtick/contract/typed-number';
import { FUND_DAY_MS, fundDayProfit, fundDaysAt, fundPenalty, fundWhole } from '@fairtick/engine/funds';
import { PAYMENT_PLACES } from '@fairtick/engine/payments';
import type { Realm } from '@fairtick/engine/types';
import { type Amount, amount, formatUnits, max } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { ChangeBase } from '../../platform/commands/books.ts';
import type { UserNotice } from '../../platform/commands/command.ts';
import { type AccountsState, openingRefusal } from '../accounts/index.ts';
import { type Accounts, HOUSE, type LedgerChange, LedgerDraft } from '../ledger/index.ts';
import type { Income, Subscription } from './columns.ts';
import { type FundsChange, type FundsState, isRunning } from './part.ts';
import type { FundProduct } from './settings.ts';

/** Of one user: so that a list stays one. */
const RUNNING_LIMIT = 200;
/** So many missed days are paid in one decision; the rest by the next. */
const DAYS_AT_ONCE = 31;
const HOUR_MS = 3_600_000;

export interface FundState {
  readonly accounts: AccountsState;
  readonly ledger: Accounts;
  readonly funds: FundsState;
  /** Of a user whom the command names there: what they owe of a loan's principal; 0 where nothing is. */
  readonly loans: { principalOwed(userId: Id): Amount };
  newId(): Id;
}

export interface FundChange extends ChangeBase {
  readonly funds?: FundsChange;
  readonly ledger?: LedgerChange;
}

export const NOTHING: FundChange = {};
const usd = (units: bigint): string => formatUnits(units, 2);

/** A purchase as it was typed. */
export interface Purchase {
  readonly realm: Realm;
  readonly userId: Id;
  readonly key: string;
  readonly productId: number;
  readonly amount: string;
  /** By which the app knew the terms that it showed; empty where it showed none. */
  readonly terms: string;
}

type Bought = Result<{ readonly change: FundChange; readonly subscription: Subscription }, Refusal>;

function amountOf(typed: string, { min, max }: FundProduct, running: readonly Subscription[]): Result<Amount, Refusal> {
  const read = readPositive('amount', typed, PAYMENT_PLACES);
  if (!read.ok) return read;
  if (read.value < min) return err(refuse('AMOUNT_BELOW_MIN', { min: usd(min) }));
  if (read.value > max) return err(refuse('AMOUNT_ABOVE_MAX', { max: usd(max) }));
  const left = max - running.reduce((sum, one) => sum + one.amount, 0n);
  return read.value > left ? err(refuse('FUND_LIMIT', { left: usd(left > 0n ? left : 0n) })) : ok(amount(read.value));
}

/** Refused FUND_SOLD_OUT where the whole interest can't be set aside. */
export function decidePurchase(state: FundState, purchase: Purchase): Bought {
  const { realm, userId, key } = purchase;
  const barred = openingRefusal(state, userId, 'funds');
  if (barred) return err(barred);
  const { settings, subscriptions, nowMs } = state.funds;
  const product = settings.products.find(({ id, sold }) => id === purchase.productId && sold);
  if (!product) return err(refuse('FUND_UNKNOWN'));
  if (purchase.terms !== '' && purchase.terms !== product.terms) return err(refuse('FUND_TERMS_CHANGED'));
  const running = subscriptions.active(userId);
  if (running.length >= RUNNING_LIMIT) return err(refuse('TOO_MANY_ORDERS', { max: String(RUNNING_LIMIT) }));
  const bought = amountOf(
    purchase.amount,
    product,
    running.filter(({ productId }) => productId === product.id),
  );
  if (!bought.ok) return bought;
  const dayProfit = fundDayProfit(bought.value, product);
  if (dayProfit === 0n) return err(refuse('FUND_NO_PROFIT'));
  const whole = fundWhole(dayProfit, product.days);
  const draft = draftOf(state, { realm, key });
  const { available } = draft.account(userId, 'change');
  if (bought.value > available)
    return err(refuse('BALANCE_INSUFFICIENT', { needed: usd(bought.value), free: usd(available) }));
  const owed = state.loans.principalOwed(userId);
  const beside = max(amount(0n), amount(available - owed));
  if (owed > 0n && bought.value > beside) return err(refuse('LOAN_PRINCIPAL_HELD', { free: usd(beside) }));
  if (whole > draft.account(HOUSE, 'fund').available) return err(refuse('FUND_SOLD_OUT'));
  const subscription: Subscription = {
    ...{ id: state.newId(), realm, userId, productId: product.id, title: JSON.stringify(product.title) },
    ...{ amount: bought.value, percent: amount(product.percent), damages: amount(product.damages), days: product.days },
    ...{ dayProfit, penalty: fundPenalty(bought.value, product), subTime: nowMs, status: 'running', paidDays: 0 },
    ...{ nextDue: nowMs + FUND_DAY_MS, confirmTime: undefined, endedTime: undefined },
  };
  draft.post('fund_bought', subscription.id, [
    { ownerId: userId, kind: 'change', available: -bought.value, locked: bought.value },
    { ownerId: HOUSE, kind: 'fund', available: -whole, locked: whole },
  ]);
  const change = { funds: { subscriptions: [subscription] }, ledger: { journals: draft.journals } };
  return ok({ change, subscription });
}

const draftOf = (
  { ledger, funds, newId }: Pick<FundState, 'ledger' | 'funds' | 'newId'>,
  { realm, key }: { readonly realm: Realm; readonly key: string },
): LedgerDraft => new LedgerDraft({ accounts: ledger, realm, time: funds.nowMs, key, newId: () => newId() });

interface Paid {
  readonly subscription: Subscription;
  readonly income: readonly Income[];
}

/**
 * Pays the full days that are behind and not paid, each by a journal of its own; with the last of the term the principal comes back. `most`: so many days
 * at most.
 */
function payDays(draft: LedgerDraft, before: Subscription, nowMs: number, most: number): Paid {
  const { id, userId, dayProfit, subTime, days } = before;
  const through = Math.min(fundDaysAt(subTime, days, nowMs), before.paidDays + most);
  const income: Income[] = [];
  for (let day = before.paidDays + 1; day <= through; day += 1) {
    draft.post('fund_income', id, [
      { ownerId: userId, kind: 'change', available: dayProfit },
      { ownerId: HOUSE, kind: 'fund', locked: -dayProfit },
    ]);
    const journal = draft.journals.at(-1)?.number ?? 0;
    income.push({ subId: id, day, amount: dayProfit, dueTime: subTime + day * FUND_DAY_MS, paidTime: nowMs, journal });
  }
  const paidDays = Math.max(before.paidDays, through);
  if (paidDays < days)
    return { subscription: { ...before, paidDays, nextDue: subTime + (paidDays + 1) * FUND_DAY_MS }, income };
  draft.post('fund_matured', id, [
    { ownerId: userId, kind: 'change', available: before.amount, locked: -before.amount },
  ]);
  const ended = { status: 'finished', nextDue: undefined, confirmTime: undefined, endedTime: nowMs } as const;
  return { subscription: { ...before, paidDays, ...ended }, income };
}

const changeOf = (draft: LedgerDraft, { subscription, income }: Paid): FundChange => ({
  funds: { subscriptions: [subscription], income },
  ledger: { journals: draft.journals },
});

/** What is due of it now: interest of full days, and at the end of the term the principal. Nothing where nothing is. */
export function decideDue(state: FundState, { id }: { readonly id: Id }): FundChange {
  const before = state.funds.subscriptions.byId(id);
  if (!before || !isRunning(before)) return NOTHING;
  const { nowMs } = state.funds;
  if (fundDaysAt(before.subTime, before.days, nowMs) <= before.paidDays) return NOTHING;
  const draft = draftOf(state, { realm: before.realm, key: `system:fund:${id}:${before.paidDays + 1}` });
  const paid = payDays(draft, before, nowMs, DAYS_AT_ONCE);
  const notices = paid.subscription.status === 'finished' ? [told(before, 'fund_finished')] : [];
  return { ...changeOf(draft, paid), notices };
}

const told = (one: Subscription, kind: 'fund_finished' | 'fund_redeemed'): UserNotice => ({
  ...{ userId: one.userId, kind, orderId: undefined, cause: `fund:${one.id}` },
  params: { amount: usd(kind === 'fund_finished' ? one.amount : one.amount - one.penalty) },
});

/**
 * The user redeems early. Days that are behind are paid first, and a term that has ended by them pays in full: then there is nothing left to redeem, and
 * it costs nothing.
 */
export function decideRedemption(
  state: FundState,
  { id, userId, key }: { readonly id: Id; readonly userId: Id; readonly key: string },
): Bought {
  const before = state.funds.subscriptions.byId(id);
  if (before?.userId !== userId) return err(refuse('SUBSCRIPTION_UNKNOWN'));
  if (before.status !== 'running') return err(refuse('SUBSCRIPTION_NOT_RUNNING'));
  const { nowMs, settings } = state.funds;
  const draft = draftOf(state, { realm: before.realm, key });
  const paid = payDays(draft, before, nowMs, before.days);
  if (paid.subscription.status === 'finished')
    return ok({ change: changeOf(draft, paid), subscription: paid.subscription });
  const after: Subscription =
    settings.redemptionHours === 0
      ? redeemed(draft, paid.subscription, nowMs)
      : { ...paid.subscription, status: 'refunding', confirmTime: nowMs + settings.redemptionHours * HOUR_MS };
  return ok({ change: changeOf(draft, { ...paid, subscription: after }), subscription: after });
}

/** The principal less the penalty is free again, and what was set aside for days that do not come goes back, the penalty with it. */
function redeemed(draft: LedgerDraft, one: Subscription, nowMs: number): Subscription {
  const { id, userId, penalty } = one;
  const unpaid = fundWhole(one.dayProfit, one.days - one.paidDays);
  draft.post('fund_redeemed', id, [
    { ownerId: userId, kind: 'change', available: one.amount - penalty, locked: -one.amount },
    { ownerId: HOUSE, kind: 'fund', available: penalty + unpaid, locked: -unpaid },
  ]);
  return { ...one, status: 'refunded', nextDue: undefined, confirmTime: undefined, endedTime: nowMs };
}

/** A redemption that waits is confirmed: by the staff, or by time once it has waited long enough. Nothing where none waits, or not yet by time. */
export function decideConfirmation(
  state: FundState,
  { id, by }: { readonly id: Id; readonly by: 'staff' | 'time' },
): FundChange {
  const before = state.funds.subscriptions.byId(id);
  if (before?.status !== 'refunding') return NOTHING;
  const { nowMs } = state.funds;
  if (by === 'time' && nowMs < (before.confirmTime ?? 0)) return NOTHING;
  const draft = draftOf(state, { realm: before.realm, key: `system:fund:${id}:redeemed` });
  const paid = payDays(draft, before, nowMs, before.days);
  if (paid.subscription.status === 'finished')
    return { ...changeOf(draft, paid), notices: [told(before, 'fund_finished')] };
  const subscription = redeemed(draft, paid.subscription, nowMs);
  return { ...changeOf(draft, { ...paid, subscription }), notices: [told(before, 'fund_redeemed')] };
}

/** Ends what a demo user has running, without a penalty: the balances are brought back by the reset itself. */
export function resetFunds(draft: LedgerDraft, running: readonly Subscription[], nowMs: number): Subscription[] {
  return running.map((one) => {
    const unpaid = fundWhole(one.dayProfit, one.days - one.paidDays);
    draft.post('fund_reset', one.id, [
      { ownerId: one.userId, kind: 'change', available: one.amount, locked: -one.amount },
      { ownerId: HOUSE, kind: 'fund', available: unpaid, locked: -unpaid },
    ]);
    return { ...one, status: 'reset', nextDue: undefined, confirmTime: undefined, endedTime: nowMs };
  });
}
