// What stands on the chip that several lines share: how many, and what they bring together: running results, else what stops would bring.

import { readUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { netAtPrice } from '../../calculators/positions.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useRate } from '../../hooks/use-figures.ts';
import { usePair } from '../../hooks/use-market.ts';
import { useResultsNow } from '../../hooks/use-open-results.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { type ForexLine, isStop } from './forex-lines.ts';

export function ForexGroupLabel({ lines }: { lines: readonly ForexLine[] }) {
  const t = useTexts('trade');
  const open = lines.filter((line) => line.kind === 'open').map(({ order }) => order);
  const running = useResultsNow(open);
  const rate = useRate(usePair(lines[0]?.order.ForexTradeLists.Id ?? 0));
  const stops = lines.filter(isStop);
  const kind = stops.every((line) => line.kind === stops[0]?.kind) ? stops[0]?.kind : undefined;
  // Of a stop-loss and a take-profit only one is ever met: their sum would say nothing.
  const alike = open.length === 0 && kind !== undefined && stops.length === lines.length;
  const atStops =
    alike &&
    rate !== undefined &&
    stops.reduce((sum, { order, price }) => sum + (netAtPrice(order, price, rate) ?? 0n), 0n);
  const sum = open.length > 0 ? readUnits(running) : atStops;
  return (
    <>
      <span className="tabular">
        {lines.length > 1 && `${lines.length} × `}
        {alike && <bdi>{t(`line.${kind}`)}</bdi>}
      </span>
      {sum !== false && <Amount value={moneyText(sum)} tone="result" places={2} />}
    </>
  );
}
