// /mine/charge: money in, by coin (type 0) or bank (type 1).

import { useNavigate, useRouterState } from '@tanstack/react-router';
import { DepositPanel } from '../../features/wallet/deposit-panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function ChargeScreen() {
  const shell = useTexts('shell');
  const navigate = useNavigate();
  const kind = useRouterState({ select: ({ location: { search } }) => (search.type === 1 ? '1' : '0') });
  return (
    <Page title={shell('title.charge')} back>
      <DepositPanel
        kind={kind}
        onKind={(next) => void navigate({ to: '/mine/charge', search: { type: next === '1' ? 1 : 0 }, replace: true })}
      />
    </Page>
  );
}
