// Forex or options: which ticket stands on the trading screen.

import { Segmented } from '@fairtick/ui/segmented';
import { useTexts } from '../../i18n/use-texts.ts';
import { FAMILY_LABEL, type Family } from '../../stores/family.ts';
import { setSettings } from '../../stores/settings.ts';

export function FamilySwitch({ family, className }: { family: Family; className?: string }) {
  const t = useTexts('trade');
  return (
    <Segmented
      label={t('family.label')}
      value={family}
      onValue={(next) => setSettings({ family: next })}
      options={(['forex', 'micro'] as const).map((value) => ({ value, text: t(`family.${FAMILY_LABEL[value]}`) }))}
      className={className}
    />
  );
}
