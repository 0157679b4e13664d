// /mining/subscribe: one product with all its terms, the amount, and what it comes to; buying takes a second tap on a sheet that says everything again.

import type { FundProduct } from '@fairtick/contract/http/funds';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { DecimalField } from '@fairtick/ui/field';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats, useOwnMoney } from '@fairtick/ui/locale';
import { PressedChip } from '@fairtick/ui/pressed-chip';
import { Skeletons } from '@fairtick/ui/skeleton';
import Info from 'lucide-react/icons/info';
import { type FormEvent, useRef, useState } from 'react';
import { mostBought, percentPlaces, readPurchase } from '../../calculators/funds.ts';
import { useBalances } from '../../hooks/use-account.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useClosingOnly } from '../../hooks/use-main-status.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY } from '../../transport/query.ts';
import { BuySheet } from './buy-sheet.tsx';
import { FundsFailed } from './funds-failed.tsx';
import { ProductPicture } from './product-picture.tsx';
import { WhoPays } from './who-pays.tsx';

/** The account that funds are bought from. */
const FUND_ACCOUNT = 1;

export function FundOffer({ id, onBought }: { id: string; onBought: () => void }) {
  const { data, state, retry } = useAnswer(QUERY.funds, 'fund_info', { id });
  if (state === 'failed') return <FundsFailed retry={retry} />;
  if (!data)
    return (
      <div className="grid gap-3" aria-hidden="true">
        <Skeletons count={3} className="h-32 w-full rounded-lg" />
      </div>
    );
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-4 lg:mx-0">
      <Terms product={data} />
      <WhoPays covered={data} />
      <Way product={data} offered={data.offered} onBought={onBought} />
    </div>
  );
}

function Terms({ product }: { product: FundProduct }) {
  const t = useTexts('funds');
  const formats = useFormats();
  const percent = (text: string): string => formats.percent(text, { places: percentPlaces(text) });
  const money = (text: string): string => formats.money(text, { places: 2 });
  return (
    <Card className="grid gap-3 p-4">
      {product.image !== '' && <ProductPicture image={product.image} large />}
      <h2 className="font-semibold text-lg [overflow-wrap:anywhere]" dir="auto">
        {product.title}
      </h2>
      {product.desc !== '' && (
        <p className="whitespace-pre-line text-muted text-sm" dir="auto">
          {product.desc}
        </p>
      )}
      <dl>
        <FigureRow term={t('currency')}>
          <bdi>{product.currency_code}</bdi>
        </FigureRow>
        <FigureRow term={t('profit')} strong>
          {t('profit.figures', {
            day: percent(product.dividend_percentage),
            year: percent(product.yearly_percentage),
          })}
        </FigureRow>
        <FigureRow term={t('rent')}>{money(product.staring_sub_amount)}</FigureRow>
        <FigureRow term={t('time')}>{t('days', { count: product.lock_dividend_days })}</FigureRow>
        <FigureRow term={t('most')}>{money(product.max_sub_amount)}</FigureRow>
        <FigureRow term={t('damages')}>{percent(product.liquidated_damages)}</FigureRow>
        <FigureRow term={t('capacity')}>{money(product.capacity)}</FigureRow>
      </dl>
    </Card>
  );
}

/** Where it is not offered, or nothing new is opened, and who is not signed in, has nothing to fill in. */
function Way({ product, offered, onBought }: { product: FundProduct; offered: boolean; onBought: () => void }) {
  const t = useTexts('funds');
  const signedIn = useSession() !== undefined;
  const closed = useClosingOnly();
  if (!offered || closed)
    return (
      <Banner tone="warn" icon={<Info size={20} />}>
        {t(offered ? 'closed' : 'not_offered')}
      </Banner>
    );
  if (signedIn) return <Buying product={product} onBought={onBought} />;
  return (
    <a href={`#/login?from=${encodeURIComponent(`/mining/subscribe?id=${product.id}`)}`} className="block">
      <Banner tone="info" icon={<Info size={20} />}>
        {t('sign_in')}
      </Banner>
    </a>
  );
}

function Buying({ product, onBought }: { product: FundProduct; onBought: () => void }) {
  const t = useTexts('funds');
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const free = useBalances()?.find(({ accountTypeId }) => accountTypeId === FUND_ACCOUNT)?.balance;
  const read = readPurchase(typed, product, free);
  const own = useOwnMoney();
  const money = (text: string): string => formats.money(text, { places: 2 });
  const { staring_sub_amount: min, max_sub_amount: max, capacity } = product;
  const error =
    tried && 'fault' in read
      ? t(`fault.${read.fault}`, {
          min: money(min),
          max: money(max),
          free: own(free ?? '0', { places: 2 }),
          capacity: money(capacity),
        })
      : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if ('fault' in read) input.current?.focus();
    else setAsking(true);
  };
  const all = free === undefined ? undefined : mostBought(free, product);
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Card className="grid gap-3 p-4">
        <DecimalField
          ref={input}
          label={t('amount')}
          value={typed}
          onValue={(text) => {
            setTyped(text);
            setTried(false);
          }}
          hint={t('range', { min: money(min), max: money(max) })}
          boxClassName="text-lg [&_input]:font-semibold [&_input]:text-xl"
          {...(error === undefined ? {} : { error })}
        />
        {free !== undefined && all !== undefined && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="text-muted text-sm">{t('free', { amount: own(free, { places: 2 }) })}</span>
            <PressedChip size="md" pressed={typed === all} onPress={() => setTyped(all)}>
              {t('all', { amount: own(all, { places: 2 }) })}
            </PressedChip>
          </div>
        )}
      </Card>
      <Button type="submit" size="lg" wide>
        {t('subscribe')}
      </Button>
      {'sum' in read && (
        <BuySheet product={product} sum={read.sum} open={asking} onOpen={setAsking} onBought={onBought} />
      )}
    </form>
  );
}
