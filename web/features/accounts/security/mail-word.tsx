// The word that shows that a letter is ours. It is told after a step-up alone: with it a false letter passes for ours.

import { Button } from '@fairtick/ui/button';
import { Field } from '@fairtick/ui/field';
import { ListRow } from '@fairtick/ui/list-row';
import { Sheet } from '@fairtick/ui/sheet';
import MailCheck from 'lucide-react/icons/mail-check';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../hooks/use-act.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { askStepUp } from '../../../stores/step-up.ts';
import { sayToast } from '../../../stores/toast.ts';
import { QUERY, refresh } from '../../../transport/query.ts';
import type { Security } from './factors-section.tsx';

export function MailWord({ security }: { security: Security }) {
  const t = useTexts('security');
  const { mailWord, mailWordSet, methods } = security;
  const [open, setOpen] = useState(false);
  const hidden = mailWordSet && mailWord === '';
  async function press(): Promise<void> {
    if (hidden && !(await askStepUp({ methods }))) return;
    if (hidden) refresh(QUERY.security);
    setOpen(true);
  }
  return (
    <>
      <ListRow
        leading={<MailCheck aria-hidden="true" size={20} />}
        title={t('word')}
        subtitle={
          mailWord === '' ? (
            t(mailWordSet ? 'word.is_set' : 'word.none')
          ) : (
            <bdi className="font-semibold">{mailWord}</bdi>
          )
        }
        onPress={() => void press()}
        chevron
      />
      {open && !hidden && <WordSheet word={mailWord} onClose={() => setOpen(false)} />}
    </>
  );
}

/** `word`: the one that holds, '' where there is none. */
function WordSheet({ word, onClose }: { word: string; onClose: () => void }) {
  const t = useTexts('security');
  const [typed, setTyped] = useState(word);
  const act = useAct('mail_word_set');
  const same = typed.trim() === word || typed.trim() === '';
  async function set(next: string): Promise<void> {
    if (!(await act.send({ word: next }))) return;
    onClose();
    sayToast({ tone: 'success', text: t(next === '' ? 'word.removed' : 'word.done') });
    refresh(QUERY.security);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!same) void set(typed.trim());
  }
  return (
    <Sheet open onOpen={onClose} title={t('word')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('word')} value={typed} onValue={setTyped} maxLength={20} hint={t('word.text')} />
        <Button type="submit" wide busy={act.busy} disabled={same}>
          {t('word.set')}
        </Button>
        {word !== '' && (
          <Button tone="ghost" wide busy={act.busy} onClick={() => void set('')}>
            {t('word.remove')}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
