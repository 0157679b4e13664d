// The three accounts, each with the way to its movements.

import { buttonClass } from '@fairtick/ui/button';
import { AccountCards } from '../../features/portfolio/account-cards.tsx';
import { TotalHead } from '../../features/portfolio/total-head.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function AccountsScreen() {
  const shell = useTexts('shell');
  const t = useTexts('wallet');
  return (
    <Page title={shell('title.accounts')} back>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <TotalHead />
        <AccountCards />
        <a href="#/mine/transfer" className={buttonClass({ wide: true })}>
          {t('transfer')}
        </a>
      </div>
    </Page>
  );
}
