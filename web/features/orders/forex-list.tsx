// Futures orders on a phone: one card each, the live result where a thumb looks first.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { readUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { Tag } from '@fairtick/ui/tag';
import { memo } from 'react';
import { usePositionNow } from '../../hooks/use-account.ts';
import { useQuote } from '../../hooks/use-market.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { endWord, sideWord } from './order-words.ts';

export interface ForexListProps {
  readonly orders: readonly ForexOrderView[];
  readonly onPick: (order: ForexOrderView) => void;
}

export function ForexList({ orders, onPick }: ForexListProps) {
  return (
    <ul className="grid gap-2.5">
      {orders.map((order) => (
        <li key={order.Id}>
          <ForexCard order={order} onPick={onPick} />
        </li>
      ))}
    </ul>
  );
}

const ForexCard = memo(function ForexCard({
  order,
  onPick,
}: {
  order: ForexOrderView;
  onPick: (order: ForexOrderView) => void;
}) {
  const t = useTexts('orders');
  const formats = useFormats();
  const precision = order.ForexTradeLists.PricePrecision;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onPick(order)}
      className="grid w-full gap-1.5 rounded-lg border border-line bg-surface px-4 py-3 text-start shadow-card transition-colors duration-150 hover:border-line-strong active:bg-sunken"
    >
      <span className="flex items-center justify-between gap-4">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <bdi dir="ltr" className="font-semibold text-md">
            {order.ForexTradeLists.ShowCode}
          </bdi>
          <Tag tone={order.OrderType === 1 ? 'up' : 'down'} className="gap-1">
            {t(sideWord(order))} <bdi className="tabular">{formats.number(order.Quantity)}</bdi>
          </Tag>
          {order.Multiple > 0 && <span className="tabular text-quiet text-xs">{formats.multiple(order.Multiple)}</span>}
        </span>
        {order.Status === 0 || order.Status === 2 ? <EndTag order={order} /> : <Result order={order} />}
      </span>
      <span className="flex items-baseline justify-between gap-4">
        <bdi dir="ltr" className="tabular flex items-baseline gap-x-1.5 whitespace-nowrap text-muted text-sm">
          <Price value={order.Price} precision={precision} flash={false} />
          {order.Status !== 2 && (
            <>
              <span aria-hidden="true" className="text-quiet">
                →
              </span>
              <NowPrice order={order} precision={precision} />
            </>
          )}
        </bdi>
        {order.Status === 3 && <span className="text-end text-quiet text-xs">{t(endWord(order))}</span>}
      </span>
      {order.Status < 2 && <Stops order={order} precision={precision} />}
    </button>
  );
});

function Result({ order }: { order: ForexOrderView }) {
  const live = usePositionNow(order.Id);
  const closed = order.Status === 3;
  return (
    <Amount
      value={closed ? order.FactProfits : (live?.FactProfits ?? order.FactProfits)}
      tone="result"
      places={2}
      className="font-semibold text-md"
    />
  );
}

/** Where it stands now: the live closing price, the market's price for a pending one, the end price of a closed one. */
export function NowPrice({ order, precision }: { order: ForexOrderView; precision: number }) {
  const live = usePositionNow(order.Id);
  const quote = useQuote(order.Status === 0 ? order.ForexTradeLists.Id : undefined);
  const value =
    order.Status === 1
      ? (live?.UpdatePrice ?? order.UpdatePrice)
      : order.Status === 0
        ? (quote?.close ?? '')
        : order.UpdatePrice;
  return <Price value={value} precision={precision} flash={order.Status < 2} />;
}

export function EndTag({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  return <Tag>{order.Status === 0 ? t('end.waiting') : t(endWord(order))}</Tag>;
}

function Stops({ order, precision }: { order: ForexOrderView; precision: number }) {
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
          {name} <bdi dir="ltr">{formats.price(price, precision)}</bdi>
        </span>
      ))}
    </span>
  );
}
