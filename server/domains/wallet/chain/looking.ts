// A payment looked up on its chain, where the operator has named a node of it. It takes a while and is asked before any lock.

import type { ChainFault } from '../../../platform/chain/watcher.ts';
import type { WatcherOf } from '../../../platform/chain/watchers.ts';
import type { DepositOption } from '../settings.ts';
import { type ChainCheck, checkOf } from './check.ts';

export interface Payment {
  readonly network: string;
  /** Without the number of an output; '' where none is known. */
  readonly txid: string;
  /** By which it came; undefined where that is not offered any more. */
  readonly option: DepositOption | undefined;
  /** Addresses of ours that it may have come to. */
  readonly ours: readonly string[];
}

export async function lookAt(watcherOf: WatcherOf, { network, txid, option, ours }: Payment): Promise<ChainCheck> {
  const watcher = watcherOf(network);
  if (!watcher) return notChecked('no_node');
  if (!/^[0-9a-f]{64}$/.test(txid)) return notChecked('no_transaction');
  // Of another network there is nothing to hold it against.
  if (option?.kind !== 'coin' || option.network !== network) return notChecked('no_option');
  const found = await watcher.lookup(txid);
  return found.ok ? checkOf(found.value, { option, ours }) : notChecked(found.error);
}

const notChecked = (why: ChainFault | 'no_node' | 'no_transaction' | 'no_option'): ChainCheck => ({
  state: 'not_checked',
  why,
});
