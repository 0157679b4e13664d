// What happened without a tap of the user, page by page, and how much of it is unread.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { startAccount } from '../stores/account.ts';
import { fetchNotices, markNoticesRead } from '../stores/notices.ts';
import { QUERY, queryClient } from '../transport/query.ts';
import { useSession } from './use-session.ts';
import { useSettings } from './use-settings.ts';

export type NoticeView = AnswerOf<'notices'>['data'][number];

export interface NoticePages {
  readonly notices: readonly NoticeView[];
  readonly state: 'pending' | 'failed' | 'ready';
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** A list never holds more pages than a thumb would scroll. */
const MAX_PAGES = 250;

/** 0 while signed out or not known; the server counts up to a hundred. */
export function useUnread(): number {
  const session = useSession();
  useEffect(startAccount, []);
  const { data } = useQuery(
    {
      queryKey: [QUERY.notices, 'unread'],
      queryFn: ({ signal }) => fetchNotices(undefined, signal),
      enabled: session !== undefined,
    },
    queryClient,
  );
  return data?.unread ?? 0;
}

export function useNotices(): NoticePages {
  const session = useSession();
  const lang = useSettings((settings) => settings.lang);
  useEffect(startAccount, []);
  const query = useInfiniteQuery(
    {
      queryKey: [QUERY.notices, 'list', lang],
      queryFn: ({ pageParam, signal }) => fetchNotices(pageParam, signal),
      initialPageParam: undefined as string | undefined,
      maxPages: MAX_PAGES,
      enabled: session !== undefined,
      getNextPageParam: (last) => (last.more ? last.data.at(-1)?.id : undefined),
    },
    queryClient,
  );
  const notices = useMemo(() => unique(query.data?.pages.flatMap((page) => page.data) ?? []), [query.data]);
  return {
    notices,
    state: query.data ? 'ready' : query.isError ? 'failed' : 'pending',
    more: query.hasNextPage && !query.isFetchNextPageError,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}

/** Marks what is shown as read, once somebody looks: a page in the background is not looked at. */
export function useMarkRead(newest: NoticeView | undefined): void {
  const id = newest && !newest.read ? newest.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    const mark = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', mark);
      void markNoticesRead(id);
    };
    document.addEventListener('visibilitychange', mark);
    mark();
    return () => document.removeEventListener('visibilitychange', mark);
  }, [id]);
}

/** A new notice moves the pages' edges while they are fetched: each is shown once. */
const unique = (notices: readonly NoticeView[]): readonly NoticeView[] => [
  ...new Map(notices.map((notice) => [notice.id, notice])).values(),
];
