// The three accounts: what is there and how much of it stands in orders.

import { Amount } from '@fairtick/ui/amount';
import { Card } from '@fairtick/ui/card';
import { ListRow } from '@fairtick/ui/list-row';
import { Skeleton } from '@fairtick/ui/skeleton';
import { accountTotal } from '../../calculators/balances.ts';
import { useBalances } from '../../hooks/use-account.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { BalanceHead } from './balance-head.tsx';

const ACCOUNTS = [
  { typeId: 1, name: 'account.1', text: 'account.1.text' },
  { typeId: 2, name: 'account.2', text: 'account.2.text' },
  { typeId: 3, name: 'account.3', text: 'account.3.text' },
] as const;

/** `accounts`: where there is more to read of them; a demo account has no such place. */
export function AssetsCard({ accounts }: { readonly accounts?: string | undefined }) {
  const t = useTexts('account');
  const balances = useBalances();
  return (
    <Card aria-labelledby="assets">
      <div className="p-5 pb-4">
        <BalanceHead balances={balances} titleId="assets" />
      </div>
      <ul className="divide-y divide-line border-line border-t">
        {ACCOUNTS.map(({ typeId, name, text }) => {
          const balance = balances?.find((one) => one.accountTypeId === typeId);
          return (
            <li key={typeId} className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
              <span className="min-w-0 flex-1 basis-24">
                <span className="block font-medium text-base leading-snug">{t(name)}</span>
                <span className="block text-quiet text-xs">{t(text)}</span>
              </span>
              {balance ? (
                <span className="ms-auto shrink-0 text-end">
                  <span className="block font-semibold text-base">
                    <Amount value={accountTotal(balance)} />
                  </span>
                  <span className="block text-quiet text-xs">
                    {t('locked')} <Amount value={balance.lockBalance} />
                  </span>
                </span>
              ) : (
                <Skeleton className="h-8 w-24" />
              )}
            </li>
          );
        })}
      </ul>
      {accounts !== undefined && (
        <ListRow className="border-line border-t" title={t('accounts.all')} href={accounts} chevron />
      )}
    </Card>
  );
}
