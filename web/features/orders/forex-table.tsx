// Futures orders on a wide screen: a table with the actions at hand.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { readUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { Tag } from '@fairtick/ui/tag';
import { memo, type ReactNode } from 'react';
import { usePositionNow } from '../../hooks/use-account.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EndTag, NowPrice } from './forex-list.tsx';
import type { OrderActions } from './order-actions.tsx';
import { sideWord } from './order-words.ts';
import { Cell, Head, RowButton, Table } from './table.tsx';

export interface ForexTableProps {
  readonly label: string;
  readonly orders: readonly ForexOrderView[];
  readonly status: 0 | 1 | 3;
  readonly onPick: (order: ForexOrderView) => void;
  readonly ask: OrderActions['ask'];
  /** Leaves out the time, where room is short. */
  readonly compact?: boolean;
}

export function ForexTable({ label, orders, status, onPick, ask, compact }: ForexTableProps) {
  const t = useTexts('orders');
  return (
    <Table label={label}>
      <thead>
        <tr>
          <Head>{t('field.pair')}</Head>
          <Head>{t('field.side')}</Head>
          <Head end>{t(status === 0 ? 'field.target' : 'field.open_price')}</Head>
          <Head end>{t(status === 3 ? 'field.close_price' : 'field.now')}</Head>
          <Head end>{t(status === 0 ? 'field.state' : 'field.result')}</Head>
          <Head end>{t('field.stop_loss')}</Head>
          <Head end>{t('field.take_profit')}</Head>
          <Head end>{t('field.margin')}</Head>
          {!compact && <Head end>{t(status === 3 ? 'field.completed' : 'field.created')}</Head>}
          {status !== 3 && <Head end>{t('field.action')}</Head>}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.Id} order={order} onPick={onPick} ask={status === 3 ? undefined : ask} compact={compact} />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps {
  readonly order: ForexOrderView;
  readonly onPick: (order: ForexOrderView) => void;
  readonly ask: OrderActions['ask'] | undefined;
  readonly compact: boolean | undefined;
}

const Row = memo(function Row({ order, onPick, ask, compact }: RowProps) {
  const t = useTexts('orders');
  const formats = useFormats();
  const precision = order.ForexTradeLists.PricePrecision;
  const stop = (text: string): ReactNode =>
    readUnits(text) === 0n ? (
      <span className="text-quiet">—</span>
    ) : (
      <bdi dir="ltr">{formats.price(text, precision)}</bdi>
    );
  const act = order.Status === 0 ? 'cancel' : 'close';
  return (
    <tr className="group">
      <Cell>
        <RowButton onPress={() => onPick(order)}>
          <bdi dir="ltr">{order.ForexTradeLists.ShowCode}</bdi>
        </RowButton>
      </Cell>
      <Cell>
        <Tag tone={order.OrderType === 1 ? 'up' : 'down'}>{t(sideWord(order))}</Tag>
        <span className="ms-2">{formats.number(order.Quantity)}</span>
        {order.Multiple > 0 && <span className="ms-1.5 text-quiet">{formats.multiple(order.Multiple)}</span>}
      </Cell>
      <Cell end>
        <Price value={order.Price} precision={precision} flash={false} />
      </Cell>
      <Cell end>
        <NowPrice order={order} precision={precision} />
      </Cell>
      <Cell end>{order.Status === 0 || order.Status === 2 ? <EndTag order={order} /> : <Result order={order} />}</Cell>
      <Cell end>{stop(order.TargetLossPrice)}</Cell>
      <Cell end>{stop(order.TargetProfitPrice)}</Cell>
      <Cell end>
        <Amount value={order.CautionMoney} places={2} />
      </Cell>
      {!compact && (
        <Cell end>
          <span className="text-muted">{formats.dateTime(order.CompleteTime ?? order.CreateTime)}</span>
        </Cell>
      )}
      {ask && (
        <Cell end>
          <button
            type="button"
            onClick={() => ask({ kind: act, order })}
            className="relative h-8 rounded-sm border border-line-strong px-3 font-semibold text-sm before:absolute before:-inset-y-1.5 before:inset-x-0 hover:bg-sunken"
          >
            {t(`${act}.short`)}
          </button>
        </Cell>
      )}
    </tr>
  );
});

function Result({ order }: { order: ForexOrderView }) {
  const live = usePositionNow(order.Id);
  const value = order.Status === 1 ? (live?.FactProfits ?? order.FactProfits) : order.FactProfits;
  return <Amount value={value} tone="result" places={2} className="font-semibold" />;
}
