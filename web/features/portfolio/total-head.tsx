// Everything a person has, with a way to hide it, and what open orders would make of it.

import { useFormats } from '@fairtick/ui/locale';
import { withOpenResults } from '../../calculators/balances.ts';
import { useBalances, useForexTotals } from '../../hooks/use-account.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { BalanceHead } from './balance-head.tsx';

export function TotalHead() {
  const t = useTexts('wallet');
  const formats = useFormats();
  const balances = useBalances();
  const netValue = useForexTotals()?.NetValue;
  const hidden = useSettings((settings) => settings.hideBalance);
  const open = balances && withOpenResults(balances, netValue);
  return (
    <section aria-labelledby="total">
      <BalanceHead balances={balances} titleId="total" />
      {open && !hidden && (
        <p className="mt-1 text-muted text-sm">
          {t('open', {
            result: formats.money(open.result, { places: 2, signed: true }),
            total: formats.money(open.total, { places: 2 }),
          })}
        </p>
      )}
    </section>
  );
}
