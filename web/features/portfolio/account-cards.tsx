// One card per account: what is in it, how much of that is free, and the way to its movements.

import type { Balance } from '@fairtick/contract/http/accounts';
import { Amount } from '@fairtick/ui/amount';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import CandlestickChart from 'lucide-react/icons/chart-candlestick';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Hourglass from 'lucide-react/icons/hourglass';
import Landmark from 'lucide-react/icons/landmark';
import { accountTotal, freeShare } from '../../calculators/balances.ts';
import { ACCOUNT_TYPES, type AccountTypeId } from '../../calculators/transfers.ts';
import { useBalances } from '../../hooks/use-account.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const ICONS = { 1: Landmark, 2: CandlestickChart, 3: Hourglass } as const;

export function AccountCards() {
  const balances = useBalances();
  if (!balances)
    return (
      <div className="grid gap-3" aria-hidden="true">
        <Skeletons count={3} className="h-28 w-full rounded-xl" />
      </div>
    );
  return (
    <ul className="grid gap-3">
      {ACCOUNT_TYPES.map((type) => {
        const balance = balances.find((one) => one.accountTypeId === type);
        return (
          balance && (
            <li key={type}>
              <AccountCard type={type} balance={balance} />
            </li>
          )
        );
      })}
    </ul>
  );
}

function AccountCard({ type, balance }: { type: AccountTypeId; balance: Balance }) {
  const account = useTexts('account');
  const hidden = useSettings((settings) => settings.hideBalance);
  const Icon = ICONS[type];
  return (
    <a
      href={`#/mine/history?accountTypeId=${type}`}
      className="block rounded-xl border border-line bg-surface p-4 shadow-card transition-colors duration-150 hover:border-line-strong active:bg-sunken"
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
          <Icon aria-hidden="true" size={20} />
        </span>
        <span className="min-w-0 flex-1 basis-28">
          <span className="block font-medium text-base leading-snug">{account(`account.${type}`)}</span>
          <span className="block text-quiet text-sm">{account(`account.${type}.text`)}</span>
        </span>
        <span className="ms-auto flex items-center gap-2 font-semibold text-md">
          <Amount value={accountTotal(balance)} places={2} />
          <ChevronRight aria-hidden="true" size={18} className="shrink-0 text-quiet rtl:-scale-x-100" />
        </span>
      </span>
      <Bar balance={balance} hidden={hidden} />
    </a>
  );
}

/** Free against held. Nothing is drawn while balances are hidden: the parts would tell of them. */
function Bar({ balance, hidden }: { balance: Balance; hidden: boolean }) {
  const t = useTexts('wallet');
  const formats = useFormats();
  const share = freeShare(balance);
  return (
    <span className="mt-3 block">
      {!hidden && share !== undefined && (
        <span
          role="img"
          aria-label={t('bar', {
            free: formats.money(balance.balance, { places: 2 }),
            held: formats.money(balance.lockBalance, { places: 2 }),
          })}
          className="flex h-1.5 gap-0.5 overflow-hidden rounded-full"
        >
          <span className="bg-accent" style={{ inlineSize: `${share}%` }} />
          <span className="flex-1 bg-quiet" />
        </span>
      )}
      <span className="mt-2 flex flex-wrap justify-between gap-x-4 text-muted text-sm">
        <span>
          {t('free')} <Amount value={balance.balance} places={2} className="font-semibold text-ink" />
        </span>
        <span>
          {t('held')} <Amount value={balance.lockBalance} places={2} className="font-semibold text-ink" />
        </span>
      </span>
    </span>
  );
}
