// The options ticket: duration with its ratio, stake, what it may bring and cost, and the two buttons that send it.

import type { TradePair } from '@fairtick/contract/http/market';
import { Banner } from '@fairtick/ui/banner';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { Skeleton } from '@fairtick/ui/skeleton';
import { type Ground, StickyFoot } from '@fairtick/ui/sticky-foot';
import { estimateOption } from '../../calculators/option-estimate.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useBalances } from '../../hooks/use-account.ts';
import { useBasics, useOptionSettings } from '../../hooks/use-basics.ts';
import { useQuote } from '../../hooks/use-market.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Durations } from './durations.tsx';
import { useOptionForm } from './option-draft.ts';
import { Outlook } from './outlook.tsx';
import { SendOption } from './send-option.tsx';
import { StakeField } from './stake-field.tsx';

export interface OptionTicketProps {
  readonly pair: TradePair;
  readonly onPlaced?: () => void;
  readonly ground: Ground;
}

export function OptionTicket({ pair, onPlaced, ground }: OptionTicketProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const settings = useOptionSettings();
  const lossLevel = useBasics()?.micro_loss_level;
  const balance = useBalances()?.find((one) => one.type === 'micro');
  const form = useOptionForm(pair, settings);
  const quote = useQuote(pair.Id);
  const { duration, stake } = form;
  if (settings?.seconds.length === 0) return <Banner tone="warn">{t('not_offered')}</Banner>;
  if (!settings || !duration || lossLevel === undefined) return <TicketSkeleton />;
  const { estimate, faults } = estimateOption(stake, duration, lossLevel, balance?.balance);
  const bounds = { min: formats.money(duration.LimitAmount), max: formats.money(duration.MaxAmount) };
  const loss = estimate && formats.money(moneyText(estimate.loss));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-muted text-sm">{t('micro.price_now')}</span>
        <Price value={quote?.close ?? ''} precision={pair.PricePrecision} className="font-semibold text-lg" />
      </div>
      <Durations durations={settings.seconds} value={duration.Seconds} onValue={form.setDuration} />
      <StakeField form={form} presets={settings.numbers} bounds={bounds} fault={faults[0]} />
      <Outlook duration={duration} lossLevel={lossLevel} estimate={estimate} />
      <StickyFoot ground={ground} className="flex flex-col gap-2 pt-2.5">
        <p className="text-pretty text-muted text-xs">
          {settings.OpenDelay === 0
            ? t('micro.opens_next')
            : t('micro.opens_after', { seconds: formats.count(settings.OpenDelay / 1_000) })}{' '}
          {loss === undefined ? t('risk.unknown') : t(lossLevel === 0 ? 'micro.risk_all' : 'micro.risk_part', { loss })}
        </p>
        <SendOption pair={pair} form={form} estimate={estimate} ready={faults.length === 0} onPlaced={onPlaced} />
      </StickyFoot>
    </div>
  );
}

function TicketSkeleton() {
  return (
    <div className="grid gap-4" aria-hidden="true">
      <Skeleton className="h-7 w-full" />
      <Skeleton className="h-32 w-full rounded-lg" />
      <Skeleton className="h-24 w-full rounded-lg" />
      <Skeleton className="h-40 w-full rounded-lg" />
      <Skeleton className="h-14 w-full rounded-lg" />
    </div>
  );
}
