// All pairs, by category.

import type { TradePair } from '@fairtick/contract/http/market';
import { Button } from '@fairtick/ui/button';
import { cx } from '@fairtick/ui/cx';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { Skeletons } from '@fairtick/ui/skeleton';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import type { PairsState } from '../../stores/market.ts';
import { Categories } from './categories.tsx';
import { COLUMNS, LoadingRows, MarketRow } from './market-row.tsx';
import { RetryPairs } from './retry-pairs.tsx';

const SHAPES = 10;
const CHIP_SHAPES = 3;

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
        {state !== 'failed' && (
          <Categories
            label={t('categories')}
            size="md"
            value={category}
            onValue={setCategory}
            pending={<Skeletons count={CHIP_SHAPES} className="h-11 w-24 rounded-full" />}
            className="scroll-x flex min-w-0 min-h-15 items-center gap-2 px-4 py-2 lg:px-0"
          />
        )}
      </div>
      <div aria-hidden="true" className={cx(COLUMNS, 'hidden! border-line border-b py-2 text-quiet text-xs lg:grid!')}>
        <span>{t('column.pair')}</span>
        <span>{t('column.chart')}</span>
        <span className="text-end">{t('column.price')}</span>
        <span className="text-end">{t('column.change')}</span>
      </div>
      <List
        state={state}
        isEmpty={shown.length === 0}
        pending={<LoadingRows count={SHAPES} label={t('list.loading')} />}
        failed={
          <EmptyState title={t('list.failed')} text={t('list.failed.text')} action={<RetryPairs tone="primary" />} />
        }
        empty={
          <EmptyState
            title={t('list.empty')}
            text={t('list.empty.text')}
            action={
              <Button tone="soft" onClick={() => setCategory(undefined)}>
                {t('list.empty.action')}
              </Button>
            }
          />
        }
      >
        <ul>
          {shown.map((pair) => (
            <MarketRow key={pair.Id} pair={pair} />
          ))}
        </ul>
      </List>
    </section>
  );
}
