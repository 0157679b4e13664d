// Moments: how long ago where work is measured by it, else the day and minute.

import { ageOf } from '../calculators/age.ts';
import { useNow } from '../hooks/use-now.ts';
import { useFormats } from '../i18n/use-texts.ts';

export function Age({ since }: { since: number }) {
  const formats = useFormats();
  const now = useNow(30_000);
  const { value, unit } = ageOf(since, now);
  return (
    <time dateTime={new Date(since).toISOString()} title={formats.dateTime(since)} className="figure">
      {formats.span(value, unit)}
    </time>
  );
}

export function When({ at }: { at: number }) {
  const formats = useFormats();
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.dateTime(at)} className="figure">
      {formats.dayTime(at)}
    </time>
  );
}
