// Everything the user has, the ways to move it, and where it may be sent to.

import { Card, SectionHead } from '@fairtick/ui/card';
import { ListRow } from '@fairtick/ui/list-row';
import Landmark from 'lucide-react/icons/landmark';
import WalletIcon from 'lucide-react/icons/wallet';
import { AccountCards } from '../../features/portfolio/account-cards.tsx';
import { MoneyLinks } from '../../features/portfolio/money-links.tsx';
import { TotalHead } from '../../features/portfolio/total-head.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function WalletScreen() {
  const shell = useTexts('shell');
  const t = useTexts('wallet');
  return (
    <Page title={shell('title.wallet')} back>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <TotalHead />
        <MoneyLinks />
        <AccountCards />
        <section>
          <SectionHead title={t('places')} />
          <Card className="divide-y divide-line overflow-hidden">
            <ListRow
              leading={<WalletIcon aria-hidden="true" size={20} />}
              title={t('coins')}
              href="#/mine/coin-address-list"
              chevron
            />
            <ListRow
              leading={<Landmark aria-hidden="true" size={20} />}
              title={t('banks')}
              href="#/mine/bank-card-list"
              chevron
            />
          </Card>
        </section>
      </div>
    </Page>
  );
}
