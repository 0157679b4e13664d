// What the chain says of a deposit, beside where its user was told to send it.

import type { Refusal } from '@fairtick/contract/errors';
import type { WatcherOf } from '../../../platform/chain/watchers.ts';
import { bookable, type ChainCheck } from '../chain/check.ts';
import { lookAt } from '../chain/looking.ts';
import type { WalletSettings } from '../settings.ts';
import type { Deposit } from '../types.ts';
import type { Came } from './staff-rules.ts';

/** `reference`: a transaction, with the number of an output or without. A bank's line is on no chain. */
export const lookAtDeposit = (
  chains: WatcherOf,
  { options }: Pick<WalletSettings, 'options'>,
  { network, optionId, place }: Pick<Deposit, 'network' | 'optionId' | 'place'>,
  reference: string,
): Promise<ChainCheck> => {
  const [txid = ''] = reference.split(':');
  return lookAt(chains, { network, txid, option: options.find(({ id }) => id === optionId), ours: [place] });
};

/** For whoever accepts what another has proposed: refuses CHAIN_DIFFERS. */
export const creditHinderedBy =
  (chains: WatcherOf, settings: () => Pick<WalletSettings, 'options'>) =>
  async (deposit: Deposit, came: Came): Promise<Refusal | undefined> => {
    const seen = bookable(await lookAtDeposit(chains, settings(), deposit, came.reference), came);
    return seen.ok ? undefined : seen.error;
  };
