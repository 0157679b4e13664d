// The stake of an option: typed, or one of the amounts at hand.

import { cx } from '@fairtick/ui/cx';
import { DecimalField } from '@fairtick/ui/field';
import { useFormats } from '@fairtick/ui/locale';
import type { OptionFault } from '../../calculators/option-estimate.ts';
import type { OptionSettings } from '../../hooks/use-basics.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionForm } from './option-draft.ts';

interface StakeFieldProps {
  readonly form: OptionForm;
  readonly presets: OptionSettings['numbers'];
  /** In the user's language. */
  readonly bounds: { readonly min: string; readonly max: string };
  readonly fault: OptionFault | undefined;
}

export function StakeField({ form, presets, bounds, fault }: StakeFieldProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const { stake, setStake } = form;
  return (
    <div className="grid gap-2">
      <DecimalField
        label={t('micro.stake')}
        value={stake}
        onValue={setStake}
        end={<span className="text-quiet text-sm">USD</span>}
        hint={t('micro.bounds', bounds)}
        error={fault && t(`fault.${fault}`, bounds)}
      />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-2">
        {presets.map(({ Number: preset }) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === stake}
            onClick={() => setStake(preset)}
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
  );
}
