// The foot of a ledger: what there was before the lines that are shown, what they moved, and what that makes now.

import type { Balance } from '@fairtick/contract/http/accounts';
import type { LedgerEntryView } from '@fairtick/contract/http/ledger';
import { Card } from '@fairtick/ui/card';
import { useFormats, useOwnMoney } from '@fairtick/ui/locale';
import { beforeOf, sumsOf } from '../../calculators/ledger.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** `balance` is absent where lines between then and now are left out. */
export function HistorySums({
  entries,
  balance,
}: {
  entries: readonly LedgerEntryView[];
  balance: Balance | undefined;
}) {
  const t = useTexts('wallet');
  const formats = useFormats();
  const own = useOwnMoney();
  const moved = sumsOf(entries);
  const rows = [
    ...(balance
      ? [
          {
            text: 'history.before',
            value: beforeOf(balance.balance, moved.value),
            lock: beforeOf(balance.lockBalance, moved.lock),
          } as const,
        ]
      : []),
    { text: 'history.moved', ...moved, signed: true } as const,
    ...(balance
      ? [{ text: 'history.now', value: balance.balance, lock: balance.lockBalance, total: true } as const]
      : []),
  ];
  return (
    <Card className="px-4 py-3">
      <table className="tabular w-full text-sm">
        <caption className="sr-only">{t('history.sums')}</caption>
        <thead>
          <tr className="text-quiet">
            <td />
            <th scope="col" className="py-1 text-end font-medium">
              {t('free')}
            </th>
            <th scope="col" className="py-1 ps-4 text-end font-medium">
              {t('history.lock')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.text} className={'total' in row ? 'border-line-strong border-t font-semibold' : ''}>
              <th scope="row" className="py-1.5 text-start font-normal text-muted">
                {t(row.text)}
              </th>
              <td className="py-1.5 text-end">
                <bdi dir="ltr">{own(row.value, { places: 2, signed: 'signed' in row })}</bdi>
              </td>
              <td className="py-1.5 ps-4 text-end">
                <bdi dir="ltr">{own(row.lock, { places: 2, signed: 'signed' in row })}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-quiet text-xs">{t('history.zone', { zone: formats.zone ?? '' })}</p>
    </Card>
  );
}
