// /mining/income: the interest of each day, the newest first.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import { useRecords } from '../../hooks/use-records.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { QUERY } from '../../transport/query.ts';
import { FundsFailed } from './funds-failed.tsx';

type Line = AnswerOf<'fund_income'>['data'][number];
const idOf = ({ id }: Line): string => id;

export function IncomeList({ id: subId }: { id: string }) {
  const t = useTexts('funds');
  const formats = useFormats();
  const { items, state, retry, ...next } = useRecords([QUERY.funds, 'income', subId], idOf, async (cursor, signal) => {
    const page = cursor === '' ? 1 : Number(cursor);
    const { data, last_page } = await call('fund_income', { sub_id: subId, page }, { quiet: true, signal });
    return { items: data, next: page < last_page ? String(page + 1) : undefined };
  });
  const shapes = (
    <div className="grid gap-3 p-4" aria-hidden="true">
      <Skeletons count={5} className="h-10 w-full rounded-md" />
    </div>
  );
  return (
    <Card className="overflow-hidden">
      <List
        state={state}
        isEmpty={items.length === 0}
        pending={shapes}
        failed={<FundsFailed retry={retry} />}
        empty={<EmptyState title={t('income.none.title')} text={t('income.none.text')} />}
        next={next}
        loading={shapes}
      >
        <ul>
          {items.map(({ id, interest, created_at }) => (
            <li key={id} className="even:bg-sunken">
              <ListRow
                title={t('income.day', { day: formats.number(id) })}
                subtitle={formats.dateMinute(created_at)}
                trailing={
                  <span className="tabular font-semibold text-base text-ink">
                    {formats.money(interest, { places: 4 })}
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      </List>
    </Card>
  );
}
