// Everything about one contract: countdown or outcome, prices, stake, and its proof.

import { Amount } from '@fairtick/ui/amount';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { Sheet } from '@fairtick/ui/sheet';
import { Tag } from '@fairtick/ui/tag';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { useQuote } from '../../hooks/use-market.ts';
import { useOptions } from '../../hooks/use-orders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionOrder } from '../../stores/orders.ts';
import { VerifyPanel } from '../verify/verify-panel.tsx';
import { Countdown, OptionResult } from './micro-parts.tsx';
import { directionWord, whyEnded } from './order-words.ts';

export interface OptionSheetProps {
  readonly order: OptionOrder;
  readonly open: boolean;
  readonly onDone: () => void;
}

export function OptionSheet({ order: picked, open, onDone }: OptionSheetProps) {
  const t = useTexts('orders');
  const order = useFresh(picked);
  const [verifying, setVerifying] = useState(false);
  const why = whyEnded(order);
  return (
    <Sheet
      open={open}
      onOpen={(next) => {
        if (!next) onDone();
      }}
      title={
        <span className="flex flex-wrap items-center gap-2">
          <bdi dir="ltr">{order.ForexTradeList.ShowCode}</bdi>
          <Tag tone={order.Type === 1 ? 'up' : 'down'}>{t(directionWord(order))}</Tag>
        </span>
      }
      footer={
        order.Status === 3 ? (
          <Button
            tone="soft"
            wide
            icon={<ShieldCheck aria-hidden="true" size={18} />}
            onClick={() => setVerifying(!verifying)}
            aria-expanded={verifying}
          >
            {t('verify')}
          </Button>
        ) : undefined
      }
    >
      <div className="grid gap-4 pb-4">
        <div className="text-center">
          <p className="text-muted text-sm">{t(order.Status === 1 ? 'micro.now' : 'result.closed')}</p>
          <p>
            <OptionResult order={order} className="font-semibold text-3xl tracking-[-0.02em]" />
          </p>
          {order.Status === 1 && <Countdown order={order} className="text-base" />}
        </div>
        {why && <Banner tone={order.Outcome === 'void' ? 'warn' : 'info'}>{t(why)}</Banner>}
        {verifying && <VerifyPanel family="micro" id={order.Id} />}
        <Details order={order} />
      </div>
    </Sheet>
  );
}

/** Once ended, an open contract is found among the closed ones. */
function useFresh(picked: OptionOrder): OptionOrder {
  const open = useOptions(1).orders;
  const closed = useOptions(3).orders;
  return closed.find((order) => order.Id === picked.Id) ?? open.find((order) => order.Id === picked.Id) ?? picked;
}

function Details({ order }: { order: OptionOrder }) {
  const t = useTexts('orders');
  const formats = useFormats();
  const quote = useQuote(order.ForexTradeList.Id);
  const precision = order.ForexTradeList.PricePrecision;
  const open = order.Status === 1;
  return (
    <dl className="divide-y divide-line border-line border-t">
      <FigureRow term={t('field.open_price')}>
        <Price value={order.OpenPrice} precision={precision} flash={false} />
      </FigureRow>
      <FigureRow term={t(open ? 'field.now' : 'field.end_price')}>
        <Price value={open ? (quote?.close ?? '') : order.EndPrice} precision={precision} flash={open} />
      </FigureRow>
      <FigureRow term={t('field.stake')}>
        <Amount value={order.Number} />
      </FigureRow>
      <FigureRow term={t('field.ratio')}>
        {formats.percent(String(Number(order.ProfitRatio) * 100), { places: 0 })}
      </FigureRow>
      <FigureRow term={t('field.duration')}>{t('seconds_of', { value: formats.count(order.Seconds) })}</FigureRow>
      <FigureRow term={t('field.created')}>{formats.dateTime(order.CreatedAt)}</FigureRow>
      <FigureRow term={t(open ? 'field.expires' : 'field.completed')}>{formats.dateTime(order.ExpiresAt)}</FigureRow>
      <FigureRow term={t('field.id')}>
        <bdi dir="ltr">{order.Id}</bdi>
      </FigureRow>
    </dl>
  );
}
