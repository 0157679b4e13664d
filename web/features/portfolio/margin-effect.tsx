// What a transfer does to open orders: net value, margin and the ratio by which positions are closed, now and after.

import { Banner } from '@fairtick/ui/banner';
import { Card } from '@fairtick/ui/card';
import { useFormats, useOwnMoney } from '@fairtick/ui/locale';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { MarginRow, marginEffect } from '../../calculators/transfers.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Percent of the used margin at which the user is warned, and at which positions are closed (rules §5). */
const [WARN, STOP] = ['100', '50'];
const ROWS = [
  { text: 'transfer.net', of: 'netValue' },
  { text: 'transfer.used', of: 'usedMargin' },
  { text: 'transfer.level', of: 'level' },
] as const;

export function MarginEffect({ effect }: { effect: ReturnType<typeof marginEffect> }) {
  const t = useTexts('wallet');
  const formats = useFormats();
  const own = useOwnMoney();
  if (!effect) return null;
  const figure = (row: MarginRow, of: (typeof ROWS)[number]['of']): string =>
    of === 'level' ? formats.percent(row.level ?? '') : own(row[of], { places: 2 });
  const percent = (text: string): string => formats.percent(text, { places: 0 });
  const thin = Number(effect.after.level) <= Number(WARN) && Number(effect.after.level) < Number(effect.now.level);
  return (
    <Card className="p-4" aria-labelledby="effect">
      <h2 id="effect" className="font-semibold text-base">
        {t('transfer.effect')}
      </h2>
      <table className="tabular mt-2 w-full text-sm">
        <thead>
          <tr className="text-quiet">
            <td />
            <th scope="col" className="py-1 text-end font-medium">
              {t('transfer.effect.now')}
            </th>
            <th scope="col" className="py-1 ps-4 text-end font-medium">
              {t('transfer.effect.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ text, of }) => (
            <tr key={of}>
              <th scope="row" className="py-1.5 text-start font-normal text-muted">
                {t(text)}
              </th>
              <td className="py-1.5 text-end">
                <bdi dir="ltr">{figure(effect.now, of)}</bdi>
              </td>
              <td className="py-1.5 ps-4 text-end font-semibold">
                <bdi dir="ltr">{figure(effect.after, of)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-quiet text-sm">{t('transfer.levels', { warn: percent(WARN), stop: percent(STOP) })}</p>
      {thin && (
        <Banner tone="warn" icon={<TriangleAlert size={20} />} className="mt-3">
          {t('transfer.thin')}
        </Banner>
      )}
    </Card>
  );
}
