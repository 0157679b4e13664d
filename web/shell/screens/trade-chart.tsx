// The chart of the trading screen: prices, my orders as lines on them, and the question asked before a dragged stop is moved.

import type { TradePair } from '@fairtick/contract/http/market';
import { late } from '@fairtick/ui/late';
import { Skeleton } from '@fairtick/ui/skeleton';
import { Suspense, useMemo, useState } from 'react';
import { ForexGroupLabel } from '../../features/forex/forex-group-label.tsx';
import { ForexLineLabel } from '../../features/forex/forex-line-label.tsx';
import { type ForexLine, forexLinesOf, isStop } from '../../features/forex/forex-lines.ts';
import { type DroppedStop, MoveStop } from '../../features/forex/move-stop.tsx';
import { isCopy } from '../../features/forex/order-parts.tsx';
import { PeriodBar } from '../../features/market/chart/period-bar.tsx';
import type { MovedLine, PriceLine } from '../../features/market/chart/price-line.ts';
import { PriceLines } from '../../features/market/chart/price-lines.tsx';
import { OptionLineLabel } from '../../features/micro/option-line-label.tsx';
import { useRefreshAtEnd } from '../../hooks/use-countdown.ts';
import { useForexOrders, useOptions } from '../../hooks/use-orders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { Family } from '../../stores/family.ts';
import type { OptionOrder } from '../../stores/orders.ts';
import { Reload } from '../error-boundary.tsx';
import type { Picked } from './picked.ts';
import { PickedOrder } from './picked-order.tsx';

const PriceChart = late(
  async () => (await import('../../features/market/chart/price-chart.tsx')).PriceChart,
  ChartAway,
);

/** Where the chart's code did not come: a ticket beside it goes on. */
function ChartAway() {
  const t = useTexts('trade');
  return (
    <div role="alert" className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-4 text-center">
      <p className="text-muted text-sm">{t('chart.failed')}</p>
      <Reload />
    </div>
  );
}

/** A line with the order that it is a part of. */
interface OrderLine extends PriceLine {
  readonly picked: Picked;
  /** Absent where the order is an option. */
  readonly forex?: ForexLine;
}

export function TradeChart({ pair, family }: { pair: TradePair; family: Family }) {
  const lines = useLines(pair, family);
  const [dropped, setDropped] = useState<DroppedStop>();
  const [picked, setPicked] = useState<Picked>();
  const find = (key: string): OrderLine | undefined => lines.find((line) => line.key === key);
  function drop({ key, price }: MovedLine): void {
    const line = find(key)?.forex;
    if (line && isStop(line)) setDropped({ line, price });
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PeriodBar />
      <div className="relative min-h-60 flex-1">
        <Suspense fallback={<Skeleton className="absolute inset-x-4 inset-y-6 rounded-lg opacity-60" />}>
          <PriceChart
            pair={pair}
            over={(view) => (
              <PriceLines
                view={view}
                lines={lines}
                precision={pair.PricePrecision}
                dropped={dropped && { key: dropped.line.key, price: dropped.price }}
                onDrop={drop}
                onPick={(key) => setPicked(find(key)?.picked)}
                groupLabel={(keys) =>
                  family === 'forex' ? (
                    <ForexGroupLabel lines={keys.flatMap((key) => find(key)?.forex ?? [])} />
                  ) : (
                    <span className="tabular">{keys.length} ×</span>
                  )
                }
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

/** Of the family that is traded here now: positions have no place over options, nor options over positions. */
function useLines(pair: TradePair, family: Family): readonly OrderLine[] {
  const open = useForexOrders(1).orders;
  const pending = useForexOrders(0).orders;
  const options = useOptions(1).orders;
  useRefreshAtEnd(options);
  return useMemo(() => {
    if (family === 'micro') {
      // One that waits for its price has no line yet.
      return options.filter((one) => one.ForexTradeList.Id === pair.Id && one.OpenPrice !== '').map(ofOption);
    }
    const orders = [...open, ...pending].filter((order) => order.ForexTradeLists.Id === pair.Id);
    return orders.flatMap(forexLinesOf).map(ofForex);
  }, [pair.Id, family, open, pending, options]);
}

const ofForex = (line: ForexLine): OrderLine => ({
  key: line.key,
  price: line.price,
  movable: isStop(line) && !isCopy(line.order),
  label: (price) => <ForexLineLabel line={line} price={price} />,
  picked: { family: 'forex', order: line.order },
  forex: line,
});

const ofOption = (option: OptionOrder): OrderLine => ({
  key: `${option.Id}/option`,
  price: option.OpenPrice,
  movable: false,
  label: () => <OptionLineLabel option={option} />,
  picked: { family: 'micro', option },
});
