// Where the link of a letter about a new sign-in leads to.

import { useSearch } from '@tanstack/react-router';
import { NotMePanel } from '../../features/accounts/entry/not-me-panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function NotMeScreen() {
  const shell = useTexts('shell');
  const t = useTexts('login');
  const { token = '' } = useSearch({ from: '/not-me' });
  return (
    <Page title={shell('title.not_me')} lead={t('not_me.lead')}>
      <div className="mx-auto max-w-md pt-2 lg:mx-0">
        <NotMePanel token={token} />
      </div>
    </Page>
  );
}
