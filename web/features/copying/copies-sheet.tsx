// The user's own copies of one trader, open or closed, from below.

import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { Sheet } from '@fairtick/ui/sheet';
import { Skeletons } from '@fairtick/ui/skeleton';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { useCopies, useLive } from '../../hooks/use-following.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Failed } from './failed.tsx';
import { OrderRow } from './trader-orders.tsx';

export interface CopiesOf {
  readonly traderId: string;
  readonly nickname: string;
  /** 1 = open, 3 = closed. */
  readonly status: 1 | 3;
}

const SHAPES = 3;

export function CopiesSheet({ of, open, onOpen }: { of: CopiesOf; open: boolean; onOpen: (open: boolean) => void }) {
  const t = useTexts('follow');
  return (
    <Sheet
      open={open}
      onOpen={onOpen}
      title={t(of.status === 1 ? 'copies.open' : 'copies.closed', { name: of.nickname })}
      note={t('copies.note')}
    >
      <Copies of={of} />
    </Sheet>
  );
}

function Copies({ of: { traderId, status } }: { of: CopiesOf }) {
  const t = useTexts('follow');
  useLive();
  const { items, state, retry, ...next } = useCopies(traderId, status);
  const shapes = (
    <div className="grid gap-2 py-2" aria-hidden="true">
      <Skeletons count={SHAPES} className="h-14 w-full rounded-md" />
    </div>
  );
  return (
    <List
      state={state}
      isEmpty={items.length === 0}
      next={next}
      pending={shapes}
      loading={shapes}
      failed={<Failed retry={retry} />}
      empty={
        <EmptyState
          icon={<ReceiptText size={28} />}
          title={t(status === 1 ? 'copies.none_open' : 'copies.none_closed')}
          text={t('copies.none_text')}
        />
      }
    >
      <ul className="-mx-4 divide-y divide-line">
        {items.map((order) => (
          <li key={order.Id}>
            <OrderRow order={order} />
          </li>
        ))}
      </ul>
    </List>
  );
}
