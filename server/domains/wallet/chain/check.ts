// What a chain says of a payment to us, beside what it should be (money-staff.md §8): pure.

import { readAddress } from '@fairtick/contract/addresses/chain';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ChainDifference, NotChecked } from '@fairtick/contract/staff/chain-words';
import { COIN_PLACES } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { ChainTransaction } from '../../../platform/chain/watcher.ts';
import type { CoinOption } from '../settings.ts';

/** What came to us by one output of the transaction. */
export interface ChainOutput {
  /** Of a token the place of its log; of the chain's own coin 0: a plain payment has no logs. */
  readonly index: number;
  /** In units of 1e-18 of the currency, by the decimals of the setting. */
  readonly amount: bigint;
  readonly from: string;
}

export type ChainCheck =
  | { readonly state: 'not_checked'; readonly why: NotChecked }
  | { readonly state: 'differs'; readonly why: ChainDifference; readonly seen: Seen | undefined }
  | { readonly state: 'checked'; readonly seen: Seen };

interface Seen {
  readonly confirmations: number;
  readonly outputs: readonly ChainOutput[];
}

export interface Expected {
  readonly option: Pick<CoinOption, 'token' | 'places' | 'decimals' | 'confirmations'>;
  /** Addresses of ours that it may have come to. */
  readonly ours: readonly string[];
}

/** `transaction`: undefined where it is in no block. */
export function checkOf(transaction: ChainTransaction | undefined, { option, ours }: Expected): ChainCheck {
  if (!transaction) return differs('not_found');
  const { confirmations, succeeded, isCanonical } = transaction;
  if (!isCanonical) return differs('reorganised');
  if (!succeeded) return differs('failed', { confirmations, outputs: [] });
  const token = option.token === '' ? '' : written(option.token);
  if (token === undefined) return { state: 'not_checked', why: 'token_unreadable' };
  const places = ours.flatMap((one) => written(one) ?? []);
  const outputs = token === '' ? coinsOf(transaction, places) : tokensOf(transaction, token, places, option);
  if (outputs.length === 0)
    return token === ''
      ? { state: 'not_checked', why: 'inside' }
      : differs(whyNothing(transaction, token, places), { confirmations, outputs });
  const seen = { confirmations, outputs };
  return confirmations < option.confirmations ? differs('too_few', seen) : { state: 'checked', seen };
}

const differs = (why: ChainDifference, seen?: Seen): ChainCheck => ({ state: 'differs', why, seen });

/** As the chain's checksum writes it; undefined where it is no address of such a chain. */
function written(address: string): string | undefined {
  const read = readAddress('evm', address);
  return read.ok ? read.value : undefined;
}

/** The coin of these chains has 18 decimals, as ours. */
const coinsOf = ({ native: { to, from, value } }: ChainTransaction, ours: readonly string[]): ChainOutput[] =>
  value > 0n && ours.includes(to) ? [{ index: 0, amount: value, from }] : [];

const tokensOf = (
  { transfers }: ChainTransaction,
  token: string,
  ours: readonly string[],
  { places, decimals = places }: Expected['option'],
): ChainOutput[] =>
  transfers
    .filter(({ contract, to, value }) => contract === token && ours.includes(to) && value > 0n)
    .map(({ logIndex, from, value }) => ({
      index: logIndex,
      amount: value * 10n ** BigInt(COIN_PLACES - decimals),
      from,
    }));

function whyNothing({ transfers }: ChainTransaction, token: string, ours: readonly string[]): ChainDifference {
  if (transfers.some(({ to }) => ours.includes(to))) return 'wrong_contract';
  return transfers.some(({ contract }) => contract === token) ? 'wrong_recipient' : 'no_transfer';
}

/** Somebody answered, and it can't be relied on: that is no one's word to put aside. */
const DOUBTFUL: ReadonlySet<NotChecked> = new Set<NotChecked>(['disagree', 'other_chain', 'wrong']);

/**
 * Whether so much may be booked by that output, and its confirmations where they are known. What nobody answered of is the word of whoever books it;
 * what was checked is booked as the chain has it. Refuses CHAIN_DIFFERS, also where two nodes disagree or one is not of that chain.
 */
export function bookable(
  check: ChainCheck,
  { reference, amount }: { readonly reference: string; readonly amount: bigint },
): Result<number | undefined, Refusal> {
  if (check.state === 'not_checked' && !DOUBTFUL.has(check.why)) return ok(undefined);
  if (check.state !== 'checked') return err(refuse('CHAIN_DIFFERS'));
  const { confirmations, outputs } = check.seen;
  const output = outputs.find(({ index }) => reference.endsWith(`:${index}`));
  return output?.amount === amount ? ok(confirmations) : err(refuse('CHAIN_DIFFERS'));
}
