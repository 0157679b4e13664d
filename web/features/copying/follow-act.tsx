// The way to follow a trader and to leave them; leaving is asked for once more, with what becomes of open copies.

import type { TraderView } from '@fairtick/contract/http/follow';
import { Button, buttonClass } from '@fairtick/ui/button';
import { Confirm } from '@fairtick/ui/confirm';
import { useState } from 'react';
import { useIntent } from '../../hooks/use-intent.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { QUERY, refresh } from '../../transport/query.ts';

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
  const act = useIntent((input: { trader_id: string }, key) => call('canal_follow', input, { key, sayDone: true }));
  async function leave(): Promise<void> {
    await act.send({ trader_id: trader.user_id });
    // Also where it was refused: then it has ended meanwhile.
    refresh(QUERY.traders);
    setOpen(false);
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
        confirmLabel={t('unfollow')}
        cancelLabel={shell('cancel')}
        busy={act.sending !== undefined}
        onConfirm={() => void leave()}
      />
    </>
  );
}
