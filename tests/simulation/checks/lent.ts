// Loans and fund products, held against their rules anew and by hand: each change of one command before it is applied.

import type { Id } from '@fairtick/kernel/ids';
import type { Change } from '@fairtick/server/domains/parts';
import { units } from '../memory/constraints.ts';
import { TWO_PEOPLE } from '../memory/loan-tables.ts';
import { DAY_MS, type PlainTerms, plainCost, plainShare, termsOf } from './lent-sums.ts';
import type { Moment } from './moment.ts';
import { checkMayOpen, countryOf, isShutOut } from './standing.ts';
import type { Watch } from './watch.ts';

const CENT = 1_000_000n;
type Fail = (rule: string, what?: string) => void;
type Loan = NonNullable<Change['loans']>[number];
type Subscription = NonNullable<NonNullable<Change['funds']>['subscriptions']>[number];

const CREDITS = ['deposit_credit', 'proposal_decide'];
/** By which commands a loan, and a subscription, comes from one state into another. */
const LOAN_BY: Readonly<Record<string, readonly string[]>> = {
  '1 1': ['loan_decide'],
  '1 2': ['loan_decide'],
  '1 3': ['loan_decide'],
  '1 7': ['loan_cancel'],
  '2 2': ['loan_overdue', 'loan_due_soon'],
  '2 5': ['loan_repay'],
  '4 4': ['loan_overdue'],
  '4 5': CREDITS,
  '4 2': [...CREDITS, 'deposit_reject', 'deposit_nothing_came'],
};
const FUND_BY: Readonly<Record<string, readonly string[]>> = {
  'nothing running': ['fund_buy'],
  'running running': ['fund_due'],
  'running finished': ['fund_due', 'fund_refund'],
  'running refunding': ['fund_refund'],
  'running refunded': ['fund_refund'],
  'running reset': ['resetForexDemoAccount'],
  'refunding refunding': ['fund_due'],
  'refunding finished': ['fund_due', 'fund_confirm', 'fund_redeemed'],
  'refunding refunded': ['fund_confirm', 'fund_redeemed'],
  'refunding reset': ['resetForexDemoAccount'],
};

export function checkLent(moment: Moment): void {
  const { change, batch } = moment;
  checkPrincipal(moment);
  checkOwedFirst(moment);
  for (const after of change.funds?.subscriptions ?? []) checkSubscription(moment, after);
  for (const after of change.loans ?? []) {
    checkLoan(moment, after);
    batch.lent.set(after.userId, after);
  }
}

function checkLoan(moment: Moment, after: Loan) {
  const { watch, state, tag, change } = moment;
  const before = state.loans.running(after.userId);
  const fail: Fail = (rule, what = '') =>
    watch.fail(rule, `loan ${after.id} (${tag.name}, ${before?.status} to ${after.status}) ${what}`);
  if (before?.id !== after.id || !tag.owners.includes(after.userId)) return fail("one's own loans");
  if (!LOAN_BY[`${before.status} ${after.status}`]?.includes(tag.name)) fail('a loan by its own command');
  const { nowMs } = state.accounts.standing(after.userId);
  const journals = (change.ledger?.journals ?? []).filter(({ reference }) => reference === after.id);
  const moves = before.status !== after.status && (after.status === 2 ? before.status === 1 : after.status === 5);
  if (journals.length !== (moves ? 1 : 0)) fail('money moves as a loan is paid out and repaid', `${journals.length}`);
  if (before.status === 1 && after.status === 2) checkPayOut(moment, after, fail);
  if (after.overdueTime !== before.overdueTime && (before.dueTime ?? Infinity) >= nowMs) fail('late once it is due');
  if (after.status !== 5) return undefined;
  // Of what a proof says the moment is that of the proof.
  const at = before.status === 4 ? before.proofTime : nowMs;
  const cost = plainCost(before, before.paidOutTime ?? 0, at ?? 0);
  if (after.interest !== cost.interest || after.penalty !== cost.penalty)
    fail(
      'a loan costs what its terms give',
      `${after.interest} + ${after.penalty}, not ${cost.interest} + ${cost.penalty}`,
    );
}

function checkPayOut(moment: Moment, after: Loan, fail: Fail): void {
  const { watch, state, batch } = moment;
  const { userId, amount, paidOutTime, dueTime, period } = after;
  const { nowMs, verifiedTime } = state.accounts.standing(userId);
  if (paidOutTime !== nowMs || dueTime !== nowMs + period * DAY_MS) fail('the days begin when it is paid out');
  if (verifiedTime === undefined || countryOf(watch, userId, batch) !== 'HK' || isShutOut(watch, userId, batch))
    fail('to whom it may be lent');
  const excluded = watch.database.table('loan_exclusions').get(userId)?.until;
  if (typeof excluded === 'bigint' && excluded > nowMs) fail('whoever keeps themselves from loans gets none');
  for (const row of watch.database.table('forex_orders').values())
    if (row.user_id === userId && row.close_reason === 'stop_out' && Number(row.close_time) > nowMs - DAY_MS)
      fail('no loan within a day of a stop-out');
  if (amount >= units(`${TWO_PEOPLE}.00000000`) && (!after.firstYesBy || after.firstYesBy === after.decidedBy))
    fail('two people from the limit on');
  const pool = state.ledger.find('live', 0n, 'loan')?.available ?? 0n;
  if (amount > pool) fail('the house lends what it has');
}

interface Owed extends PlainTerms {
  readonly paidOut: number;
  readonly proof: number | undefined;
}

/** The loan that somebody owes, as the batch has it. */
function owedLoan({ watch, batch }: Moment, userId: Id): Owed | undefined {
  const known = batch.lent.get(userId);
  if (known)
    return known.status === 2 || known.status === 4
      ? { ...known, paidOut: known.paidOutTime ?? 0, proof: known.proofTime }
      : undefined;
  for (const row of watch.database.table('loans').values()) {
    if (row.user_id !== userId || (row.status !== 2 && row.status !== 4)) continue;
    const proof = row.proof_time === null ? undefined : Number(row.proof_time);
    return { ...termsOf(row), paidOut: Number(row.paid_out_time), proof };
  }
  return undefined;
}

/** While a loan is late what it costs stays: with a request, and again when it is let go. */
function checkOwedFirst(moment: Moment): void {
  const { watch, state, change, tag } = moment;
  for (const { id, userId, number, status } of change.wallet?.withdrawals ?? []) {
    const before = state.wallet.withdrawals.byId(id);
    const asks = before === undefined;
    if (!asks && (before.status !== 'waiting' || status !== 'approved')) continue;
    const owed = owedLoan(moment, userId);
    const { nowMs } = state.accounts.standing(userId);
    if (!owed || nowMs <= owed.paidOut + owed.period * DAY_MS) continue;
    const { interest, penalty } = plainCost(owed, owed.paidOut, owed.proof ?? nowMs);
    const free = (state.ledger.find('live', userId, 'change')?.available ?? 0n) - (asks ? number : 0n);
    if (free < owed.amount + interest + penalty)
      watch.fail('what is late stays', `${tag.name} of user ${userId}: ${free} left`);
  }
}

/** What leaves change for micro or for a fund leaves at least what is owed of a principal, and forex gives micro nothing meanwhile. */
function checkPrincipal(moment: Moment): void {
  const { watch, state, change, tag } = moment;
  for (const { type, ownerId, realm, entries } of change.ledger?.journals ?? []) {
    if (realm !== 'live' || (type !== 'transfer' && type !== 'fund_bought')) continue;
    const owed = owedLoan(moment, ownerId)?.amount ?? 0n;
    if (owed === 0n) continue;
    const lines = entries.map(({ accountId, available }) => ({ account: state.ledger.byId(accountId), available }));
    const toMicro = lines.some(({ account, available }) => account?.kind === 'micro' && available > 0n);
    const from = lines.find(({ account, available }) => account?.ownerId === ownerId && available < 0n);
    if (type === 'transfer' && !toMicro) continue;
    const left = (from?.account?.available ?? 0n) + (from?.available ?? 0n);
    if (from?.account?.kind !== 'change' || left < owed)
      watch.fail('what is lent is not put where it is bound', `${tag.name} of user ${ownerId}: ${left} of ${owed}`);
  }
}

function checkSubscription(moment: Moment, after: Subscription) {
  const { watch, state, change, tag } = moment;
  const before = state.funds.subscriptions.byId(after.id);
  const fail: Fail = (rule, what = '') =>
    watch.fail(rule, `subscription ${after.id} (${tag.name}, ${before?.status} to ${after.status}) ${what}`);
  if (!tag.owners.includes(after.userId)) fail("one's own subscriptions");
  if (!FUND_BY[`${before?.status ?? 'nothing'} ${after.status}`]?.includes(tag.name)) fail('by its own command');
  if (!before) return checkPurchase(moment, after, fail);
  const { nowMs } = state.funds;
  const full = Math.min(after.days, Math.floor(Math.max(0, nowMs - after.subTime) / DAY_MS));
  const paid = (change.funds?.income ?? []).filter(({ subId }) => subId === after.id);
  const wanted = Array.from({ length: after.paidDays - before.paidDays }, (_, at) => before.paidDays + at + 1);
  if (paid.map(({ day }) => day).join() !== wanted.join()) fail('each day is paid once, in its order');
  if (paid.some(({ amount }) => amount !== after.dayProfit)) fail('a day pays what was promised');
  if (after.paidDays > full) fail('no day is paid before it is over', `${after.paidDays} of ${full}`);
  if (after.status === 'finished' && after.paidDays !== after.days) fail('a term ends with its last day');
  if (after.status === 'refunded' && (after.paidDays !== full || full === after.days))
    fail('who redeems is paid the days behind them, and a term that is over costs nothing');
  if (tag.name === 'fund_redeemed' && nowMs < (before.confirmTime ?? Infinity)) fail('confirmed at its time');
}

function checkPurchase(moment: Moment, after: Subscription, fail: Fail): void {
  const { watch, state, batch } = moment;
  const { userId, realm, amount, days } = after;
  const product = watch.settings.funds.products.find(({ id }) => id === after.productId);
  if (!product?.sold || product.days !== days || product.percent !== after.percent) fail('as it is sold');
  if (after.subTime !== state.funds.nowMs || after.paidDays !== 0) fail('its days begin now');
  if (!product) return;
  const running = state.funds.subscriptions.active(userId).filter(({ productId }) => productId === product.id);
  const sum = running.reduce((all, one) => all + one.amount, amount as bigint);
  if (amount < product.min || sum > product.max || amount % CENT !== 0n) fail('within the bounds');
  const day = plainShare(amount, product.percent);
  if (day === 0n || after.dayProfit !== day) fail('interest of a day', `${after.dayProfit}, not ${day}`);
  if (after.penalty !== plainShare(amount, product.damages)) fail('what leaving early costs');
  const house = state.ledger.find(realm, 0n, 'fund')?.available ?? 0n;
  if (day * BigInt(days) > house) fail('the whole interest is there before it is promised', `${house}`);
  if (realm !== 'live') return;
  checkMayOpen(watch, { userId, product: 'funds', waited: false }, batch);
  const country = countryOf(watch, userId, batch);
  if (country !== undefined && country !== 'HK') fail('nothing opens that is not offered', country);
}

/** Whether somebody's last look at what is due found nothing more: to be asked of a world at rest. */
export function checkNothingDue({ database, fail }: Watch): void {
  const now = BigInt(database.nowMs());
  for (const row of database.table('fund_subscriptions').values())
    for (const time of [row.next_due, row.confirm_time])
      if (typeof time === 'bigint' && time <= now) fail('every day that is over is paid', `subscription ${row.id}`);
}
