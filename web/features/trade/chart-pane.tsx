// Chart with its bar, my orders as lines on it, and the question asked before a dragged stop is moved.

import type { TradePair } from '@fairtick/contract/http/market';
import { Confirm } from '@fairtick/ui/confirm';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton } from '@fairtick/ui/skeleton';
import { lazy, Suspense, useMemo, useState } from 'react';
import { profitAtPrice } from '../../calculators/positions.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useRefreshAtEnd } from '../../hooks/use-countdown.ts';
import { useRate } from '../../hooks/use-figures.ts';
import { useForexOrders, useOptions } from '../../hooks/use-orders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { forexCommand } from '../../stores/orders.ts';
import { ApiError } from '../../transport/failures.ts';
import { type Picked, PickedOrder } from '../orders/picked-order.tsx';
import { type ChartLine, linesOf } from './chart/lines.ts';
import { type DroppedStop, OrderLines } from './chart/order-lines.tsx';
import { PeriodBar } from './period-bar.tsx';

const PriceChart = lazy(async () => ({ default: (await import('./chart/price-chart.tsx')).PriceChart }));

export function ChartPane({ pair }: { pair: TradePair }) {
  const lines = useLines(pair);
  const levels = useMemo(() => lines.map((line) => Number(line.price)), [lines]);
  const [dropped, setDropped] = useState<DroppedStop>();
  const [picked, setPicked] = useState<Picked>();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PeriodBar />
      <div className="relative min-h-72 flex-1">
        <Suspense fallback={<Skeleton className="absolute inset-x-4 inset-y-6 rounded-lg opacity-60" />}>
          <PriceChart
            pair={pair}
            levels={levels}
            over={(view) => (
              <OrderLines
                view={view}
                lines={lines}
                precision={pair.PricePrecision}
                dropped={dropped}
                onDrop={setDropped}
                onPick={(line) => setPicked(pickedOf(line))}
              />
            )}
          />
        </Suspense>
      </div>
      <MoveStop pair={pair} dropped={dropped} onDone={() => setDropped(undefined)} />
      <PickedOrder picked={picked} onDone={() => setPicked(undefined)} />
    </div>
  );
}

const pickedOf = (line: ChartLine): Picked =>
  line.kind === 'micro' ? { family: 'micro', order: line.contract } : { family: 'forex', order: line.order };

function useLines(pair: TradePair): readonly ChartLine[] {
  const open = useForexOrders(1).orders;
  const pending = useForexOrders(0).orders;
  const contracts = useOptions(1).orders;
  useRefreshAtEnd(contracts);
  return useMemo(
    () =>
      linesOf(
        [...open, ...pending].filter((order) => order.ForexTradeLists.Id === pair.Id),
        contracts.filter((contract) => contract.ForexTradeList.Id === pair.Id),
      ),
    [pair.Id, open, pending, contracts],
  );
}

interface MoveStopProps {
  readonly pair: TradePair;
  readonly dropped: DroppedStop | undefined;
  readonly onDone: () => void;
}

function MoveStop({ pair, dropped, onDone }: MoveStopProps) {
  const t = useTexts('trade');
  const shell = useTexts('shell');
  const formats = useFormats();
  const rate = useRate(pair);
  const [busy, setBusy] = useState(false);

  async function move({ line, kind, price }: DroppedStop): Promise<void> {
    setBusy(true);
    const { Id, TargetLossPrice, TargetProfitPrice } = line.order;
    try {
      await forexCommand(
        'set_stop_price',
        {
          id: Id,
          stop_loss_price: kind === 'stop_loss' ? price : TargetLossPrice,
          target_profit_price: kind === 'take_profit' ? price : TargetProfitPrice,
        },
        { sayDone: true },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
      onDone();
    }
  }

  const result = dropped && rate !== undefined ? profitAtPrice(dropped.line.order, dropped.price, rate) : undefined;
  const money = result === undefined ? '—' : formats.money(moneyText(result), { places: 2, signed: true });
  const price = formats.price(dropped?.price ?? '', pair.PricePrecision);
  const kind = dropped?.kind ?? 'stop_loss';
  return (
    <Confirm
      open={dropped !== undefined}
      onOpen={(open) => {
        if (!open) onDone();
      }}
      title={t(kind === 'stop_loss' ? 'move.stop_loss' : 'move.take_profit', { price })}
      text={t('move.result', { money })}
      confirmLabel={t('move.yes')}
      cancelLabel={shell('cancel')}
      busy={busy}
      onConfirm={() => {
        if (dropped) void move(dropped);
      }}
    />
  );
}
