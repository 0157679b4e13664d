// /mine/withdraw: money out, by coin (type 0) or bank (type 1).

import { useNavigate, useRouterState } from '@tanstack/react-router';
import { WithdrawPanel } from '../../features/wallet/withdraw-panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function WithdrawScreen() {
  const shell = useTexts('shell');
  const navigate = useNavigate();
  const kind = useRouterState({ select: ({ location: { search } }) => (search.type === 1 ? '2' : '1') });
  return (
    <Page title={shell('title.withdraw')} back>
      <WithdrawPanel
        kind={kind}
        onKind={(next) =>
          void navigate({ to: '/mine/withdraw', search: { type: next === '2' ? 1 : 0 }, replace: true })
        }
      />
    </Page>
  );
}
