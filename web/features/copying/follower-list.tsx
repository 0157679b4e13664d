// /follow/my-follower: what a trader is owed and was paid, and how each follower fares. Nobody's name.

import { Amount, HeroAmount } from '@fairtick/ui/amount';
import { buttonClass } from '@fairtick/ui/button';
import { Card, SectionHead } from '@fairtick/ui/card';
import { Change } from '@fairtick/ui/change';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import UsersRound from 'lucide-react/icons/users-round';
import { useFollowerSums, useFollowers, useLive } from '../../hooks/use-following.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Avatar } from './avatar.tsx';
import { Failed } from './failed.tsx';
import { FollowShapes } from './follow-shapes.tsx';
import { LeadNoMore } from './lead-no-more.tsx';

/** `onEnded`: they lead no more. */
export function FollowerList({ onEnded }: { onEnded: () => void }) {
  const t = useTexts('follow');
  const userId = useSession()?.user.id ?? '';
  useLive();
  const sums = useFollowerSums();
  const { items, state, retry, ...next } = useFollowers();
  if (sums.state === 'failed') return <Failed retry={sums.retry} />;
  if (!sums.data) return <FollowShapes />;
  const shapes = (
    <div className="grid gap-2" aria-hidden="true">
      <Skeletons count={3} className="h-14 w-full rounded-md" />
    </div>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Sums due={sums.data.position_profits} paid={sums.data.total_profits} followers={sums.data.follow_num} />
      <section>
        <SectionHead title={t('followers')} />
        <List
          state={state}
          isEmpty={items.length === 0}
          next={next}
          pending={shapes}
          loading={shapes}
          failed={<Failed retry={retry} />}
          empty={
            <EmptyState
              icon={<UsersRound size={28} />}
              title={t('followers.empty')}
              text={t('followers.empty.text')}
              action={
                <a href={`#/follow/trader?id=${userId}`} className={buttonClass({ tone: 'soft' })}>
                  {t('own')}
                </a>
              }
            />
          }
        >
          <Card className="overflow-hidden">
            <ul className="divide-y divide-line">
              {items.map((one) => (
                <li key={one.follow_id}>
                  <ListRow
                    leading={<Avatar name={one.nickname.slice(-2)} />}
                    title={<bdi dir="ltr">{one.nickname}</bdi>}
                    subtitle={
                      <span className="inline-flex flex-wrap items-center gap-x-2">
                        {t('followers.rate')} <Change value={one.profitability} />
                      </span>
                    }
                    trailing={<Amount value={one.total_profits} tone="result" places={2} className="font-medium" />}
                  />
                </li>
              ))}
            </ul>
          </Card>
          <p className="mt-3 text-center text-quiet text-sm">{t('followers.note')}</p>
        </List>
      </section>
      <LeadNoMore onDone={onEnded} />
    </div>
  );
}

function Sums({ due, paid, followers }: { due: string; paid: string; followers: number }) {
  const t = useTexts('follow');
  const formats = useFormats();
  return (
    <Card className="divide-y divide-line">
      <div className="grid gap-2 p-4">
        <p className="text-muted text-sm">{t('followers.due')}</p>
        <HeroAmount value={due} className="font-semibold" />
        <p className="text-pretty text-muted text-sm">{t('followers.when')}</p>
      </div>
      <dl className="grid grid-cols-2 divide-x divide-line">
        <div className="p-4">
          <dt className="text-quiet text-sm">{t('followers.paid')}</dt>
          <dd className="font-semibold text-md">
            <Amount value={paid} tone="result" places={2} />
          </dd>
        </div>
        <div className="p-4">
          <dt className="text-quiet text-sm">{t('card.followers')}</dt>
          <dd className="tabular font-semibold text-md">{formats.count(followers)}</dd>
        </div>
      </dl>
    </Card>
  );
}
