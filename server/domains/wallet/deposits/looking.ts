// What the chain says of a deposit, beside where its user was told to send it.

import type { Refusal } from '@fairtick/contract/errors';
import type { WatcherOf } from '../../../platform/chain/watchers.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import { bookable, type ChainCheck } from '../chain/check.ts';
import { lookAt } from '../chain/looking.ts';
import { optionOf } from '../receipts/rules.ts';
import { findReceipt } from '../receipts/table.ts';
import type { DepositOption, WalletSettings } from '../settings.ts';
import type { Deposit } from '../types.ts';
import type { Came } from './staff-rules.ts';

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
export const lookAtDeposit = (
  chains: WatcherOf,
  option: DepositOption | undefined,
  { network, place }: Pick<Deposit, 'network' | 'place'>,
  reference: string,
): Promise<ChainCheck> => {
  const [txid = ''] = reference.split(':');
  return lookAt(chains, { network, txid, option, ours: [place] });
};

/** For whoever accepts what another has proposed: refuses CHAIN_DIFFERS. */
export const creditHinderedBy =
  (chains: WatcherOf, settings: () => Pick<WalletSettings, 'options'>) =>
  async (db: Queries, deposit: Deposit, came: Came): Promise<Refusal | undefined> => {
    const option = await optionOfDeposit(db, settings(), deposit);
    const seen = bookable(await lookAtDeposit(chains, option, deposit, came.reference), came);
    return seen.ok ? undefined : seen.error;
  };
