// Who keeps themselves from loans: for a month, half a year or for ever, at once, asked once more first.

import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { useFormats } from '@fairtick/ui/locale';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY, refresh } from '../../transport/query.ts';

const SPANS = ['1', '6', '0'] as const;
/** The last moment that a date can say. */
const FOR_EVER = 8_640_000_000_000_000;

export function NoLoans() {
  const t = useTexts('loans');
  const formats = useFormats();
  const person = useAnswer(QUERY.loans, 'loan_person', {});
  const act = useAct('loan_exclude');
  const [asked, setAsked] = useState<(typeof SPANS)[number]>();
  const until = person.data?.excluded_until ?? null;
  async function keep(months: (typeof SPANS)[number]): Promise<void> {
    if (await act.send({ months })) setAsked(undefined);
    refresh(QUERY.loans);
  }
  if (!person.data) return null;
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semibold">{t('exclude')}</h2>
      <p className="text-pretty text-muted text-sm">
        {until === null
          ? t('exclude.text')
          : until === FOR_EVER
            ? t('exclude.for_ever')
            : t('exclude.until', { time: formats.dateMinute(until) })}
      </p>
      {until !== FOR_EVER && (
        <div className="grid grid-cols-1 gap-2 sm:grid-cols-3">
          {SPANS.map((months) =>
            asked === months ? (
              <Button key={months} tone="outline" busy={act.busy} onClick={() => void keep(months)}>
                {t('exclude.sure')}
              </Button>
            ) : (
              <Button key={months} tone="soft" disabled={act.busy} onClick={() => setAsked(months)}>
                {t(`exclude.${months}`)}
              </Button>
            ),
          )}
        </div>
      )}
    </Card>
  );
}
