// A visitor becomes a user; then to /login, which passes them on.

import { useNavigate, useSearch } from '@tanstack/react-router';
import { EntryLink } from '../../features/accounts/entry/entry-notes.tsx';
import { RegisterForm } from '../../features/accounts/entry/register-form.tsx';
import { NotOffered } from '../../features/accounts/not-offered.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function RegisterScreen() {
  const shell = useTexts('shell');
  const t = useTexts('login');
  const navigate = useNavigate();
  const { invite_code: invited = '' } = useSearch({ from: '/register' });
  return (
    <Page title={shell('title.register')} lead={t('register.lead')} back>
      <div className="mx-auto max-w-md pt-2 lg:mx-0">
        <RegisterForm invited={invited} onDone={() => void navigate({ to: '/login', replace: true })} />
        <EntryLink question={t('have_account')} href="#/login" text={t('submit')} />
        <NotOffered />
      </div>
    </Page>
  );
}
