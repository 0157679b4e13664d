// A mobile number: the calling code by the country's name, and the number.

import { Field, plainDecimal } from '@fairtick/ui/field';
import { SelectField } from '@fairtick/ui/select-field';
import { useAreas } from '../../hooks/use-areas.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { PersonDraft } from './use-person-draft.ts';

export function MobileField({ draft }: { draft: PersonDraft }) {
  const t = useTexts('loans');
  const areas = useAreas();
  const { typed, set } = draft;
  // Several countries share a code; each code is there once, under all its names.
  const codes = new Map<string, string>();
  for (const { global_code, name } of areas) {
    const before = codes.get(global_code);
    codes.set(global_code, before === undefined ? name : `${before}, ${name}`);
  }
  const [codeFault, numberFault] = [draft.say('code'), draft.say('number')];
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-3">
      <SelectField
        name="code"
        label={t('mobile.code')}
        value={typed.code}
        onValue={(value) => set('code', value)}
        options={[
          { value: '', text: t('mobile.choose') },
          ...[...codes].map(([code, names]) => ({ value: code, text: `\u2066+${code}\u2069 ${names}` })),
        ]}
        {...(codeFault === undefined ? {} : { error: codeFault })}
      />
      <Field
        name="number"
        label={t('mobile')}
        type="tel"
        inputMode="tel"
        dir="ltr"
        autoComplete="tel-national"
        maxLength={20}
        value={typed.number}
        onValue={(value) => set('number', plainDecimal(value))}
        {...(numberFault === undefined ? {} : { error: numberFault })}
      />
    </div>
  );
}
