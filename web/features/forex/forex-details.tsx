// Every figure of a forex order, by name.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { readUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { netResult } from '../../calculators/positions.ts';
import { moneyText } from '../../calculators/typed.ts';
import { usePositionNow } from '../../hooks/use-account.ts';
import { useForcedClose } from '../../hooks/use-forced-close.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ForcedPrices } from './forced-prices.tsx';
import { isCopy, OrderPriceNow, useCopied } from './order-parts.tsx';

export function ForexDetails({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const formats = useFormats();
  const precision = order.ForexTradeLists.PricePrecision;
  const stop = (text: string): string => (readUnits(text) === 0n ? t('none') : formats.price(text, precision));
  return (
    <dl className="divide-y divide-line border-line border-t">
      <FigureRow term={t(order.Status === 0 || order.Status === 2 ? 'field.target' : 'field.open_price')}>
        <Price value={order.Price} precision={precision} flash={false} />
      </FigureRow>
      {(order.Status === 1 || order.Status === 3) && (
        <FigureRow term={t(order.Status === 1 ? 'field.now' : 'field.close_price')}>
          <OrderPriceNow order={order} />
        </FigureRow>
      )}
      <FigureRow term={t('field.lots')}>{formats.number(order.Quantity)}</FigureRow>
      <FigureRow term={t('field.leverage')}>
        {order.Multiple > 0 ? formats.multiple(order.Multiple) : t('field.fixed_margin')}
      </FigureRow>
      {(order.Status > 1 || isCopy(order)) && (
        <>
          <FigureRow term={t('field.stop_loss')}>{stop(order.TargetLossPrice)}</FigureRow>
          <FigureRow term={t('field.take_profit')}>{stop(order.TargetProfitPrice)}</FigureRow>
        </>
      )}
      {order.Status === 1 && (
        <FigureRow term={t('field.forced_close')}>
          <ForcedNow order={order} />
        </FigureRow>
      )}
      <FigureRow term={t('field.margin')}>
        <Amount value={order.CautionMoney} places={2} />
      </FigureRow>
      {order.Status === 1 || order.Status === 3 ? (
        <ResultParts order={order} />
      ) : (
        <FigureRow term={t('field.fee')}>
          <Amount value={order.TradeFee} places={2} />
        </FigureRow>
      )}
      <FigureRow term={t('field.created')}>{formats.dateTime(order.CreateTime)}</FigureRow>
      {order.CompleteTime !== null && (
        <FigureRow term={t('field.completed')}>{formats.dateTime(order.CompleteTime)}</FigureRow>
      )}
      <CopyRows order={order} />
      <FigureRow term={t('field.id')}>
        <bdi dir="ltr">{order.Id}</bdi>
      </FigureRow>
    </dl>
  );
}

/** Whose order it is a copy of, and of which. */
function CopyRows({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const of = useCopied(order);
  if (!isCopy(order)) return null;
  return (
    <>
      {of && (
        <FigureRow term={t('field.trader')}>
          <a href={`#/follow/trader?id=${of.trader_id}`} className="text-accent-text underline underline-offset-4">
            <bdi>{of.nickname}</bdi>
          </a>
        </FigureRow>
      )}
      <FigureRow term={t('field.copied_from')}>
        <bdi dir="ltr">{order.OriginId}</bdi>
      </FigureRow>
    </>
  );
}

/** Moves with the market: of the whole account, as this pair's price goes. */
function ForcedNow({ order }: { order: ForexOrderView }) {
  return <ForcedPrices prices={useForcedClose(order)} precision={order.ForexTradeLists.PricePrecision} />;
}

/** What the result is made of: by price, fee, nights, and what is left of it. */
function ResultParts({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const now = usePositionNow(order.Id);
  const gross = order.Status === 1 ? (now?.FactProfits ?? order.FactProfits) : order.FactProfits;
  const nights = readUnits(order.Nights ?? '0');
  const taken = (units: bigint): string => moneyText(-units);
  return (
    <>
      <FigureRow term={t('field.by_price')}>
        <Amount value={gross} tone="result" places={2} />
      </FigureRow>
      <FigureRow term={t('field.fee')}>
        <Amount value={taken(readUnits(order.TradeFee))} places={2} />
      </FigureRow>
      {nights !== 0n && (
        <FigureRow term={t('field.nights')}>
          <Amount value={taken(nights)} places={2} />
        </FigureRow>
      )}
      <FigureRow term={t('field.net')} strong>
        <Amount value={moneyText(netResult(order, gross))} tone="result" places={2} />
      </FigureRow>
    </>
  );
}
