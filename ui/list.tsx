// The one frame of a list: shapes while it loads, a failed load, the empty state, the items, and the next page near the end.

import { type ReactNode, useEffect, useRef } from 'react';

export interface NextPage {
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
}

export interface ListProps {
  readonly state: 'pending' | 'failed' | 'ready';
  readonly isEmpty: boolean;
  /** In place of the items, by the state. */
  readonly pending: ReactNode;
  readonly failed: ReactNode;
  readonly empty: ReactNode;
  /** Absent where everything is there at once. */
  readonly next?: NextPage;
  /** Stands below the items while the next page is under way. */
  readonly loading?: ReactNode;
  readonly children: ReactNode;
}

const NEAR_END = '400px';

export function List({ state, isEmpty, pending, failed, empty, next, loading, children }: ListProps) {
  if (state === 'pending') return pending;
  if (state === 'failed') return failed;
  if (isEmpty) return empty;
  return (
    <>
      {children}
      {next && <ListEnd next={next}>{loading}</ListEnd>}
    </>
  );
}

function ListEnd({ next, children }: { next: NextPage; children: ReactNode }) {
  const end = useRef<HTMLDivElement>(null);
  const { more, loadMore } = next;
  useEffect(() => {
    if (!more || !end.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) loadMore();
      },
      { rootMargin: NEAR_END },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [more, loadMore]);
  return <div ref={end}>{next.loadingMore && children}</div>;
}
