// Every movement of one account: what is free and frozen now, the lines by day, and sums that lead from before them to now.

import type { LedgerEntryView } from '@fairtick/contract/http/ledger';
import { systemClock } from '@fairtick/kernel/clock';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { Skeletons } from '@fairtick/ui/skeleton';
import Download from 'lucide-react/icons/download';
import { useMemo, useState } from 'react';
import { NO_DAYS, type Period, type Range, rangeOf } from '../../calculators/ledger.ts';
import type { AccountTypeId } from '../../calculators/transfers.ts';
import { useBalances } from '../../hooks/use-account.ts';
import { useRecords } from '../../hooks/use-records.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { saveLedger } from '../../stores/ledger-sheet.ts';
import { QUERY } from '../../transport/query.ts';
import { HistoryFilter } from './history-filter.tsx';
import { HistoryHead } from './history-head.tsx';
import { HistoryLines } from './history-lines.tsx';
import { HistorySums } from './history-sums.tsx';
import { PrintStatement } from './print-statement.tsx';

const SHAPES = (
  <div className="grid gap-3 p-4" aria-hidden="true">
    <Skeletons count={5} className="h-11 w-full rounded-md" />
  </div>
);

const idOf = ({ Id }: LedgerEntryView): string => Id;

export function History({ account }: { account: AccountTypeId }) {
  const t = useTexts('wallet');
  const shell = useTexts('shell');
  const zone = useSettings((settings) => settings.zone);
  const [type, setType] = useState('');
  const [period, setPeriod] = useState<Period>('all');
  const [days, setDays] = useState(NO_DAYS);
  // The moment at which a period begins is that of the choice: else each drawing would be another question.
  const range = useMemo(() => rangeOf(period, days, systemClock.now(), zone), [period, days, zone]);
  const balance = useBalances()?.find(({ accountTypeId }) => accountTypeId === account);
  const { items, state, retry, ...next } = useLines(account, type, range);
  // Of one kind alone, or where the last days are left out, nothing leads back to a balance.
  const whole = type === '' && range.to === '' ? balance : undefined;
  const everything = (): void => {
    setType('');
    setPeriod('all');
  };
  const filtered = type !== '' || period !== 'all';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <HistoryHead balance={balance} />
      <HistoryFilter {...{ account, type, period, days }} onType={setType} onPeriod={setPeriod} onDays={setDays} />
      <div className="flex flex-wrap gap-3">
        <SaveSheet account={account} type={type} range={range} />
        <PrintStatement account={account} range={range} />
      </div>
      <Card className="overflow-hidden">
        <List
          state={state}
          isEmpty={items.length === 0}
          pending={SHAPES}
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
          empty={
            filtered ? (
              <EmptyState
                title={t('history.none.filtered')}
                action={
                  <Button tone="soft" onClick={everything}>
                    {t('history.none.all')}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t('history.none')} text={t('history.none.text')} />
            )
          }
          next={next}
          loading={SHAPES}
        >
          <HistoryLines entries={items} free={whole?.balance} />
        </List>
      </Card>
      {state === 'ready' && items.length > 0 && <HistorySums entries={items} balance={whole} />}
    </div>
  );
}

interface Wanted {
  readonly account: AccountTypeId;
  readonly type: string;
  readonly range: Range;
}

function SaveSheet({ account, type, range }: Wanted) {
  const t = useTexts('wallet');
  return (
    <Button
      tone="soft"
      size="sm"
      icon={<Download aria-hidden="true" size={18} />}
      onClick={() => void saveLedger({ account: String(account), type, ...range })}
    >
      {t('history.csv')}
    </Button>
  );
}

function useLines(account: AccountTypeId, type: string, { from, to }: Range) {
  const lang = useSettings((settings) => settings.lang);
  return useRecords([QUERY.ledger, lang, account, type, from, to], idOf, async (before, signal) => {
    const asked = {
      account,
      before,
      type: type === '' ? ('' as const) : Number(type),
      from: from === '' ? ('' as const) : Number(from),
      to: to === '' ? ('' as const) : Number(to),
    };
    const { list, more } = await call('ledger', asked, { quiet: true, signal });
    return { items: list, next: more ? list.at(-1)?.Id : undefined };
  });
}
