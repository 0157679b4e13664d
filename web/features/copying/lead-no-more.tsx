// For a trader: to lead no more. Asked once more, with what it means for those who follow.

import { Button } from '@fairtick/ui/button';
import { Card, SectionHead } from '@fairtick/ui/card';
import { Confirm } from '@fairtick/ui/confirm';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { askUser } from '../../stores/ask-user.ts';
import { refreshUser } from '../../stores/own-user.ts';
import { sayToast } from '../../stores/toast.ts';
import { QUERY, refresh } from '../../transport/query.ts';

const POINTS = ['new', 'copies', 'share', 'record', 'again'] as const;

export function LeadNoMore({ onDone }: { onDone: () => void }) {
  const t = useTexts('follow');
  const shell = useTexts('shell');
  const [open, setOpen] = useState(false);
  const act = useAct('follow_end');
  async function end(): Promise<void> {
    const done = await act.send({});
    setOpen(false);
    // Also where it was refused: then they lead no more already.
    await refreshUser(askUser);
    refresh(QUERY.traders);
    if (!done) return;
    sayToast({ tone: 'success', text: t('end.done') });
    onDone();
  }
  return (
    <Card className="px-4 pt-1 pb-4">
      <SectionHead title={t('end.title')} />
      <ul className="mb-4 grid list-disc gap-1.5 ps-5 text-muted text-sm">
        {POINTS.map((point) => (
          <li key={point} className="text-pretty">
            {t(`end.${point}`)}
          </li>
        ))}
      </ul>
      <Button tone="outline" wide onClick={() => setOpen(true)}>
        {t('end.action')}
      </Button>
      <Confirm
        open={open}
        onOpen={setOpen}
        title={t('end.ask')}
        text={t('end.ask_text')}
        confirmLabel={t('end.action')}
        cancelLabel={shell('cancel')}
        busy={act.busy}
        onConfirm={() => void end()}
      />
    </Card>
  );
}
