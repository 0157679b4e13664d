// /mine/history: the movements of the account that the address names.

import { useRouterState } from '@tanstack/react-router';
import { ACCOUNT_TYPES } from '../../calculators/transfers.ts';
import { History } from '../../features/ledger/history.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function HistoryScreen() {
  const account = useTexts('account');
  const type = useRouterState({
    select: ({ location: { search } }) => ACCOUNT_TYPES.find((one) => one === search.accountTypeId) ?? 1,
  });
  return (
    <Page title={account(`account.${type}`)} back>
      <History key={type} account={type} />
    </Page>
  );
}
