// /mine/coin-address-list and /mine/bank-card-list: what is bound.

import { DestinationList } from '../../features/wallet/destination-list.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function CoinAddressesScreen() {
  const shell = useTexts('shell');
  return (
    <Page title={shell('title.coins')} back>
      <DestinationList kind="1" />
    </Page>
  );
}

export function BankAccountsScreen() {
  const shell = useTexts('shell');
  return (
    <Page title={shell('title.banks')} back>
      <DestinationList kind="2" />
    </Page>
  );
}
