// What is free on the account, and what is frozen, side by side.

import type { Balance } from '@fairtick/contract/http/accounts';
import { Amount } from '@fairtick/ui/amount';
import { Card } from '@fairtick/ui/card';
import { Skeleton } from '@fairtick/ui/skeleton';
import Lock from 'lucide-react/icons/lock';
import { useTexts } from '../../i18n/use-texts.ts';

export function HistoryHead({ balance }: { balance: Balance | undefined }) {
  const t = useTexts('wallet');
  return (
    <Card>
      <dl className="grid grid-cols-2 divide-x divide-line">
        <div className="min-w-0 p-4">
          <dt className="text-muted text-sm">{t('history.balance')}</dt>
          <dd className="mt-1 font-semibold text-lg">
            {balance ? <Amount value={balance.balance} places={2} /> : <Skeleton className="h-6 w-24" />}
          </dd>
        </div>
        <div className="min-w-0 p-4">
          <dt className="flex items-center gap-1.5 text-muted text-sm">
            <Lock aria-hidden="true" size={14} className="shrink-0" />
            {t('history.frozen')}
          </dt>
          <dd className="mt-1 font-semibold text-lg">
            {balance ? <Amount value={balance.lockBalance} places={2} /> : <Skeleton className="h-6 w-24" />}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
