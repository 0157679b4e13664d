// A credited deposit is taken back by two people (money-staff.md §5, 101), as a pure decision under the user's lock: the bank claims its payment back, or
// the chain has gone another way. What its user has of it still is taken; what they have not is the house's loss, and never a debt of theirs.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ReversalReason } from '@fairtick/contract/staff/deposit-reasons';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { HOUSE, LedgerDraft, type Posting } from '../../ledger/index.ts';
import type { Deposit } from '../types.ts';
import type { DepositChange, DepositState } from './staff-rules.ts';

export interface Reversing {
  readonly id: Id;
  readonly code: ReversalReason;
  readonly proposal: Id;
  readonly maker: Id;
  readonly staffId: Id;
  /** The maker's words, for the record. */
  readonly reason: string;
  /** Why, as the user reads it. */
  readonly told: (lang: string | undefined) => string;
}

const usd = (units: bigint): string => formatUnits(units, 2);

/**
 * Refuses ALREADY_DECIDED where it is not credited (any more), POOL_SHORT where the clients' pool holds less than what leaves it, and HOUSE_SHORT where
 * the house's protection does not cover what the user has no more.
 */
export function decideReversal(state: DepositState, reversing: Reversing): Result<DepositChange, Refusal> {
  const { id, code, proposal, maker, staffId, reason, told } = reversing;
  const deposit = state.wallet.deposits.byId(id);
  if (!deposit) return err(refuse('ITEM_UNKNOWN'));
  const { userId, realm, credited } = deposit;
  if (deposit.status !== 'credited' || credited === undefined) return err(refuse('ALREADY_DECIDED'));
  const available = (ownerId: Id, kind: Posting['kind']): bigint =>
    state.ledger.find(realm, ownerId, kind)?.available ?? 0n;
  const pool = available(HOUSE, 'external');
  if (pool + credited > 0n) return err(refuse('POOL_SHORT', { held: usd(-pool) }));
  const free = available(userId, 'change');
  const rest = free < credited ? credited - free : 0n;
  const taken = credited - rest;
  const protection = available(HOUSE, 'protection');
  if (protection < rest) return err(refuse('HOUSE_SHORT', { account: 'protection', held: usd(protection) }));
  const { nowMs, lang } = state.accounts.standing(userId);
  const draft = new LedgerDraft({
    ...{ accounts: state.ledger, realm, time: nowMs, key: `proposal:${proposal}`, newId: () => state.newId() },
  });
  const postings: readonly Posting[] = [
    { ownerId: userId, kind: 'change', available: -taken },
    { ownerId: HOUSE, kind: 'external', available: credited },
    { ownerId: HOUSE, kind: 'protection', available: -rest },
  ];
  draft.post(
    'deposit_reversed',
    id,
    postings.filter((one) => one.available !== 0n),
  );
  const reversed: Deposit = {
    ...{ ...deposit, status: 'reversed', reasonCode: code, reason: '', decidedTime: nowMs, decidedBy: staffId },
  };
  const figures = { amount: usd(credited), taken: usd(taken), code };
  const ofTwo = { reason, proposal: String(proposal), maker: String(maker) };
  return ok({
    wallet: { deposits: [reversed] },
    ledger: { journals: draft.journals },
    notices: [
      {
        ...{ userId, kind: 'deposit_reversed', orderId: undefined, cause: `reversal:${id}` },
        params: { amount: usd(credited), reason: told(lang) },
      },
    ],
    acts: [
      {
        ...{ kind: 'deposit_reversed', actor: { kind: 'staff', id: staffId } },
        subject: { kind: 'user', id: String(userId) },
        contents: { deposit: String(id), ...figures, ...ofTwo },
      },
    ],
  });
}
