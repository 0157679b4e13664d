// A pair in the list to choose from: its code, price and change, and whether it is the one that is chosen.

import type { TradePair } from '@fairtick/contract/http/market';
import { Change } from '@fairtick/ui/change';
import { cx } from '@fairtick/ui/cx';
import { PairBadge } from '@fairtick/ui/pair-badge';
import { Price } from '@fairtick/ui/price';
import { Tag } from '@fairtick/ui/tag';
import { useInSight } from '@fairtick/ui/use-in-sight';
import { memo, useRef } from 'react';
import { useQuoteInSight } from '../../hooks/use-market.ts';
import { useTexts } from '../../i18n/use-texts.ts';

export const PairRow = memo(function PairRow(props: {
  pair: TradePair;
  current: boolean;
  onPick: (id: number) => void;
}) {
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
