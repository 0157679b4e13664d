// A payment of ours that came back (money-staff.md H4, 116), as a pure decision under the user's lock: it is a receipt as every other, at the rate of this
// moment, and its user is credited by it. The withdrawal stays paid, the fee stays with the house.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { amount, COIN_PLACES, UNIT_PLACES } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { HOUSE, LedgerDraft } from '../../ledger/index.ts';
import {
  type Agreed,
  type ByReceipt,
  type Credit,
  coin,
  creditedOfDay,
  creditOfCame,
  type DepositChange,
  type DepositState,
  isAnotherHere,
  transactionOf,
} from '../deposits/staff-rules.ts';
import { methodOfOption } from '../receipts/rules.ts';
import { type DepositOption, optionText } from '../settings.ts';
import type { Receipt, Withdrawal } from '../types.ts';
import { tellOwner, usd } from './state.ts';

export interface ComingBack extends ByReceipt {
  readonly id: Id;
  /** By which it came in. */
  readonly option: DepositOption;
  readonly key: string;
  readonly staffId: Id;
  /** Two people have agreed on it; `held`: the second of them was compliance, who checks what others claim. */
  readonly agreed: (Agreed & { readonly held: boolean }) | undefined;
}

/** What came back is its user's however little it is. */
export const NO_LEAST = amount(0n);

/** What came can be of the payment, or why it can't: in its currency, no more than was sent, and not the payment itself. */
export function comesBackOf(
  { status, backReceiptId, currency, received, paidReference }: Withdrawal,
  { option, came }: Pick<ComingBack, 'option' | 'came'>,
): Refusal | undefined {
  if (status !== 'paid' || backReceiptId !== undefined) return refuse('ALREADY_DECIDED');
  if (option.currency !== currency) return refuse('INPUT_INVALID', { field: 'charge_id' });
  if (came.amount > received * 10n ** BigInt(COIN_PLACES - UNIT_PLACES))
    return refuse('INPUT_INVALID', { field: 'amount' });
  const transaction = transactionOf({ method: methodOfOption(option), reference: came.reference });
  return transaction !== '' && transaction === paidReference?.replace(/^0x/, '')
    ? refuse('INPUT_INVALID', { field: 'reference' })
    : undefined;
}

/**
 * Alone it is said by somebody who did not pay it, below the limit by the sum of what the user was credited in 24 hours; what others claim is for
 * compliance.
 */
export function decideComingBack(state: DepositState, back: ComingBack): Result<DepositChange, Refusal> {
  const { id, option, staffId, came, facts, agreed } = back;
  const withdrawal = state.wallet.withdrawals.byId(id);
  if (!withdrawal) return err(refuse('ITEM_UNKNOWN'));
  const refused = comesBackOf(withdrawal, back);
  if (refused) return err(refused);
  const method = methodOfOption(option);
  const credit = creditOfCame(state, { method, currency: option.currency, least: NO_LEAST }, back);
  if (!credit.ok) return credit;
  const { units } = credit.value;
  const held = facts.isContested || isAnotherHere(state, { method, reference: came.reference });
  const ofDay = creditedOfDay(state, facts, withdrawal.userId) + units;
  const many = held || withdrawal.paidBy === staffId || ofDay >= state.wallet.settings.limits.twoPeople;
  if (!agreed && many) return err(refuse('TAKES_TWO'));
  if (agreed && agreed.held !== held) return err(refuse('PROPOSAL_CHANGED'));
  return ok(cameBack(state, withdrawal, back, credit.value));
}

function cameBack(
  state: DepositState,
  withdrawal: Withdrawal,
  { option, came, key, staffId, agreed }: ComingBack,
  { rate, units, receipt: booked }: Credit,
): DepositChange {
  const { id, userId, realm, currency } = withdrawal;
  const { nowMs } = state.accounts.standing(userId);
  const receipt: Receipt = {
    ...(booked ?? {
      ...{ id: state.newId(), userId: HOUSE, method: methodOfOption(option), reference: came.reference, currency },
      ...{ amount: came.amount, fromShown: '', fromSealed: undefined, seenTime: nowMs, seenBy: staffId },
      confirmations: came.confirmations,
      ...{ booked: units, rate: rate.usdPrice, rateTick: rate.tick, terms: optionText(option) },
      ...{ takenBy: undefined, sentReference: undefined },
    }),
    state: 'matched',
  };
  const draft = new LedgerDraft({ accounts: state.ledger, realm, time: nowMs, key, newId: () => state.newId() });
  draft.post('payment_back', receipt.id, [
    { ownerId: userId, kind: 'change', available: units },
    { ownerId: HOUSE, kind: booked ? 'clearing:deposit' : 'external', available: -units },
  ]);
  const back = { backReceiptId: receipt.id, backCredited: units, backTime: nowMs, backBy: staffId };
  const ofTwo = agreed && { reason: agreed.reason, proposal: String(agreed.proposal), maker: String(agreed.maker) };
  const more = { reference: came.reference, came: coin(came.amount), currency };
  return {
    wallet: { receipts: [receipt], withdrawals: [{ ...withdrawal, ...back }] },
    ledger: { journals: draft.journals },
    notices: [tellOwner(withdrawal, 'withdrawal_back', { amount: usd(units) })],
    acts: [
      {
        ...{ kind: 'withdrawal_back', actor: { kind: 'staff', id: staffId } },
        subject: { kind: 'user', id: String(userId) },
        contents: { withdrawal: String(id), amount: usd(units), ...more, ...ofTwo },
      },
    ],
  };
}
