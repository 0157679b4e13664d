// Log in, or enter a demo account; afterwards to where the user wanted to go.

import { Button } from '@fairtick/ui/button';
import { Field } from '@fairtick/ui/field';
import { IconButton } from '@fairtick/ui/icon-button';
import { Tabs } from '@fairtick/ui/tabs';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type FormEvent, useRef, useState } from 'react';
import { Page } from '../../app/page.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { signIn } from '../../stores/session.ts';
import { useDemoAccount } from './use-demo-account.ts';

const MAX_LENGTH = 128;
const stay = (): void => undefined;

export function LoginScreen() {
  const t = useTexts('login');
  const enter = useEnter();
  const demo = useDemoAccount();
  async function enterDemo(): Promise<void> {
    if (await demo.create()) enter();
  }
  return (
    <Page title={t('title')} lead={t('lead')} back>
      <div className="mx-auto max-w-md pt-2 lg:mx-0">
        <Tabs
          label={t('method')}
          tabs={[{ value: 'email', text: t('tab.email') }]}
          value="email"
          onValue={stay}
          panelId="login-panel"
        />
        <div id="login-panel" role="tabpanel" aria-label={t('tab.email')} className="pt-5">
          <LoginForm onDone={enter} />
        </div>
        <p className="mt-4 text-pretty text-quiet text-sm">{t('closed')}</p>
        <div className="my-6 flex items-center gap-4 text-quiet text-sm">
          <span className="h-px flex-1 bg-line-strong" />
          {t('or')}
          <span className="h-px flex-1 bg-line-strong" />
        </div>
        <Button tone="outline" wide busy={demo.busy} onClick={() => void enterDemo()}>
          {t('demo')}
        </Button>
        <p className="mt-3 text-pretty text-center text-quiet text-sm">{t('demo.note')}</p>
      </div>
    </Page>
  );
}

/** The router has checked that `from` is a path of this app. */
function useEnter(): () => void {
  const navigate = useNavigate();
  const { from } = useSearch({ from: '/login' });
  return () => {
    if (from) location.replace(`#${from}`);
    else void navigate({ to: '/', replace: true });
  };
}

function LoginForm({ onDone }: { onDone: () => void }) {
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
