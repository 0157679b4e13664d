// What the activity page shows: a picture and words, in the reader's language where there are some.

import { EmptyState } from '@fairtick/ui/empty-state';
import { Skeleton } from '@fairtick/ui/skeleton';
import PartyPopper from 'lucide-react/icons/party-popper';
import { useActivity } from '../../hooks/use-content.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Failed } from './content-list.tsx';
import { RichText } from './rich-text.tsx';
import { LanguageTag, langOf } from './words.tsx';

export function Activity() {
  const t = useTexts('content');
  const { data, state, retry } = useActivity();
  if (state === 'pending') return <Skeleton className="h-80 w-full rounded-lg" />;
  if (!data) return <Failed retry={retry} />;
  const { item } = data;
  if (!item)
    return <EmptyState icon={<PartyPopper size={28} />} title={t('activity.empty')} text={t('activity.empty.text')} />;
  return (
    <article className="grid gap-5">
      {item.logo !== '' && <img src={item.logo} alt={item.title} className="h-auto w-full rounded-lg bg-sunken" />}
      <div {...langOf(item.lang)} className="grid gap-3">
        <h2 className="font-semibold text-xl">{item.title}</h2>
        <RichText tree={item.body} />
      </div>
      <p>
        <LanguageTag lang={item.lang} />
      </p>
    </article>
  );
}
