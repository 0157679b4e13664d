// All pairs, by category: small chart, price and change, or a closed label when the market is shut.

import type { TradePair } from '@fairtick/contract/http/market';
import { Button } from '@fairtick/ui/button';
import { Change } from '@fairtick/ui/change';
import { cx } from '@fairtick/ui/cx';
import { EmptyState } from '@fairtick/ui/empty-state';
import { signOf } from '@fairtick/ui/format';
import { PairBadge } from '@fairtick/ui/pair-badge';
import { Price } from '@fairtick/ui/price';
import { Skeleton } from '@fairtick/ui/skeleton';
import { useInSight } from '@fairtick/ui/use-in-sight';
import { memo, useRef, useState } from 'react';
import { useQuoteInSight } from '../../hooks/use-market.ts';
import { useCategories } from '../../hooks/use-market-facts.ts';
import { usePairName } from '../../i18n/pair-name.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { type PairsState, refreshPairs } from '../../stores/market.ts';
import { ClosedTag } from './closed-tag.tsx';
import { PairSparkline } from './pair-sparkline.tsx';
import { useOpenPair } from './use-open-pair.ts';

const SKELETONS = Array.from({ length: 10 }, (_, row) => row);
/** Badge and name | chart | price and change; on wide screens change has a column of its own. */
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_4rem_minmax(5.5rem,auto)] lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,1fr)_7rem] items-center gap-x-3 lg:gap-x-6 px-4 lg:px-5';

export function MarketList({ pairs, state }: { pairs: readonly TradePair[]; state: PairsState }) {
  const t = useTexts('home');
  const [category, setCategory] = useState<number | undefined>(undefined);
  const shown = category === undefined ? pairs : pairs.filter((pair) => pair.CategoryId === category);
  return (
    <section
      aria-labelledby="all-markets"
      className="lg:rounded-xl lg:border lg:border-line lg:bg-surface lg:pb-2 lg:shadow-card"
    >
      <div className="lg:flex lg:items-center lg:justify-between lg:px-5 lg:pt-4 lg:pb-2">
        <h2 id="all-markets" className="px-4 font-semibold text-md tracking-[-0.01em] lg:px-0">
          {t('list')}
        </h2>
        {state !== 'failed' && <Categories value={category} onValue={setCategory} />}
      </div>
      <div aria-hidden="true" className={cx(COLUMNS, 'hidden! border-line border-b py-2 text-quiet text-xs lg:grid!')}>
        <span>{t('column.pair')}</span>
        <span>{t('column.chart')}</span>
        <span className="text-end">{t('column.price')}</span>
        <span className="text-end">{t('column.change')}</span>
      </div>
      {state === 'pending' && <LoadingRows label={t('list.loading')} />}
      {state === 'failed' && (
        <EmptyState title={t('list.failed')} text={t('list.failed.text')} action={<RetryButton />} />
      )}
      {state === 'ready' && shown.length === 0 && (
        <EmptyState
          title={t('list.empty')}
          text={t('list.empty.text')}
          action={
            <Button tone="soft" onClick={() => setCategory(undefined)}>
              {t('list.empty.action')}
            </Button>
          }
        />
      )}
      <ul>
        {shown.map((pair) => (
          <PairRow key={pair.Id} pair={pair} />
        ))}
      </ul>
    </section>
  );
}

/** Tapping the chosen one again shows everything. */
function Categories({ value, onValue }: { value: number | undefined; onValue: (value: number | undefined) => void }) {
  const t = useTexts('home');
  const categories = useCategories();
  return (
    <fieldset
      aria-label={t('categories')}
      className="scroll-x flex min-w-0 min-h-15 items-center gap-2 px-4 py-2 lg:px-0"
    >
      {categories?.map((category) => {
        const chosen = category.Id === value;
        return (
          <button
            key={category.Id}
            type="button"
            aria-pressed={chosen}
            onClick={() => onValue(chosen ? undefined : category.Id)}
            className={cx(
              'min-h-11 shrink-0 rounded-full border px-4 font-semibold text-sm transition-colors duration-150',
              chosen
                ? 'border-ink bg-ink text-canvas'
                : 'border-line bg-surface text-muted hover:border-line-strong hover:text-ink',
            )}
          >
            {category.NameShowTrans}
          </button>
        );
      })}
      {!categories && [20, 24, 18].map((width) => <Skeleton key={width} className="h-11 w-24 rounded-full" />)}
    </fieldset>
  );
}

/** A row out of sight is not drawn anew, laid out or painted: its price may change as often as it likes. */
const PairRow = memo(function PairRow({ pair }: { pair: TradePair }) {
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

function LoadingRows({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      {SKELETONS.map((row) => (
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

function RetryButton() {
  const t = useTexts('shell');
  const [busy, setBusy] = useState(false);
  async function retry(): Promise<void> {
    setBusy(true);
    await refreshPairs();
    setBusy(false);
  }
  return (
    <Button busy={busy} onClick={() => void retry()}>
      {t('retry')}
    </Button>
  );
}
