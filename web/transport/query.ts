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
} as const;

export type QueryName = (typeof QUERY)[keyof typeof QUERY];

export function refresh(...names: readonly QueryName[]): void {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] });
}

/** What is the user's own: dropped when another user signs in. */
const PERSONAL: readonly QueryName[] = [
  QUERY.balances,
  QUERY.profits,
  QUERY.forexOrders,
  QUERY.microOrders,
  // By the user's residence.
  QUERY.microSettings,
  QUERY.proof,
];

export function forgetPersonal(): void {
  for (const name of PERSONAL) queryClient.removeQueries({ queryKey: [name] });
}
