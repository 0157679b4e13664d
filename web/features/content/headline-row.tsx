// One published text in a list: its picture, its title and a line of what it says.

import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import type { Announcement, Headline } from '../../hooks/use-content.ts';
import { AboutTag, LanguageTag, langOf, PinnedTag } from './words.tsx';

/** `about`: of an announcement among other texts, what it is about. */
export function HeadlineRow({ item, about = null }: { item: Headline; about?: Announcement['about'] | null }) {
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
            {item.pinned && <PinnedTag />}
            {about !== null && <AboutTag about={about} />}
            <LanguageTag lang={item.lang} />
          </span>
        </>
      }
    />
  );
}
