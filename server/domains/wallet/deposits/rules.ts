// What a user may say of money that they sent (rules §9, money-staff.md H5, H7), and how what came is known again: pure.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { readPositive } from '@fairtick/contract/typed-number';
import { creditOf } from '@fairtick/engine/payments';
import { type Amount, COIN_PLACES, formatUnits, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import type { MarketAt } from '../../market/index.ts';
import { type MoneyRate, moneyRate } from '../rates.ts';
import type { DepositOption, WalletSettings } from '../settings.ts';
import type { MoneyKind } from '../types.ts';

/** Deposits of one user that wait at once. */
export const MOST_WAITING = 5;
/** Nothing came within so long: the deposit is invalid. */
export const NOTHING_CAME_MS = 7 * 86_400_000;
const TXID_MOST = 100;

export type RatesNow = Pick<MarketAt, 'pair' | 'tradable' | 'view' | 'nowMs'>;

/** The option of that id, of the kind that the call is about. Ids are text in the contract. */
export const findOption = (
  { options }: Pick<WalletSettings, 'options'>,
  kind: MoneyKind,
  id: string,
): DepositOption | undefined => options.find((one) => one.kind === kind && String(one.id) === id);

/** An option whose currency nothing turns into USD is not offered. */
export const isOffered = ({ rates }: Pick<WalletSettings, 'rates'>, { currency }: Pick<DepositOption, 'currency'>) =>
  rates.has(currency);

export const rateNow = (
  { rates }: Pick<WalletSettings, 'rates'>,
  currency: string,
  market: RatesNow,
): Result<MoneyRate, Refusal> => {
  const source = rates.get(currency);
  return source ? moneyRate(source, market) : err(refuse('CURRENCY_UNKNOWN'));
};

/** In units of 1e-18 of the currency: what people type, chains count and banks write. */
export function readNumber(field: string, typed: string, places: number): Result<bigint, Refusal> {
  const read = readPositive(field, typed, places);
  return read.ok ? ok(read.value * 10n ** BigInt(COIN_PLACES - UNIT_PLACES)) : read;
}

/**
 * Refuses AMOUNT_BELOW_MIN where so much would be credited as less than the least. Without a rate of now nothing is said: the money is on its way
 * all the same, and its credit is reckoned by what came.
 */
export function leastRefusal(number: bigint, { min }: DepositOption, rate: MoneyRate | undefined): Refusal | undefined {
  if (!rate) return undefined;
  const credit = creditOf(number, COIN_PLACES, rate.usdPrice);
  return credit === undefined || credit < min ? refuse('AMOUNT_BELOW_MIN', { min: formatUnits(min, 2) }) : undefined;
}

/** A transaction's own mark, without the number of an output, by which it is known again however it was typed; '' where none was, undefined where it can't be one. */
export function readTxid(typed: string): string | undefined {
  const text = typedLine(typed);
  if (text === '') return '';
  const hex = /^(?:0x)?([0-9a-f]{64})(?::\d{1,9})?$/i.exec(text)?.[1];
  if (hex !== undefined) return hex.toLowerCase();
  return text.length <= TXID_MOST && /^[0-9A-Za-z:._-]+$/.test(text) ? text : undefined;
}

/** Where to, as the user is shown it. */
export const placeOf = (option: DepositOption): string =>
  option.kind === 'coin' ? option.address : option.payee_account;

/** Whether somebody who is not verified would hold more than they may by it. */
export const isBeyondUnverified = (
  { limits }: Pick<WalletSettings, 'limits'>,
  held: Amount | bigint,
  credit: Amount | bigint,
): boolean => held + credit > limits.unverified;
