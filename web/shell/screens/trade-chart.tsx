// The chart of the trading screen: prices, my orders as lines on them, and the question asked before a dragged stop is moved.

import type { TradePair } from '@fairtick/contract/http/market';
import { late } from '@fairtick/ui/late';
import { Skeleton } from '@fairtick/ui/skeleton';
import { Suspense, useMemo, useState } from 'react';
import { ForexLineLabel } from '../../features/forex/forex-line-label.tsx';
import { type ForexLine, forexLinesOf, isStop, toneOf } from '../../features/forex/forex-lines.ts';
import { type DroppedStop, MoveStop } from '../../features/forex/move-stop.tsx';
import { PeriodBar } from '../../features/market/chart/period-bar.tsx';
import type { MovedLine, PriceLine } from '../../features/market/chart/price-line.ts';
import { PriceLines } from '../../features/market/chart/price-lines.tsx';
import { OptionLineLabel } from '../../features/micro/option-line-label.tsx';
import { useRefreshAtEnd } from '../../hooks/use-countdown.ts';
import { useForexOrders, useOptions } from '../../hooks/use-orders.ts';
import type { OptionOrder } from '../../stores/orders.ts';
import type { Picked } from './picked.ts';
import { PickedOrder } from './picked-order.tsx';

const PriceChart = late(async () => (await import('../../features/market/chart/price-chart.tsx')).PriceChart);

/** A line with the order that it is a part of. */
interface OrderLine extends PriceLine {
  readonly picked: Picked;
  /** Absent where the order is an option. */
  readonly forex?: ForexLine;
}

export function TradeChart({ pair }: { pair: TradePair }) {
  const lines = useLines(pair);
  const levels = useMemo(() => lines.map((line) => Number(line.price)), [lines]);
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
      <div className="relative min-h-72 flex-1">
        <Suspense fallback={<Skeleton className="absolute inset-x-4 inset-y-6 rounded-lg opacity-60" />}>
          <PriceChart
            pair={pair}
            levels={levels}
            over={(view) => (
              <PriceLines
                view={view}
                lines={lines}
                precision={pair.PricePrecision}
                dropped={dropped && { key: dropped.line.key, price: dropped.price }}
                onDrop={drop}
                onPick={(key) => setPicked(find(key)?.picked)}
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

function useLines(pair: TradePair): readonly OrderLine[] {
  const open = useForexOrders(1).orders;
  const pending = useForexOrders(0).orders;
  const options = useOptions(1).orders;
  useRefreshAtEnd(options);
  return useMemo(
    () => [
      ...[...open, ...pending]
        .filter((order) => order.ForexTradeLists.Id === pair.Id)
        .flatMap(forexLinesOf)
        .map(ofForex),
      // One that waits for its price has no line yet.
      ...options.filter((option) => option.ForexTradeList.Id === pair.Id && option.OpenPrice !== '').map(ofOption),
    ],
    [pair.Id, open, pending, options],
  );
}

const ofForex = (line: ForexLine): OrderLine => ({
  key: line.key,
  price: line.price,
  tone: toneOf(line),
  movable: isStop(line),
  label: (price) => <ForexLineLabel line={line} price={price} />,
  picked: { family: 'forex', order: line.order },
  forex: line,
});

const ofOption = (option: OptionOrder): OrderLine => ({
  key: `${option.Id}/option`,
  price: option.OpenPrice,
  tone: option.Type === 1 ? 'up' : 'down',
  movable: false,
  label: () => <OptionLineLabel option={option} />,
  picked: { family: 'micro', option },
});
