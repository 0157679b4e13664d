// Withdrawals of a kind, the newest first; a tap opens one with its steps.

import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { Amount } from '@fairtick/ui/amount';
import { Card, SectionHead } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import { Tag } from '@fairtick/ui/tag';
import { useState } from 'react';
import type { Withdrawal } from '../../calculators/timeline.ts';
import { nextPage, useRecords } from '../../hooks/use-records.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { QUERY } from '../../transport/query.ts';
import { Failed } from './failed.tsx';
import type { Kind } from './kinds.ts';
import { WithdrawalSheet } from './withdrawal-sheet.tsx';

const TONES = { 1: 'accent', 2: 'accent', 3: 'up', 4: 'down', 5: 'neutral' } as const;
const idOf = ({ id }: Withdrawal): string => id;

export function WithdrawalList({ kind }: { kind: Kind }) {
  const t = useTexts('withdraw');
  const formats = useFormats();
  const [picked, setPicked] = useState('');
  const lang = useSettings((settings) => settings.lang);
  const { items, state, retry, ...next } = useRecords([QUERY.withdrawals, lang, kind], idOf, async (cursor, signal) => {
    const page = cursor === '' ? 1 : Number(cursor);
    const { data, total } = await call('draw_list', { type: kind, page }, { quiet: true, signal });
    return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
  });
  const shapes = (
    <div className="grid gap-3 p-4" aria-hidden="true">
      <Skeletons count={3} className="h-10 w-full rounded-md" />
    </div>
  );
  const open = items.find(({ id }) => id === picked);
  return (
    <section>
      <SectionHead title={t('history')} />
      <Card className="overflow-hidden">
        <List
          state={state}
          isEmpty={items.length === 0}
          pending={shapes}
          failed={<Failed title={t('failed.title')} text={t('failed.text')} retry={retry} />}
          empty={<EmptyState title={t('history.none')} text={t('history.none.text')} />}
          next={next}
          loading={shapes}
        >
          <ul className="divide-y divide-line">
            {items.map(({ id, number, status, status_name, created_at, overdue, draw_currency }) => (
              <li key={id}>
                <ListRow
                  onPress={() => setPicked(id)}
                  title={<Amount value={number} places={2} className="font-semibold" />}
                  subtitle={
                    <>
                      <bdi>{draw_currency.code}</bdi> · {formats.dateMinute(created_at)}
                    </>
                  }
                  trailing={
                    <>
                      {overdue && <Tag tone="warn">{t('overdue')}</Tag>}
                      <Tag tone={TONES[status]}>{status_name}</Tag>
                    </>
                  }
                  chevron
                />
              </li>
            ))}
          </ul>
        </List>
      </Card>
      {open && <WithdrawalSheet record={open} onDone={() => setPicked('')} />}
    </section>
  );
}
