// The country of residence, by its name in the reader's language.

import { SelectField, type SelectFieldProps } from '@fairtick/ui/select-field';
import { useAreas } from '../../../hooks/use-areas.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

export function AreaField(props: Pick<SelectFieldProps, 'value' | 'onValue' | 'error' | 'ref'>) {
  const t = useTexts('login');
  const areas = useAreas();
  return (
    <SelectField
      {...props}
      label={t('area')}
      options={[{ value: '', text: t('area.choose') }, ...areas.map(({ id, name }) => ({ value: id, text: name }))]}
    />
  );
}
