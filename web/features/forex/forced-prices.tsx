// Where the account would be closed by force: none, one or two prices, each with its distance.

import { formatUnits } from '@fairtick/kernel/decimal';
import { useFormats } from '@fairtick/ui/locale';
import type { ForcedPrice } from '../../calculators/forced-close.ts';
import { useTexts } from '../../i18n/use-texts.ts';

interface ForcedPricesProps {
  readonly prices: readonly ForcedPrice[] | undefined;
  readonly precision: number;
  /** Without the distance. */
  readonly short?: boolean;
}

export function ForcedPrices({ prices, precision, short }: ForcedPricesProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  if (!prices) return '—';
  if (prices.length === 0) return t('cost.stop_out_never');
  return (
    <span className="grid justify-items-end">
      {prices.map(({ price, pips }) => (
        <bdi key={String(price)} dir="ltr">
          {short
            ? formats.price(formatUnits(price), precision)
            : t('cost.stop_out_at', {
                price: formats.price(formatUnits(price), precision),
                pips: formats.number(String(pips)),
              })}
        </bdi>
      ))}
    </span>
  );
}
