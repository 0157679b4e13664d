// Log in, or enter a demo account; afterwards to where the user wanted to go.

import { Button } from '@fairtick/ui/button';
import { Tabs } from '@fairtick/ui/tabs';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { LoginForm } from '../../features/accounts/login-form.tsx';
import { useDemoAccount } from '../../features/accounts/use-demo-account.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

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
