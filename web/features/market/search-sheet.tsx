// Finds pairs by code or by name in the user's language, as one types. A tap opens the trading screen.

import type { TradePair } from '@fairtick/contract/http/market';
import { Change } from '@fairtick/ui/change';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Field } from '@fairtick/ui/field';
import { List } from '@fairtick/ui/list';
import { useFormats } from '@fairtick/ui/locale';
import { PairBadge } from '@fairtick/ui/pair-badge';
import { Price } from '@fairtick/ui/price';
import { Sheet } from '@fairtick/ui/sheet';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { useQuote } from '../../hooks/use-market.ts';
import { usePairName } from '../../i18n/pair-name.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ClosedTag } from './closed-tag.tsx';
import { matches } from './search.ts';
import { useOpenPair } from './use-open-pair.ts';

const MAX_TYPED = 32;

export function SearchSheet({ pairs, onOpen }: { pairs: readonly TradePair[]; onOpen: (open: boolean) => void }) {
  const t = useTexts('home');
  const formats = useFormats();
  const name = usePairName();
  const openPair = useOpenPair();
  const [typed, setTyped] = useState('');
  const found = pairs.filter((pair) => matches({ code: pair.Code, showCode: pair.ShowCode, name: name(pair) }, typed));
  return (
    <Sheet open onOpen={onOpen} title={t('search')}>
      <div className="flex min-h-[calc(100dvh-11.75rem)] flex-col lg:min-h-[34rem]">
        <Field
          label={t('search')}
          quietLabel
          type="search"
          value={typed}
          onValue={setTyped}
          maxLength={MAX_TYPED}
          placeholder={t('search.placeholder')}
          autoFocus
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          start={<Search aria-hidden="true" size={18} className="shrink-0 text-quiet" />}
        />
        <p role="status" className="sr-only">
          {t('search.found', { count: found.length, shown: formats.count(found.length) })}
        </p>
        <List
          state="ready"
          isEmpty={found.length === 0}
          pending={null}
          failed={null}
          empty={<EmptyState title={t('search.none', { text: typed.trim() })} text={t('search.none.text')} />}
        >
          <ul className="-mx-5 mt-2">
            {found.map((pair) => (
              <li key={pair.Id}>
                <button
                  type="button"
                  onClick={() => {
                    onOpen(false);
                    openPair(pair.Id);
                  }}
                  className="flex min-h-15 w-full items-center gap-3 px-5 py-2 text-start -outline-offset-2 transition-colors duration-150 hover:bg-sunken active:bg-pressed"
                >
                  <PairBadge base={pair.Base} quote={pair.Quote} />
                  <span className="min-w-0 flex-1">
                    <bdi dir="ltr" className="block font-semibold text-base leading-snug rtl:text-end">
                      {pair.ShowCode}
                    </bdi>
                    <span className="block truncate text-quiet text-xs">{name(pair)}</span>
                  </span>
                  <Figures pair={pair} />
                </button>
              </li>
            ))}
          </ul>
        </List>
      </div>
    </Sheet>
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
