// Who came with the user's code, the newest first: when, and whether they are verified. What they trade or own is theirs.

import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Tag } from '@fairtick/ui/tag';
import { useState } from 'react';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { QUERY } from '../../../transport/query.ts';
import { Loaded } from '../loaded.tsx';

const PAGE_SIZE = 20;

export function InvitedList() {
  const t = useTexts('invite');
  const formats = useFormats();
  const [pages, setPages] = useState(1);
  const first = useAnswer(QUERY.invited, 'invited', { page: 1 });
  return (
    <Card className="overflow-hidden">
      <Loaded answer={first} failed={t('failed')}>
        {({ total }) => (
          <>
            <h2 className="flex min-h-12 items-center justify-between px-4 text-muted text-sm">
              {t('invited')}
              <bdi className="tabular font-semibold text-ink">{formats.count(total)}</bdi>
            </h2>
            {total === 0 && <p className="px-4 pb-4 text-pretty text-quiet text-sm">{t('nobody')}</p>}
            <ul className="divide-y divide-line">
              {Array.from({ length: pages }, (_, before) => before + 1).map((page) => (
                <InvitedPage key={page} page={page} />
              ))}
            </ul>
            {total > pages * PAGE_SIZE && (
              <Button tone="ghost" wide onClick={() => setPages(pages + 1)}>
                {t('more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function InvitedPage({ page }: { page: number }) {
  const t = useTexts('invite');
  const formats = useFormats();
  const { data } = useAnswer(QUERY.invited, 'invited', { page });
  return data?.data.map(({ uid, created, verified }) => (
    <li key={`${uid}/${created}`}>
      <ListRow
        title={
          <bdi dir="ltr" className="tabular">
            {uid}
          </bdi>
        }
        subtitle={t('joined', { date: formats.date(created) })}
        trailing={<Tag tone={verified ? 'up' : 'neutral'}>{t(verified ? 'verified' : 'unverified')}</Tag>}
      />
    </li>
  ));
}
