// Announcements, newest first; what the user has not read is marked.

import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { type Announcement, useAnnouncements } from '../../hooks/use-content.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ContentList } from './content-list.tsx';
import { AboutTag, DemoTag, LanguageTag, langOf, PinnedTag } from './words.tsx';

export function AnnouncementList() {
  const t = useTexts('content');
  const announcements = useAnnouncements();
  return (
    <ContentList
      of={announcements}
      empty={{ title: t('announcements.empty'), text: t('announcements.empty.text') }}
      row={(item) => <Row item={item} />}
    />
  );
}

function Row({ item }: { item: Announcement }) {
  const t = useTexts('content');
  const formats = useFormats();
  const isNew = useSession() !== undefined && !item.read;
  return (
    <ListRow
      href={`#/news/detail?id=${item.id}`}
      className="items-start py-3"
      title={
        <span {...langOf(item.lang)} className={isNew ? 'font-semibold' : 'font-normal'}>
          {item.title}
        </span>
      }
      subtitle={
        <span className="mt-1 flex flex-wrap items-center gap-2">
          {formats.dateMinute(item.created_at)}
          {item.pinned && <PinnedTag />}
          <AboutTag about={item.about} />
          {item.demo && <DemoTag />}
          <LanguageTag lang={item.lang} />
        </span>
      }
      trailing={
        isNew && (
          <span className="mt-1.5 block size-2 rounded-full bg-accent" title={t('unread')}>
            <span className="sr-only">{t('unread')}</span>
          </span>
        )
      }
    />
  );
}
