// What the chain says of a deposit, beside where its user was told to send it.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { WatcherOf } from '../../../platform/chain/watchers.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import { bookable, type ChainCheck } from '../chain/check.ts';
import { lookAt } from '../chain/looking.ts';
import { ownAddresses, ownerOfReceipt } from '../own-addresses/table.ts';
import { optionOf } from '../receipts/rules.ts';
import { findReceipt } from '../receipts/table.ts';
import type { DepositOption, WalletSettings } from '../settings.ts';
import type { Deposit } from '../types.ts';
import { type Came, methodOf } from './staff-rules.ts';

/** By which it came: of money of nobody as it was when that was booked, else as it is now; undefined where that is not offered any more. */
export async function optionOfDeposit(
  db: Queries,
  { options }: Pick<WalletSettings, 'options'>,
  { optionId, assigned }: Pick<Deposit, 'optionId' | 'assigned'>,
): Promise<DepositOption | undefined> {
  const receipt = assigned === undefined ? undefined : await findReceipt(db, assigned);
  return receipt ? optionOf(options, receipt) : options.find(({ id }) => id === optionId);
}

/** `reference`: a transaction, with the number of an output or without. A bank's line is on no chain. */
export async function lookAtDeposit(
  { chains, db }: { readonly chains: WatcherOf; readonly db: Queries },
  option: DepositOption | undefined,
  { userId, network, place }: Pick<Deposit, 'userId' | 'network' | 'place'>,
  reference: string,
): Promise<ChainCheck> {
  const [txid = ''] = reference.split(':');
  // They may have sent it to an address that was their own before; nobody else's is looked for.
  const own = chains(network) ? await ownAddresses(db, userId) : [];
  return lookAt(chains, { network, txid, option, ours: [place, ...own.map(({ address }) => address)] });
}

/** Refuses OTHERS_ADDRESS: an output that was booked at a user's own address is credited to nobody else. It was and stays so: no lock is needed. */
export async function refusedAsOthers(db: Queries, deposit: Deposit, reference: string): Promise<Refusal | undefined> {
  const owner = await ownerOfReceipt(db, { method: methodOf(deposit), reference });
  return owner === undefined || owner === deposit.userId ? undefined : refuse('OTHERS_ADDRESS');
}

/** For whoever accepts what another has proposed: refuses CHAIN_DIFFERS and OTHERS_ADDRESS. */
export const creditHinderedBy =
  (chains: WatcherOf, settings: () => Pick<WalletSettings, 'options'>) =>
  async (db: Queries, deposit: Deposit, came: Came): Promise<Refusal | undefined> => {
    const others = await refusedAsOthers(db, deposit, came.reference);
    if (others) return others;
    const option = await optionOfDeposit(db, settings(), deposit);
    const seen = bookable(await lookAtDeposit({ chains, db }, option, deposit, came.reference), came);
    return seen.ok ? undefined : seen.error;
  };
