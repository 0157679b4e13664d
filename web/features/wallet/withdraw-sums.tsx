// Fee, rate, what stays and what arrives, by the functions that the server books by.

import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { type CurrencyOut, placesOf, type WithdrawalSum } from '../../calculators/payments.ts';
import { useTexts } from '../../i18n/use-texts.ts';

export function WithdrawSums({ terms, sum }: { terms: CurrencyOut; sum: WithdrawalSum | undefined }) {
  const t = useTexts('withdraw');
  const formats = useFormats();
  const { code, draw_rate, fee_type, usd_price, places } = terms;
  const money = (text: string): string => formats.money(text, { places: 2 });
  const fee = fee_type === 1 ? t('fee.1') : t('fee.2', { percent: formats.percent(draw_rate) });
  return (
    <dl className="border-line border-t pt-2" aria-live="polite">
      <FigureRow term={fee}>
        <bdi dir="ltr">{sum ? money(`-${sum.fee}`) : fee_type === 1 ? money(draw_rate) : '—'}</bdi>
      </FigureRow>
      <FigureRow term={t('rate')}>
        <bdi dir="ltr">{t('rate.line', { rate: formats.number(usd_price), code })}</bdi>
      </FigureRow>
      {terms.rate_closed && <p className="pb-1 text-pretty text-sm text-warn">{t('rate.closed')}</p>}
      <FigureRow term={t('left')}>
        <bdi dir="ltr">{sum ? money(sum.left) : '—'}</bdi>
      </FigureRow>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-line-strong border-t pt-3">
        <dt className="font-medium text-base">{t('received')}</dt>
        <dd className="tabular ms-auto font-semibold text-lg">
          <bdi dir="ltr">
            {sum
              ? `${formats.number(sum.received, { places: places === 0 ? 0 : placesOf(sum.received) })} ${code}`
              : '—'}
          </bdi>
        </dd>
      </div>
    </dl>
  );
}
