// All pairs to choose from: search, categories, price and change. In a drawer on a phone, beside the chart on a wide screen.

import { hasWords } from '@fairtick/kernel/search-words';
import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Field } from '@fairtick/ui/field';
import { List } from '@fairtick/ui/list';
import { Skeleton, Skeletons } from '@fairtick/ui/skeleton';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { usePairs } from '../../hooks/use-market.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { setCurrentPair } from '../../stores/market.ts';
import { Categories } from './categories.tsx';
import { PairRow } from './pair-row.tsx';
import { RetryPairs } from './retry-pairs.tsx';

const SHAPES = 8;
/** Below the room that the list would take. */
const AT_END = 'mt-auto';

export function PairList({ currentId, onPicked }: { currentId: number | undefined; onPicked?: () => void }) {
  const t = useTexts('trade');
  const { pairs, state } = usePairs();
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<number>();
  const shown = pairs.filter(
    (pair) =>
      hasWords(`${pair.Code} ${pair.ShowCode}`, search) && (category === undefined || pair.CategoryId === category),
  );
  function showAll(): void {
    setSearch('');
    setCategory(undefined);
  }
  function pick(id: number): void {
    setCurrentPair(id);
    onPicked?.();
  }
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
      <Categories
        label={t('pairs.categories')}
        size="sm"
        value={category}
        onValue={setCategory}
        pending={<Skeleton className="h-9 w-full" />}
        className="scroll-x -mx-1 flex min-w-0 shrink-0 gap-1.5 px-1 py-2.5"
      />
      <List
        state={state}
        isEmpty={shown.length === 0}
        pending={
          <div className="-mx-3 min-h-0 flex-1 overflow-hidden">
            <Skeletons count={SHAPES} className="mx-3 my-2 h-10" />
          </div>
        }
        failed={<EmptyState className={AT_END} title={t('pairs.failed')} action={<RetryPairs tone="soft" />} />}
        empty={
          <EmptyState
            className={AT_END}
            title={t('pairs.none')}
            action={
              <Button tone="soft" onClick={showAll}>
                {t('pairs.all')}
              </Button>
            }
          />
        }
      >
        <ul className="-mx-3 min-h-0 flex-1 overflow-y-auto overscroll-contain pb-3" aria-label={t('pairs.label')}>
          {shown.map((pair) => (
            <li key={pair.Id}>
              <PairRow pair={pair} current={pair.Id === currentId} onPick={pick} />
            </li>
          ))}
        </ul>
      </List>
    </div>
  );
}
