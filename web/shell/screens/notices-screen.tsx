// What the user was told while they did not look.

import { NoticeList } from '../../features/accounts/notice-list.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function NoticesScreen() {
  const shell = useTexts('shell');
  const t = useTexts('notices');
  return (
    <Page title={shell('title.notices')} lead={t('lead')} back>
      <NoticeList />
    </Page>
  );
}
