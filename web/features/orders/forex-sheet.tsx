// Everything about one futures order: result, prices, stops to edit, why it ended, and its proof.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { readUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { Sheet } from '@fairtick/ui/sheet';
import { Tag } from '@fairtick/ui/tag';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useEffect, useState } from 'react';
import { netResult } from '../../calculators/positions.ts';
import { percentOf } from '../../calculators/stops.ts';
import { moneyText } from '../../calculators/typed.ts';
import { usePositionNow } from '../../hooks/use-account.ts';
import { useForexOrders } from '../../hooks/use-orders.ts';
import { lotsOf } from '../../i18n/lots.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { onClosed } from '../../stores/account.ts';
import { VerifyPanel } from '../verify/verify-panel.tsx';
import { useOrderActions } from './order-actions.tsx';
import { sideWord, whyClosed } from './order-words.ts';
import { StopEditor } from './stop-editor.tsx';

export interface ForexSheetProps {
  readonly order: ForexOrderView;
  readonly open: boolean;
  readonly onDone: () => void;
}

export function ForexSheet({ order: picked, open, onDone }: ForexSheetProps) {
  const t = useTexts('orders');
  const formats = useFormats();
  const order = useFresh(picked);
  const [verifying, setVerifying] = useState(false);
  const { ask, question } = useOrderActions(onDone);
  useEffect(
    () =>
      onClosed((family, ids) => {
        if (family === 'forex' && picked.Status === 1 && ids.includes(picked.Id)) onDone();
      }),
    [picked, onDone],
  );
  const filled = order.Status === 1 || order.Status === 3;
  return (
    <Sheet
      open={open}
      onOpen={(next) => {
        if (!next) onDone();
      }}
      title={
        <span className="flex flex-wrap items-center gap-2">
          <bdi dir="ltr">{order.ForexTradeLists.ShowCode}</bdi>
          <Tag tone={order.OrderType === 1 ? 'up' : 'down'}>{t(sideWord(order))}</Tag>
          <span className="tabular font-medium text-muted text-sm">
            {t('lots_of', lotsOf(order.Quantity, formats))}
          </span>
        </span>
      }
      footer={
        order.Status !== 2 && (
          <div className="flex gap-3">
            {filled && (
              <Button
                tone="soft"
                wide
                icon={<ShieldCheck aria-hidden="true" size={18} />}
                onClick={() => setVerifying(!verifying)}
                aria-expanded={verifying}
              >
                {t('verify')}
              </Button>
            )}
            {order.Status === 1 && (
              <Button tone="primary" wide onClick={() => ask({ kind: 'close', order })}>
                {t('close.action')}
              </Button>
            )}
            {order.Status === 0 && (
              <Button tone="danger" wide onClick={() => ask({ kind: 'cancel', order })}>
                {t('cancel.action')}
              </Button>
            )}
          </div>
        )
      }
    >
      <div className="grid gap-4 pb-4">
        <Headline order={order} />
        <Why order={order} />
        {verifying && <VerifyPanel family="forex" id={order.Id} />}
        {(order.Status === 0 || order.Status === 1) && <StopEditor key={stopKey(order)} order={order} />}
        <Details order={order} />
      </div>
      {question}
    </Sheet>
  );
}

const stopKey = (order: ForexOrderView): string => `${order.TargetLossPrice}/${order.TargetProfitPrice}`;

/** The lists are fetched anew after every change; the sheet shows what they say. */
function useFresh(picked: ForexOrderView): ForexOrderView {
  const open = useForexOrders(1).orders;
  const pending = useForexOrders(0).orders;
  if (picked.Status !== 0 && picked.Status !== 1) return picked;
  return open.find((order) => order.Id === picked.Id) ?? pending.find((order) => order.Id === picked.Id) ?? picked;
}

function Headline({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const formats = useFormats();
  const live = usePositionNow(order.Id);
  if (order.Status === 0 || order.Status === 2) return null;
  const result = order.Status === 1 ? (live?.FactProfits ?? order.FactProfits) : order.FactProfits;
  const percent = percentOf(readUnits(result), readUnits(order.CautionMoney));
  return (
    <div className="text-center">
      <p className="text-muted text-sm">{t(order.Status === 1 ? 'result.open' : 'result.closed')}</p>
      <Amount
        value={result}
        tone="result"
        {...(order.Status === 1 ? { places: 2 } : {})}
        className="font-semibold text-3xl tracking-[-0.02em]"
      />
      {percent !== undefined && (
        <p className="text-quiet text-sm">
          {t('result.of_margin', { percent: formats.percent(moneyText(percent), { signed: true }) })}
        </p>
      )}
    </div>
  );
}

function Why({ order }: { order: ForexOrderView }) {
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

function Details({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const formats = useFormats();
  const live = usePositionNow(order.Id);
  const precision = order.ForexTradeLists.PricePrecision;
  const stop = (text: string): string => (readUnits(text) === 0n ? t('none') : formats.price(text, precision));
  const now = order.Status === 1 ? (live?.UpdatePrice ?? order.UpdatePrice) : order.UpdatePrice;
  return (
    <dl className="divide-y divide-line border-line border-t">
      <FigureRow term={t(order.Status === 0 || order.Status === 2 ? 'field.target' : 'field.open_price')}>
        <Price value={order.Price} precision={precision} flash={false} />
      </FigureRow>
      {(order.Status === 1 || order.Status === 3) && (
        <FigureRow term={t(order.Status === 1 ? 'field.now' : 'field.close_price')}>
          <Price value={now} precision={precision} flash={order.Status === 1} />
        </FigureRow>
      )}
      <FigureRow term={t('field.lots')}>{formats.number(order.Quantity)}</FigureRow>
      <FigureRow term={t('field.leverage')}>
        {order.Multiple > 0 ? formats.multiple(order.Multiple) : t('field.fixed_margin')}
      </FigureRow>
      {(order.Status === 2 || order.Status === 3) && (
        <>
          <FigureRow term={t('field.stop_loss')}>{stop(order.TargetLossPrice)}</FigureRow>
          <FigureRow term={t('field.take_profit')}>{stop(order.TargetProfitPrice)}</FigureRow>
        </>
      )}
      <FigureRow term={t('field.margin')}>
        <Amount value={order.CautionMoney} />
      </FigureRow>
      <FigureRow term={t('field.fee')}>
        <Amount value={order.TradeFee} />
      </FigureRow>
      {order.Status === 3 && (
        <FigureRow term={t('field.net')} strong>
          <Amount value={moneyText(netResult(order))} tone="result" />
        </FigureRow>
      )}
      <FigureRow term={t('field.created')}>{formats.dateTime(order.CreateTime)}</FigureRow>
      {order.CompleteTime !== null && (
        <FigureRow term={t('field.completed')}>{formats.dateTime(order.CompleteTime)}</FigureRow>
      )}
      {order.OriginId !== '' && order.OriginId !== '0' && (
        <FigureRow term={t('field.copied_from')}>
          <bdi dir="ltr">{order.OriginId}</bdi>
        </FigureRow>
      )}
      <FigureRow term={t('field.id')}>
        <bdi dir="ltr">{order.Id}</bdi>
      </FigureRow>
    </dl>
  );
}
