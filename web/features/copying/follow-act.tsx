// The way to follow a trader and to leave them; leaving is asked for once more, with what becomes of open copies.

import type { TraderView } from '@fairtick/contract/http/follow';
import { Button, buttonClass } from '@fairtick/ui/button';
import { Confirm } from '@fairtick/ui/confirm';
import { useState } from 'react';
import { useFollowed } from '../../hooks/use-following.ts';
import { useIntent } from '../../hooks/use-intent.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { refreshAfter } from '../../stores/account.ts';
import { call } from '../../stores/api.ts';
import { sayToast } from '../../stores/toast.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { ChoiceCards } from './choice-cards.tsx';

interface ActProps {
  readonly trader: TraderView;
  /** The one thing to do on its screen. */
  readonly main?: boolean;
}

export function FollowAct({ trader, main = false }: ActProps) {
  const t = useTexts('follow');
  const user = useSession()?.user;
  if (trader.is_followed) return <Unfollow trader={trader} main={main} />;
  // A trader follows nobody, and who leads no more is followed by nobody.
  if (user?.is_trader || user?.id === trader.user_id || trader.state !== 'active') return null;
  return (
    <a
      href={`#/follow/submit?id=${trader.user_id}`}
      aria-label={t('follow.of', { name: trader.nickname })}
      className={buttonClass({ wide: true, ...(main ? { size: 'lg' } : {}) })}
    >
      {t('follow')}
    </a>
  );
}

export function Unfollow({ trader, main = false }: ActProps) {
  const t = useTexts('follow');
  const shell = useTexts('shell');
  const [open, setOpen] = useState(false);
  const [what, setWhat] = useState<Copies>('keep');
  const followed = useFollowed().data?.find((one) => one.trader.user_id === trader.user_id);
  // Until it is known it is asked: better once too often.
  const hasOpen = followed === undefined || followed.open_num > 0;
  const act = useIntent((input: { trader_id: string; close: '' | 1 }, key) => call('canal_follow', input, { key }));
  async function leave(): Promise<void> {
    const done = await act.send({ trader_id: trader.user_id, close: hasOpen && what === 'close' ? 1 : '' });
    // Also where it was refused: then it has ended meanwhile.
    refresh(QUERY.traders);
    refreshAfter('forex');
    setOpen(false);
    if (!done) return;
    const closed = done.closed > 0 ? ` ${t('unfollow.closed', { count: done.closed })}` : '';
    const left = done.left > 0 ? ` ${t('unfollow.left', { count: done.left })}` : '';
    sayToast({ tone: 'success', text: t('unfollow.done', { name: trader.nickname }) + closed + left });
  }
  return (
    <>
      <Button
        tone="outline"
        wide
        {...(main ? { size: 'lg' } : {})}
        aria-label={t('unfollow.of', { name: trader.nickname })}
        onClick={() => setOpen(true)}
      >
        {t('unfollow')}
      </Button>
      <Confirm
        open={open}
        onOpen={setOpen}
        title={t('unfollow.title', { name: trader.nickname })}
        text={t('unfollow.text')}
        more={hasOpen && <CopiesChoice value={what} onValue={setWhat} />}
        confirmLabel={t('unfollow')}
        cancelLabel={shell('cancel')}
        busy={act.sending !== undefined}
        onConfirm={() => void leave()}
      />
    </>
  );
}

const COPIES = ['keep', 'close'] as const;
type Copies = (typeof COPIES)[number];

/** What becomes of the copies that are open. */
function CopiesChoice({ value, onValue }: { value: Copies; onValue: (value: Copies) => void }) {
  const t = useTexts('follow');
  return (
    <ChoiceCards
      legend={t('unfollow.copies')}
      choices={COPIES.map((one) => ({
        value: one,
        title: t(`unfollow.${one}`),
        text: t(`unfollow.${one}.text`),
      }))}
      value={value}
      onValue={onValue}
    />
  );
}
