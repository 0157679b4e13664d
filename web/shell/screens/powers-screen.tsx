// What the operator can and cannot do: open to everybody, with or without an account.

import { Powers } from '../../features/staff/powers.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function PowersScreen() {
  const t = useTexts('powers');
  return (
    <Page title={t('title')} lead={t('lead')} back>
      <Powers />
    </Page>
  );
}
