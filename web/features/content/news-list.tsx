// News, newest first: each with its picture, its title and a line of what it says.

import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { type Headline, useNews } from '../../hooks/use-content.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ContentList } from './content-list.tsx';
import { LanguageTag, langOf } from './words.tsx';

export function NewsList() {
  const t = useTexts('content');
  const news = useNews();
  return (
    <ContentList
      of={news}
      empty={{ title: t('news.empty'), text: t('news.empty.text') }}
      row={(item) => <Row item={item} />}
    />
  );
}

function Row({ item }: { item: Headline }) {
  const formats = useFormats();
  return (
    <ListRow
      href={`#/news/detail?id=${item.id}`}
      className="items-start py-3"
      {...(item.logo === ''
        ? {}
        : { leading: <img src={item.logo} alt="" className="size-14 rounded-md bg-sunken object-cover" /> })}
      title={<span {...langOf(item.lang)}>{item.title}</span>}
      subtitle={
        <>
          {item.desc !== '' && (
            <span {...langOf(item.lang)} className="line-clamp-2 text-muted">
              {item.desc}
            </span>
          )}
          <span className="mt-1 flex flex-wrap items-center gap-2">
            {formats.dateMinute(item.created_at)}
            <LanguageTag lang={item.lang} />
          </span>
        </>
      }
    />
  );
}
