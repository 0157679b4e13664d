// Everything about one option: countdown or outcome, prices, stake, and its proof.

import { formatUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { Banner } from '@fairtick/ui/banner';
import { DetailSheet } from '@fairtick/ui/detail-sheet';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { Tag } from '@fairtick/ui/tag';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { optionRates } from '../../calculators/option-estimate.ts';
import { useOptions } from '../../hooks/use-orders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionOrder } from '../../stores/orders.ts';
import { Countdown, OptionPriceNow, OptionResult } from './option-parts.tsx';
import { directionWord, whyEnded } from './option-words.ts';

export interface OptionSheetProps {
  readonly option: OptionOrder;
  readonly open: boolean;
  readonly onDone: () => void;
  /** The user's own check of the option, shown when they ask for it. */
  readonly proof: ReactNode;
}

export function OptionSheet({ option: picked, open, onDone, proof }: OptionSheetProps) {
  const t = useTexts('orders');
  const option = useFresh(picked);
  const why = whyEnded(option);
  return (
    <DetailSheet
      open={open}
      onDone={onDone}
      title={option.ForexTradeList.ShowCode}
      tags={<Tag tone={option.Type === 1 ? 'up' : 'down'}>{t(directionWord(option))}</Tag>}
      head={
        <>
          <div className="text-center">
            <p className="text-muted text-sm">{t(option.Status === 1 ? 'micro.now' : 'result.closed')}</p>
            <p>
              <OptionResult option={option} className="font-semibold text-3xl tracking-[-0.02em]" />
            </p>
            {option.Status === 1 && <Countdown option={option} className="text-base" />}
          </div>
          {why && (
            <Banner tone={option.Outcome === 'void' || option.Outcome === 'no_tick' ? 'warn' : 'info'}>{t(why)}</Banner>
          )}
        </>
      }
      more={
        option.Status === 3
          ? { label: t('verify'), icon: <ShieldCheck aria-hidden="true" size={18} />, content: proof }
          : undefined
      }
    >
      <Details option={option} />
    </DetailSheet>
  );
}

/** Once ended, a running option is found among the ended ones. */
function useFresh(picked: OptionOrder): OptionOrder {
  const running = useOptions(1).orders;
  const ended = useOptions(3).orders;
  return ended.find((one) => one.Id === picked.Id) ?? running.find((one) => one.Id === picked.Id) ?? picked;
}

function Details({ option }: { option: OptionOrder }) {
  const t = useTexts('orders');
  const formats = useFormats();
  const precision = option.ForexTradeList.PricePrecision;
  const open = option.Status === 1;
  return (
    <dl className="divide-y divide-line border-line border-t">
      <FigureRow term={t('field.open_price')}>
        <Price value={option.OpenPrice} precision={precision} flash={false} />
      </FigureRow>
      <FigureRow term={t(open ? 'field.now' : 'field.end_price')}>
        <OptionPriceNow option={option} />
      </FigureRow>
      <FigureRow term={t('field.stake')}>
        <Amount value={option.Number} />
      </FigureRow>
      <FigureRow term={t('field.ratio')}>
        {formats.percent(formatUnits(optionRates(option.ProfitRatio, 0).win), { places: 0 })}
      </FigureRow>
      <FigureRow term={t('field.duration')}>{t('seconds_of', { value: formats.count(option.Seconds) })}</FigureRow>
      <FigureRow term={t('field.created')}>{formats.dateTime(option.CreatedAt)}</FigureRow>
      <FigureRow term={t(open ? 'field.expires' : 'field.completed')}>{formats.dateTime(option.ExpiresAt)}</FigureRow>
      <FigureRow term={t('field.id')}>
        <bdi dir="ltr">{option.Id}</bdi>
      </FigureRow>
    </dl>
  );
}
