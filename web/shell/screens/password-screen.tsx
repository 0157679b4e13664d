// A signed-in user changes the password; then to /login, signed out like everywhere.

import { useNavigate } from '@tanstack/react-router';
import { PasswordForm } from '../../features/accounts/entry/password-form.tsx';
import { Logout } from '../../features/accounts/logout.tsx';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { signOut } from '../../stores/session.ts';
import { sayToast } from '../../stores/toast.ts';
import { Page } from '../page.tsx';

export function PasswordScreen() {
  const shell = useTexts('shell');
  const t = useTexts('login');
  const navigate = useNavigate();
  const user = useSession()?.user;
  async function done(): Promise<void> {
    sayToast({ tone: 'success', text: t('change.done') });
    await navigate({ to: '/', replace: true });
    signOut();
    await navigate({ to: '/login', replace: true });
  }
  if (!user) return null;
  return (
    <Page title={shell('title.password')} lead={t('change.lead', { name: user.email })} back>
      <div className="mx-auto grid max-w-md gap-6 pt-2 lg:mx-0">
        <PasswordForm name={user.email} onDone={() => void done()} />
        <Logout demo={false} />
      </div>
    </Page>
  );
}
