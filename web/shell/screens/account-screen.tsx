// The user's page: what they have, settings, how to check us, demo reset, logout.

import { SectionHead } from '@fairtick/ui/card';
import { DemoReset } from '../../features/accounts/demo-reset.tsx';
import { Identity } from '../../features/accounts/identity.tsx';
import { Logout } from '../../features/accounts/logout.tsx';
import { MoneyLinks } from '../../features/accounts/money-links.tsx';
import { NotOffered } from '../../features/accounts/not-offered.tsx';
import { PersonLinks } from '../../features/accounts/person-links.tsx';
import { PreferencesCard } from '../../features/accounts/preferences-card.tsx';
import { AssetsCard } from '../../features/portfolio/assets-card.tsx';
import { TrustCard } from '../../features/proof/trust-card.tsx';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function AccountScreen() {
  const shell = useTexts('shell');
  const t = useTexts('account');
  const user = useSession()?.user;
  if (!user) return null;
  const demo = user.is_demo === 1;
  return (
    <Page title={shell('title.account')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Identity label={demo ? t('demo.label') : user.email} uid={user.uid} demo={demo} />
        <AssetsCard accounts={demo ? undefined : '#/mine/accounts'} />
        {demo && <DemoReset />}
        <section>
          <SectionHead title={t('money')} />
          <MoneyLinks />
        </section>
        <section>
          <SectionHead title={t('person')} />
          <PersonLinks demo={demo} />
        </section>
        <section>
          <SectionHead title={t('settings')} />
          <PreferencesCard />
        </section>
        <section>
          <SectionHead title={t('trust')} />
          <TrustCard />
        </section>
        <Logout demo={demo} />
        <NotOffered />
      </div>
    </Page>
  );
}
