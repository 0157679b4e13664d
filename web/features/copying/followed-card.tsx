// One trader whom the user follows: results that add up, how much of the maximum is taken, how far the stop is, the share, and what can be done.

import { Amount } from '@fairtick/ui/amount';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { Tag } from '@fairtick/ui/tag';
import { useState } from 'react';
import { roomToStop, sharePlaces, together } from '../../calculators/following.ts';
import { type Followed, useOpenNetOf } from '../../hooks/use-following.ts';
import { useIntent } from '../../hooks/use-intent.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { Avatar } from './avatar.tsx';
import type { CopiesOf } from './copies-sheet.tsx';
import { Unfollow } from './follow-act.tsx';
import { SettingsSheet } from './settings-sheet.tsx';

interface CardProps {
  readonly one: Followed;
  readonly onCopies: (of: CopiesOf) => void;
}

export function FollowedCard({ one, onCopies }: CardProps) {
  const openNet = useOpenNetOf(one);
  const result = together(one.net, openNet);
  return (
    <Card className="divide-y divide-line">
      <Head one={one} />
      <Results one={one} openNet={openNet} result={result} onCopies={onCopies} />
      <Limits one={one} result={result} />
      <Acts one={one} />
    </Card>
  );
}

function Head({ one }: { one: Followed }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const { nickname, user_id } = one.trader;
  return (
    <div className="flex items-center gap-3 p-4">
      <Avatar name={nickname} />
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-base">
          <a href={`#/follow/trader?id=${user_id}`} className="min-w-0 truncate hover:underline">
            <bdi>{nickname}</bdi>
          </a>
          {one.paused && <Tag tone="warn">{t('list.paused')}</Tag>}
        </h2>
        <p className="text-muted text-sm">
          {t(`form.mode.${one.mode}`)} {formats.multiple(one.multiple)} ·{' '}
          {t('list.since', { date: formats.date(one.since) })}
        </p>
      </div>
    </div>
  );
}

interface ResultsProps extends CardProps {
  readonly openNet: string;
  readonly result: string;
}

function Results({ one, openNet, result, onCopies }: ResultsProps) {
  const t = useTexts('follow');
  const { nickname, user_id: traderId } = one.trader;
  const link = (status: 1 | 3) => (
    <button
      type="button"
      className="relative text-start text-accent-text underline underline-offset-4 before:absolute before:-inset-y-2.5 before:inset-x-0"
      onClick={() => onCopies({ traderId, nickname, status })}
    >
      {status === 1
        ? t('list.open', { count: one.open_num, shown: String(one.open_num) })
        : t('list.closed', { count: one.closed_num, shown: String(one.closed_num) })}
    </button>
  );
  return (
    <dl className="px-4 py-2">
      <FigureRow term={link(3)}>
        <Amount value={one.net} tone="result" places={2} />
      </FigureRow>
      <FigureRow term={link(1)}>
        <Amount value={openNet} tone="result" places={2} />
      </FigureRow>
      <FigureRow term={t('list.result')} strong className="border-line border-t">
        <Amount value={result} tone="result" places={2} />
      </FigureRow>
    </dl>
  );
}

function Limits({ one, result }: { one: Followed; result: string }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const money = (text: string): string => formats.money(text, { places: 2 });
  return (
    <div className="grid gap-2 px-4 py-3">
      <progress
        className="block h-1.5 w-full overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        aria-label={t('list.used')}
        value={Number(one.used)}
        max={Number(one.max_amount)}
      />
      <dl>
        <FigureRow term={t('list.used')}>
          {t('list.used_of', { used: money(one.used), most: money(one.max_amount) })}
        </FigureRow>
        <FigureRow term={t('list.room', { stop: money(one.stop_amount) })}>
          <Amount value={roomToStop({ stop_amount: one.stop_amount, stop_result: result })} places={2} />
        </FigureRow>
        <FigureRow term={t('list.accrued', { percent: formats.percent(one.share_rate, sharePlaces(one.share_rate)) })}>
          <Amount value={one.accrued} places={2} />
        </FigureRow>
        <FigureRow term={t('list.paid')}>
          <Amount value={one.paid} places={2} />
        </FigureRow>
      </dl>
      {one.stop_next !== null && one.stop_next_from !== null && (
        <Banner>
          {t('list.stop_next', { stop: money(one.stop_next), date: formats.dateMinute(one.stop_next_from) })}
        </Banner>
      )}
      {one.paused && <p className="text-pretty text-muted text-sm">{t('list.paused_note')}</p>}
    </div>
  );
}

function Acts({ one }: { one: Followed }) {
  const t = useTexts('follow');
  const [open, setOpen] = useState(false);
  const { nickname: name, user_id: trader_id } = one.trader;
  const act = useIntent((input: { trader_id: string; paused: 0 | 1 }, key) =>
    call('follow_settings', input, { key, sayDone: true }),
  );
  async function pause(): Promise<void> {
    await act.send({ trader_id, paused: one.paused ? 0 : 1 });
    refresh(QUERY.traders);
  }
  return (
    <div className="grid grid-cols-2 gap-3 p-4 sm:grid-cols-3">
      <Button tone="soft" aria-label={t('settings.of', { name })} onClick={() => setOpen(true)}>
        {t('settings')}
      </Button>
      <Button
        tone="soft"
        busy={act.sending !== undefined}
        aria-label={t(one.paused ? 'list.resume_of' : 'list.pause_of', { name })}
        onClick={() => void pause()}
      >
        {t(one.paused ? 'list.resume' : 'list.pause')}
      </Button>
      <div className="max-sm:col-span-2">
        <Unfollow trader={one.trader} />
      </div>
      {open && <SettingsSheet one={one} onDone={() => setOpen(false)} />}
    </div>
  );
}
