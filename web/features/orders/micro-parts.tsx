// The running parts of a contract: seconds left, and what it would bring if it ended now.

import { Amount } from '@fairtick/ui/amount';
import { cx } from '@fairtick/ui/cx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useBasics } from '../../live/basics.ts';
import { clockText, useSecondsLeft } from '../../live/countdown.ts';
import { useQuote } from '../../live/market.ts';
import { microNow } from '../../live/micro-calculators.ts';
import type { MicroOrder } from '../../live/orders.ts';
import { moneyText } from '../../live/typed.ts';

export function Countdown({ order, className }: { order: MicroOrder; className?: string }) {
  const t = useTexts('orders');
  const left = useSecondsLeft(order.endsAtMs);
  return (
    <span role="timer" className={cx('tabular font-semibold', left > 0 && left <= 5 && 'text-warn', className)}>
      {left > 0 ? clockText(left) : t('micro.outcome.settling')}
    </span>
  );
}

/** The booked result of a closed contract; of a running one what it would be at this price. */
export function MicroResult({ order, className }: { order: MicroOrder; className?: string }) {
  const quote = useQuote(order.ForexTradeList.Id);
  const lossLevel = useBasics()?.micro_loss_level;
  if (order.Status === 3) return <Amount value={order.FactProfits} tone="result" className={className} />;
  const now = lossLevel === undefined ? undefined : microNow(order, quote?.close, lossLevel);
  return <Amount value={now ? moneyText(now.result) : ''} tone="result" places={2} className={className} />;
}
