// A forgotten password is replaced by a code that goes to the account.

import { Button } from '@fairtick/ui/button';
import { type FormEvent, useRef, useState } from 'react';
import { ABOUT } from '../../../calculators/refused.ts';
import { useAct } from '../../../hooks/use-act.ts';
import { useFaultFocus } from '../../../hooks/use-fault-focus.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { SentCodeField } from './code-field.tsx';
import { KindTabs } from './kind-tabs.tsx';
import { NameField } from './name-fields.tsx';
import { NewPasswords } from './new-passwords.tsx';
import { useNewPasswords } from './use-new-passwords.ts';
import { useSentCode } from './use-sent-code.ts';
import { useTypedName } from './use-typed-name.ts';

const SHOWN = Object.values(ABOUT).flat();

export function ForgotForm({ onDone }: { onDone: () => void }) {
  const t = useTexts('login');
  const typed = useTypedName();
  const [tried, setTried] = useState(false);
  const passwords = useNewPasswords();
  const form = useRef<HTMLFormElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const sent = useSentCode({ type: '2', typed, area: typed.country, nameInput });
  const act = useAct('forget_password', SHOWN);
  useFaultFocus(form, act.refusal);
  useFaultFocus(form, sent.refusal);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    const hasCode = sent.check();
    if (typed.account === '') return nameInput.current?.focus();
    if (!hasCode) return codeInput.current?.focus();
    if (!passwords.good) return passwords.focus();
    const done = await act.send({
      type: typed.kind,
      account: typed.account,
      area_id: typed.country,
      new_password: passwords.first,
      secondary_password: passwords.second,
      auth_code: sent.value.trim(),
    });
    if (done) onDone();
  }

  // A country is said by the code of the number, which stands in the name's field.
  const about = [...ABOUT.account, ...ABOUT.area];
  const nameless = sent.nameless ? t('account.missing') : undefined;
  const nameError = act.said(about) ?? sent.said(about) ?? nameless;
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <KindTabs typed={typed} />
      <NameField typed={typed} inputRef={nameInput} error={nameError} />
      <SentCodeField ref={codeInput} sent={sent} refused={act.said(ABOUT.code)} />
      <NewPasswords passwords={passwords} tried={tried} said={act.said} label={t('password.new')} />
      <Button type="submit" wide busy={act.busy} className="mt-1">
        {t('forgot.submit')}
      </Button>
    </form>
  );
}
