// A trader's own closed orders, page by page, and one order as a row. What is open is nobody's to see who doesn't follow.

import { Amount } from '@fairtick/ui/amount';
import { Card, SectionHead } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton, Skeletons } from '@fairtick/ui/skeleton';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { type FollowOrder, useTraderOrders } from '../../hooks/use-traders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Failed } from './failed.tsx';

const SHAPES = 4;

export function TraderOrders({ id }: { id: string }) {
  const t = useTexts('follow');
  const { items, state, retry, ...next } = useTraderOrders(id);
  return (
    <section>
      <SectionHead title={t('orders')} />
      <p className="mb-2 text-muted text-sm">{t('orders.open')}</p>
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
        empty={<EmptyState icon={<ReceiptText size={28} />} title={t('orders.empty')} text={t('orders.empty.text')} />}
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
          {t('orders.line', { lots, from: order.Price, to: order.UpdatePrice })}
          {order.CompleteTime !== null && ` · ${formats.dateMinute(order.CompleteTime)}`}
        </>
      }
      trailing={<Amount shown value={order.NetProfits} tone="result" places={2} className="font-medium" />}
    />
  );
}
