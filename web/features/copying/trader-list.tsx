// The lobby: a card for each trader. What closed orders came to never stands alone: the worst fall and the open result are beside it.

import { Amount } from '@fairtick/ui/amount';
import { buttonClass } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { Change } from '@fairtick/ui/change';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton, Skeletons } from '@fairtick/ui/skeleton';
import { Tag } from '@fairtick/ui/tag';
import UsersRound from 'lucide-react/icons/users-round';
import { type ReactNode, useCallback, useState } from 'react';
import { useSession } from '../../hooks/use-session.ts';
import { type Trader, useTraders } from '../../hooks/use-traders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Avatar } from './avatar.tsx';
import { type CopiesOf, CopiesSheet } from './copies-sheet.tsx';
import { Failed } from './failed.tsx';
import { FollowAct } from './follow-act.tsx';

const SHAPES = 3;

export function TraderList() {
  const t = useTexts('follow');
  const [copies, setCopies] = useState<CopiesOf>();
  const [open, setOpen] = useState(false);
  const show = useCallback((of: CopiesOf) => {
    setCopies(of);
    setOpen(true);
  }, []);
  const { items, state, retry, ...next } = useTraders();
  return (
    <List
      state={state}
      isEmpty={items.length === 0}
      next={next}
      pending={
        <div className="grid gap-3" aria-hidden="true">
          <Skeletons count={SHAPES} className="h-56 w-full rounded-xl" />
        </div>
      }
      failed={<Failed retry={retry} />}
      empty={<EmptyState icon={<UsersRound size={28} />} title={t('empty')} text={t('empty.text')} />}
      loading={<Skeleton className="my-3 h-56 w-full rounded-xl" />}
    >
      <ul className="grid gap-4">
        {items.map((trader) => (
          <li key={trader.id}>
            <TraderCard trader={trader} onCopies={show} />
          </li>
        ))}
      </ul>
      {copies && <CopiesSheet of={copies} open={open} onOpen={setOpen} />}
    </List>
  );
}

function TraderCard({ trader, onCopies }: { trader: Trader; onCopies: (of: CopiesOf) => void }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const { nickname } = trader;
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-center gap-3">
        <Avatar name={nickname} />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 font-semibold text-base">
            <bdi className="truncate">{nickname}</bdi>
            {trader.is_followed && <Tag tone="accent">{t('followed')}</Tag>}
          </p>
          <p className="text-quiet text-sm">
            {t('card.followers')}: {formats.count(trader.follow_num)}
          </p>
        </div>
        <a
          href={`#/follow/trader?id=${trader.user_id}`}
          aria-label={t('detail', { name: nickname })}
          className={buttonClass({ tone: 'soft' })}
        >
          {t('trader.record')}
        </a>
      </div>
      <dl className="grid grid-cols-3 gap-3 rounded-md bg-sunken p-3">
        <Tile term={t('card.rate')}>
          <Change value={trader.profit_percent} />
        </Tile>
        <Tile term={t('card.drawdown')}>
          {trader.drawdown === '' ? t('young') : <bdi dir="ltr">{formats.percent(trader.drawdown)}</bdi>}
        </Tile>
        <Tile term={t('card.open')}>
          <Amount shown value={trader.open_result} tone="result" places={2} />
        </Tile>
      </dl>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
        <Tile term={t('card.positions')}>
          <CopiesLink trader={trader} status={1} onCopies={onCopies} />
        </Tile>
        <Tile term={t('card.closed')}>
          <CopiesLink trader={trader} status={3} onCopies={onCopies} />
        </Tile>
        <Tile term={t('card.amount')}>
          <Amount shown value={trader.total_amount} places={2} />
        </Tile>
        <Tile term={t(trader.is_followed ? 'card.own_multiple' : 'card.multiple')}>
          {formats.multiple(trader.position_quantity)}
        </Tile>
        <Tile term={t(trader.is_followed ? 'card.own_max' : 'card.max')}>
          <Amount shown value={trader.max_amount} places={2} />
        </Tile>
        <Tile term={t('card.profits')}>
          <Amount shown value={trader.total_profits} tone="result" places={2} />
        </Tile>
      </dl>
      <FollowAct trader={trader} />
    </Card>
  );
}

/** Counts are of everybody's copies; a tap shows the user's own. */
function CopiesLink({ trader, status, onCopies }: { trader: Trader; status: 1 | 3; onCopies: (of: CopiesOf) => void }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const signedIn = useSession() !== undefined;
  const shown = formats.count(status === 1 ? trader.position_num : trader.total_num);
  if (!signedIn) return shown;
  const { nickname } = trader;
  return (
    <button
      type="button"
      aria-label={t(status === 1 ? 'copies.see_open' : 'copies.see_closed', { shown, name: nickname })}
      onClick={() => onCopies({ traderId: trader.user_id, nickname, status })}
      className="relative -ms-1 min-w-11 rounded-sm px-1 text-start text-accent-text underline underline-offset-4 before:absolute before:-inset-y-3 before:inset-x-0 hover:bg-sunken"
    >
      {shown}
    </button>
  );
}

function Tile({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-quiet text-xs">{term}</dt>
      <dd className="tabular font-medium text-sm">{children}</dd>
    </div>
  );
}
