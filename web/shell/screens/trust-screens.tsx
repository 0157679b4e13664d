// What the operator can and cannot do, and what users have with it against what is held for them: open to everybody, with or without an account.

import { useRouterState } from '@tanstack/react-router';
import { Powers } from '../../features/staff/powers.tsx';
import { ClientMoney } from '../../features/wallet/client-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

/** Which of the two by the path. */
export function TrustScreens() {
  const ofMoney = useRouterState({ select: ({ location }) => location.pathname === '/client-money' });
  return ofMoney ? <ClientMoneyScreen /> : <PowersScreen />;
}

function PowersScreen() {
  const t = useTexts('powers');
  return (
    <Page title={t('title')} lead={t('lead')} back>
      <Powers />
    </Page>
  );
}

function ClientMoneyScreen() {
  const t = useTexts('powers');
  return (
    <Page title={t('pool.title')} lead={t('pool.lead')} back>
      <ClientMoney />
    </Page>
  );
}
