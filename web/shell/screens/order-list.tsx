// The frame of every list of orders on a screen: its shapes, its empty state with one next step, a failed load, the next page.

import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { Skeleton, Skeletons } from '@fairtick/ui/skeleton';
import ReceiptText from 'lucide-react/icons/receipt-text';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import type { OrderPages } from '../../hooks/use-pages.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const SHAPES = 4;

export interface OrderListProps<T> {
  readonly list: OrderPages<T>;
  readonly empty: { readonly title: string; readonly text: string; readonly action?: ReactNode };
  /** In a panel that is low. */
  readonly compact?: boolean;
  readonly children: ReactNode;
}

export function OrderList<T>({ list, empty, compact, children }: OrderListProps<T>) {
  const t = useTexts('orders');
  const shell = useTexts('shell');
  const className = compact ? 'py-4' : undefined;
  return (
    <List
      state={list.state}
      isEmpty={list.orders.length === 0}
      next={list}
      pending={
        <div className="grid gap-3 py-2" aria-hidden="true">
          <Skeletons count={SHAPES} className={compact ? 'h-8 w-full' : 'h-20 w-full rounded-lg'} />
        </div>
      }
      failed={
        <EmptyState
          className={className}
          icon={compact ? undefined : <WifiOff size={28} />}
          title={t('failed.title')}
          text={t('failed.text')}
          action={
            <Button tone="soft" onClick={list.retry}>
              {shell('retry')}
            </Button>
          }
        />
      }
      empty={<EmptyState className={className} icon={compact ? undefined : <ReceiptText size={28} />} {...empty} />}
      loading={<Skeleton className="my-3 h-20 w-full rounded-lg" />}
    >
      {children}
    </List>
  );
}
