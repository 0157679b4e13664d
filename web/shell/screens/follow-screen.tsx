// The copy-trading lobby: traders and their records, and the ways to one's own side of it.

import { buttonClass } from '@fairtick/ui/button';
import { TraderList } from '../../features/copying/trader-list.tsx';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

const WAY = buttonClass({ tone: 'soft', wide: true });

export function FollowScreen() {
  const shell = useTexts('shell');
  const t = useTexts('follow');
  const user = useSession()?.user;
  const leads = user?.is_trader === true;
  return (
    <Page title={shell('title.follow')} lead={t('lead')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid grid-cols-2 gap-3">
          <a href={leads ? '#/follow/my-follower' : '#/follow/trader-apply'} className={WAY}>
            {t(leads ? 'my_followers' : 'apply')}
          </a>
          <a href={leads ? `#/follow/trader?id=${user.id}` : '#/follow/follow-list'} className={WAY}>
            {t(leads ? 'own' : 'my_traders')}
          </a>
        </div>
        <TraderList />
      </div>
    </Page>
  );
}
