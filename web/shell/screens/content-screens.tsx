// News, announcements, one text of them, and the activity page.

import { Activity } from '../../features/content/activity.tsx';
import { AnnouncementList } from '../../features/content/announcement-list.tsx';
import { Article } from '../../features/content/article.tsx';
import { NewsSearch } from '../../features/content/news-search.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function NewsScreen() {
  const t = useTexts('shell');
  return (
    <Page title={t('title.news')} back>
      <NewsSearch />
    </Page>
  );
}

export function AnnouncementsScreen() {
  const t = useTexts('shell');
  return (
    <Page title={t('title.announcements')} back>
      <AnnouncementList />
    </Page>
  );
}

export function ArticleScreen({ id }: { id: string }) {
  return (
    <Page back>
      <Article id={id} />
    </Page>
  );
}

export function ActivityScreen() {
  const t = useTexts('shell');
  return (
    <Page title={t('title.activity')} back>
      <Activity />
    </Page>
  );
}
