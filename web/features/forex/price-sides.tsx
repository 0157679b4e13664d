// Sell and buy with their prices on the buttons and the spread between. Either opens the ticket or chooses its side.

import type { TradePair } from '@fairtick/contract/http/market';
import { pipSize } from '@fairtick/engine/deviation';
import type { Side } from '@fairtick/engine/types';
import { formatUnits } from '@fairtick/kernel/decimal';
import { cx } from '@fairtick/ui/cx';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { sidePrices } from '../../calculators/prices.ts';
import { useQuote } from '../../hooks/use-market.ts';
import { useTexts } from '../../i18n/use-texts.ts';

export interface PriceSidesProps {
  readonly pair: TradePair;
  /** The chosen side, where this chooses; absent where a press opens the ticket. */
  readonly chosen?: Side;
  readonly disabled?: boolean;
  readonly onSide: (side: Side) => void;
}

export function PriceSides({ pair, chosen, disabled, onSide }: PriceSidesProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const prices = sidePrices(pair, useQuote(pair.Id));
  const text = (side: Side): string => (prices ? formatUnits(prices[side], pair.PricePrecision) : '');
  const spread = prices && formats.number(spreadText(prices.buy - prices.sell, pipSize(pair.PricePrecision)));
  return (
    <div dir="ltr" className="relative grid grid-cols-2 gap-2">
      {(['sell', 'buy'] as const).map((side) => (
        <button
          key={side}
          type="button"
          disabled={disabled}
          aria-pressed={chosen === undefined ? undefined : chosen === side}
          onClick={() => onSide(side)}
          className={cx(
            'live-side flex min-h-16 flex-col justify-center rounded-lg border-2 px-4 py-1.5 transition-[background-color,border-color,filter] duration-150 active:brightness-95',
            'disabled:cursor-not-allowed disabled:opacity-45',
            side === 'buy' ? 'items-end text-end' : 'items-start text-start',
            sideLook(side, chosen),
          )}
        >
          <span className="font-semibold text-sm leading-tight">{t(side === 'buy' ? 'side.buy' : 'side.sell')}</span>
          <Price
            value={text(side)}
            precision={pair.PricePrecision}
            pips
            flash={false}
            live
            className="font-semibold text-lg"
          />
        </button>
      ))}
      {spread !== undefined && (
        <span
          title={t('spread')}
          className="tabular pointer-events-none absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-1/2 rounded-sm bg-raised px-1.5 py-0.5 font-medium text-2xs text-muted shadow-card"
        >
          <span className="sr-only">{t('spread')} </span>
          {spread}
        </span>
      )}
    </div>
  );
}

function sideLook(side: Side, chosen: Side | undefined): string {
  const lit = chosen === undefined || chosen === side;
  if (side === 'buy') return lit ? 'border-up-mark bg-up-mark text-on-mark' : 'border-line-strong bg-surface text-up';
  return lit ? 'border-down-mark bg-down-mark text-on-mark' : 'border-line-strong bg-surface text-down';
}

/** The spread in pips with one decimal. */
function spreadText(spread: bigint, pip: bigint): string {
  const tenths = (spread * 10n) / pip;
  return formatUnits(tenths, 1, 1);
}
