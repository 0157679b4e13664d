// A signed-in user chooses another password, by a code that goes to their account.

import { Button } from '@fairtick/ui/button';
import { type FormEvent, useRef, useState } from 'react';
import { ABOUT, REFUSED } from '../../../calculators/refused.ts';
import { useAct } from '../../../hooks/use-act.ts';
import { useFaultFocus } from '../../../hooks/use-fault-focus.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { CodeField } from './code-field.tsx';
import { NewPasswords } from './new-passwords.tsx';
import { useCodeWait } from './use-code-wait.ts';
import { useNewPasswords } from './use-new-passwords.ts';

const SHOWN = Object.values(ABOUT).flat();

/** `name`: the e-mail, or the masked mobile where there is none. */
export function PasswordForm({ name, onDone }: { name: string; onDone: () => void }) {
  const t = useTexts('login');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const passwords = useNewPasswords();
  const form = useRef<HTMLFormElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const type = name.includes('@') ? 'email' : 'mobile';
  const wait = useCodeWait();
  const send = useAct('amend_code', [REFUSED.CODE_TOO_SOON], wait.refused);
  const act = useAct('amend_password', SHOWN);
  useFaultFocus(form, act.refusal);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (code.trim() === '') return codeInput.current?.focus();
    if (!passwords.good) return passwords.focus();
    const done = await act.send({
      type,
      new_password: passwords.first,
      secondary_password: passwords.second,
      auth_code: code.trim(),
    });
    if (done) onDone();
  }

  async function ask(): Promise<void> {
    const sent = await send.send({ type });
    if (sent) wait.sent(sent.wait);
  }

  const error = act.said(ABOUT.code) ?? (tried && code.trim() === '' ? t('code.missing') : undefined);
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <CodeField
        ref={codeInput}
        value={code}
        onValue={setCode}
        onSend={() => void ask()}
        sending={send.busy}
        nextMs={wait.nextMs}
        {...(error === undefined ? {} : { error })}
      />
      <NewPasswords passwords={passwords} tried={tried} said={act.said} label={t('password.new')} />
      <Button type="submit" wide busy={act.busy} className="mt-1">
        {t('change.submit')}
      </Button>
    </form>
  );
}
