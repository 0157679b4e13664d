// What the server says, asked for again from time to time while somebody is there, and in full after every act.

import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { presentStore } from '../stores/activity.ts';
import { call, type StaffAnswer, type StaffEndpoint, type StaffInput } from '../stores/api.ts';
import { settingsStore } from '../stores/settings.ts';
import { useStore } from './use-store.ts';

interface ReadOptions {
  /** Asked again after so many ms. */
  readonly everyMs?: number;
  readonly enabled?: boolean;
  /** Asked for anew whenever its screen opens, and nothing of before is shown: it may be somebody else's by now. */
  readonly fresh?: boolean;
  /** Never asked again by itself: what is read is spent or told only once. */
  readonly once?: boolean;
}

export function useRead<N extends StaffEndpoint>(
  name: N,
  input: StaffInput<N>,
  { everyMs, enabled = true, fresh = false, once = false }: ReadOptions = {},
): UseQueryResult<StaffAnswer<N>> {
  const { lang } = useStore(settingsStore);
  const present = useStore(presentStore);
  return useQuery({
    queryKey: [name, lang, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    refetchInterval: present && everyMs !== undefined ? everyMs : false,
    enabled,
    ...(fresh && { staleTime: 0, gcTime: 0 }),
    ...(once && {
      meta: { once },
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
  });
}

interface Page<Row> {
  readonly data: readonly Row[];
  readonly more: boolean;
}

/** Rows page by page, each page asked for by the last row's id of the one before. */
export function usePages<Row extends { readonly id: string }, P extends Page<Row>>(
  key: readonly unknown[],
  read: (before: string | undefined, signal: AbortSignal) => Promise<P>,
  { everyMs }: Pick<ReadOptions, 'everyMs'> = {},
) {
  const { lang } = useStore(settingsStore);
  const present = useStore(presentStore);
  return useInfiniteQuery({
    queryKey: [...key, lang],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    refetchInterval: present && everyMs !== undefined ? everyMs : false,
    getNextPageParam: (last) => (last.more ? last.data.at(-1)?.id : undefined),
  });
}
