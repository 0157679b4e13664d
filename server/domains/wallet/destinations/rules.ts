// Where money may go, as its user types it (rules §9, money-staff.md §8), and taking it away: pure.

import { readAccount, readBic } from '@fairtick/contract/addresses/bank';
import { addressRule, readAddress } from '@fairtick/contract/addresses/chain';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import { freezeOf } from '../../accounts/index.ts';
import type { CurrencyOut, DepositOption, WalletSettings } from '../settings.ts';
import type { Destination } from '../types.ts';
import type { Decided, WithdrawalState } from '../withdrawals/state.ts';
import type { Details, Place } from './details.ts';

/** A new one is usable so much later: whoever gets hold of an account for an hour takes no money along. */
export const REST_MS = 86_400_000;
export const MOST = 20;

/** As the contract has it. */
export interface TypedDestination {
  readonly type: '1' | '2';
  readonly draw_id: string;
  readonly label: string;
  readonly dc_address: string;
  readonly tag: string;
  readonly bank_name: string;
  readonly bank_address: string;
  readonly bank_swift: string;
  readonly payee_name: string;
  readonly payee_account: string;
  readonly owner: 'me' | 'other';
  readonly beneficiary_name: string;
  readonly wallet_kind: Destination['walletKind'];
  /** At which exchange it is held. */
  readonly exchange_name: string;
}

export type ReadDestination = Pick<Destination, 'kind' | 'currency' | 'network' | 'label' | 'owner' | 'walletKind'> & {
  readonly place: Place;
  readonly details: Details;
};

const NO_DETAILS: Details = {
  bankName: '',
  bankAddress: '',
  bic: '',
  payeeName: '',
  account: '',
  beneficiary: '',
  exchange: '',
};

const missing = (field: string): Result<never, Refusal> => err(refuse('VALUE_MISSING', { field }));
const invalid = (field: string): Result<never, Refusal> => err(refuse('INPUT_INVALID', { field }));

/** Checked by the rule of its network or bank. Nothing of ours is one: who withdraws to our own address or to a token's contract has lost it. */
export function readDestination(
  typed: TypedDestination,
  { currencies, options }: Pick<WalletSettings, 'currencies' | 'options'>,
): Result<ReadDestination, Refusal> {
  const kind = typed.type === '1' ? 'coin' : 'bank';
  const terms = currencies.find((one) => String(one.id) === typed.draw_id && one.kind === kind);
  if (!terms) return err(refuse('CURRENCY_UNKNOWN'));
  const beneficiary = typed.owner === 'other' ? typedLine(typed.beneficiary_name) : '';
  if (typed.owner === 'other' && beneficiary === '') return missing('beneficiary_name');
  const isHeld = kind === 'coin' && typed.wallet_kind === 'exchange';
  const exchange = isHeld ? typedLine(typed.exchange_name) : '';
  // The travel rule asks who is paid: a wallet that an exchange holds is that exchange's.
  if (isHeld && exchange === '') return missing('exchange_name');
  const read = kind === 'coin' ? readCoin(typed, terms, options) : readBank(typed, options);
  if (!read.ok) return read;
  const { currency, network } = terms;
  return ok({
    ...{ kind, currency, network, label: typedLine(typed.label), owner: typed.owner },
    walletKind: kind === 'coin' ? typed.wallet_kind : '',
    place: read.value.place,
    details: { ...read.value.details, beneficiary, exchange },
  });
}

type Lines = Pick<ReadDestination, 'place' | 'details'>;

function readCoin(
  { dc_address, tag }: TypedDestination,
  { network }: CurrencyOut,
  options: readonly DepositOption[],
): Result<Lines, Refusal> {
  if (dc_address.trim() === '') return missing('dc_address');
  const rule = addressRule(network);
  const read = readAddress(rule, dc_address);
  if (!read.ok)
    return err(read.error === 'network' ? refuse('ADDRESS_NETWORK', { network }) : refuse('ADDRESS_CHECKSUM'));
  // None of the networks on offer has tags: one that is typed belongs to another network's address.
  if (typedLine(tag) !== '') return invalid('tag');
  const place = { kind: 'coin', network, address: read.value, tag: '', account: '' } as const;
  if (isOfOurs(place, '', options)) return invalid('dc_address');
  return ok({ place, details: NO_DETAILS });
}

function readBank(typed: TypedDestination, options: readonly DepositOption[]): Result<Lines, Refusal> {
  const [bankName, payeeName] = [typedLine(typed.bank_name), typedLine(typed.payee_name)];
  if (bankName === '') return missing('bank_name');
  if (payeeName === '') return missing('payee_name');
  if (typedLine(typed.payee_account) === '') return missing('payee_account');
  if (typedLine(typed.bank_swift) === '') return missing('bank_swift');
  const bic = readBic(typed.bank_swift);
  if (bic === undefined) return err(refuse('BIC_WRONG'));
  const account = readAccount(typed.payee_account, bic);
  if (account === undefined) return err(refuse('IBAN_WRONG'));
  const place = { kind: 'bank', network: '', address: '', tag: '', account } as const;
  if (isOfOurs(place, bic, options)) return invalid('payee_account');
  const bankAddress = typedLine(typed.bank_address);
  return ok({ place, details: { ...NO_DETAILS, bankName, bankAddress, bic, payeeName, account } });
}

/** A chain's address takes whatever coin of it; an account at a bank is in one currency. */
export const isOfTerms = (
  { kind, currency, network }: Pick<Destination, 'kind' | 'currency' | 'network'>,
  terms: Pick<CurrencyOut, 'kind' | 'currency' | 'network'>,
): boolean => kind === terms.kind && network === terms.network && (kind === 'coin' || currency === terms.currency);

/** Where money comes to us now, or a token's contract: what goes there is lost, or comes back. */
export function isOfOurs(
  { kind, network, address, account }: Place,
  bic: string,
  options: readonly DepositOption[],
): boolean {
  if (kind === 'bank')
    return options.some((one) => one.kind === kind && readAccount(one.payee_account, bic) === account);
  const rule = addressRule(network);
  return options.some(
    (one) =>
      one.kind === kind &&
      addressRule(one.network) === rule &&
      [one.address, one.token].some((ours) => {
        const known = readAddress(rule, ours);
        return known.ok && known.value === address;
      }),
  );
}

/** Not while a withdrawal to it is under way: what is paid must be seen by its user. */
export function decideRemoval(
  state: Pick<WithdrawalState, 'accounts' | 'wallet'>,
  { id, userId }: { readonly id: Id; readonly userId: Id },
): Decided {
  const found = state.wallet.destinations.byId(id);
  if (found?.userId !== userId || found.removedTime !== undefined) return err(refuse('DESTINATION_UNKNOWN'));
  const standing = state.accounts.standing(userId);
  const freeze = freezeOf(standing, 'withdrawals');
  if (freeze) return err(refuse('FROZEN', { reason: freeze.reason }));
  const inUse = state.wallet.withdrawals
    .active(userId)
    .some(({ destinationId, status }) => destinationId === id && (status === 'waiting' || status === 'approved'));
  if (inUse) return err(refuse('DESTINATION_IN_USE'));
  return ok({ wallet: { destinations: [{ ...found, removedTime: standing.nowMs }] } });
}
