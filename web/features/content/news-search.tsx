// The news, or what is found in news and announcements by the words that somebody types.

import { SearchField } from '@fairtick/ui/search-field';
import { useState } from 'react';
import { useFoundContent } from '../../hooks/use-content.ts';
import { useSettled } from '../../hooks/use-settled.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ContentList } from './content-list.tsx';
import { HeadlineRow } from './headline-row.tsx';
import { NewsList } from './news-list.tsx';

/** As many as the server takes. */
const MAX_TYPED = 100;

export function NewsSearch() {
  const t = useTexts('content');
  const [typed, setTyped] = useState('');
  const asked = useSettled(typed).trim();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SearchField
        label={t('search')}
        placeholder={t('search.placeholder')}
        value={typed}
        onValue={setTyped}
        maxLength={MAX_TYPED}
      />
      {asked === '' ? <NewsList /> : <Found asked={asked} />}
    </div>
  );
}

function Found({ asked }: { asked: string }) {
  const t = useTexts('content');
  const found = useFoundContent(asked);
  return (
    <>
      <p role="status" className="sr-only">
        {found.state === 'ready' && found.items.length === 0 ? t('search.none', { text: asked }) : ''}
      </p>
      <ContentList
        of={found}
        empty={{ title: t('search.none', { text: asked }), text: t('search.none.text') }}
        row={(item) => <HeadlineRow item={item} about={item.about} />}
      />
    </>
  );
}
