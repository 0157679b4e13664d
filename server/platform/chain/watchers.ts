// The chains that the operator has named nodes of: by their network's name, as the settings have it.

import { EvmWatcher } from './evm.ts';
import { agreeing, type ChainWatcher } from './watcher.ts';

/** One or two nodes of one chain. The URLs may hold keys: never log them. */
export interface ChainNodes {
  readonly chainId: bigint;
  readonly urls: readonly [string] | readonly [string, string];
}

/** undefined: nobody looks at that network. */
export type WatcherOf = (network: string) => ChainWatcher | undefined;

export function openWatchers(nodes: readonly ChainNodes[]): WatcherOf {
  const watchers = new Map(
    nodes.map(({ chainId, urls: [url, second] }) => {
      const first = new EvmWatcher({ chainId, url });
      const watcher = second === undefined ? first : agreeing(first, new EvmWatcher({ chainId, url: second }));
      return [`evm:${chainId}`, watcher];
    }),
  );
  return (network) => watchers.get(network);
}
