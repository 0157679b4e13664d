// The head of a forex order's sheet: its result in money and percent of its margin, and why it ended.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { readUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { Banner } from '@fairtick/ui/banner';
import { useFormats } from '@fairtick/ui/locale';
import { netResult } from '../../calculators/positions.ts';
import { percentOf } from '../../calculators/stops.ts';
import { moneyText } from '../../calculators/typed.ts';
import { usePositionNow } from '../../hooks/use-account.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { whyClosed } from './forex-words.ts';

export function ForexHeadline({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const formats = useFormats();
  const now = usePositionNow(order.Id);
  if (order.Status === 0 || order.Status === 2) return null;
  const net = netResult(order, order.Status === 1 ? now?.FactProfits : undefined);
  const percent = percentOf(net, readUnits(order.CautionMoney));
  return (
    <div className="text-center">
      <p className="text-muted text-sm">{t(order.Status === 1 ? 'result.open' : 'result.closed')}</p>
      <Amount value={moneyText(net)} tone="result" places={2} className="font-semibold text-3xl tracking-[-0.02em]" />
      {percent !== undefined && (
        <p className="text-quiet text-sm">
          {t('result.of_margin', { percent: formats.percent(moneyText(percent), { signed: true }) })}
        </p>
      )}
    </div>
  );
}

/** Nothing while it has not ended. */
export function WhyEnded({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const formats = useFormats();
  const why = whyClosed(order);
  if (!why) return null;
  const show = (text: string): string => formats.price(text, order.ForexTradeLists.PricePrecision);
  const words = {
    stop: show(order.TargetLossPrice),
    take: show(order.TargetProfitPrice),
    price: show(order.UpdatePrice),
  };
  return (
    <Banner tone={why === 'why.stop_loss_jump' || order.CloseReason === 'stop_out' ? 'warn' : 'info'}>
      {t(why, words)}
    </Banner>
  );
}
