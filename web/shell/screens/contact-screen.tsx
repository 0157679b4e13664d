// The company's contact, and where the service is not offered.

import { NotOffered } from '../../features/accounts/not-offered.tsx';
import { Contact } from '../../features/content/companies/contact.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function ContactScreen() {
  const t = useTexts('product');
  return (
    <Page title={t('contact')} back>
      <Contact />
      <NotOffered />
    </Page>
  );
}
