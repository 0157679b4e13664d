// The contracts ticket: duration with its ratio, stake, what it may bring and cost, and the two buttons that send it.

import type { TradePair } from '@fairtick/contract/http/market';
import { formatUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { Button } from '@fairtick/ui/button';
import { cx } from '@fairtick/ui/cx';
import { DecimalField } from '@fairtick/ui/field';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { Skeleton } from '@fairtick/ui/skeleton';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useId } from 'react';
import { estimateOption, type OptionEstimate, optionRates } from '../../calculators/option-estimate.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useBalances } from '../../hooks/use-account.ts';
import { useBasics, useOptionSettings } from '../../hooks/use-basics.ts';
import { useQuote } from '../../hooks/use-market.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { goToLogin } from '../../stores/login-address.ts';
import { sayToast } from '../../stores/toast.ts';
import { STICKY } from './futures-ticket.tsx';
import { type OptionDuration, type OptionForm, useOptionForm } from './micro-draft.ts';
import { useMarketBlock } from './use-trade.ts';

export interface OptionTicketProps {
  readonly pair: TradePair;
  readonly onPlaced?: () => void;
  /** Background that the buttons keep while the rest scrolls under them. */
  readonly ground: 'bg-raised' | 'bg-surface';
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
  if (!settings || !duration || lossLevel === undefined) return <TicketSkeleton />;
  const { estimate, faults } = estimateOption(stake, duration, lossLevel, balance?.balance);
  const bounds = { min: formats.money(duration.LimitAmount), max: formats.money(duration.MaxAmount) };
  const fault = faults[0];
  const loss = estimate && formats.money(moneyText(estimate.loss));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-muted text-sm">{t('micro.price_now')}</span>
        <Price value={quote?.close ?? ''} precision={pair.PricePrecision} className="font-semibold text-lg" />
      </div>
      <Durations durations={settings.seconds} value={duration.Seconds} onValue={form.setDuration} />
      <div className="grid gap-2">
        <DecimalField
          label={t('micro.stake')}
          value={stake}
          onValue={form.setStake}
          end={<span className="text-quiet text-sm">USD</span>}
          hint={t('micro.bounds', bounds)}
          error={fault && t(`fault.${fault}`, bounds)}
        />
        <div className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-2">
          {settings.numbers.map(({ Number: preset }) => (
            <button
              key={preset}
              type="button"
              aria-pressed={preset === stake}
              onClick={() => form.setStake(preset)}
              className={cx(
                'tabular min-h-11 rounded-md border px-2 font-medium text-sm transition-colors duration-150',
                preset === stake
                  ? 'border-accent-text bg-accent-soft text-accent-text'
                  : 'border-line-strong hover:bg-sunken',
              )}
            >
              {formats.number(preset)}
            </button>
          ))}
        </div>
      </div>
      <Outlook duration={duration} lossLevel={lossLevel} estimate={estimate} />
      <div className={cx('sticky z-1 flex flex-col gap-2 border-line border-t pt-2.5', STICKY[ground])}>
        <p className="text-pretty text-muted text-xs">
          {loss === undefined ? t('risk.unknown') : t(lossLevel === 0 ? 'micro.risk_all' : 'micro.risk_part', { loss })}
        </p>
        <SendButtons pair={pair} form={form} estimate={estimate} ready={faults.length === 0} onPlaced={onPlaced} />
      </div>
    </div>
  );
}

function Durations(props: { durations: readonly OptionDuration[]; value: number; onValue: (seconds: number) => void }) {
  const t = useTexts('trade');
  const formats = useFormats();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-muted text-sm">{t('micro.duration')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.25rem,1fr))] gap-2">
        {props.durations.map(({ Seconds, ProfitRatio }) => (
          <label
            key={Seconds}
            className={cx(
              'relative flex min-h-14 cursor-pointer flex-col items-center justify-center rounded-md border px-2 py-1.5 text-center transition-colors duration-150',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-2',
              Seconds === props.value ? 'border-accent-text bg-accent-soft' : 'border-line-strong hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={Seconds === props.value}
              onChange={() => props.onValue(Seconds)}
              className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
            />
            <span className="font-semibold text-base leading-tight">{durationText(t, formats, Seconds)}</span>
            <bdi dir="ltr" className="tabular font-medium text-sm text-up">
              {formats.percent(formatUnits(optionRates(ProfitRatio, 0).win), { signed: true, places: 0 })}
            </bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** 30 as "30 s", 300 as "5 min". */
function durationText(
  t: ReturnType<typeof useTexts<'trade'>>,
  formats: ReturnType<typeof useFormats>,
  seconds: number,
): string {
  return seconds >= 60 && seconds % 60 === 0
    ? t('minutes', { value: formats.count(seconds / 60) })
    : t('seconds', { value: formats.count(seconds) });
}

function Outlook(props: { duration: OptionDuration; lossLevel: 0 | 1; estimate: OptionEstimate | undefined }) {
  const t = useTexts('trade');
  const formats = useFormats();
  const rates = optionRates(props.duration.ProfitRatio, props.lossLevel);
  const percent = (units: bigint): string => formats.percent(formatUnits(units), { signed: true, places: 0 });
  const { estimate } = props;
  return (
    <div className="rounded-lg bg-sunken px-4 py-2.5">
      <dl>
        <FigureRow term={t('micro.if_win', { percent: percent(rates.win) })}>
          <Amount value={estimate ? moneyText(estimate.gain) : ''} tone="result" />
        </FigureRow>
        <FigureRow term={t('micro.if_loss', { percent: percent(-rates.loss) })}>
          <Amount value={estimate ? moneyText(-estimate.loss) : ''} tone="result" />
        </FigureRow>
        <FigureRow term={t('micro.if_tie')}>
          <Amount value={estimate ? '0' : ''} />
        </FigureRow>
        <FigureRow term={t('micro.break_even')}>
          {formats.percent(formatUnits(rates.breakEven), { places: 1 })}
        </FigureRow>
      </dl>
    </div>
  );
}

interface SendProps {
  readonly pair: TradePair;
  readonly form: OptionForm;
  readonly estimate: OptionEstimate | undefined;
  readonly ready: boolean;
  readonly onPlaced: (() => void) | undefined;
}

function SendButtons({ pair, form, estimate, ready, onPlaced }: SendProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const session = useSession();
  const block = useMarketBlock(pair);
  if (!session) {
    return (
      <Button size="lg" wide onClick={goToLogin}>
        {t('login_to_trade')}
      </Button>
    );
  }
  async function send(direction: 'up' | 'down'): Promise<void> {
    if (!(await form.send(direction))) return;
    const stake = formats.money(form.stake);
    sayToast({
      tone: 'success',
      text: t(direction === 'up' ? 'done.up' : 'done.down', { pair: pair.ShowCode, stake }),
    });
    onPlaced?.();
  }
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-2">
        {(['up', 'down'] as const).map((direction) => (
          <Button
            key={direction}
            size="lg"
            tone={direction}
            className="flex-col"
            busy={form.sending === direction}
            disabled={!ready || block !== undefined || form.sending !== undefined}
            onClick={() => void send(direction)}
            aria-describedby="micro-reason"
          >
            <span className="flex flex-col items-center leading-tight">
              <span className="flex items-center gap-1.5">
                {direction === 'up' ? (
                  <ArrowUp aria-hidden="true" size={18} />
                ) : (
                  <ArrowDown aria-hidden="true" size={18} />
                )}
                {t(direction === 'up' ? 'side.up' : 'side.down')}
              </span>
              {estimate && (
                <span className="font-medium text-xs">
                  {t('micro.payout', { payout: formats.money(moneyText(estimate.payout)) })}
                </span>
              )}
            </span>
          </Button>
        ))}
      </div>
      <p id="micro-reason" role="status" className="text-center text-danger text-sm empty:hidden">
        {block && t(block)}
      </p>
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
