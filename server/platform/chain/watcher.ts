// What any chain can be asked about money that came. Nothing here can send any: there is no key on this server.

import { err, type Result } from '@fairtick/kernel/result';
import type { RpcFault } from './json-rpc.ts';

/** `other_chain`: the node is one of another chain. `disagree`: two nodes were asked and say two things. */
export type ChainFault = RpcFault | 'other_chain' | 'disagree';

/** A token that changed hands, as the chain's own log of the transaction says. */
export interface TokenTransfer {
  /** Its place among the logs of its block: what block explorers show. */
  readonly logIndex: number;
  /** As the network's checksum writes it; so are all addresses here. */
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  /** In the token's smallest unit. */
  readonly value: bigint;
}

/** A transaction that is in a block. */
export interface ChainTransaction {
  /** A failed one moves nothing, whatever its data show. */
  readonly succeeded: boolean;
  readonly blockHash: string;
  /** Blocks from its own to the newest, both counted. */
  readonly confirmations: number;
  /** Its block is the one that the chain has at that height now, and no log of it was taken back. */
  readonly isCanonical: boolean;
  /** The chain's own coin, moved by the transaction itself. What contracts move of it inside is not seen. */
  readonly native: { readonly from: string; readonly to: string; readonly value: bigint };
  readonly transfers: readonly TokenTransfer[];
}

export interface ChainWatcher {
  /** Height of the newest block. */
  head(): Promise<Result<bigint, ChainFault>>;
  /** By its hash, 64 hexadecimal digits. undefined: in no block. */
  lookup(txid: string): Promise<Result<ChainTransaction | undefined, ChainFault>>;
}

/** One watcher of two that must agree; the lower of two heads counts. */
export function agreeing(one: ChainWatcher, other: ChainWatcher): ChainWatcher {
  return {
    async head() {
      const [a, b] = await Promise.all([one.head(), other.head()]);
      if (!a.ok) return a;
      return !b.ok || b.value < a.value ? b : a;
    },
    async lookup(txid) {
      const [a, b] = await Promise.all([one.lookup(txid), other.lookup(txid)]);
      if (!a.ok) return a;
      if (!b.ok) return b;
      if (!a.value || !b.value) return a.value === b.value ? a : err('disagree');
      if (markOf(a.value) !== markOf(b.value)) return err('disagree');
      return a.value.confirmations < b.value.confirmations ? a : b;
    },
  };
}

/** All that two nodes must say alike; one of them may be some blocks behind. */
const markOf = ({ confirmations: _, ...rest }: ChainTransaction): string =>
  JSON.stringify(rest, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
