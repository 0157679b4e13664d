// A list of the user's that the server gives part by part, by page or by the last line that was read: what is loaded, how it stands, and the way on.

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { startAccount } from '../stores/account.ts';
import { type QueryName, queryClient } from '../transport/query.ts';
import { useSession } from './use-session.ts';

/** `next`: what the following part is asked for by; undefined after the last. */
export interface Part<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

export interface Records<T> {
  readonly items: readonly T[];
  readonly state: 'pending' | 'failed' | 'ready';
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** A list never holds more parts than a thumb would scroll. */
const MAX_PARTS = 250;

/** `fetchPart` is asked with '' for the first part. Of what only its user may read, `whose` is left out: nobody else asks. */
export function useRecords<T>(
  queryKey: readonly [QueryName, ...(string | number)[]],
  idOf: (item: T) => string,
  fetchPart: (cursor: string, signal: AbortSignal) => Promise<Part<T>>,
  whose: 'own' | 'everybody' = 'own',
): Records<T> {
  const session = useSession();
  useEffect(startAccount, []);
  const query = useInfiniteQuery(
    {
      queryKey,
      queryFn: ({ pageParam, signal }) => fetchPart(pageParam, signal),
      initialPageParam: '',
      maxPages: MAX_PARTS,
      enabled: whose === 'everybody' || session !== undefined,
      getNextPageParam: (last: Part<T>, all) => (all.length < MAX_PARTS ? last.next : undefined),
    },
    queryClient,
  );
  const parts = query.data?.pages;
  const items = useMemo(() => unique(parts ?? [], idOf), [parts, idOf]);
  return {
    items,
    state: query.data ? 'ready' : query.isError ? 'failed' : 'pending',
    // A failed part ends the list (platform 8); asking for it anew starts over.
    more: query.hasNextPage && !query.isFetchNextPageError,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}

/** Lines move between pages while pages are fetched: each is shown once. */
function unique<T>(parts: readonly Part<T>[], idOf: (item: T) => string): readonly T[] {
  const byId = new Map<string, T>();
  for (const part of parts) for (const item of part.items) if (!byId.has(idOf(item))) byId.set(idOf(item), item);
  return [...byId.values()];
}

/** Of an answer by pages: the number of the following one, where there is more than was read with this one. */
export const nextPage = (page: number, read: number, size: number, total: number): string | undefined =>
  read > 0 && (page - 1) * size + read < total ? String(page + 1) : undefined;
