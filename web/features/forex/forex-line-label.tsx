// What stands on the chip of a forex order's line: an arrow for its side, lots and running result, or what a stop would bring where it is now.

import { Amount } from '@fairtick/ui/amount';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { netAtPrice, netResult } from '../../calculators/positions.ts';
import { moneyText } from '../../calculators/typed.ts';
import { usePositionNow } from '../../hooks/use-account.ts';
import { useRate } from '../../hooks/use-figures.ts';
import { usePair } from '../../hooks/use-market.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { ForexLine } from './forex-lines.ts';

/** Buy up, sell down, and in words for whoever hears it. */
function SideArrow({ line: { order, kind } }: { line: ForexLine }) {
  const t = useTexts('trade');
  const buy = order.OrderType === 1;
  const Arrow = buy ? ArrowUp : ArrowDown;
  return (
    <>
      <Arrow aria-hidden="true" size={12} className="text-quiet" />
      {kind === 'open' && <span className="sr-only">{t(buy ? 'side.buy' : 'side.sell')}</span>}
    </>
  );
}

/** `price`: where the line is drawn, which is not where it was while it is dragged. */
export function ForexLineLabel({ line, price }: { line: ForexLine; price: string }) {
  const t = useTexts('trade');
  const now = usePositionNow(line.order.Id);
  const rate = useRate(usePair(line.order.ForexTradeLists.Id));
  const side = t(line.order.OrderType === 1 ? 'side.buy' : 'side.sell');
  if (line.kind === 'open') {
    return (
      <>
        <SideArrow line={line} />
        <span className="tabular">{line.order.Quantity}</span>
        <Amount value={moneyText(netResult(line.order, now?.FactProfits))} tone="result" places={2} />
      </>
    );
  }
  if (line.kind === 'pending') {
    return (
      <>
        <SideArrow line={line} />
        <span>{t('line.pending', { side, lots: line.order.Quantity })}</span>
      </>
    );
  }
  const result = rate === undefined ? undefined : netAtPrice(line.order, price, rate);
  return (
    <>
      <span>{t(line.kind === 'stop_loss' ? 'line.stop_loss' : 'line.take_profit')}</span>
      {result !== undefined && <Amount value={moneyText(result)} tone="result" places={2} />}
    </>
  );
}
