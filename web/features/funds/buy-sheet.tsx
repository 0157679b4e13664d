// Everything once more before the tap that buys: what it pays and when, when it ends, what leaving early costs and by which day that is earned.

import type { FundProduct } from '@fairtick/contract/http/funds';
import { Button } from '@fairtick/ui/button';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { Sheet } from '@fairtick/ui/sheet';
import { type FundSum, percentPlaces, termEnd } from '../../calculators/funds.ts';
import { REFUSED } from '../../calculators/refused.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { refreshAfterMove } from '../../stores/account.ts';
import { QUERY, refresh } from '../../transport/query.ts';

const SHOWN = [
  REFUSED.BALANCE_INSUFFICIENT,
  REFUSED.AMOUNT_BELOW_MIN,
  REFUSED.AMOUNT_ABOVE_MAX,
  REFUSED.FUND_UNKNOWN,
  REFUSED.FUND_SOLD_OUT,
  REFUSED.FUND_LIMIT,
  REFUSED.FUND_TERMS_CHANGED,
];

export interface BuySheetProps {
  readonly product: FundProduct;
  readonly sum: FundSum;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onBought: () => void;
}

export function BuySheet({ product, sum, open, onOpen, onBought }: BuySheetProps) {
  const t = useTexts('funds');
  const formats = useFormats();
  const now = useNow();
  // What holds now is shown the next time that the sheet is opened.
  const act = useAct('fund_buy', SHOWN, () => refresh(QUERY.funds));
  const refused = act.said(SHOWN);
  const percent = (text: string): string => formats.percent(text, { places: percentPlaces(text) });
  const fine = (text: string): string => formats.money(text, { places: 4 });
  async function buy(): Promise<void> {
    const bought = await act.send({ id: product.id, amount: sum.amount, terms: product.terms });
    if (!bought) return;
    onOpen(false);
    refresh(QUERY.funds);
    refreshAfterMove();
    onBought();
  }
  return (
    <Sheet
      open={open}
      onOpen={onOpen}
      title={<span dir="auto">{product.title}</span>}
      footer={
        <>
          {refused !== undefined && (
            <p role="alert" className="mb-3 text-pretty text-down text-sm">
              {refused}
            </p>
          )}
          <Button size="lg" wide busy={act.busy} onClick={() => void buy()}>
            {t('confirm', { amount: formats.money(sum.amount, { places: 2 }) })}
          </Button>
        </>
      }
    >
      <dl className="pb-2">
        <FigureRow term={t('amount')} strong>
          {formats.money(sum.amount, { places: 2 })}
        </FigureRow>
        <FigureRow term={t('profit')}>
          {t('profit.figures', {
            day: percent(product.dividend_percentage),
            year: percent(product.yearly_percentage),
          })}
        </FigureRow>
        <FigureRow term={t('rent')}>{formats.money(product.staring_sub_amount, { places: 2 })}</FigureRow>
        <FigureRow term={t('time')}>{t('days', { count: product.lock_dividend_days })}</FigureRow>
        <FigureRow term={t('day_profit')}>{fine(sum.day)}</FigureRow>
        <FigureRow term={t('sum_profit')} strong>
          {fine(sum.whole)}
        </FigureRow>
        <FigureRow term={t('ends')}>{formats.dateMinute(termEnd(now, product))}</FigureRow>
        <FigureRow term={t('penalty')}>{fine(sum.penalty)}</FigureRow>
      </dl>
      <p className="pb-4 text-pretty text-muted text-sm">
        {sum.breakEven === undefined
          ? t('break_even.never')
          : sum.breakEven === 0
            ? t('break_even.free')
            : t('break_even', { day: formats.number(String(sum.breakEven)) })}
      </p>
    </Sheet>
  );
}
