// What the service is and was: open to everybody, with or without an account.

import { StatusHistory } from '../../features/accounts/status/status-history.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function StatusScreen() {
  const t = useTexts('status');
  return (
    <Page title={t('title')} lead={t('lead')} back>
      <StatusHistory />
    </Page>
  );
}
