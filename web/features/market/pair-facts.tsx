// What is public about a pair beside its price: when it trades, what the platform adds to the spread, what a night costs.

import type { PairTerms, TradePair } from '@fairtick/contract/http/market';
import { FigureRow } from '@fairtick/ui/figure-row';
import { IconButton } from '@fairtick/ui/icon-button';
import { useFormats } from '@fairtick/ui/locale';
import { Sheet } from '@fairtick/ui/sheet';
import Info from 'lucide-react/icons/info';
import { useState } from 'react';
import { usePairTerms } from '../../hooks/use-market-facts.ts';
import { useTexts } from '../../i18n/use-texts.ts';

export function PairFacts({ pair, className }: { pair: TradePair; className?: string }) {
  const t = useTexts('facts');
  const [open, setOpen] = useState(false);
  const { data, isError } = usePairTerms(pair.Id, open);
  const title = t('title', { pair: pair.ShowCode });
  return (
    <>
      <IconButton label={title} aria-haspopup="dialog" className={className} onClick={() => setOpen(true)}>
        <Info aria-hidden="true" size={18} />
      </IconButton>
      <Sheet open={open} onOpen={setOpen} title={<bdi>{title}</bdi>} note={t('fixed')}>
        <div className="min-h-64 pb-4">
          {data && <Facts terms={data} precision={pair.PricePrecision} />}
          {data && <p className="pt-2 text-muted text-sm">{t('night.note')}</p>}
          {isError && <p className="text-muted">{t('failed')}</p>}
        </div>
      </Sheet>
    </>
  );
}

function Facts({ terms, precision }: { terms: PairTerms; precision: number }) {
  const t = useTexts('facts');
  const f = useFormats();
  const { InHours, NextOpen, NextClose, Holidays, Quote } = terms;
  const night = (rate: string): string => {
    const size = { amount: f.number(rate.replace('-', '')), currency: Quote };
    if (!/[1-9]/.test(rate)) return t('night.none');
    return rate.startsWith('-') ? t('night.paid', size) : t('night.taken', size);
  };
  return (
    <dl>
      <FigureRow term={t('hours')}>{t(`hours.${terms.Hours}`)}</FigureRow>
      {InHours && NextClose !== null && <FigureRow term={t('closes')}>{f.dateTime(NextClose)}</FigureRow>}
      {!InHours && NextOpen !== null && <FigureRow term={t('opens')}>{f.dateTime(NextOpen)}</FigureRow>}
      {Holidays.length > 0 && (
        <FigureRow term={t('holidays')}>{Holidays.map((day) => holidayName(f.locale, day)).join(' · ')}</FigureRow>
      )}
      <FigureRow term={t('markup')}>{f.price(terms.Markup, precision)}</FigureRow>
      {terms.FreshMs !== null && (
        <FigureRow term={t('fresh')}>
          {t('fresh.seconds', { seconds: f.number(String(terms.FreshMs / 1_000)) })}
        </FigureRow>
      )}
      <FigureRow term={t('night.buy')}>{night(terms.FinancingBuy)}</FigureRow>
      <FigureRow term={t('night.sell')}>{night(terms.FinancingSell)}</FigureRow>
    </dl>
  );
}

/** MM-DD of every year, or YYYY-MM-DD. */
function holidayName(locale: string, day: string): string {
  const yearly = day.length === 5;
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    numberingSystem: 'latn',
    ...(yearly ? {} : { year: 'numeric' }),
  }).format(Date.parse(yearly ? `2024-${day}` : day));
}
