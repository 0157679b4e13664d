// /follow/follow-list: whom the user follows, what it came to, and what was not copied.

import { buttonClass } from '@fairtick/ui/button';
import { Card, SectionHead } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import UsersRound from 'lucide-react/icons/users-round';
import { useState } from 'react';
import { type Skip, useFollowed, useLive, useSkips } from '../../hooks/use-following.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { type CopiesOf, CopiesSheet } from './copies-sheet.tsx';
import { Failed } from './failed.tsx';
import { FollowShapes } from './follow-shapes.tsx';
import { FollowedCard } from './followed-card.tsx';

export function FollowedList() {
  const t = useTexts('follow');
  useLive();
  const { data, state, retry } = useFollowed();
  const [copies, setCopies] = useState<CopiesOf>();
  const [open, setOpen] = useState(false);
  if (state === 'failed') return <Failed retry={retry} />;
  if (!data) return <FollowShapes />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {data.length === 0 ? (
        <EmptyState
          icon={<UsersRound size={28} />}
          title={t('list.empty')}
          text={t('list.empty.text')}
          action={
            <a href="#/follow" className={buttonClass({})}>
              {t('trader.to_lobby')}
            </a>
          }
        />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {data.map((one) => (
            <li key={one.trader.user_id}>
              <FollowedCard
                one={one}
                onCopies={(of) => {
                  setCopies(of);
                  setOpen(true);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Skips />
      {copies && <CopiesSheet of={copies} open={open} onOpen={setOpen} />}
    </div>
  );
}

/** Nothing where every order was copied. */
function Skips() {
  const t = useTexts('follow');
  const { items, state, retry, ...next } = useSkips();
  if (state === 'ready' && items.length === 0) return null;
  const shapes = (
    <div className="grid gap-2" aria-hidden="true">
      <Skeletons count={2} className="h-14 w-full rounded-md" />
    </div>
  );
  return (
    <section>
      <SectionHead title={t('skips')} />
      <List
        state={state}
        isEmpty={false}
        next={next}
        pending={shapes}
        loading={shapes}
        failed={<Failed retry={retry} />}
        empty={null}
      >
        <Card className="overflow-hidden">
          <ul className="divide-y divide-line">
            {items.map((one) => (
              <li key={`${one.trader_id}/${one.order_id}`}>
                <SkipRow one={one} />
              </li>
            ))}
          </ul>
        </Card>
      </List>
    </section>
  );
}

function SkipRow({ one }: { one: Skip }) {
  const t = useTexts('follow');
  const formats = useFormats();
  return (
    <ListRow
      title={
        <>
          <bdi dir="ltr">{one.pair}</bdi> · <bdi>{one.nickname}</bdi>
        </>
      }
      subtitle={
        <>
          <span className="block text-pretty text-ink">{t(`skip.${one.reason}`)}</span>
          {t('skips.wanted', { lots: formats.number(one.wanted) })} · {formats.dateMinute(one.time)}
        </>
      }
    />
  );
}
