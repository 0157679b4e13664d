// All pairs to choose from: search, categories, price and change. In a drawer on a phone, beside the chart on a wide screen.

import type { TradePair } from '@fairtick/contract/http/market';
import { Button } from '@fairtick/ui/button';
import { Change } from '@fairtick/ui/change';
import { cx } from '@fairtick/ui/cx';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Field } from '@fairtick/ui/field';
import { PairBadge } from '@fairtick/ui/pair-badge';
import { Price } from '@fairtick/ui/price';
import { Skeleton } from '@fairtick/ui/skeleton';
import { Tag } from '@fairtick/ui/tag';
import { useInSight } from '@fairtick/ui/use-in-sight';
import Search from 'lucide-react/icons/search';
import { memo, useRef, useState } from 'react';
import { usePairs, useQuoteInSight } from '../../hooks/use-market.ts';
import { useCategories } from '../../hooks/use-market-facts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { refreshPairs, setCurrentPair } from '../../stores/market.ts';

const SKELETONS = [1, 2, 3, 4, 5, 6, 7, 8];

export function PairList({ currentId, onPicked }: { currentId: number | undefined; onPicked?: () => void }) {
  const t = useTexts('trade');
  const { pairs, state } = usePairs();
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<number>();
  const shown = pairs.filter(
    (pair) => matches(pair, search) && (category === undefined || pair.CategoryId === category),
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Field
        label={t('pairs.search')}
        quietLabel
        type="search"
        placeholder={t('pairs.search')}
        value={search}
        onValue={setSearch}
        autoComplete="off"
        start={<Search aria-hidden="true" size={18} className="text-quiet" />}
      />
      <Categories chosen={category} onChoose={setCategory} />
      <ul className="-mx-3 min-h-0 flex-1 overflow-y-auto overscroll-contain pb-3" aria-label={t('pairs.label')}>
        {state === 'pending' &&
          SKELETONS.map((row) => (
            <li key={row}>
              <Skeleton className="mx-3 my-2 h-10" />
            </li>
          ))}
        {shown.map((pair) => (
          <li key={pair.Id}>
            <PairRow
              pair={pair}
              current={pair.Id === currentId}
              onPick={(id) => {
                setCurrentPair(id);
                onPicked?.();
              }}
            />
          </li>
        ))}
      </ul>
      {state === 'failed' && <Failed />}
      {state === 'ready' && shown.length === 0 && (
        <NoneFound
          onAll={() => {
            setSearch('');
            setCategory(undefined);
          }}
        />
      )}
    </div>
  );
}

function Failed() {
  const t = useTexts('trade');
  const shell = useTexts('shell');
  const retry = (
    <Button tone="soft" onClick={() => void refreshPairs()}>
      {shell('retry')}
    </Button>
  );
  return <EmptyState title={t('pairs.failed')} action={retry} />;
}

function NoneFound({ onAll }: { onAll: () => void }) {
  const t = useTexts('trade');
  const all = (
    <Button tone="soft" onClick={onAll}>
      {t('pairs.all')}
    </Button>
  );
  return <EmptyState title={t('pairs.none')} action={all} />;
}

/** A second tap on the chosen category clears it. */
function Categories(props: { chosen: number | undefined; onChoose: (id: number | undefined) => void }) {
  const t = useTexts('trade');
  const categories = useCategories();
  if (!categories) return <Skeleton className="my-3 h-9" />;
  return (
    <fieldset className="scroll-x -mx-1 flex min-w-0 shrink-0 gap-1.5 px-1 py-2.5" aria-label={t('pairs.categories')}>
      {categories.map(({ Id, NameShowTrans }) => {
        const chosen = Id === props.chosen;
        return (
          <button
            key={Id}
            type="button"
            aria-pressed={chosen}
            onClick={() => props.onChoose(chosen ? undefined : Id)}
            className={cx(
              'relative h-8 shrink-0 rounded-full px-3 font-medium text-sm transition-colors duration-150 before:absolute before:-inset-y-1.5 before:inset-x-0',
              chosen ? 'bg-ink text-canvas' : 'bg-sunken text-muted hover:text-ink',
            )}
          >
            {NameShowTrans}
          </button>
        );
      })}
    </fieldset>
  );
}

const PairRow = memo(function PairRow(props: { pair: TradePair; current: boolean; onPick: (id: number) => void }) {
  const t = useTexts('trade');
  const { pair, current } = props;
  const row = useRef<HTMLButtonElement>(null);
  const quote = useQuoteInSight(pair.Id, useInSight(row));
  const closed = (quote?.status ?? pair.StatusReason) !== 'open';
  return (
    <button
      ref={row}
      type="button"
      aria-current={current || undefined}
      onClick={() => props.onPick(pair.Id)}
      className={cx(
        'flex min-h-13 w-full items-center gap-3 rounded-md px-3 py-1.5 text-start -outline-offset-2 transition-colors duration-150',
        current ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <PairBadge base={pair.Base} quote={pair.Quote} size="sm" />
      <bdi dir="ltr" className="min-w-0 flex-1 truncate text-start font-semibold text-base">
        {pair.ShowCode}
      </bdi>
      <span className="grid justify-items-end">
        <Price value={quote?.close ?? ''} precision={pair.PricePrecision} className="font-medium text-base" />
        {closed ? <Tag>{t('closed')}</Tag> : <Change value={quote?.change ?? ''} className="text-xs" />}
      </span>
    </button>
  );
});

function matches(pair: TradePair, search: string): boolean {
  const wanted = search.trim().toUpperCase().replace(/[/\s]/g, '');
  return (
    wanted === '' ||
    pair.Code.toUpperCase().includes(wanted) ||
    pair.ShowCode.toUpperCase().includes(search.trim().toUpperCase())
  );
}
