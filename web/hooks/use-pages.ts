// A list of the user's that the server gives page by page: what is loaded, how it stands, and the way to more of it.

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { startAccount } from '../stores/account.ts';
import type { OrderPage } from '../stores/orders.ts';
import { queryClient } from '../transport/query.ts';
import { useSession } from './use-session.ts';

export interface OrderPages<T> {
  readonly orders: readonly T[];
  /** How many there are in all; undefined before the first page. */
  readonly total: number | undefined;
  /** Sums over all pages as the server counts them: results, and results less fees and nights; '' where it does not. */
  readonly totalResult: string;
  readonly totalNet: string;
  readonly state: 'pending' | 'failed' | 'ready';
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** A list never holds more pages than a thumb would scroll. */
const MAX_PAGES = 250;

export function usePages<T extends { readonly Id: string }>(
  queryKey: readonly (string | number)[],
  fetchPage: (page: number, signal: AbortSignal) => Promise<OrderPage<T>>,
): OrderPages<T> {
  const session = useSession();
  useEffect(startAccount, []);
  const query = useInfiniteQuery(
    {
      queryKey,
      queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
      initialPageParam: 1,
      maxPages: MAX_PAGES,
      enabled: session !== undefined,
      getNextPageParam: (last, pages) => {
        const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
        return last.data.length > 0 && loaded < last.total ? pages.length + 1 : undefined;
      },
    },
    queryClient,
  );
  const orders = useMemo(() => unique(query.data?.pages ?? []), [query.data]);
  const first = query.data?.pages[0];
  return {
    orders,
    total: first?.total,
    totalResult: first?.all_fact_profits ?? '',
    totalNet: first?.all_net_profits ?? '',
    state: query.data ? 'ready' : query.isError ? 'failed' : 'pending',
    // A failed page ends the list (platform 8); pulling it anew starts over.
    more: query.hasNextPage && !query.isFetchNextPageError,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}

/** Orders move between pages while pages are fetched: each is shown once. */
function unique<T extends { readonly Id: string }>(pages: readonly OrderPage<T>[]): readonly T[] {
  const byId = new Map<string, T>();
  for (const page of pages) for (const order of page.data) if (!byId.has(order.Id)) byId.set(order.Id, order);
  return [...byId.values()];
}
