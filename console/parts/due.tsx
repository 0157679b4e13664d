// How long there is still until a deadline; red once it is past, amber when it is near.

import { timeLeft } from '../calculators/deadline.ts';
import { useNow } from '../hooks/use-now.ts';
import { useFormats } from '../i18n/use-texts.ts';

export function Due({ at }: { at: number }) {
  const formats = useFormats();
  const { text, state } = timeLeft(at, useNow(15_000));
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.dateTime(at)} className="figure due" data-state={state}>
      {text}
    </time>
  );
}
