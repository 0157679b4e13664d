// What the operator can and cannot do, and what users have with it against what is held for them: open to everybody, with or without an account.

import { Powers } from '../../features/staff/powers.tsx';
import { ClientMoney } from '../../features/wallet/client-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

/** Both in one piece: each on its own took more of the first page than it is worth. */
export function TrustScreens({ of }: { readonly of: 'powers' | 'client-money' }) {
  return of === 'powers' ? <PowersScreen /> : <ClientMoneyScreen />;
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
