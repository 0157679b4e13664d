// The head of the wallet: everything I have in one figure, today's result under it, hidden at a tap.

import type { Balance } from '@fairtick/contract/http/accounts';
import { Amount, HeroAmount } from '@fairtick/ui/amount';
import { Change } from '@fairtick/ui/change';
import { IconButton } from '@fairtick/ui/icon-button';
import { Skeleton } from '@fairtick/ui/skeleton';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { totalOf } from '../../calculators/balances.ts';
import { useProfits } from '../../hooks/use-account.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { setSettings } from '../../stores/settings.ts';

export function BalanceHead({ balances, titleId }: { balances: readonly Balance[] | undefined; titleId: string }) {
  const t = useTexts('home');
  const hidden = useSettings((settings) => settings.hideBalance);
  return (
    <>
      <div className="-mt-2 -me-2 flex items-center justify-between">
        <h2 id={titleId} className="font-medium text-muted text-sm">
          {t('balance')}
        </h2>
        <IconButton
          label={t(hidden ? 'balance.show' : 'balance.hide')}
          onClick={() => setSettings({ hideBalance: !hidden })}
        >
          {hidden ? <EyeOff aria-hidden="true" size={20} /> : <Eye aria-hidden="true" size={20} />}
        </IconButton>
      </div>
      <div className="mt-0.5 flex min-h-12 items-center font-semibold tracking-[-0.03em]">
        {balances ? <HeroAmount value={totalOf(balances)} className="w-full" /> : <Skeleton className="h-10 w-56" />}
      </div>
      <Today hidden={hidden} />
    </>
  );
}

function Today({ hidden }: { hidden: boolean }) {
  const t = useTexts('home');
  const profits = useProfits();
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm" title={t('today.hint')}>
      <span className="text-quiet">{t('today')}</span>
      {profits ? (
        <>
          <Amount value={profits.profits} tone="result" className="font-semibold" />
          {!hidden && <Change value={profits.percent} />}
        </>
      ) : (
        <Skeleton className="h-4 w-28" />
      )}
    </p>
  );
}
