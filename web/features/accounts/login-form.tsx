// E-mail and password. What is missing is said when one tries to send it.

import { Button } from '@fairtick/ui/button';
import { Field } from '@fairtick/ui/field';
import { IconButton } from '@fairtick/ui/icon-button';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type FormEvent, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { signIn } from '../../stores/session.ts';

const MAX_LENGTH = 128;

export function LoginForm({ onDone }: { onDone: () => void }) {
  const t = useTexts('login');
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const accountInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (account.trim() === '') return accountInput.current?.focus();
    if (password === '') return passwordInput.current?.focus();
    setBusy(true);
    try {
      signIn(await call('loginForU', { account: account.trim(), password }));
      onDone();
    } catch {
      // The call has told the user why; what they typed stays.
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        ref={accountInput}
        label={t('account')}
        value={account}
        onValue={setAccount}
        maxLength={MAX_LENGTH}
        dir="ltr"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...(tried && account.trim() === '' ? { error: t('account.missing') } : {})}
      />
      <Field
        ref={passwordInput}
        label={t('password')}
        value={password}
        onValue={setPassword}
        maxLength={MAX_LENGTH}
        dir="ltr"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        boxClassName="pe-1!"
        end={
          <IconButton
            label={t(shown ? 'password.hide' : 'password.show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden="true" size={20} /> : <Eye aria-hidden="true" size={20} />}
          </IconButton>
        }
        {...(tried && password === '' ? { error: t('password.missing') } : {})}
      />
      <Button type="submit" wide busy={busy} className="mt-1">
        {t('submit')}
      </Button>
    </form>
  );
}
