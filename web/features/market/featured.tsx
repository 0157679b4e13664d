// The first four pairs as cards: price, change, and an area chart of the last hour.

import type { TradePair } from '@fairtick/contract/http/market';
import { Change } from '@fairtick/ui/change';
import { PairBadge } from '@fairtick/ui/pair-badge';
import { Price } from '@fairtick/ui/price';
import { Skeleton } from '@fairtick/ui/skeleton';
import { useQuote } from '../../hooks/use-market.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ClosedTag } from './closed-tag.tsx';
import { PairSparkline } from './pair-sparkline.tsx';
import { useOpenPair } from './use-open-pair.ts';

const CARDS = 4;
const SLOTS = [1, 2, 3, 4];

export function Featured({ pairs, loading }: { pairs: readonly TradePair[]; loading: boolean }) {
  const t = useTexts('home');
  if (!loading && pairs.length === 0) return null;
  return (
    <section aria-labelledby="featured">
      <div className="flex items-baseline justify-between gap-3 px-4 pb-3 lg:px-0">
        <h2 id="featured" className="font-semibold text-md tracking-[-0.01em]">
          {t('featured')}
        </h2>
        <span className="text-quiet text-xs">{t('featured.period')}</span>
      </div>
      <ul className="scroll-x flex snap-x snap-mandatory scroll-px-4 gap-3 px-4 lg:grid lg:grid-cols-4 lg:px-0">
        {loading
          ? SLOTS.map((slot) => (
              <li key={slot} className="w-40 shrink-0 lg:w-auto">
                <Skeleton className="h-42 w-full rounded-xl" />
              </li>
            ))
          : pairs.slice(0, CARDS).map((pair) => (
              <li key={pair.Id} className="w-40 shrink-0 snap-start lg:w-auto">
                <PairCard pair={pair} />
              </li>
            ))}
      </ul>
    </section>
  );
}

function PairCard({ pair }: { pair: TradePair }) {
  const t = useTexts('home');
  const quote = useQuote(pair.Id);
  const open = useOpenPair();
  const closed = quote !== undefined && quote.status !== 'open';
  return (
    <button
      type="button"
      onClick={() => open(pair.Id)}
      className="flex h-42 w-full flex-col overflow-hidden rounded-xl border border-line bg-surface text-start shadow-card transition-[border-color,transform] duration-150 hover:border-line-strong active:scale-[0.985]"
    >
      <span className="flex w-full items-center gap-2 px-3.5 pt-3.5">
        <PairBadge base={pair.Base} quote={pair.Quote} size="sm" />
        <bdi dir="ltr" className="truncate font-semibold text-sm">
          {pair.ShowCode}
        </bdi>
      </span>
      <span className="mt-2.5 block w-full px-3.5">
        <span className="block font-semibold text-lg tracking-[-0.01em]">
          <Price value={quote?.close ?? ''} precision={pair.PricePrecision} />
        </span>
        {closed ? (
          <ClosedTag status={quote.status} />
        ) : (
          <span className="flex items-baseline gap-1.5">
            <Change value={quote?.change ?? ''} className="text-sm" />
            <span className="text-quiet text-xs">{t('change.span')}</span>
          </span>
        )}
      </span>
      <PairSparkline pairId={pair.Id} span="hour" area className="mt-auto h-14 w-full rounded-none" />
    </button>
  );
}
