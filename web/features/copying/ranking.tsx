// The ranking: the first three on a podium, the others in a list. A tap opens the trader's record.

import { buttonClass } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { Change } from '@fairtick/ui/change';
import { cx } from '@fairtick/ui/cx';
import { EmptyState } from '@fairtick/ui/empty-state';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Segmented } from '@fairtick/ui/segmented';
import { Skeletons } from '@fairtick/ui/skeleton';
import Scale from 'lucide-react/icons/scale';
import Trophy from 'lucide-react/icons/trophy';
import { useState } from 'react';
import { byTotal } from '../../calculators/ranking.ts';
import { type RankEntry, useRanking } from '../../hooks/use-traders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Avatar } from './avatar.tsx';
import { Failed } from './failed.tsx';

type Window = 'weeks' | 'total';

const SHAPES = 4;
/** As they stand: the second before the first. */
const PODIUM = [1, 0, 2] as const;
const HEIGHTS = { 0: 'pt-0', 1: 'pt-6', 2: 'pt-9' } as const;
/** A figure within a sentence of another direction: its sign stays before it. */
const leftToRight = (text: string): string => `\u2066${text}\u2069`;
const hrefOf = ({ user }: RankEntry): string => `#/follow/trader?id=${user.id}`;
const rateOf = (entry: RankEntry, window: Window): string => (window === 'weeks' ? entry.rank_rate : entry.total_rate);

export function Ranking() {
  const t = useTexts('follow');
  const [window, setWindow] = useState<Window>('weeks');
  const { data, state, retry } = useRanking();
  if (state === 'failed') return <Failed retry={retry} />;
  if (!data)
    return (
      <div className="grid gap-3" aria-hidden="true">
        <Skeletons count={SHAPES} className="h-16 w-full rounded-lg" />
      </div>
    );
  if (data.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<Trophy size={28} />}
          title={t('rank.empty')}
          text={t('rank.empty.text')}
          action={
            <a href="#/follow" className={buttonClass({})}>
              {t('rank.action')}
            </a>
          }
        />
      </Card>
    );
  const entries = window === 'weeks' ? data : byTotal(data);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Segmented
        label={t('rank.window')}
        value={window}
        onValue={setWindow}
        options={[
          { value: 'weeks', text: t('rank.three_weeks') },
          { value: 'total', text: t('rank.total') },
        ]}
      />
      <ol className="grid grid-cols-3 gap-2">
        {PODIUM.map((at) => {
          const entry = entries[at];
          return entry ? <Place key={entry.user.id} entry={entry} at={at} window={window} /> : <li key={at} />;
        })}
      </ol>
      <p className="flex gap-3 rounded-md bg-sunken p-3 text-muted text-sm">
        <Scale aria-hidden="true" size={20} className="shrink-0" />
        {t('rank.formula')}
      </p>
      {entries.length > PODIUM.length && (
        <Card className="overflow-hidden">
          <ol className="divide-y divide-line" start={PODIUM.length + 1}>
            {entries.slice(PODIUM.length).map((entry, at) => (
              <li key={entry.user.id}>
                <Row entry={entry} place={at + PODIUM.length + 1} window={window} />
              </li>
            ))}
          </ol>
        </Card>
      )}
    </div>
  );
}

function Place({ entry, at, window }: { entry: RankEntry; at: 0 | 1 | 2; window: Window }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const { nickname } = entry.user;
  return (
    <li className={cx('min-w-0', HEIGHTS[at])}>
      <a href={hrefOf(entry)} className="grid justify-items-center gap-1 rounded-lg p-2 text-center hover:bg-sunken">
        <span className="relative">
          <Avatar name={nickname} className={at === 0 ? 'size-20 text-xl' : 'size-16 text-lg'} />
          <span
            aria-hidden="true"
            className={cx(
              'absolute -end-1 -bottom-1 grid size-7 place-items-center rounded-full border border-line bg-surface font-semibold text-sm',
            )}
          >
            {at + 1}
          </span>
          <span className="sr-only">{t('rank.place', { place: at + 1 })}</span>
        </span>
        <span className="mt-1 w-full break-words font-semibold text-sm">
          <bdi>{nickname}</bdi>
        </span>
        <Change value={rateOf(entry, window)} className="text-lg" />
        {window === 'weeks' && (
          <span className="text-quiet text-xs">
            {t('rank.closed', { percent: leftToRight(formats.percent(entry.three_week_rate, { signed: true })) })}
          </span>
        )}
        <Fall entry={entry} />
      </a>
    </li>
  );
}

function Fall({ entry: { drawdown } }: { entry: RankEntry }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const percent = drawdown === '' ? t('young') : leftToRight(formats.percent(drawdown));
  return <span className="text-quiet text-xs">{t('rank.fall', { percent })}</span>;
}

function Row({ entry, place, window }: { entry: RankEntry; place: number; window: Window }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const facts =
    window === 'weeks'
      ? [
          t('rank.won', { percent: leftToRight(formats.percent(entry.three_week_win)) }),
          entry.code,
          formats.multiple(entry.multiple),
        ]
      : [t('rank.orders', { count: entry.total_trade_num, shown: formats.count(entry.total_trade_num) })];
  return (
    <ListRow
      href={hrefOf(entry)}
      leading={
        <span className="flex items-center gap-3">
          <span className="tabular w-6 text-end font-semibold">{place}</span>
          <Avatar name={entry.user.nickname} />
        </span>
      }
      title={<bdi>{entry.user.nickname}</bdi>}
      subtitle={facts.join(' · ')}
      trailing={
        <span className="grid justify-items-end">
          <Change value={rateOf(entry, window)} />
          <Fall entry={entry} />
        </span>
      }
    />
  );
}
