// The one cache of server state. Calls retry by themselves (caller.ts), so queries do not.

import { ApiError } from '@fairtick/contract/client/failures';
import { type Query, QueryClient } from '@tanstack/react-query';

/** After calls have tried by themselves, so long until the question is asked again. */
const AGAIN_MS = 5_000;

const isAway = (error: unknown): boolean => error instanceof ApiError && error.failure !== 'refused';

/**
 * Where the server was busy, or the line away, the screen mends itself: nobody has to press "Try again". A further page of a list is asked for by whoever
 * reads on, and not again by itself.
 */
const againIfAway = ({ state }: Pick<Query, 'state'>): number | false =>
  isAway(state.error) && !state.fetchMeta?.fetchMore ? AGAIN_MS : false;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: true, refetchInterval: againIfAway },
  },
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
  mainStatus: 'main-status',
  verification: 'verification',
  entry: 'entry',
  security: 'security',
  sessions: 'sessions',
  limits: 'limits',
  preferences: 'preferences',
  invited: 'invited',
  ownData: 'own-data',
  forexDetail: 'forex-detail',
  ledger: 'ledger',
  transfers: 'transfers',
  deposits: 'deposits',
  depositOptions: 'deposit-options',
  withdrawals: 'withdrawals',
  withdrawalOptions: 'withdrawal-options',
  destinations: 'destinations',
  content: 'content',
  companies: 'companies',
  feedback: 'feedback',
  traders: 'traders',
  funds: 'funds',
  loans: 'loans',
  loanReading: 'loan-reading',
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
  QUERY.mainStatus,
  QUERY.entry,
]);

/** Drops all that may be the user's own, so that nobody reads it who signs in after them: what is not named as public is theirs. */
export const forgetPersonal = (): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => !PUBLIC.has(queryKey[0]) });
