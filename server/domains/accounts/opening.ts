// Why a user may open nothing now (rules §4, §12): a lock, a break they took, a product that their residence is not offered, their own limit. Closing,
// cancelling and stops never ask. Pure; the rows are read under the user's lock.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Lock } from '@fairtick/contract/staff/locks';
import { type Amount, amount, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import type { Accounts } from '../ledger/index.ts';
import { ELSEWHERE, type Offer, offerTo, type Product } from './jurisdictions.ts';
import type { AccountsState } from './part.ts';
import { type Freeze, NEVER_ENDS_MS, type Standing } from './standing.ts';

export interface OpeningState {
  readonly accounts: AccountsState;
  readonly ledger: Accounts;
}

/** The lock as it holds at this moment of the database's clock; undefined where it is not set or has ended. */
export function freezeOf({ freezes, nowMs }: Pick<Standing, 'freezes' | 'nowMs'>, lock: Lock): Freeze | undefined {
  const freeze = freezes[lock];
  return freeze && (freeze.until === null || nowMs < freeze.until) ? freeze : undefined;
}

/** What is offered to this user, by their residence; of real users who have named none what is offered everywhere. */
export function offerOf({ accounts }: Pick<OpeningState, 'accounts'>, userId: Id): Offer {
  const { real, country } = accounts.standing(userId);
  return real && country === undefined ? ELSEWHERE : offerTo(accounts.jurisdictions, country);
}

/** What others than the user have put between them and the product: a lock by the staff, or a residence that is not offered it. */
export function withdrawnRefusal(
  state: Pick<OpeningState, 'accounts'>,
  userId: Id,
  product: Product,
): Refusal<'FROZEN' | 'PRODUCT_NOT_OFFERED'> | undefined {
  const freeze = freezeOf(state.accounts.standing(userId), 'orders');
  if (freeze) return refuse('FROZEN', { reason: freeze.reason });
  return offerOf(state, userId).off.has(product) ? refuse('PRODUCT_NOT_OFFERED') : undefined;
}

/** Why this user may open nothing of the product; undefined where they may. What an order would cost is not looked at. */
export function openingRefusal(
  state: Pick<OpeningState, 'accounts'>,
  userId: Id,
  product: Product,
): Refusal<'FROZEN' | 'COOLING' | 'PRODUCT_NOT_OFFERED'> | undefined {
  const withdrawn = withdrawnRefusal(state, userId, product);
  if (withdrawn) return withdrawn;
  const { coolOffUntil, nowMs } = state.accounts.standing(userId);
  if (coolOffUntil === undefined || nowMs >= coolOffUntil) return undefined;
  return refuse('COOLING', coolOffUntil < NEVER_ENDS_MS ? { until: minuteText(coolOffUntil) } : {});
}

/** The limit in force: a change that was announced counts from its moment on. */
export const lossLimitNow = (standing: Standing): Amount | undefined =>
  standing.lossLimitFrom !== undefined && standing.nowMs >= standing.lossLimitFrom
    ? standing.lossLimitNext
    : standing.lossLimit;

/**
 * What is left of the user's limit for a day, in USD; below 0 where more was lost. The limit less fees and nights, less stakes of open options, plus
 * the sum of what was closed since 00:00 UTC by the database's clock, gains included. undefined where they have set none.
 */
export function lossLeft({ accounts, ledger }: OpeningState, userId: Id): Amount | undefined {
  // What an owner of options has locked there is what they have at stake.
  const staked = ledger.find('live', userId, 'micro')?.locked ?? 0n;
  return leftOf(accounts.standing(userId), staked, ledger.tradingResult(userId));
}

/** `result`: of what the batch has done since the standing was read. */
function leftOf(standing: Standing, staked: bigint, result: bigint): Amount | undefined {
  const limit = lossLimitNow(standing);
  if (limit === undefined) return undefined;
  assert(standing.lossToday !== undefined, 'whoever sets a limit names the user, so that their loss is known');
  return amount(limit - standing.lossToday + result - staked);
}

/** Refuses what costs more at once than is left of the day's limit, and everything once nothing is left. `cost`: a fee or a stake, in USD. */
export function lossRefusal(state: OpeningState, userId: Id, cost: Amount): Refusal<'SELF_LIMIT'> | undefined {
  return refusalOf(state.accounts.standing(userId), lossLeft(state, userId), cost);
}

/** The same of what costs nothing at once, beside a batch. `staked`: on open options. */
export const limitRefusal = (standing: Standing, staked: Amount): Refusal<'SELF_LIMIT'> | undefined =>
  refusalOf(standing, leftOf(standing, staked, 0n), amount(0n));

function refusalOf(standing: Standing, left: Amount | undefined, cost: Amount): Refusal<'SELF_LIMIT'> | undefined {
  if (left === undefined || (left > 0n && cost <= left)) return undefined;
  const limit = lossLimitNow(standing) ?? 0n;
  return refuse('SELF_LIMIT', { limit: formatUnits(limit, 2), left: formatUnits(left > 0n ? left : 0n, 2) });
}

/** A moment as every language can read it: the day first by year, UTC. */
export const minuteText = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 16).replace('T', ' ').concat(' UTC');
