// The whole cost of a loan, before and while it is signed: what comes, what is paid back and when, a year in percent, and what lateness costs.

import { Card } from '@fairtick/ui/card';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import type { ReactNode } from 'react';
import type { LoanSum } from '../../calculators/loans.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** `example`: of an amount that nobody has chosen. */
export function LoanCost({ sum, example = false }: { sum: LoanSum; example?: boolean }) {
  const t = useTexts('loans');
  const formats = useFormats();
  const money = (text: string): string => formats.money(text, { places: 2 });
  return (
    <Card className="grid gap-3 p-4">
      {example && <h2 className="font-semibold text-base">{t('example')}</h2>}
      <dl>
        <FigureRow term={t('get')}>{money(sum.amount)}</FigureRow>
        <FigureRow term={t('term')}>{t('days', { count: sum.days })}</FigureRow>
        <FigureRow
          term={t('interest.of', {
            rate: formats.percent(sum.rate, { places: 2 }),
            days: t('days', { count: sum.paidDays }),
          })}
        >
          {money(sum.interest)}
        </FigureRow>
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3">
          <dt className="font-semibold text-base">{t('back', { days: t('days', { count: sum.days }) })}</dt>
          <dd className="tabular font-semibold text-2xl tracking-[-0.02em]">{money(sum.total)}</dd>
        </div>
      </dl>
      <dl className="grid grid-cols-3 gap-2">
        <Tile term={t('apr')} strong>
          {formats.percent(sum.apr, { places: 1 })}
        </Tile>
        <Tile term={t('late_day', { rate: formats.percent(sum.lateRate, { places: 2 }) })}>{money(sum.lateDay)}</Tile>
        {sum.free > 0 ? (
          <Tile term={t('free', { days: t('days', { count: sum.free }) })}>{money('0')}</Tile>
        ) : (
          <Tile term={t('day')}>{money(sum.day)}</Tile>
        )}
      </dl>
    </Card>
  );
}

function Tile({ term, strong, children }: { term: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end rounded-md bg-sunken px-3 py-2.5">
      <dt className="text-pretty text-muted text-xs [overflow-wrap:anywhere]">{term}</dt>
      <dd className={`tabular font-semibold ${strong ? 'text-lg' : 'text-base'}`}>{children}</dd>
    </div>
  );
}
