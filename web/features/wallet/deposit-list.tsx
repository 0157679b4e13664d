// What was said of money sent, the newest first: how each stands, and where it ended what that means.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { Card, SectionHead } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import { Tag } from '@fairtick/ui/tag';
import { placesOf } from '../../calculators/payments.ts';
import { nextPage, useRecords } from '../../hooks/use-records.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { QUERY } from '../../transport/query.ts';
import { Failed } from './failed.tsx';
import type { DepositKind } from './kinds.ts';

type Deposit = AnswerOf<'charge_submit'>;

const TONES = { 0: 'accent', 1: 'up', 2: 'down', 3: 'neutral' } as const;
const idOf = ({ id }: Deposit): string => id;

export function DepositList({ kind }: { kind: DepositKind }) {
  const t = useTexts('deposit');
  const lang = useSettings((settings) => settings.lang);
  const { items, state, retry, ...next } = useRecords([QUERY.deposits, lang, kind], idOf, async (cursor, signal) => {
    const page = cursor === '' ? 1 : Number(cursor);
    const { data, total } = await call('quick_ist', { type: kind, page }, { quiet: true, signal });
    return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
  });
  const shapes = (
    <div className="grid gap-3 p-4" aria-hidden="true">
      <Skeletons count={3} className="h-10 w-full rounded-md" />
    </div>
  );
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
            {items.map((deposit) => (
              <li key={deposit.id}>
                <Row deposit={deposit} />
              </li>
            ))}
          </ul>
        </List>
      </Card>
    </section>
  );
}

function Row({ deposit }: { deposit: Deposit }) {
  const t = useTexts('deposit');
  const formats = useFormats();
  const { number, currency_code: code, status, created_at, remark, credited, rate } = deposit;
  return (
    <div className="grid gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <bdi dir="ltr" className="tabular font-semibold text-base">
          {t('claimed', { amount: formats.number(number, { places: placesOf(number) }), code })}
        </bdi>
        <Tag tone={TONES[status]}>{t(`status.${status}`)}</Tag>
      </div>
      <p className="text-quiet text-sm">{formats.dateMinute(created_at)}</p>
      <p className="text-pretty text-muted text-sm">
        {t(`status.${status}.text`, { amount: formats.money(credited, { places: 2 }) })}
      </p>
      {remark !== '' && (
        <p dir="auto" className="break-words text-sm">
          {remark}
        </p>
      )}
      {rate !== '' && (
        <bdi dir="ltr" className="tabular text-quiet text-sm">
          {t('rate.line', { rate: formats.number(rate), code })}
        </bdi>
      )}
    </div>
  );
}
