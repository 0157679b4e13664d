// Deposits in the contract's own words, for their users.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { LanguageKey } from '@fairtick/contract/languages';
import { languageKey } from '@fairtick/contract/languages';
import { DEPOSIT_REASONS, type DepositReason, REVERSAL_REASONS } from '@fairtick/contract/staff/deposit-reasons';
import type { ChainView, QueuedDeposit } from '@fairtick/contract/staff/deposits';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { text } from '@fairtick/contract/texts/index';
import { COIN_PLACES, formatUnits, RATE_PLACES } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { uidOf } from '../../accounts/index.ts';
import type { ChainCheck } from '../chain/check.ts';
import type { MoneyRate } from '../rates.ts';
import type { BankOption, CoinOption, DepositOption, WalletSettings } from '../settings.ts';
import type { Deposit, DepositStatus, MoneyKind, Receipt } from '../types.ts';

type DepositRecord = AnswerOf<'charge_submit'>;

/** As the product has them: 0 unchecked, 1 credited, 2 rejected, 3 invalid. */
const STATUS: Readonly<Record<DepositStatus, DepositRecord['status']>> = {
  unchecked: 0,
  credited: 1,
  rejected: 2,
  invalid: 3,
  reversed: 3,
};
export const TYPES: Readonly<Record<MoneyKind, DepositRecord['type']>> = { coin: 0, bank: 1 };
export const KINDS = { '0': 'coin', '1': 'bank' } as const satisfies Readonly<Record<string, MoneyKind>>;

export const coinText = (units: bigint): string => formatUnits(units, 0, COIN_PLACES);
const usdText = (units: bigint): string => formatUnits(units, 2);

const isReason = (code: string): code is DepositReason =>
  code === 'nothing_came' || [...DEPOSIT_REASONS, ...REVERSAL_REASONS].some((one) => one === code);

/** Why, as the user reads it: the sentence of the kind, and what the staff wrote beside it. */
export function reasonText(lang: LanguageKey, code: string, words: string): string {
  const sentence = isReason(code) && code !== 'other' ? [text(lang, `deposit_reason.${code}`)] : [];
  return [...sentence, ...(words === '' ? [] : [words])].join(' ');
}

/** In the language of the user's letters; without one in the product's first. */
export const toldReason = (lang: string | undefined, code: string, words: string): string =>
  reasonText(languageKey(lang), code, words);

function remarkOf(deposit: Deposit, lang: LanguageKey, verified: boolean): string {
  const { reasonCode, reason, creditedNumber, number, heldFor, status } = deposit;
  if (reasonCode !== undefined) return reasonText(lang, reasonCode, reason ?? '');
  if (creditedNumber !== undefined && creditedNumber !== number)
    return text(lang, 'deposit.other_amount', { number: coinText(number), came: coinText(creditedNumber) });
  // Of a transaction that somebody else claims as well nobody is told by this.
  return status === 'unchecked' && heldFor === 'unverified' && !verified ? text(lang, 'deposit.unverified') : '';
}

/** Of what was taken back nothing is credited. */
const creditView = ({ status, credited, rate }: Deposit): Pick<DepositRecord, 'credited' | 'rate'> =>
  status === 'credited' && credited !== undefined && rate !== undefined
    ? { credited: usdText(credited), rate: rateText(rate) }
    : { credited: '', rate: '' };

/** `verified`: whether its user is now. */
export const depositView = (deposit: Deposit, lang: LanguageKey, verified: boolean): DepositRecord => ({
  id: String(deposit.id),
  number: coinText(deposit.number),
  type: TYPES[deposit.kind],
  currency_code: deposit.currency,
  status: STATUS[deposit.status],
  created_at: deposit.submittedTime,
  remark: remarkOf(deposit, lang, verified),
  ...creditView(deposit),
});

const rateText = (units: bigint): string => formatUnits(units, 0, RATE_PLACES);
const priceText = (rate: MoneyRate | undefined): string => (rate ? rateText(rate.usdPrice) : '');
const isClosed = (rate: MoneyRate | undefined): boolean => rate?.closed ?? false;

export const coinOptionView = (
  {
    option: { id, currency, protocol, min, places, confirmations },
    address,
    own,
  }: { readonly option: CoinOption; readonly address: string; readonly own: boolean },
  rate: MoneyRate | undefined,
): AnswerOf<'charge_info'>[number] => ({
  ...{ id: String(id), currency_code: currency, protocol_code: protocol, address, own, min: usdText(min), places },
  ...{ usd_price: priceText(rate), rate_closed: isClosed(rate), confirmations },
});

/** With the mark that the user writes on the transfer. */
export const bankOptionView = (
  option: BankOption,
  uid: string,
  rate: MoneyRate | undefined,
): AnswerOf<'wire_info'>[number] => ({
  id: String(option.id),
  bank_name: option.bank_name,
  bank_address: option.bank_address,
  bank_swift: option.bank_swift,
  payee_name: option.payee_name,
  payee_account: option.payee_account,
  bank_remark: option.bank_remark.replaceAll('{uid}', uid),
  ...{ min: usdText(option.min), places: option.places },
  ...{ usd_price: priceText(rate), rate_closed: isClosed(rate) },
});

export const queuedView = (
  deposit: Deposit,
  { staffId, takenBy }: { readonly staffId: Id; readonly takenBy: string },
): QueuedDeposit => ({
  ...{ id: String(deposit.id), uid: uidOf(deposit.userId), kind: deposit.kind, currency: deposit.currency },
  ...{ network: deposit.network, number: coinText(deposit.number), submitted: deposit.submittedTime },
  ...{ status: STATUS[deposit.status], heldFor: deposit.heldFor, takenBy, mine: deposit.claimedBy === staffId },
  repays: deposit.repays === undefined ? '' : String(deposit.repays),
});

interface CardParts {
  readonly queued: QueuedDeposit;
  /** Others who claim the same transaction. */
  readonly same: readonly Id[];
  /** What came and nobody has yet. */
  readonly receipts: readonly (Pick<Receipt, 'reference' | 'amount' | 'booked'> & { readonly from: string })[];
  readonly decidedBy: string;
  readonly others: QueuedDeposit[];
}

export const cardView = (
  { userId, place, txid, credited, creditedNumber, reasonCode, reason, decidedTime }: Deposit,
  { queued, same, receipts, decidedBy, others }: CardParts,
): Omit<AnswerOf<'deposit', StaffTable>, 'verified' | 'repayDue' | 'proof' | 'chain' | keyof CreditTerms> => ({
  ...queued,
  ...{ userId: String(userId), place, txid, decidedBy, others, decidedTime: decidedTime ?? null },
  credited: credited === undefined ? '' : usdText(credited),
  creditedNumber: creditedNumber === undefined ? '' : coinText(creditedNumber),
  ...{ reasonCode: reasonCode ?? '', reason: reason ?? '', sameTransaction: same.map(uidOf) },
  receipts: receipts.map(({ reference, amount, booked, from }) => ({
    ...{ reference, amount: coinText(amount), booked: usdText(booked), from },
  })),
});

export const chainView = (
  option: DepositOption | undefined,
  { txid }: Pick<Deposit, 'txid'>,
  check: ChainCheck,
): ChainView => {
  const seen = check.state === 'not_checked' ? undefined : check.seen;
  return {
    ...{ state: check.state, why: check.state === 'checked' ? '' : check.why },
    confirmations: seen?.confirmations ?? null,
    confirmationsNeeded: option?.kind === 'coin' ? option.confirmations : 0,
    outputs: (seen?.outputs ?? []).map(({ index, amount, from }) => ({
      ...{ reference: `${txid}:${index}`, amount: coinText(amount), from },
    })),
  };
};

type CreditTerms = Pick<AnswerOf<'deposit', StaffTable>, 'usdPrice' | 'rateClosed' | 'least' | 'lastDay' | 'twoPeople'>;

/** By what a credit is reckoned now, so that it can be shown before it is made. */
export const creditTerms = (
  { limits }: Pick<WalletSettings, 'limits'>,
  { least }: Pick<Deposit, 'least'>,
  { rate, lastDay }: { readonly rate: MoneyRate | undefined; readonly lastDay: bigint },
): CreditTerms => ({
  ...{ usdPrice: priceText(rate), rateClosed: isClosed(rate) },
  least: usdText(least),
  ...{ lastDay: usdText(lastDay), twoPeople: usdText(limits.twoPeople) },
});
