// The parts of an option that move: that it waits for its price, seconds left, where its price stands, and what it would bring if it ended now.

import { Amount } from '@fairtick/ui/amount';
import { cx } from '@fairtick/ui/cx';
import { Price } from '@fairtick/ui/price';
import { clockText } from '../../calculators/countdown.ts';
import { optionNow } from '../../calculators/option-estimate.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useBasics } from '../../hooks/use-basics.ts';
import { useSecondsLeft } from '../../hooks/use-countdown.ts';
import { useQuote } from '../../hooks/use-market.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionOrder } from '../../stores/orders.ts';

export function Countdown({ option, className }: { option: OptionOrder; className?: string }) {
  const t = useTexts('orders');
  const left = useSecondsLeft(option.endsAtMs);
  if (option.OpenPrice === '') return <span className={cx('text-muted', className)}>{t('micro.waiting')}</span>;
  return (
    <span role="timer" className={cx('tabular font-semibold', left > 0 && left <= 5 && 'text-warn', className)}>
      {left > 0 ? clockText(left) : t('micro.outcome.settling')}
    </span>
  );
}

/** The booked result of an ended option; of a running one what it would be at this price. */
export function OptionResult({ option, className }: { option: OptionOrder; className?: string }) {
  const quote = useQuote(option.ForexTradeList.Id);
  const lossLevel = useBasics()?.micro_loss_level;
  if (option.Status === 3) return <Amount value={option.FactProfits} tone="result" className={className} />;
  const now = lossLevel === undefined ? undefined : optionNow(option, quote?.close, lossLevel);
  return <Amount value={now ? moneyText(now.result) : ''} tone="result" places={2} className={className} />;
}

/** The newest price while it runs, then the price at which it ended. */
export function OptionPriceNow({ option }: { option: OptionOrder }) {
  const running = option.Status === 1;
  const quote = useQuote(running ? option.ForexTradeList.Id : undefined);
  const value = running ? (quote?.close ?? '') : option.EndPrice;
  return <Price value={value} precision={option.ForexTradeList.PricePrecision} flash={running} />;
}
