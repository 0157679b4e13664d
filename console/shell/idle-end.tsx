// The end of a session without a sign of life: shown all the time, asked about in its last minute, and kept.

import { IDLE_MS } from '@fairtick/contract/staff/session';
import { Button, Modal, Stack } from '@mantine/core';
import Timer from 'lucide-react/icons/timer';
import { useEffect } from 'react';
import { countdown } from '../calculators/age.ts';
import { useMeRead } from '../hooks/use-me.ts';
import { useNow } from '../hooks/use-now.ts';
import { useStore } from '../hooks/use-store.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { lastCallStore } from '../stores/activity.ts';
import { forgetSession } from '../stores/session.ts';

const ASK_MS = 60_000;

/** ms until the session ends if nothing more is called: idle, or its absolute end. */
function useLeft(): number {
  const now = useNow(1_000);
  const lastCall = useStore(lastCallStore);
  const endsAt = useMeRead().data?.endsAt ?? Number.POSITIVE_INFINITY;
  // A call may be newer than the second that is shown.
  return Math.min(IDLE_MS, lastCall + IDLE_MS - now, endsAt - now);
}

export function IdleLeft() {
  const t = useTexts();
  const left = useLeft();
  return (
    <span className="idle figure" title={t('idle.hint')} data-soon={left < 2 * ASK_MS || undefined}>
      <Timer size={14} aria-hidden="true" />
      <span className="hidden">{t('idle.hint')}</span> {countdown(left)}
    </span>
  );
}

export function IdleEnd() {
  const t = useTexts();
  const left = useLeft();
  const me = useMeRead();
  const over = left <= 0;
  useEffect(() => {
    if (over) forgetSession('idle');
  }, [over]);
  if (left > ASK_MS || over) return null;
  return (
    <Modal
      opened
      onClose={() => void me.refetch()}
      title={t('idle.title')}
      size="sm"
      zIndex={400}
      withCloseButton={false}
    >
      <Stack gap="sm">
        <p>{t('idle.text', { left: countdown(left) })}</p>
        <Button loading={me.isFetching} onClick={() => void me.refetch()} data-autofocus>
          {t('idle.stay')}
        </Button>
      </Stack>
    </Modal>
  );
}
