// Around every list of orders: skeletons, the empty state with one next step, a failed load, and the next page near the end.

import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Skeleton } from '@fairtick/ui/skeleton';
import ReceiptText from 'lucide-react/icons/receipt-text';
import WifiOff from 'lucide-react/icons/wifi-off';
import { type ReactNode, useEffect, useRef } from 'react';
import type { OrderList } from '../../hooks/use-pages.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const SKELETONS = [1, 2, 3, 4];

export interface ListFrameProps<T> {
  readonly list: OrderList<T>;
  readonly empty: { readonly title: string; readonly text: string; readonly action?: ReactNode };
  readonly compact?: boolean;
  readonly children: ReactNode;
}

export function ListFrame<T>({ list, empty, compact, children }: ListFrameProps<T>) {
  const t = useTexts('orders');
  const shell = useTexts('shell');
  if (list.state === 'pending') {
    return (
      <div className="grid gap-3 py-2" aria-hidden="true">
        {SKELETONS.map((row) => (
          <Skeleton key={row} className={compact ? 'h-8 w-full' : 'h-20 w-full rounded-lg'} />
        ))}
      </div>
    );
  }
  if (list.state === 'failed') {
    return (
      <EmptyState
        className={compact ? 'py-4' : undefined}
        icon={compact ? undefined : <WifiOff size={28} />}
        title={t('failed.title')}
        text={t('failed.text')}
        action={
          <Button tone="soft" onClick={list.retry}>
            {shell('retry')}
          </Button>
        }
      />
    );
  }
  if (list.orders.length === 0) {
    return (
      <EmptyState
        className={compact ? 'py-4' : undefined}
        icon={compact ? undefined : <ReceiptText size={28} />}
        {...empty}
      />
    );
  }
  return (
    <>
      {children}
      <ListEnd list={list} />
    </>
  );
}

function ListEnd<T>({ list }: { list: OrderList<T> }) {
  const end = useRef<HTMLDivElement>(null);
  const { more, loadMore } = list;
  useEffect(() => {
    if (!more || !end.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) loadMore();
      },
      { rootMargin: '400px' },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [more, loadMore]);
  return <div ref={end}>{list.loadingMore && <Skeleton className="my-3 h-20 w-full rounded-lg" />}</div>;
}
