// The running parts of a contract: seconds left, and what it would bring if it ended now.

import { Amount } from '@fairtick/ui/amount';
import { cx } from '@fairtick/ui/cx';
import { clockText } from '../../calculators/countdown.ts';
import { optionNow } from '../../calculators/option-estimate.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useBasics } from '../../hooks/use-basics.ts';
import { useSecondsLeft } from '../../hooks/use-countdown.ts';
import { useQuote } from '../../hooks/use-market.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionOrder } from '../../stores/orders.ts';

export function Countdown({ order, className }: { order: OptionOrder; className?: string }) {
  const t = useTexts('orders');
  const left = useSecondsLeft(order.endsAtMs);
  return (
    <span role="timer" className={cx('tabular font-semibold', left > 0 && left <= 5 && 'text-warn', className)}>
      {left > 0 ? clockText(left) : t('micro.outcome.settling')}
    </span>
  );
}

/** The booked result of a closed contract; of a running one what it would be at this price. */
export function OptionResult({ order, className }: { order: OptionOrder; className?: string }) {
  const quote = useQuote(order.ForexTradeList.Id);
  const lossLevel = useBasics()?.micro_loss_level;
  if (order.Status === 3) return <Amount value={order.FactProfits} tone="result" className={className} />;
  const now = lossLevel === undefined ? undefined : optionNow(order, quote?.close, lossLevel);
  return <Amount value={now ? moneyText(now.result) : ''} tone="result" places={2} className={className} />;
}
