// The copy-trading lobby: traders and their records. Nobody can be followed yet, and the screen says so.

import { Banner } from '@fairtick/ui/banner';
import { buttonClass } from '@fairtick/ui/button';
import { TraderList } from '../../features/copying/trader-list.tsx';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function FollowScreen() {
  const shell = useTexts('shell');
  const t = useTexts('follow');
  const user = useSession()?.user;
  const leads = user?.is_trader === true;
  return (
    <Page title={shell('title.follow')} lead={t('lead')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Banner>{t('not_yet')}</Banner>
        <a
          href={leads ? `#/follow/trader?id=${user.id}` : '#/follow/trader-apply'}
          className={buttonClass({ tone: 'soft', wide: true })}
        >
          {t(leads ? 'own' : 'apply')}
        </a>
        <TraderList />
      </div>
    </Page>
  );
}
