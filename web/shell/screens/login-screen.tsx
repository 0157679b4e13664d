// Log in, in one step or two, or enter a demo account; afterwards to where the user wanted to go.

import { Button } from '@fairtick/ui/button';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { EntryLink } from '../../features/accounts/entry/entry-notes.tsx';
import { LoginForm } from '../../features/accounts/entry/login-form.tsx';
import { PasskeyLogin } from '../../features/accounts/entry/passkey-login.tsx';
import { type Second, SecondStep, secondOf } from '../../features/accounts/entry/second-step.tsx';
import { NotOffered } from '../../features/accounts/not-offered.tsx';
import { useDemoAccount } from '../../features/accounts/use-demo-account.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { lastLoginWay } from '../../stores/login-way.ts';
import { passkeyObstacle } from '../../stores/passkey.ts';
import { entryLink } from '../entry-link.ts';
import { Page } from '../page.tsx';

export function LoginScreen() {
  const t = useTexts('login');
  const { from } = useSearch({ from: '/login' });
  const enter = useEnter(from);
  const [second, setSecond] = useState<Second>();
  // What worked on this device last leads, where it works still.
  const [passkeyFirst] = useState(() => lastLoginWay() === 'passkey' && passkeyObstacle() === undefined);
  if (second)
    return (
      <Page title={t('second.title')}>
        <div className="mx-auto max-w-md pt-2 lg:mx-0">
          <SecondStep second={second} onDone={enter} onBack={() => setSecond(undefined)} />
        </div>
      </Page>
    );
  return (
    <Page title={t('title')} lead={t('lead')} back>
      <div className="mx-auto max-w-md pt-2 lg:mx-0">
        {passkeyFirst && (
          <>
            <PasskeyLogin first onDone={enter} />
            <Or />
          </>
        )}
        <LoginForm onDone={enter} onSecond={(data) => setSecond(secondOf(data))} />
        <EntryLink question={t('new_here')} href={entryLink('#/register', from)} text={t('open_account')} />
        <Or />
        <div className="grid gap-3">
          {!passkeyFirst && <PasskeyLogin onDone={enter} />}
          <EnterDemo onDone={enter} />
        </div>
        <EntryLink question={t('feedback.question')} href="#/feedback" text={t('feedback.link')} />
        <NotOffered />
      </div>
    </Page>
  );
}

function Or() {
  const t = useTexts('login');
  return (
    <div className="my-4 flex items-center gap-4 text-quiet text-sm">
      <span className="h-px flex-1 bg-line-strong" />
      {t('or')}
      <span className="h-px flex-1 bg-line-strong" />
    </div>
  );
}

function EnterDemo({ onDone }: { onDone: () => void }) {
  const t = useTexts('login');
  const demo = useDemoAccount();
  async function enter(): Promise<void> {
    if (await demo.create()) onDone();
  }
  return (
    <>
      <Button tone="outline" wide busy={demo.busy} onClick={() => void enter()}>
        {t('demo')}
      </Button>
      <p className="text-pretty text-center text-quiet text-sm">{t('demo.note')}</p>
    </>
  );
}

/** The router has checked that `from` is a path of this app. */
function useEnter(from: string | undefined): () => void {
  const navigate = useNavigate();
  return () => {
    if (from) location.replace(`#${from}`);
    else void navigate({ to: '/', replace: true });
  };
}
