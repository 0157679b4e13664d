// A pair's small chart: the last hour by the minute, or the last day by the half hour. Coloured by its own way from first to last, or as told.

import { Skeleton } from '@fairtick/ui/skeleton';
import { Sparkline } from '@fairtick/ui/sparkline';
import { memo, useMemo } from 'react';
import { useSparkline } from '../../hooks/use-market-facts.ts';

const DAY_OF_HALF_HOURS = 48;

interface PairSparklineProps {
  readonly pairId: number;
  readonly span: 'hour' | 'day';
  readonly area?: boolean;
  /** Where a change over the same span stands beside it, the line must not say another thing. */
  readonly trend?: 1 | 0 | -1;
  readonly className: string;
}

/** Held still by memo: the ticks that redraw the price beside it do not touch it. */
export const PairSparkline = memo(function PairSparkline(props: PairSparklineProps) {
  const candles = useSparkline(props.pairId, props.span === 'hour' ? '1min' : '30min');
  const values = useMemo(
    () => candles?.slice(props.span === 'hour' ? 0 : -DAY_OF_HALF_HOURS).map((candle) => Number(candle.Close)),
    [candles, props.span],
  );
  if (!values) return <Skeleton className={props.className} />;
  const first = values[0] ?? 0;
  const last = values.at(-1) ?? 0;
  return (
    <Sparkline
      values={values}
      trend={props.trend ?? (last > first ? 1 : last < first ? -1 : 0)}
      {...(props.area ? { area: true } : {})}
      className={props.className}
    />
  );
});
