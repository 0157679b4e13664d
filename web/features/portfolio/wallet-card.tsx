// What I have and what today brought; on a wide screen also by account.

import { Amount } from '@fairtick/ui/amount';
import { buttonClass } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { Skeleton } from '@fairtick/ui/skeleton';
import { accountTotal, totalOf } from '../../calculators/balances.ts';
import { useBalances } from '../../hooks/use-account.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { BalanceHead } from './balance-head.tsx';

const ACCOUNTS = [
  { typeId: 1, name: 'account.1' },
  { typeId: 2, name: 'account.2' },
  { typeId: 3, name: 'account.3' },
] as const;

export function WalletCard() {
  const t = useTexts('home');
  const balances = useBalances();
  // Whoever has nothing yet is led on by the card below, which has the screen's one accent.
  const empty = !balances || Number(totalOf(balances)) === 0;
  return (
    <Card aria-labelledby="balance" className="p-5 lg:p-6">
      <BalanceHead balances={balances} titleId="balance" />
      <div className="mt-4 grid grid-cols-2 gap-3">
        <a href="#/mine/charge" className={buttonClass({ tone: empty ? 'soft' : 'primary', size: 'sm' })}>
          {t('deposit')}
        </a>
        <a href="#/mine/withdraw" className={buttonClass({ tone: 'soft', size: 'sm' })}>
          {t('withdraw')}
        </a>
      </div>
      <ul className="mt-5 hidden gap-2.5 border-line border-t pt-4 lg:grid">
        {ACCOUNTS.map(({ typeId, name }) => {
          const balance = balances?.find((one) => one.accountTypeId === typeId);
          return (
            <li key={typeId} className="flex min-w-0 items-baseline justify-between gap-4 text-sm">
              <span className="truncate text-quiet">{t(name)}</span>
              {balance ? (
                <Amount value={accountTotal(balance)} className="font-medium" />
              ) : (
                <Skeleton className="h-4 w-20" />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
