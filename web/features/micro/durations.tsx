// The durations an option may have, each with what it wins.

import { formatUnits } from '@fairtick/kernel/decimal';
import { cx } from '@fairtick/ui/cx';
import { useFormats } from '@fairtick/ui/locale';
import { useId } from 'react';
import { optionRates } from '../../calculators/option-estimate.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionDuration } from './option-draft.ts';

export function Durations(props: {
  durations: readonly OptionDuration[];
  value: number;
  onValue: (seconds: number) => void;
}) {
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
