// What users have with us against what is held for them: open to everybody, with or without an account.

import { ClientMoney } from '../../features/wallet/client-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function ClientMoneyScreen() {
  const t = useTexts('custody');
  return (
    <Page title={t('title')} lead={t('lead')} back>
      <ClientMoney />
    </Page>
  );
}
