// A copy of all that is a person's own: asked for, made, fetched by a link of minutes.

import { Button } from '@fairtick/ui/button';
import { useFormats } from '@fairtick/ui/locale';
import Download from 'lucide-react/icons/download';
import { useEffect } from 'react';
import { useAct } from '../../../hooks/use-act.ts';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { sayToast } from '../../../stores/toast.ts';
import { QUERY, refresh } from '../../../transport/query.ts';

/** Between looks whether the copy is made: nobody should have to come back for what takes seconds. */
const LOOK_MS = 3_000;

export function OwnData() {
  const t = useTexts('protection');
  const formats = useFormats();
  const copy = useAnswer(QUERY.ownData, 'export', {}).data;
  const waiting = copy?.state === 'waiting';
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => refresh(QUERY.ownData), LOOK_MS);
    return () => clearInterval(timer);
  }, [waiting]);
  const act = useAct('export_begin');
  const fetching = useAct('export_link');
  async function fetchCopy(): Promise<void> {
    const link = await fetching.send({});
    // The server hands it out as a file: the page stays.
    if (link && link.url !== '') window.location.assign(link.url);
    else if (link) refresh(QUERY.ownData);
  }
  async function begin(): Promise<void> {
    if (!(await act.send({}))) return;
    sayToast({ tone: 'success', text: t('export.done') });
    refresh(QUERY.ownData);
  }
  return (
    <div className="grid gap-3 p-4">
      <h3 className="font-medium text-base">{t('export')}</h3>
      <p className="text-pretty text-quiet text-sm">{t('export.text')}</p>
      {waiting && <p className="text-muted text-sm">{t('export.waiting')}</p>}
      {copy?.state === 'ready' && (
        <>
          <p className="text-muted text-sm">{t('export.ready', { time: formats.dateTime(copy.until) })}</p>
          <Button busy={fetching.busy} onClick={() => void fetchCopy()}>
            <Download aria-hidden="true" size={18} />
            {t('export.get')}
          </Button>
        </>
      )}
      {!waiting && (
        <Button tone="soft" busy={act.busy} onClick={() => void begin()}>
          {t('export.make')}
        </Button>
      )}
    </div>
  );
}
