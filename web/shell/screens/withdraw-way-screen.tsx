// /mine/withdraw-way: binds a coin address (type 1) or a bank account (type 2), and goes on to the list of them.

import { useNavigate, useRouterState } from '@tanstack/react-router';
import { BindForm } from '../../features/wallet/bind-form.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function WithdrawWayScreen() {
  const shell = useTexts('shell');
  const t = useTexts('withdraw');
  const navigate = useNavigate();
  const kind = useRouterState({ select: ({ location: { search } }) => (search.type === 2 ? '2' : '1') });
  return (
    <Page title={shell('title.withdraw_way')} lead={t('bind.lead')} back>
      <BindForm
        key={kind}
        kind={kind}
        onBound={() =>
          void navigate({ to: kind === '1' ? '/mine/coin-address-list' : '/mine/bank-card-list', replace: true })
        }
      />
    </Page>
  );
}
