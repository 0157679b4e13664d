// News, newest first.

import { useNews } from '../../hooks/use-content.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ContentList } from './content-list.tsx';
import { HeadlineRow } from './headline-row.tsx';

export function NewsList() {
  const t = useTexts('content');
  const news = useNews();
  return (
    <ContentList
      of={news}
      empty={{ title: t('news.empty'), text: t('news.empty.text') }}
      row={(item) => <HeadlineRow item={item} />}
    />
  );
}
