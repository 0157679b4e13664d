// A daily loss limit is set: lower at once, higher or none after a day. The server decides from when.

import { Button } from '@fairtick/ui/button';
import { DecimalField } from '@fairtick/ui/field';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../hooks/use-act.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { sayToast } from '../../../stores/toast.ts';
import { QUERY, refresh } from '../../../transport/query.ts';

export function LimitForm({ current }: { current: string | null }) {
  const t = useTexts('protection');
  const [typed, setTyped] = useState('');
  const act = useAct('limits_set');
  const empty = typed.trim() === '';
  async function set(limit: string): Promise<void> {
    if (!(await act.send({ daily_loss: limit }))) return;
    setTyped('');
    sayToast({ tone: 'success', text: t('limit.done') });
    refresh(QUERY.limits);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!empty) void set(typed.trim());
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <DecimalField label={t('limit.field')} value={typed} onValue={setTyped} hint={t('limit.hint')} />
      <Button type="submit" tone="soft" busy={act.busy} disabled={empty}>
        {t('limit.set')}
      </Button>
      {current !== null && (
        <Button tone="ghost" size="sm" busy={act.busy} onClick={() => void set('')}>
          {t('limit.remove')}
        </Button>
      )}
    </form>
  );
}
