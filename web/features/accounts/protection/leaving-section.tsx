// A copy of all that is a person's own, and the end of their account.

import { Button } from '@fairtick/ui/button';
import { Card, SectionHead } from '@fairtick/ui/card';
import { Confirm } from '@fairtick/ui/confirm';
import { useFormats } from '@fairtick/ui/locale';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../../hooks/use-act.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { signOut } from '../../../stores/session.ts';
import { sayToast } from '../../../stores/toast.ts';
import { OwnData } from './own-data.tsx';

export function LeavingSection() {
  const t = useTexts('protection');
  return (
    <section>
      <SectionHead title={t('leaving')} />
      <Card className="divide-y divide-line overflow-hidden">
        <OwnData />
        <EndAccount />
      </Card>
    </section>
  );
}

/** What hinders it is said before anything is asked; else it is asked once more, and then there is no way back. */
function EndAccount() {
  const t = useTexts('protection');
  const shell = useTexts('shell');
  const { locale } = useFormats();
  const navigate = useNavigate();
  const [ticket, setTicket] = useState('');
  const [hinders, setHinders] = useState<readonly string[]>([]);
  const begin = useAct('delete_begin');
  const confirm = useAct('delete_confirm');

  async function start(): Promise<void> {
    const begun = await begin.send({});
    if (!begun) return;
    setHinders(begun.hinders.map((reason) => t(`delete.${reason}`)));
    if (begun.hinders.length === 0) setTicket(begun.ticket);
  }
  async function end(): Promise<void> {
    const done = await confirm.send({ ticket });
    setTicket('');
    if (!done) return;
    sayToast({ tone: 'info', text: t('delete.done') });
    await navigate({ to: '/', replace: true });
    signOut();
  }

  return (
    <div className="grid gap-3 p-4">
      <h3 className="font-medium text-base">{t('delete')}</h3>
      <p className="text-pretty text-quiet text-sm">{t('delete.text')}</p>
      {hinders.length > 0 && (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {t('delete.hinders', { reasons: new Intl.ListFormat(locale).format(hinders) })}
        </p>
      )}
      <Button tone="danger" busy={begin.busy} onClick={() => void start()}>
        {t('delete.begin')}
      </Button>
      <Confirm
        open={ticket !== ''}
        onOpen={(open) => {
          if (!open) setTicket('');
        }}
        title={t('delete.ask')}
        text={t('delete.ask.text')}
        confirmLabel={t('delete.confirm')}
        cancelLabel={shell('cancel')}
        onConfirm={() => void end()}
        busy={confirm.busy}
        tone="danger"
      />
    </div>
  );
}
