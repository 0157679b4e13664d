// How a deposit comes into the queue, whoever says that the money is a user's: the user, or the staff of money that nobody had claimed.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { creditOf } from '@fairtick/engine/payments';
import { COIN_PLACES } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { isReached, readStanding } from '../../accounts/index.ts';
import type { MoneyRate } from '../rates.ts';
import type { DepositOption, WalletSettings } from '../settings.ts';
import type { Deposit, DepositHold } from '../types.ts';
import { isBeyondUnverified, MOST_WAITING } from './rules.ts';
import { type Claimed, type Claims, holdOthers, insertDeposit, lockClaim, readClaims } from './table.ts';
import { coinText } from './views.ts';

export interface Claim {
  readonly option: DepositOption;
  /** Where to. */
  readonly place: string;
  /** In units of 1e-18 of the currency. */
  readonly number: bigint;
  readonly txid: string;
  /** Money of nobody that it is, where the staff found its owner. */
  readonly receipt: Id | undefined;
  /** A loan that it was sent for. */
  readonly repays: Id | undefined;
  /** Of now; undefined where there is none. */
  readonly rate: MoneyRate | undefined;
}

/** First in the transaction, behind the lock of the user: refuses NAME_UNCONFIRMED, TXID_CLAIMED and DEPOSITS_WAITING. */
export async function beginClaim(tx: PoolClient, userId: Id, claimed: Claimed): Promise<Result<Claims, Refusal>> {
  if (!(await isReached(tx, userId))) return err(refuse('NAME_UNCONFIRMED'));
  await lockClaim(tx, userId, claimed);
  const claims = await readClaims(tx, userId, claimed);
  if (claims.own) return err(refuse('TXID_CLAIMED'));
  if (claims.waiting >= MOST_WAITING) return err(refuse('DEPOSITS_WAITING', { max: String(MOST_WAITING) }));
  return ok(claims);
}

export interface NewClaim {
  readonly id: Id;
  readonly userId: Id;
  readonly claim: Claim;
  /** A file's id; none where the staff found the owner. */
  readonly proof: string | undefined;
  /** What `beginClaim` found. */
  readonly claims: Claims;
}

/** Whoever else waits with the same transaction or line is held with it. */
export async function writeClaim(
  tx: PoolClient,
  settings: WalletSettings,
  { id, userId, claim, proof, claims }: NewClaim,
): Promise<Deposit> {
  const { option, place, number, txid, receipt: assigned, repays } = claim;
  const heldFor = await heldForOf(tx, settings, userId, claim, claims);
  if (claims.others) await holdOthers(tx, userId, claim);
  const network = option.kind === 'coin' ? option.network : '';
  const { kind, id: optionId, currency } = option;
  const terms = { kind, optionId, currency, network, place, least: option.min };
  return insertDeposit(tx, { ...terms, id, userId, txid, assigned, repays, proof, heldFor, number: coinText(number) });
}

async function heldForOf(
  tx: PoolClient,
  settings: WalletSettings,
  userId: Id,
  { number, rate }: Claim,
  { others, credited }: Claims,
): Promise<DepositHold> {
  if (others) return 'claimed_twice';
  const standing = await readStanding(tx, userId);
  if (standing?.verifiedTime !== undefined) return '';
  const credit = (rate && creditOf(number, COIN_PLACES, rate.usdPrice)) ?? 0n;
  return isBeyondUnverified(settings, credited, credit) ? 'unverified' : '';
}
