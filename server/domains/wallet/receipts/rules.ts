// Money that came and whose owner nobody knows (money-staff.md §5, H5), as pure decisions: booked as what came, it is owed and nobody's. How it is
// credited is a deposit's, how it goes back is in sending.ts.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ActKind } from '@fairtick/contract/staff/acts';
import { creditOf } from '@fairtick/engine/payments';
import { COIN_PLACES, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { NewAct } from '../../../platform/acts/table.ts';
import { type Accounts, HOUSE, LedgerDraft, type Posting } from '../../ledger/index.ts';
import { placeOf, type RatesNow, rateNow } from '../deposits/rules.ts';
import { type Agreed, type Came, type DepositChange, isTaken, methodOf } from '../deposits/staff-rules.ts';
import type { WalletState } from '../part.ts';
import { type DepositOption, optionText, readOptionText } from '../settings.ts';
import type { Receipt } from '../types.ts';

export interface ReceiptState {
  readonly ledger: Accounts;
  readonly wallet: Pick<WalletState, 'settings' | 'receipts' | 'withdrawals'>;
  readonly market: RatesNow;
  /** The database's clock, UTC ms. */
  readonly staff: { readonly nowMs: number };
  newId(): Id;
}

/** Where money that came by the option was seen. */
export const methodOfOption = (option: DepositOption): string =>
  methodOf({ kind: option.kind, network: option.kind === 'coin' ? option.network : '', place: placeOf(option) });

/**
 * The option that a receipt was booked by, as it was then. Of what was booked before options were kept one that it may have come by: of several of today
 * with one place, the first.
 */
export const optionOf = (
  options: readonly DepositOption[],
  { method, currency, terms }: Pick<Receipt, 'method' | 'currency' | 'terms'>,
): DepositOption | undefined =>
  terms === undefined
    ? options.find((one) => one.currency === currency && methodOfOption(one) === method)
    : readOptionText(terms);

/** Where it came to; '' of what a credit booked, which its deposit says, and of before options were kept. */
export const placeOfReceipt = ({ terms }: Pick<Receipt, 'terms'>): string =>
  terms === undefined ? '' : placeOf(readOptionText(terms));

export interface Booking {
  readonly option: DepositOption;
  readonly came: Came;
  /** Whom it came from, sealed. */
  readonly from: Uint8Array | undefined;
  readonly key: string;
  readonly staffId: Id;
  /** Whether a receipt of this reference is there. */
  readonly isUsed: boolean;
  /** Two people have agreed on it. */
  readonly agreed: Agreed | undefined;
}

/** Refuses RECEIPT_USED, RATE_OLD, AMOUNT_BELOW_MIN where it is less than a cent, and TAKES_TWO from the limit on, which a credit has as well. */
export function decideBooking(
  state: ReceiptState,
  booking: Booking,
): Result<DepositChange & { readonly id: Id }, Refusal> {
  const { option, came, from, key, staffId, isUsed, agreed } = booking;
  const method = methodOfOption(option);
  if (isUsed || isTaken(state, method, came.reference)) return err(refuse('RECEIPT_USED'));
  const rate = rateNow(state.wallet.settings, option.currency, state.market);
  if (!rate.ok) return rate;
  const { usdPrice, tick } = rate.value;
  const booked = creditOf(came.amount, COIN_PLACES, usdPrice);
  if (booked === undefined) return err(refuse('AMOUNT_BELOW_MIN', { min: '0.01' }));
  if (!agreed && booked >= state.wallet.settings.limits.twoPeople) return err(refuse('TAKES_TWO'));
  const id = state.newId();
  const receipt: Receipt = {
    ...{ id, userId: HOUSE, method, reference: came.reference, currency: option.currency, amount: came.amount },
    ...{ fromShown: '', fromSealed: from, seenTime: state.staff.nowMs, seenBy: staffId },
    confirmations: came.confirmations,
    ...{ booked, rate: usdPrice, rateTick: tick, terms: optionText(option) },
    ...{ state: 'free', takenBy: undefined, sentReference: undefined },
  };
  const journals = posted(state, { receipt, key, type: 'receipt_unmatched' }, [
    { ownerId: HOUSE, kind: 'external', available: -booked },
    { ownerId: HOUSE, kind: 'clearing:deposit', available: booked },
  ]);
  const ofTwo = agreed && { reason: agreed.reason, proposal: String(agreed.proposal), maker: String(agreed.maker) };
  const act = actOf('receipt_booked', staffId, receipt, { ...ofTwo });
  return ok({ id, wallet: { receipts: [receipt] }, ledger: { journals }, acts: [act] });
}

export function posted(
  state: ReceiptState,
  {
    receipt,
    key,
    type,
  }: { readonly receipt: Receipt; readonly key: string; readonly type: 'receipt_unmatched' | 'receipt_returned' },
  postings: readonly Posting[],
) {
  const time = state.staff.nowMs;
  const draft = new LedgerDraft({ accounts: state.ledger, realm: 'live', time, key, newId: () => state.newId() });
  draft.post(type, receipt.id, postings);
  return draft.journals;
}

/** What came, and USD that it counts as. */
export const sumOfReceipt = ({ reference, currency, amount, booked }: Omit<Receipt, 'userId'>) => ({
  reference,
  currency,
  came: formatUnits(amount, 0, COIN_PLACES),
  amount: formatUnits(booked, 2),
});

export const actOf = (
  kind: Extract<ActKind, `receipt_${string}`>,
  staffId: Id,
  receipt: Receipt,
  more: NewAct['contents'],
): NewAct => ({
  ...{ kind, actor: { kind: 'staff', id: staffId }, subject: { kind: 'house', id: String(HOUSE) } },
  contents: { receipt: String(receipt.id), ...sumOfReceipt(receipt), ...more },
});
