// The one cache of server state. Calls retry by themselves (caller.ts), so queries do not.

import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: true } },
});

/** First words of the keys by which answers are kept; invalidating one drops all answers under it. */
export const QUERY = {
  balances: 'balances',
  profits: 'profits',
  forexOrders: 'forex-orders',
  microOrders: 'micro-orders',
  microSettings: 'micro-settings',
  basics: 'basics',
  categories: 'categories',
  market: 'market',
  spark: 'spark',
  candles: 'candles',
  proof: 'proof',
  notices: 'notices',
  settings: 'settings',
} as const;

export type QueryName = (typeof QUERY)[keyof typeof QUERY];

export function refresh(...names: readonly QueryName[]): void {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] });
}

/** What is the same for everybody, wherever they live. */
const PUBLIC: ReadonlySet<unknown> = new Set<QueryName>([
  QUERY.basics,
  QUERY.categories,
  QUERY.market,
  QUERY.spark,
  QUERY.candles,
  QUERY.settings,
]);

/** Drops all that may be the user's own, so that nobody reads it who signs in after them: what is not named as public is theirs. */
export const forgetPersonal = (): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => !PUBLIC.has(queryKey[0]) });
