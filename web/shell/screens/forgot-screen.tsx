// A forgotten password is replaced; then to /login, signed out.

import { useNavigate } from '@tanstack/react-router';
import { EntryLink } from '../../features/accounts/entry/entry-notes.tsx';
import { ForgotForm } from '../../features/accounts/entry/forgot-form.tsx';
import { NotOffered } from '../../features/accounts/not-offered.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { signOut } from '../../stores/session.ts';
import { sayToast } from '../../stores/toast.ts';
import { Page } from '../page.tsx';

export function ForgotScreen() {
  const shell = useTexts('shell');
  const t = useTexts('login');
  const navigate = useNavigate();
  function done(): void {
    signOut();
    sayToast({ tone: 'success', text: t('forgot.done') });
    void navigate({ to: '/login', replace: true });
  }
  return (
    <Page title={shell('title.forgot')} lead={t('forgot.lead')} back>
      <div className="mx-auto max-w-md pt-2 lg:mx-0">
        <ForgotForm onDone={done} />
        <EntryLink question={t('forgot.known')} href="#/login" text={t('submit')} />
        <NotOffered />
      </div>
    </Page>
  );
}
