// Fund products: what there is, one of them, what was bought, and what that has paid.

import { IconButton } from '@fairtick/ui/icon-button';
import { useNavigate } from '@tanstack/react-router';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { FundList } from '../../features/funds/fund-list.tsx';
import { FundOffer } from '../../features/funds/fund-offer.tsx';
import { IncomeList } from '../../features/funds/income-list.tsx';
import { SubscriptionList } from '../../features/funds/subscription-list.tsx';
import { WhoPays } from '../../features/funds/who-pays.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function FundsScreen() {
  const t = useTexts('funds');
  const navigate = useNavigate();
  return (
    <Page
      title={t('title')}
      back
      action={
        <IconButton label={t('record')} onClick={() => void navigate({ to: '/mining/record' })}>
          <ReceiptText aria-hidden="true" size={20} />
        </IconButton>
      }
    >
      <FundList onPick={(id) => void navigate({ to: '/mining/subscribe', search: { id } })} />
    </Page>
  );
}

export function FundScreen({ id }: { id: string }) {
  const t = useTexts('funds');
  const navigate = useNavigate();
  return (
    <Page title={t('offer')} back>
      <FundOffer id={id} onBought={() => void navigate({ to: '/mining/record' })} />
    </Page>
  );
}

export function SubscriptionsScreen() {
  const t = useTexts('funds');
  const navigate = useNavigate();
  return (
    <Page title={t('record')} back>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <WhoPays />
        <SubscriptionList onIncome={(id) => void navigate({ to: '/mining/income', search: { id } })} />
      </div>
    </Page>
  );
}

export function FundIncomeScreen({ id }: { id: string }) {
  const t = useTexts('funds');
  return (
    <Page title={t('income')} back>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <WhoPays />
        <IncomeList id={id} />
      </div>
    </Page>
  );
}
