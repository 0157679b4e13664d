// The pair on top of the trading screen: its name, price, change and whether it trades now.

import type { TradePair } from '@fairtick/contract/http/market';
import { Change } from '@fairtick/ui/change';
import { cx } from '@fairtick/ui/cx';
import { PairBadge } from '@fairtick/ui/pair-badge';
import { Price } from '@fairtick/ui/price';
import { Tag } from '@fairtick/ui/tag';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useQuote } from '../../hooks/use-market.ts';
import { useMarketBlock } from '../../hooks/use-market-block.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { PairFacts } from './pair-facts.tsx';

/** A press opens the drawer of pairs. */
export function PairButton({ pair, onPress }: { pair: TradePair; onPress: () => void }) {
  const t = useTexts('trade');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className="-ms-1 flex min-h-11 min-w-0 items-center gap-2.5 rounded-md px-1 hover:bg-sunken"
    >
      <PairBadge base={pair.Base} quote={pair.Quote} />
      <h1 className="truncate font-semibold text-lg tracking-[-0.01em]">
        <bdi dir="ltr">{pair.ShowCode}</bdi>
        <span className="sr-only">, {t('pairs.choose')}</span>
      </h1>
      <ChevronDown aria-hidden="true" size={18} className="shrink-0 text-quiet" />
    </button>
  );
}

export function PairPrice({ pair, className }: { pair: TradePair; className?: string }) {
  const t = useTexts('trade');
  const quote = useQuote(pair.Id);
  const block = useMarketBlock(pair);
  const color = quote?.move === 'up' ? 'text-up' : quote?.move === 'down' ? 'text-down' : 'text-ink';
  return (
    <div className={cx('flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5', className)}>
      <Price
        value={quote?.close ?? ''}
        precision={pair.PricePrecision}
        flash={false}
        live
        className={cx('font-semibold text-2xl tracking-[-0.02em]', color)}
      />
      <Change value={quote?.change ?? ''} className="text-base" />
      {block && <Tag tone="warn">{t(block === 'block.hours' ? 'closed' : 'paused')}</Tag>}
      <PairFacts pair={pair} className="-my-2 ms-auto self-center" />
    </div>
  );
}
