// /mining: the products, each with what it pays a day and a year, how long, from what amount on, and what leaving early costs.

import type { FundProduct } from '@fairtick/contract/http/funds';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { FigureRow } from '@fairtick/ui/figure-row';
import { List } from '@fairtick/ui/list';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import { Tag } from '@fairtick/ui/tag';
import Info from 'lucide-react/icons/info';
import { percentPlaces } from '../../calculators/funds.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useRecords } from '../../hooks/use-records.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { QUERY } from '../../transport/query.ts';
import { ProductPicture } from './product-picture.tsx';
import { WhoPays } from './who-pays.tsx';

const idOf = ({ id }: FundProduct): string => id;

export function FundList({ onPick }: { onPick: (id: string) => void }) {
  const t = useTexts('funds');
  const shell = useTexts('shell');
  const lang = useSettings((settings) => settings.lang);
  const { items, state, retry, ...next } = useRecords(
    [QUERY.funds, 'list', lang],
    idOf,
    async (cursor, signal) => {
      const page = cursor === '' ? 1 : Number(cursor);
      const { data, last_page } = await call('fund_list', { page }, { quiet: true, signal });
      return { items: data, next: page < last_page ? String(page + 1) : undefined };
    },
    'everybody',
  );
  const offered = useAnswer(QUERY.funds, 'fund_list', { page: 1 }).data?.offered;
  const shapes = <Skeletons count={3} className="h-40 w-full rounded-lg" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <WhoPays covered={items[0]} />
      {offered === false && (
        <Banner tone="warn" icon={<Info size={20} />}>
          {t('not_offered')}
        </Banner>
      )}
      <List
        state={state}
        isEmpty={items.length === 0}
        pending={
          <div className="grid gap-3" aria-hidden="true">
            {shapes}
          </div>
        }
        failed={
          <EmptyState
            title={t('failed.title')}
            text={t('failed.text')}
            action={
              <Button tone="soft" onClick={retry}>
                {shell('retry')}
              </Button>
            }
          />
        }
        empty={<EmptyState title={t('none.title')} text={t('none.text')} />}
        next={next}
        loading={
          <div className="grid gap-3" aria-hidden="true">
            {shapes}
          </div>
        }
      >
        <ul className="grid gap-3 lg:grid-cols-2">
          {items.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} onPick={() => onPick(product.id)} />
            </li>
          ))}
        </ul>
      </List>
    </div>
  );
}

function ProductCard({ product, onPick }: { product: FundProduct; onPick: () => void }) {
  const t = useTexts('funds');
  const formats = useFormats();
  const percent = (text: string): string => formats.percent(text, { places: percentPlaces(text) });
  const soldOut = Number(product.capacity) < Number(product.staring_sub_amount);
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-center gap-3">
        <ProductPicture image={product.image} />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-md [overflow-wrap:anywhere]" dir="auto">
            {product.title}
          </h2>
          <p className="text-muted text-sm">
            <bdi>{product.currency_code}</bdi> · {t('days', { count: product.lock_dividend_days })}
          </p>
        </div>
        {soldOut && <Tag tone="warn">{t('sold_out')}</Tag>}
      </div>
      <dl>
        <FigureRow term={t('profit')} strong>
          {t('profit.figures', {
            day: percent(product.dividend_percentage),
            year: percent(product.yearly_percentage),
          })}
        </FigureRow>
        <FigureRow term={t('rent')}>{formats.money(product.staring_sub_amount, { places: 2 })}</FigureRow>
        <FigureRow term={t('damages')}>{percent(product.liquidated_damages)}</FigureRow>
      </dl>
      <Button tone={soldOut ? 'soft' : 'primary'} wide onClick={onPick}>
        {t(soldOut ? 'look' : 'subscribe')}
        <span className="sr-only">{`: ${product.title}`}</span>
      </Button>
    </Card>
  );
}
