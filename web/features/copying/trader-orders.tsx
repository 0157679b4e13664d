// A trader's own closed orders, page by page, and one order as a row. What is open is nobody's to see who doesn't follow: whoever does sees it move, and their
// own copies of it.

import { Amount } from '@fairtick/ui/amount';
import { Card, SectionHead } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton, Skeletons } from '@fairtick/ui/skeleton';
import ReceiptText from 'lucide-react/icons/receipt-text';
import type { ReactNode } from 'react';
import { netNow } from '../../calculators/following.ts';
import { useCopies, useCopyNow, useLive } from '../../hooks/use-following.ts';
import type { Records } from '../../hooks/use-records.ts';
import { type FollowOrder, useTraderOrders } from '../../hooks/use-traders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Failed } from './failed.tsx';

const SHAPES = 4;

export function TraderOrders({ id, follows }: { id: string; follows: boolean }) {
  const t = useTexts('follow');
  return (
    <>
      {follows && <OpenNow id={id} />}
      <Orders
        title={t('orders')}
        note={follows ? undefined : t('orders.open')}
        empty={<EmptyState icon={<ReceiptText size={28} />} title={t('orders.empty')} text={t('orders.empty.text')} />}
        records={useTraderOrders(id, 3)}
      />
    </>
  );
}

/** Of the trader's own, and of those that were copied for the user. */
function OpenNow({ id }: { id: string }) {
  const t = useTexts('follow');
  useLive();
  return (
    <>
      <Orders
        title={t('orders.open_now')}
        empty={<p className="text-muted text-sm">{t('orders.none_open')}</p>}
        records={useTraderOrders(id, 1)}
      />
      <Orders
        title={t('copies.own')}
        note={t('copies.note')}
        empty={<p className="text-muted text-sm">{t('copies.none_open')}</p>}
        records={useCopies(id, 1)}
      />
    </>
  );
}

interface OrdersProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly empty: ReactNode;
  readonly records: Records<FollowOrder>;
}

function Orders({ title, note, empty, records: { items, state, retry, ...next } }: OrdersProps) {
  return (
    <section>
      <SectionHead title={title} />
      {note !== undefined && <p className="mb-2 text-muted text-sm">{note}</p>}
      <List
        state={state}
        isEmpty={items.length === 0}
        next={next}
        pending={
          <div className="grid gap-2" aria-hidden="true">
            <Skeletons count={SHAPES} className="h-14 w-full rounded-md" />
          </div>
        }
        failed={<Failed retry={retry} />}
        empty={empty}
        loading={<Skeleton className="my-2 h-14 w-full rounded-md" />}
      >
        <Card className="overflow-hidden">
          <ul className="divide-y divide-line">
            {items.map((order) => (
              <li key={order.Id}>
                <OrderRow order={order} />
              </li>
            ))}
          </ul>
        </Card>
      </List>
    </section>
  );
}

export function OrderRow({ order }: { order: FollowOrder }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const lots = formats.number(order.Quantity);
  const now = useCopyNow(order.Id);
  const net = netNow(order.NetProfits, order.FactProfits, order.Status === 1 ? now?.FactProfits : undefined);
  const to = order.Status === 1 && now && now.UpdatePrice !== '' ? now.UpdatePrice : order.UpdatePrice;
  return (
    <ListRow
      title={
        <>
          <bdi>{order.ForexTradeLists.ShowCode}</bdi>{' '}
          <span className={order.OrderType === 1 ? 'text-up' : 'text-down'}>
            {t(order.OrderType === 1 ? 'side.buy' : 'side.sell')}
          </span>{' '}
          <span className="text-quiet text-sm">{formats.multiple(order.Multiple)}</span>
        </>
      }
      subtitle={
        <>
          {t('orders.line', { lots, from: order.Price, to })}
          {order.CompleteTime !== null && ` · ${formats.dateMinute(order.CompleteTime)}`}
        </>
      }
      trailing={<Amount shown value={net} tone="result" places={2} className="font-medium" />}
    />
  );
}
