// Contracts: cards on a phone, a table on a wide screen.

import { Amount } from '@fairtick/ui/amount';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { Tag } from '@fairtick/ui/tag';
import { memo } from 'react';
import { useQuote } from '../../hooks/use-market.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionOrder } from '../../stores/orders.ts';
import { Countdown, OptionResult } from './micro-parts.tsx';
import { directionWord, outcomeWord } from './order-words.ts';
import { Cell, Head, RowButton, Table } from './table.tsx';

export interface OptionListProps {
  readonly orders: readonly OptionOrder[];
  readonly onPick: (order: OptionOrder) => void;
}

export function OptionCards({ orders, onPick }: OptionListProps) {
  return (
    <ul className="grid gap-2.5">
      {orders.map((order) => (
        <li key={order.Id}>
          <OptionCard order={order} onPick={onPick} />
        </li>
      ))}
    </ul>
  );
}

const OptionCard = memo(function OptionCard({
  order,
  onPick,
}: {
  order: OptionOrder;
  onPick: (order: OptionOrder) => void;
}) {
  const t = useTexts('orders');
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
            {order.ForexTradeList.ShowCode}
          </bdi>
          <Tag tone={order.Type === 1 ? 'up' : 'down'}>{t(directionWord(order))}</Tag>
          <Amount value={order.Number} className="text-muted text-sm" />
        </span>
        <OptionResult order={order} className="font-semibold text-md" />
      </span>
      <span className="flex items-baseline justify-between gap-4">
        <bdi dir="ltr" className="tabular flex items-baseline gap-1.5 text-muted text-sm rtl:justify-end">
          <Price value={order.OpenPrice} precision={order.ForexTradeList.PricePrecision} flash={false} />
          <span aria-hidden="true" className="text-quiet">
            →
          </span>
          <EndPrice order={order} />
        </bdi>
        <span className="text-sm">
          {order.Status === 1 ? (
            <Countdown order={order} />
          ) : (
            <span className="text-quiet">{t(outcomeWord(order))}</span>
          )}
        </span>
      </span>
    </button>
  );
});

function EndPrice({ order }: { order: OptionOrder }) {
  const quote = useQuote(order.Status === 1 ? order.ForexTradeList.Id : undefined);
  const value = order.Status === 1 ? (quote?.close ?? '') : order.EndPrice;
  return <Price value={value} precision={order.ForexTradeList.PricePrecision} flash={order.Status === 1} />;
}

export function OptionTable({ label, orders, status, onPick }: OptionListProps & { label: string; status: 1 | 3 }) {
  const t = useTexts('orders');
  const formats = useFormats();
  return (
    <Table label={label}>
      <thead>
        <tr>
          <Head>{t('field.pair')}</Head>
          <Head>{t('field.side')}</Head>
          <Head end>{t('field.stake')}</Head>
          <Head end>{t('field.open_price')}</Head>
          <Head end>{t(status === 1 ? 'field.now' : 'field.end_price')}</Head>
          <Head end>{t('field.created')}</Head>
          <Head end>{t(status === 1 ? 'field.left' : 'field.state')}</Head>
          <Head end>{t(status === 1 ? 'micro.now' : 'field.result')}</Head>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.Id} className="group">
            <Cell>
              <RowButton onPress={() => onPick(order)}>
                <bdi dir="ltr">{order.ForexTradeList.ShowCode}</bdi>
              </RowButton>
            </Cell>
            <Cell>
              <Tag tone={order.Type === 1 ? 'up' : 'down'}>{t(directionWord(order))}</Tag>
            </Cell>
            <Cell end>
              <Amount value={order.Number} />
            </Cell>
            <Cell end>
              <Price value={order.OpenPrice} precision={order.ForexTradeList.PricePrecision} flash={false} />
            </Cell>
            <Cell end>
              <EndPrice order={order} />
            </Cell>
            <Cell end>
              <span className="text-muted">{formats.dateTime(order.CreatedAt)}</span>
            </Cell>
            <Cell end>{order.Status === 1 ? <Countdown order={order} /> : t(outcomeWord(order))}</Cell>
            <Cell end>
              <OptionResult order={order} className="font-semibold" />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
