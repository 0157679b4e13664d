// A break from new orders: of a day, a week, a month or for ever. It cannot be shortened, so it is asked for twice.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { systemClock } from '@fairtick/kernel/clock';
import { Button } from '@fairtick/ui/button';
import { Confirm } from '@fairtick/ui/confirm';
import { useFormats } from '@fairtick/ui/locale';
import { Segmented } from '@fairtick/ui/segmented';
import { useState } from 'react';
import { useAct } from '../../../hooks/use-act.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { QUERY, refresh } from '../../../transport/query.ts';

const LENGTHS = ['24', '168', '720', 'forever'] as const;
type Length = (typeof LENGTHS)[number];
const HOUR_MS = 3_600_000;
/** What lies further ahead than a century is no date: such a break does not end. */
const CENTURY_MS = 100 * 365.25 * 24 * HOUR_MS;

export function BreakForm({ limits: { coolOffUntil } }: { limits: AnswerOf<'limits'> }) {
  const t = useTexts('protection');
  const shell = useTexts('shell');
  const formats = useFormats();
  const [chosen, setLength] = useState<Length>('24');
  const [askedMs, setAskedMs] = useState(0);
  const act = useAct('cool_off');
  const nowMs = systemClock.now();
  const forEver = coolOffUntil > nowMs + CENTURY_MS;
  // One that ends before the one that runs would be none.
  const longer = LENGTHS.filter((one) => one === 'forever' || nowMs + Number(one) * HOUR_MS > coolOffUntil);
  const length = longer.includes(chosen) ? chosen : (longer[0] ?? 'forever');

  async function take(): Promise<void> {
    if (await act.send({ hours: length })) refresh(QUERY.limits);
    setAskedMs(0);
  }

  return (
    <div className="grid gap-3 p-4">
      <h3 className="font-medium text-base">{t('pause')}</h3>
      {coolOffUntil > nowMs && (
        <p className="rounded-md bg-warn-soft px-3 py-2 font-medium text-sm text-warn">
          {forEver ? t('pause.for_ever') : t('pause.until', { time: formats.dateTime(coolOffUntil) })}
        </p>
      )}
      <p className="text-pretty text-quiet text-sm">{t('pause.text')}</p>
      {!forEver && (
        <>
          <Segmented
            label={t('pause.length')}
            value={length}
            onValue={setLength}
            options={longer.map((value) => ({ value, text: t(`pause.${value}`) }))}
          />
          <Button tone="soft" onClick={() => setAskedMs(systemClock.now())}>
            {t('pause.take')}
          </Button>
        </>
      )}
      <Confirm
        open={askedMs > 0}
        onOpen={(open) => setAskedMs(open ? systemClock.now() : 0)}
        title={t('pause.ask')}
        text={
          length === 'forever'
            ? t('pause.ask.forever')
            : t('pause.ask.text', { time: formats.dateTime(askedMs + Number(length) * HOUR_MS) })
        }
        confirmLabel={t('pause.take')}
        cancelLabel={shell('cancel')}
        onConfirm={() => void take()}
        busy={act.busy}
        tone="danger"
      />
    </div>
  );
}
