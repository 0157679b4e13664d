// /follow/trader-apply: what leading others means, and how to apply for it.

import { ApplyPanel } from '../../features/copying/apply-form.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function TraderApplyScreen() {
  const t = useTexts('follow');
  return (
    <Page title={t('apply.title')} lead={t('apply.lead')} back>
      <ApplyPanel />
    </Page>
  );
}
