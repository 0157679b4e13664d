// A visitor becomes a user; then to /login, which passes them on.

import { useNavigate, useSearch } from '@tanstack/react-router';
import { EntryLink } from '../../features/accounts/entry/entry-notes.tsx';
import { RegisterForm } from '../../features/accounts/entry/register-form.tsx';
import { NotOffered } from '../../features/accounts/not-offered.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { entryLink } from '../entry-link.ts';
import { Page } from '../page.tsx';

export function RegisterScreen() {
  const shell = useTexts('shell');
  const t = useTexts('login');
  const navigate = useNavigate();
  const { invite_code: invited = '', from } = useSearch({ from: '/register' });
  const back = from === undefined ? {} : { from };
  return (
    <Page title={shell('title.register')} lead={t('register.lead')} back>
      <div className="mx-auto max-w-md pt-2 lg:mx-0">
        <RegisterForm invited={invited} onDone={() => void navigate({ to: '/login', search: back, replace: true })} />
        <EntryLink question={t('have_account')} href={entryLink('#/login', from)} text={t('submit')} />
        <NotOffered />
      </div>
    </Page>
  );
}
