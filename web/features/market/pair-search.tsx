// The pairs that a typed text means, by code or by name in the user's language. A tap opens the trading screen.

import type { TradePair } from '@fairtick/contract/http/market';
import { hasWords } from '@fairtick/kernel/search-words';
import { Card } from '@fairtick/ui/card';
import { Change } from '@fairtick/ui/change';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { useFormats } from '@fairtick/ui/locale';
import { PairBadge } from '@fairtick/ui/pair-badge';
import { Price } from '@fairtick/ui/price';
import { Skeletons } from '@fairtick/ui/skeleton';
import { usePairs, useQuote } from '../../hooks/use-market.ts';
import { usePairName } from '../../i18n/pair-name.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ClosedTag } from './closed-tag.tsx';
import { RetryPairs } from './retry-pairs.tsx';
import { useOpenPair } from './use-open-pair.ts';

const SHAPES = 6;

export function PairSearch({ typed }: { typed: string }) {
  const t = useTexts('product');
  const home = useTexts('home');
  const formats = useFormats();
  const name = usePairName();
  const { pairs, state } = usePairs();
  const found = pairs.filter((pair) => hasWords(`${pair.Code} ${pair.ShowCode} ${name(pair)}`, typed));
  return (
    <>
      <p role="status" className="sr-only">
        {state === 'ready' && t('found', { count: found.length, shown: formats.count(found.length) })}
      </p>
      <List
        state={state}
        isEmpty={found.length === 0}
        pending={<Skeletons count={SHAPES} className="my-2 h-15 w-full rounded-lg" />}
        failed={<EmptyState title={home('list.failed')} action={<RetryPairs tone="soft" />} />}
        empty={<EmptyState title={t('none', { text: typed.trim() })} text={t('none.text')} />}
      >
        <Card className="overflow-hidden">
          <ul className="divide-y divide-line">
            {found.map((pair) => (
              <li key={pair.Id}>
                <Row pair={pair} name={name(pair)} />
              </li>
            ))}
          </ul>
        </Card>
      </List>
    </>
  );
}

function Row({ pair, name }: { pair: TradePair; name: string }) {
  const openPair = useOpenPair();
  return (
    <button
      type="button"
      onClick={() => openPair(pair.Id)}
      className="flex min-h-15 w-full items-center gap-3 px-4 py-2 text-start -outline-offset-2 transition-colors duration-150 hover:bg-sunken active:bg-pressed"
    >
      <PairBadge base={pair.Base} quote={pair.Quote} />
      <span className="min-w-0 flex-1">
        <bdi dir="ltr" className="block font-semibold text-base leading-snug rtl:text-end">
          {pair.ShowCode}
        </bdi>
        <span className="block truncate text-quiet text-xs">{name}</span>
      </span>
      <Figures pair={pair} />
    </button>
  );
}

function Figures({ pair }: { pair: TradePair }) {
  const quote = useQuote(pair.Id);
  if (quote && quote.status !== 'open') return <ClosedTag status={quote.status} />;
  return (
    <span className="flex shrink-0 flex-col items-end">
      <Price value={quote?.close ?? ''} precision={pair.PricePrecision} className="font-semibold text-base" />
      <Change value={quote?.change ?? ''} className="text-sm" />
    </span>
  );
}
