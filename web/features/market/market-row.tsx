// A pair in the list of all markets: small chart, price and change, or a closed label when the market is shut.

import type { TradePair } from '@fairtick/contract/http/market';
import { Change } from '@fairtick/ui/change';
import { cx } from '@fairtick/ui/cx';
import { signOf } from '@fairtick/ui/format';
import { PairBadge } from '@fairtick/ui/pair-badge';
import { Price } from '@fairtick/ui/price';
import { Skeleton } from '@fairtick/ui/skeleton';
import { useInSight } from '@fairtick/ui/use-in-sight';
import { memo, useRef } from 'react';
import { useQuoteInSight } from '../../hooks/use-market.ts';
import { usePairName } from '../../i18n/pair-name.ts';
import { ClosedTag } from './closed-tag.tsx';
import { PairSparkline } from './pair-sparkline.tsx';
import { useOpenPair } from './use-open-pair.ts';

/** Badge and name | chart | price and change; on wide screens change has a column of its own. */
export const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_4rem_minmax(5.5rem,auto)] lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,1fr)_7rem] items-center gap-x-3 lg:gap-x-6 px-4 lg:px-5';

/** A row out of sight is not drawn anew, laid out or painted: its price may change as often as it likes. */
export const MarketRow = memo(function MarketRow({ pair }: { pair: TradePair }) {
  const open = useOpenPair();
  const name = usePairName();
  const row = useRef<HTMLLIElement>(null);
  const inSight = useInSight(row);
  return (
    <li
      ref={row}
      className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto] lg:[contain-intrinsic-size:auto_3.75rem]"
    >
      <button
        type="button"
        onClick={() => open(pair.Id)}
        className={cx(
          COLUMNS,
          'min-h-16 w-full py-2.5 text-start -outline-offset-2 transition-colors duration-150 hover:bg-sunken active:bg-pressed lg:min-h-15',
        )}
      >
        <span className="flex min-w-0 items-center gap-3">
          <PairBadge base={pair.Base} quote={pair.Quote} />
          <span className="min-w-0">
            <bdi dir="ltr" className="block font-semibold text-base leading-snug rtl:text-end">
              {pair.ShowCode}
            </bdi>
            <span className="block truncate text-quiet text-xs">{name(pair)}</span>
          </span>
        </span>
        <PairFigures pair={pair} inSight={inSight} />
      </button>
    </li>
  );
});

function PairFigures({ pair, inSight }: { pair: TradePair; inSight: boolean }) {
  const quote = useQuoteInSight(pair.Id, inSight);
  if (quote && quote.status !== 'open') {
    return (
      <span className="col-span-2 justify-self-end lg:col-span-3">
        <ClosedTag status={quote.status} />
      </span>
    );
  }
  return (
    <>
      <PairSparkline
        pairId={pair.Id}
        span="day"
        trend={signOf(quote?.change ?? '')}
        className="h-8 w-full lg:max-w-36"
      />
      <span className="flex flex-col items-end gap-0.5 lg:contents">
        <span className="text-end font-semibold text-base [contain:layout_paint]">
          <Price value={quote?.close ?? ''} precision={pair.PricePrecision} />
        </span>
        <Change value={quote?.change ?? ''} className="text-sm [contain:layout_paint] lg:justify-self-end" />
      </span>
    </>
  );
}

/** The shapes of rows that are on their way. */
export function LoadingRows({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={cx(COLUMNS, 'min-h-16 py-2.5')}>
          <span className="flex items-center gap-3">
            <Skeleton className="size-9 rounded-full" />
            <span className="grid gap-1.5">
              <Skeleton className="h-4 w-20" />
              <Skeleton className="h-3 w-28" />
            </span>
          </span>
          <Skeleton className="h-7 w-full" />
          <span className="grid justify-items-end gap-1.5 lg:contents">
            <Skeleton className="h-4 w-20 lg:justify-self-end" />
            <Skeleton className="h-3 w-14 lg:justify-self-end" />
          </span>
        </div>
      ))}
    </div>
  );
}
