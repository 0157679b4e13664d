// Money between a user's three accounts: what may leave one of them at this moment, and the journal that moves it. Pure.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { readPositive } from '@fairtick/contract/typed-number';
import { type Amount, amount, formatUnits, max, min } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { freezeOf } from '../accounts/index.ts';
import { equityAt } from '../forex/index.ts';
import { type Account, LedgerDraft, USD_ID, type UserKind, userKindOf } from '../ledger/index.ts';
import type { MarketAt } from '../market/index.ts';
import type { LoansOwed, PortfolioChange, PortfolioState } from './rules.ts';

/** Results have six places: with fewer, what they leave could never be taken out. */
const TRANSFER_PLACES = 6;
/** Percent of the used margin that must stay while a pair of an open position is closed. */
const CLOSED_LEVEL = 150n;

/** A transfer as it was typed. */
export interface Transfer {
  readonly userId: Id;
  readonly key: string;
  readonly balance: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
}

interface Wanted {
  readonly from: UserKind;
  readonly to: UserKind;
  readonly sum: Amount;
}

function read({ balance, currency, from, to }: Transfer): Result<Wanted, Refusal> {
  const sum = readPositive('balance', balance, TRANSFER_PLACES);
  if (!sum.ok) return sum;
  if (currency !== String(USD_ID)) return err(refuse('CURRENCY_UNKNOWN'));
  const [source, target] = [userKindOf(from), userKindOf(to)];
  if (!source || !target) return err(refuse('ACCOUNT_UNKNOWN'));
  if (source === target) return err(refuse('SAME_ACCOUNT'));
  return ok({ from: source, to: target, sum: amount(sum.value) });
}

/**
 * The most that may leave a forex account, in USD: what is available less a floating loss and less margin that is no longer locked. While a pair of an
 * open position is closed its result counts at the last tick, and the margin level may not fall below 150: what the next price brings is not the
 * house's protection's to bear.
 */
export function mostOutOfForex(
  account: Pick<Account, 'available' | 'locked'>,
  active: Parameters<typeof equityAt>[1],
  market: MarketAt,
): Amount {
  const { netValue, usedMargin, freeMargin } = equityAt(account, active, market);
  const free = min(freeMargin, account.available);
  const closed = active.some(({ status, pairId }) => status === 'open' && market.tradable(pairId) !== 'open');
  // Rounded up: half a unit of the smallest is not left out.
  const bound = closed ? amount(netValue - (usedMargin * CLOSED_LEVEL + 99n) / 100n) : free;
  return max(amount(0n), min(free, bound));
}

/**
 * Why nothing may leave the forex account at this moment, whatever the sum. What a tick has set off takes effect first: a stop, a filling or a stop-out
 * reckons with the money that was there. Where it is not known what was set off, nothing leaves either.
 */
function outOfForexRefusal({ forex, market }: PortfolioState, userId: Id): Refusal | undefined {
  const active = forex.active(userId);
  if (active.some(({ pairId }) => market.tradable(pairId) === 'feed_down')) return refuse('FEED_DOWN');
  const due = active.some((order) => forex.isDue(order)) || (active.length > 0 && forex.isJudged(userId));
  return due ? refuse('ORDER_BEING_FILLED') : undefined;
}

/** A stop-out that a tick has called for reckons with what was there: money that comes in later saves nobody from it. */
const intoForexRefusal = ({ forex }: PortfolioState, userId: Id): Refusal | undefined =>
  forex.active(userId).length > 0 && forex.isJudged(userId) ? refuse('ORDER_BEING_FILLED') : undefined;

/** Moves money between two accounts of a real user, one to one and without a fee. */
export function decideTransfer(
  state: PortfolioState & LoansOwed,
  command: Transfer,
): Result<{ readonly change: PortfolioChange }, Refusal> {
  const { userId, key } = command;
  const wanted = read(command);
  if (!wanted.ok) return wanted;
  const { from, to, sum } = wanted.value;
  const freeze = freezeOf(state.accounts.standing(userId), 'withdrawals');
  if (freeze) return err(refuse('FROZEN', { reason: freeze.reason }));
  const held =
    from === 'forex' ? outOfForexRefusal(state, userId) : to === 'forex' ? intoForexRefusal(state, userId) : undefined;
  if (held) return err(held);
  const time = state.market.nowMs;
  const draft = new LedgerDraft({
    accounts: state.ledger,
    realm: 'live',
    time,
    key,
    newId: () => state.newId(),
  });
  const account = draft.account(userId, from);
  const most = from === 'forex' ? mostOutOfForex(account, state.forex.active(userId), state.market) : account.available;
  if (sum > most)
    return err(refuse('MARGIN_INSUFFICIENT', { needed: formatUnits(sum, 2), free: formatUnits(most, 2) }));
  const owed = to === 'micro' ? state.loans.principalOwed(userId) : 0n;
  const beside = from === 'forex' ? 0n : max(0n, account.available - owed);
  if (owed > 0n && sum > beside) return err(refuse('LOAN_PRINCIPAL_HELD', { free: formatUnits(beside, 2) }));
  draft.post('transfer', userId, [
    { ownerId: userId, kind: from, available: -sum },
    { ownerId: userId, kind: to, available: sum },
  ]);
  return ok({ change: { ledger: { journals: draft.journals } } });
}
