// Where a code went, and the way to another one when none came.

import { systemClock } from '@fairtick/kernel/clock';
import { Button } from '@fairtick/ui/button';
import { useState } from 'react';
import { useSecondsLeft } from '../../../hooks/use-countdown.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

interface Props {
  /** What it was sent to, as it was typed; absent where it is the account's own. */
  readonly to?: string;
  /** Seconds until another may be asked for. */
  readonly wait: number;
  readonly busy: boolean;
  /** Those seconds of the next one; undefined where none was sent. */
  readonly onAgain: () => Promise<number | undefined>;
}

export function SentAgain({ to, wait, busy, onAgain }: Props) {
  const t = useTexts('security');
  const [nextMs, setNextMs] = useState(() => systemClock.now() + wait * 1_000);
  const seconds = useSecondsLeft(nextMs);
  async function again(): Promise<void> {
    const next = await onAgain();
    if (next !== undefined) setNextMs(systemClock.now() + next * 1_000);
  }
  return (
    <div className="mt-3 grid gap-1">
      <p className="text-pretty text-quiet text-sm [overflow-wrap:anywhere]">
        {to === undefined ? t('code.went.own') : t('code.went', { name: to })}
      </p>
      <Button tone="ghost" size="sm" busy={busy} disabled={seconds > 0} onClick={() => void again()}>
        {seconds > 0 ? t('code.again.wait', { seconds }) : t('code.again')}
      </Button>
    </div>
  );
}
