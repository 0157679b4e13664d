// Where the service is not offered, at the foot of a screen.

import { useTexts } from '../../i18n/use-texts.ts';

export function NotOffered() {
  const t = useTexts('countries');
  return <p className="mt-6 text-pretty text-center text-quiet text-xs">{t('not_offered')}</p>;
}
