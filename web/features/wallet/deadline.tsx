// By when a request that is sent now is paid or refused: a fact before the tap.

import { Card } from '@fairtick/ui/card';
import { useFormats } from '@fairtick/ui/locale';
import Timer from 'lucide-react/icons/timer';
import { useNow } from '../../hooks/use-now.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const DAY_MS = 86_400_000;

export function Deadline() {
  const t = useTexts('withdraw');
  const formats = useFormats();
  const now = useNow();
  return (
    <Card className="flex items-start gap-3 p-4">
      <Timer aria-hidden="true" size={22} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-semibold text-base">{t('due', { time: formats.dateMinute(now + DAY_MS) })}</p>
        <p className="mt-1 text-pretty text-muted text-sm">{t('due.text')}</p>
      </div>
    </Card>
  );
}
