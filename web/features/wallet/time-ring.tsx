// The 24 hours of a withdrawal as a ring that empties, with what is left in hours and minutes, and what happens when they are over.

import { Card } from '@fairtick/ui/card';
import { useFormats } from '@fairtick/ui/locale';
import { clockLeft, shareLeft, type Withdrawal } from '../../calculators/timeline.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const RADIUS = 28;
const LENGTH = 2 * Math.PI * RADIUS;

export function TimeRing({ record }: { record: Withdrawal }) {
  const t = useTexts('withdraw');
  const formats = useFormats();
  const now = useNow();
  const { deadline, overdue } = record;
  const late = overdue || now >= deadline;
  const left = clockLeft(deadline, now);
  const time = formats.dateMinute(deadline);
  return (
    <Card className="flex items-center gap-4 p-4">
      <span dir="ltr" className="relative grid size-16 shrink-0 place-items-center">
        <svg
          viewBox="0 0 64 64"
          className="absolute inset-0 -rotate-90"
          role="img"
          aria-label={t('detail.left', { time: left })}
        >
          <circle cx="32" cy="32" r={RADIUS} fill="none" strokeWidth="6" className="stroke-pressed" />
          <circle
            cx="32"
            cy="32"
            r={RADIUS}
            fill="none"
            strokeWidth="6"
            strokeDasharray={`${LENGTH * shareLeft(record, now)} ${LENGTH}`}
            className={late ? 'stroke-warn-mark' : 'stroke-accent'}
          />
        </svg>
        <span aria-hidden="true" className="tabular font-semibold text-sm">
          {left}
        </span>
      </span>
      <div className="min-w-0">
        <p className="font-semibold text-base">{t(late ? 'overdue' : 'detail.due', { time })}</p>
        <p className="mt-1 text-pretty text-muted text-sm">{t(late ? 'detail.late' : 'detail.due.text', { time })}</p>
      </div>
    </Card>
  );
}
