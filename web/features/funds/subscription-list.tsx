// /mining/record: what was bought, how far each is, when it pays next, and the way to redeem it early.

import { FUND_STATUSES } from '@fairtick/contract/fund-statuses';
import type { FundSubscription } from '@fairtick/contract/http/funds';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { FigureRow } from '@fairtick/ui/figure-row';
import { List } from '@fairtick/ui/list';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import { Tag } from '@fairtick/ui/tag';
import { useState } from 'react';
import { useRecords } from '../../hooks/use-records.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { QUERY } from '../../transport/query.ts';
import { FundsFailed } from './funds-failed.tsx';
import { RedeemSheet } from './redeem-sheet.tsx';

const TONES = { 1: 'accent', 2: 'warn', 3: 'neutral', 4: 'up' } as const;
const idOf = ({ id }: FundSubscription): string => id;

export function SubscriptionList({ onIncome }: { onIncome: (id: string) => void }) {
  const t = useTexts('funds');
  const lang = useSettings((settings) => settings.lang);
  const [picked, setPicked] = useState('');
  const { items, state, retry, ...next } = useRecords([QUERY.funds, 'bought', lang], idOf, async (cursor, signal) => {
    const page = cursor === '' ? 1 : Number(cursor);
    const { data, last_page } = await call('fund_subscriptions', { page }, { quiet: true, signal });
    return { items: data, next: page < last_page ? String(page + 1) : undefined };
  });
  const shapes = (
    <div className="grid gap-3" aria-hidden="true">
      <Skeletons count={2} className="h-56 w-full rounded-lg" />
    </div>
  );
  const open = items.find(({ id }) => id === picked);
  return (
    <>
      <List
        state={state}
        isEmpty={items.length === 0}
        pending={shapes}
        failed={<FundsFailed retry={retry} />}
        empty={<EmptyState title={t('record.none.title')} text={t('record.none.text')} />}
        next={next}
        loading={shapes}
      >
        <ul className="grid gap-3 lg:grid-cols-2">
          {items.map((one) => (
            <li key={one.id}>
              <Bought one={one} onRedeem={() => setPicked(one.id)} onIncome={() => onIncome(one.id)} />
            </li>
          ))}
        </ul>
      </List>
      {open && <RedeemSheet one={open} onDone={() => setPicked('')} />}
    </>
  );
}

function Bought({ one, onRedeem, onIncome }: { one: FundSubscription; onRedeem: () => void; onIncome: () => void }) {
  const t = useTexts('funds');
  const formats = useFormats();
  const fine = (text: string): string => formats.money(text, { places: 4 });
  const progress = t('progress', {
    paid: formats.number(String(one.paid_days)),
    days: formats.number(String(one.lock_dividend_days)),
  });
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold text-md [overflow-wrap:anywhere]" dir="auto">
            {one.get_fund.title}
          </h2>
          <p className="text-muted text-sm">
            <bdi>{one.get_fund.currency_code}</bdi> · {formats.dateMinute(one.sub_time)}
          </p>
        </div>
        <Tag tone={TONES[one.status]}>{t(`status.${one.status}`)}</Tag>
      </div>
      <progress
        className="h-1.5 w-full overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        aria-label={progress}
        value={one.paid_days}
        max={one.lock_dividend_days}
      />
      <dl>
        <FigureRow term={t('amount')} strong>
          {formats.money(one.share_amount, { places: 2 })}
        </FigureRow>
        <FigureRow term={t('day_profit')}>{fine(one.day_profit)}</FigureRow>
        <FigureRow term={t('sum_profit')}>{fine(one.sum_profit)}</FigureRow>
        <FigureRow term={progress}>{fine(one.paid)}</FigureRow>
        {one.next_payment !== null && <FigureRow term={t('next')}>{formats.dateMinute(one.next_payment)}</FigureRow>}
        {one.confirmed_by !== null && (
          <FigureRow term={t('confirmed_by')}>{formats.dateMinute(one.confirmed_by)}</FigureRow>
        )}
        <FigureRow term={t(one.ended_at === null ? 'ends' : 'ended')}>
          {formats.dateMinute(one.ended_at ?? one.ends_at)}
        </FigureRow>
      </dl>
      <div className="grid grid-cols-2 gap-3">
        <Button tone="soft" onClick={onIncome}>
          {t('income.see')}
        </Button>
        <Button tone="soft" disabled={one.status !== FUND_STATUSES.running} onClick={onRedeem}>
          {t('redeem')}
        </Button>
      </div>
    </Card>
  );
}
