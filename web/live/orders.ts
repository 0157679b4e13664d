// My orders, page by page, and the commands on them. What is live on top of them comes from account.ts.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { AnswerOf, InputOf } from '@fairtick/contract/http/index';
import type { MicroOrderView } from '@fairtick/contract/http/micro';
import { systemClock } from '@fairtick/kernel/clock';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { refreshAfter, startAccount } from './account.ts';
import { call, type EndpointOptions } from './api.ts';
import { QUERY, queryClient } from './query.ts';
import { useSession } from './session.ts';

export interface OrderList<T> {
  readonly orders: readonly T[];
  /** How many there are in all; undefined before the first page. */
  readonly total: number | undefined;
  /** Sum of closed results as the server counts them; '' where it does not. */
  readonly totalResult: string;
  readonly state: 'pending' | 'failed' | 'ready';
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

interface Page<T> {
  readonly data: readonly T[];
  readonly total: number;
  readonly all_fact_profits?: string;
}

export type ForexTab = 0 | 1 | 3;
export type MicroTab = 1 | 3;
/** A contract with the moment on this device's clock at which it ends. */
export interface MicroOrder extends MicroOrderView {
  readonly endsAtMs: number;
}

/** A list never holds more pages than a thumb would scroll. */
const MAX_PAGES = 250;

export function useForexOrders(status: ForexTab): OrderList<ForexOrderView> {
  return usePages([QUERY.forexOrders, status], (page, signal) =>
    call('my_deal', { status, page }, { quiet: true, signal }),
  );
}

export function useMicroOrders(status: MicroTab): OrderList<MicroOrder> {
  return usePages([QUERY.microOrders, status], async (page, signal) => {
    const answer = await call('micro_orders', { status, page }, { quiet: true, signal });
    const nowMs = systemClock.now();
    return { ...answer, data: answer.data.map((order) => ({ ...order, endsAtMs: nowMs + order.RemainMilliSeconds })) };
  });
}

function usePages<T extends { readonly Id: string }>(
  queryKey: readonly (string | number)[],
  fetchPage: (page: number, signal: AbortSignal) => Promise<Page<T>>,
): OrderList<T> {
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
function unique<T extends { readonly Id: string }>(pages: readonly Page<T>[]): readonly T[] {
  const byId = new Map<string, T>();
  for (const page of pages) for (const order of page.data) if (!byId.has(order.Id)) byId.set(order.Id, order);
  return [...byId.values()];
}

type ForexCommand = 'forex_submit' | 'forex_close' | 'cancel_trade' | 'set_stop_price' | 'forex_close_all';

/** Sends a futures command and brings lists and balances up to date, also when the outcome is not known. */
export async function forexCommand<N extends ForexCommand>(
  name: N,
  input: InputOf<N>,
  options?: EndpointOptions,
): Promise<AnswerOf<N>> {
  try {
    return await call(name, input, options);
  } finally {
    refreshAfter('forex');
  }
}

export async function microCommand(
  input: InputOf<'micro_submit'>,
  options?: EndpointOptions,
): Promise<AnswerOf<'micro_submit'>> {
  try {
    return await call('micro_submit', input, options);
  } finally {
    refreshAfter('micro');
  }
}
