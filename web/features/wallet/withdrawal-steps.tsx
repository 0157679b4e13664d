// The steps of a withdrawal, each with where the money is.

import { Card } from '@fairtick/ui/card';
import { cx } from '@fairtick/ui/cx';
import { useFormats } from '@fairtick/ui/locale';
import { placesOf } from '../../calculators/payments.ts';
import { type Step, timelineOf, type Withdrawal } from '../../calculators/timeline.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const DOTS = {
  done: 'border-accent bg-accent',
  now: 'border-accent bg-surface ring-4 ring-accent-soft',
  later: 'border-line-strong bg-surface',
} as const;

export function WithdrawalSteps({ record }: { record: Withdrawal }) {
  const t = useTexts('withdraw');
  const formats = useFormats();
  const values = {
    amount: formats.money(record.number, { places: 2 }),
    back: formats.money(record.came_back?.amount ?? '0', { places: 2 }),
    received: `${formats.number(record.real_number, { places: placesOf(record.real_number) })} ${record.draw_currency.code}`,
  };
  const text = ({ name, state }: Step): string =>
    t(name === 'paid' && state !== 'done' ? 'step.paid.next' : `step.${name}.text`, values);
  return (
    <Card className="p-4">
      <ol>
        {timelineOf(record).map((step) => (
          <li
            key={step.name}
            aria-current={step.state === 'now' ? 'step' : undefined}
            className="relative flex gap-4 pb-5 last:pb-0"
          >
            <span className="relative flex w-4 shrink-0 justify-center">
              <span className="absolute top-5 -bottom-4 w-0.5 bg-line [li:last-child_&]:hidden" />
              <span className={cx('mt-1.5 size-3 rounded-full border-2', DOTS[step.state])} />
            </span>
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className={cx('text-base', step.state === 'later' ? 'text-muted' : 'font-semibold')}>
                  {t(`step.${step.name}`)}
                </span>
                <span className="text-quiet text-sm">
                  {step.time !== undefined
                    ? formats.dateMinute(step.time)
                    : step.state === 'now'
                      ? t('detail.now')
                      : ''}
                </span>
              </p>
              <p className="mt-0.5 text-pretty text-muted text-sm">{text(step)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
