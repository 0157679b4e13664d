// What the service is, was, and is announced to be, with the act of each change. Addresses that a status once led to are not offered any more.

import type { StatusFacts } from '@fairtick/contract/service-status';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton, Skeletons } from '@fairtick/ui/skeleton';
import { Tag } from '@fairtick/ui/tag';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useNow } from '../../../hooks/use-now.ts';
import { type StatusVersion, useStatusHistory } from '../../../hooks/use-status-history.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

const SHAPES = 3;
const STATUSES = [0, 1, 2, 3, 4] as const;
const REASONS = ['maintenance', 'incident', 'market', 'law'] as const;

export function StatusHistory() {
  const { items, state, retry, ...next } = useStatusHistory();
  const nowMs = useNow();
  const current = items.find(({ from }) => from <= nowMs);
  return (
    <List
      state={state}
      isEmpty={items.length === 0}
      next={next}
      pending={
        <div className="grid gap-3" aria-hidden="true">
          <Skeletons count={SHAPES} className="h-20 w-full rounded-lg" />
        </div>
      }
      failed={<Failed retry={retry} />}
      empty={null}
      loading={<Skeleton className="my-3 h-20 w-full rounded-lg" />}
    >
      <Card className="overflow-hidden">
        <ol className="divide-y divide-line">
          {items.map((item, i) => (
            <li key={item.version} className="grid gap-1 px-4 py-3">
              <Spell item={item} until={items[i - 1]?.from} current={item === current} nowMs={nowMs} />
            </li>
          ))}
        </ol>
      </Card>
    </List>
  );
}

function Spell(props: { item: StatusVersion; until: number | undefined; current: boolean; nowMs: number }) {
  const t = useTexts('status');
  const { item, current } = props;
  const status = STATUSES.find((one) => one === item.facts?.status);
  const reason = REASONS.find((one) => one === item.facts?.reason);
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-2 font-semibold text-base leading-snug">
        {t(status === undefined ? 'word.unknown' : `word.${status}`)}
        {current && <Tag tone={status === 0 ? 'up' : 'warn'}>{t('now')}</Tag>}
      </h2>
      <p className="text-ink text-sm">
        <When {...props} />
      </p>
      <p className="text-pretty text-muted text-sm">
        {reason && `${t(`reason.${reason}`)} `}
        {item.facts && <Announced facts={item.facts} />}
      </p>
      {item.act !== undefined && <p className="text-quiet text-xs">{t('act', { index: String(item.act) })}</p>}
    </>
  );
}

function When({ item: { from }, until, nowMs }: { item: StatusVersion; until: number | undefined; nowMs: number }) {
  const t = useTexts('status');
  const { dateTime } = useFormats();
  if (from > nowMs) return t('planned', { from: dateTime(from) });
  if (until === undefined) return from === 0 ? t('first') : t('since', { from: dateTime(from) });
  return from === 0
    ? t('first.until', { until: dateTime(until) })
    : t('spell', { from: dateTime(from), until: dateTime(until) });
}

/** The times that were announced with it. */
function Announced({ facts: { from, until } }: { facts: StatusFacts }) {
  const t = useTexts('status');
  const { dateMinute } = useFormats();
  const times = { from: dateMinute(Number(from)), until: dateMinute(Number(until)) };
  if (until === 0) return from === 0 ? null : t('announced.from', times);
  return from === 0 ? t('announced.until', times) : t('announced.both', times);
}

function Failed({ retry }: { retry: () => void }) {
  const t = useTexts('status');
  const shell = useTexts('shell');
  return (
    <EmptyState
      icon={<WifiOff size={28} />}
      title={t('failed.title')}
      text={t('failed.text')}
      action={
        <Button tone="soft" onClick={retry}>
          {shell('retry')}
        </Button>
      }
    />
  );
}
