// A real user proves who they are.

import { VerificationPanel } from '../../features/verification/verification-panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function VerificationScreen() {
  const shell = useTexts('shell');
  const t = useTexts('verification');
  return (
    <Page title={shell('title.verification')} lead={t('lead')} back>
      <div className="mx-auto max-w-md lg:mx-0">
        <VerificationPanel />
      </div>
    </Page>
  );
}
