// Forex orders on a wide screen: a table with the actions at hand.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { readUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { type Column, RowButton, Table } from '@fairtick/ui/table';
import { Tag } from '@fairtick/ui/tag';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import type { ForexTab } from '../../stores/orders.ts';
import { ForcedOfList, ForcedOfRow } from './forced-of-list.tsx';
import { cancelWord, sideWord } from './forex-words.ts';
import type { OrderActions } from './order-actions.tsx';
import { CopyTag, OrderFigure, OrderPriceNow } from './order-parts.tsx';

interface TableOfOrders {
  readonly status: ForexTab;
  readonly onPick: (order: ForexOrderView) => void;
  readonly ask: OrderActions['ask'];
  /** Leaves out the time, where room is short. */
  readonly compact?: boolean;
}

export interface ForexTableProps extends TableOfOrders {
  readonly label: string;
  readonly orders: readonly ForexOrderView[];
}

export function ForexTable({ label, orders, ...table }: ForexTableProps) {
  const rows = <Table label={label} columns={useColumns(table)} items={orders} keyOf={(order) => order.Id} />;
  return table.status === 1 ? <ForcedOfList>{rows}</ForcedOfList> : rows;
}

function useColumns({ status, onPick, ask, compact }: TableOfOrders): readonly Column<ForexOrderView>[] {
  const t = useTexts('orders');
  const formats = useFormats();
  return useMemo(() => {
    const all: readonly (Column<ForexOrderView> | false)[] = [
      {
        name: 'pair',
        head: t('field.pair'),
        cell: (order) => (
          <RowButton onPress={() => onPick(order)}>
            <bdi dir="ltr">{order.ForexTradeLists.ShowCode}</bdi> <CopyTag order={order} />
          </RowButton>
        ),
      },
      { name: 'side', head: t('field.side'), cell: (order) => <Side order={order} /> },
      figure('opened', t(status === 0 ? 'field.target' : 'field.open_price'), (order) => (
        <Price value={order.Price} precision={order.ForexTradeLists.PricePrecision} flash={false} />
      )),
      figure('now', t(status === 3 ? 'field.close_price' : 'field.now'), (order) => <NowOrWhy order={order} />),
      figure('result', t(status === 0 ? 'field.state' : 'field.result'), (order) => (
        <OrderFigure order={order} className="font-semibold" />
      )),
      figure('stop-loss', t('field.stop_loss'), (order) => <Stop order={order} price={order.TargetLossPrice} />),
      figure('take-profit', t('field.take_profit'), (order) => <Stop order={order} price={order.TargetProfitPrice} />),
      status === 1 && figure('forced', t('field.forced_close'), (order) => <ForcedOfRow order={order} />),
      // A low panel has room for one of the two; the margin stands in the detail.
      !(compact && status === 1) &&
        figure('margin', t('field.margin'), (order) => <Amount value={order.CautionMoney} places={2} />),
      !compact &&
        figure('time', t(status === 3 ? 'field.completed' : 'field.created'), (order) => (
          <span className="text-muted">{formats.dateTime(order.CompleteTime ?? order.CreateTime)}</span>
        )),
      status !== 3 && figure('action', t('field.action'), (order) => <Act order={order} ask={ask} />),
    ];
    return all.filter((column) => column !== false);
  }, [t, formats, status, onPick, ask, compact]);
}

const figure = (name: string, head: string, cell: Column<ForexOrderView>['cell']): Column<ForexOrderView> => ({
  name,
  head,
  end: true,
  cell,
});

/** An order that was cancelled has no price: what cancelled it stands there. */
function NowOrWhy({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const why = cancelWord(order);
  return why ? <span className="text-quiet text-sm">{t(why)}</span> : <OrderPriceNow order={order} />;
}

function Side({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const formats = useFormats();
  return (
    <>
      <Tag tone={order.OrderType === 1 ? 'up' : 'down'}>{t(sideWord(order))}</Tag>
      <span className="ms-2">{formats.number(order.Quantity)}</span>
      {order.Multiple > 0 && <span className="ms-1.5 text-quiet">{formats.multiple(order.Multiple)}</span>}
    </>
  );
}

function Stop({ order, price }: { order: ForexOrderView; price: string }) {
  const formats = useFormats();
  if (readUnits(price) === 0n) return <span className="text-quiet">—</span>;
  return <bdi dir="ltr">{formats.price(price, order.ForexTradeLists.PricePrecision)}</bdi>;
}

/** Closes a position or cancels a pending order. */
function Act({ order, ask }: { order: ForexOrderView; ask: OrderActions['ask'] }) {
  const t = useTexts('orders');
  const act = order.Status === 0 ? 'cancel' : 'close';
  return (
    <button
      type="button"
      onClick={() => ask({ kind: act, order })}
      className="relative h-8 rounded-sm border border-line-strong px-3 font-semibold text-sm before:absolute before:-inset-y-1.5 before:inset-x-0 hover:bg-sunken"
    >
      {t(`${act}.short`)}
    </button>
  );
}
