// What was moved between the accounts, the newest first.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { Amount } from '@fairtick/ui/amount';
import { Button } from '@fairtick/ui/button';
import { Card, SectionHead } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import { ACCOUNT_TYPES } from '../../calculators/transfers.ts';
import { nextPage, useRecords } from '../../hooks/use-records.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { QUERY } from '../../transport/query.ts';

type Line = AnswerOf<'transfer_log'>['data'][number];

const idOf = ({ id }: Line): string => id;

export function TransferLog() {
  const t = useTexts('wallet');
  const shell = useTexts('shell');
  const account = useTexts('account');
  const formats = useFormats();
  const { items, state, retry, ...next } = useRecords([QUERY.transfers], idOf, async (cursor, signal) => {
    const page = cursor === '' ? 1 : Number(cursor);
    const { data, total } = await call('transfer_log', { page }, { quiet: true, signal });
    return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
  });
  const name = (id: number): string => {
    const type = ACCOUNT_TYPES.find((one) => one === id);
    return type === undefined ? '' : account(`account.${type}`);
  };
  const shapes = (
    <div className="grid gap-3 p-4" aria-hidden="true">
      <Skeletons count={3} className="h-10 w-full rounded-md" />
    </div>
  );
  return (
    <section>
      <SectionHead title={t('transfer.log')} />
      <Card className="overflow-hidden">
        <List
          state={state}
          isEmpty={items.length === 0}
          pending={shapes}
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
          empty={<EmptyState title={t('transfer.log.none')} text={t('transfer.log.none.text')} />}
          next={next}
          loading={shapes}
        >
          <ul className="divide-y divide-line">
            {items.map(({ id, balance, from, to, created_at }) => (
              <li key={id}>
                <ListRow
                  title={t('transfer.log.line', { from: name(from), to: name(to) })}
                  subtitle={formats.dateMinute(created_at)}
                  trailing={<Amount value={balance} places={2} className="font-semibold text-base text-ink" />}
                />
              </li>
            ))}
          </ul>
        </List>
      </Card>
    </section>
  );
}
