// What guards the account, the limits that its owner set, what they are told outside the app, and how they leave.

import { LeavingSection } from '../../features/accounts/protection/leaving-section.tsx';
import { LimitsSection } from '../../features/accounts/protection/limits-section.tsx';
import { TellingSection } from '../../features/accounts/protection/telling-section.tsx';
import { SecuritySections } from '../../features/accounts/security/security-sections.tsx';
import { SessionsSection } from '../../features/accounts/security/sessions-section.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function SystemScreen() {
  const shell = useTexts('shell');
  return (
    <Page title={shell('title.system')} back>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <SecuritySections />
        <SessionsSection />
        <LimitsSection />
        <TellingSection />
        <LeavingSection />
      </div>
    </Page>
  );
}
