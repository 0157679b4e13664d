// Forex orders on a phone: one card each.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { readUnits } from '@fairtick/kernel/decimal';
import { CardList, SummaryCard } from '@fairtick/ui/card-list';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { Tag } from '@fairtick/ui/tag';
import { useCallback } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { ForcedOfList, ForcedOfRow } from './forced-of-list.tsx';
import { cancelWord, endWord, sideWord } from './forex-words.ts';
import { CopyTag, OrderFigure, OrderPriceNow } from './order-parts.tsx';

export interface ForexCardsProps {
  readonly orders: readonly ForexOrderView[];
  readonly onPick: (order: ForexOrderView) => void;
}

export function ForexCards({ orders, onPick }: ForexCardsProps) {
  const card = useCallback((order: ForexOrderView) => <ForexCard order={order} onPick={onPick} />, [onPick]);
  const list = <CardList items={orders} keyOf={(order) => order.Id} card={card} />;
  return orders.some(({ Status }) => Status === 1) ? <ForcedOfList>{list}</ForcedOfList> : list;
}

function ForexCard({ order, onPick }: { order: ForexOrderView; onPick: (order: ForexOrderView) => void }) {
  const t = useTexts('orders');
  const formats = useFormats();
  const precision = order.ForexTradeLists.PricePrecision;
  const note = order.Status === 3 ? endWord(order) : cancelWord(order);
  return (
    <SummaryCard
      onPress={() => onPick(order)}
      title={order.ForexTradeLists.ShowCode}
      tags={
        <>
          <Tag tone={order.OrderType === 1 ? 'up' : 'down'} className="gap-1">
            {t(sideWord(order))} <bdi className="tabular">{formats.number(order.Quantity)}</bdi>
          </Tag>
          <CopyTag order={order} />
          {order.Multiple > 0 && <span className="tabular text-quiet text-xs">{formats.multiple(order.Multiple)}</span>}
        </>
      }
      figure={<OrderFigure order={order} className="font-semibold text-md" />}
      from={<Price value={order.Price} precision={precision} flash={false} />}
      to={order.Status !== 2 && <OrderPriceNow order={order} />}
      note={note && <span className="text-end text-quiet text-xs">{t(note)}</span>}
    >
      {order.CompleteTime !== null && (
        <span className="tabular text-quiet text-xs">{formats.dateMinute(order.CompleteTime)}</span>
      )}
      {order.Status < 2 && <Stops order={order} />}
      {order.Status === 1 && (
        <span className="tabular flex flex-wrap items-baseline gap-x-1.5 text-quiet text-xs">
          {t('field.forced_close')} <ForcedOfRow order={order} />
        </span>
      )}
    </SummaryCard>
  );
}

function Stops({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const formats = useFormats();
  const parts = [
    [t('short.stop_loss'), order.TargetLossPrice],
    [t('short.take_profit'), order.TargetProfitPrice],
  ] as const;
  const set = parts.filter(([, price]) => readUnits(price) > 0n);
  if (set.length === 0) return null;
  return (
    <span className="tabular flex flex-wrap gap-x-4 text-quiet text-xs">
      {set.map(([name, price]) => (
        <span key={name}>
          {name} <bdi dir="ltr">{formats.price(price, order.ForexTradeLists.PricePrecision)}</bdi>
        </span>
      ))}
    </span>
  );
}
