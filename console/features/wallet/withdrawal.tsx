// One withdrawal: what is asked, whereto, what to look at, who has approved it, and what may be done with it. After a decision the next one of its
// queue opens by itself.

import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { PAYOUT_KEYS, payoutActs } from '../../calculators/payouts.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { type KeyHint, Page } from '../../parts/page.tsx';
import { Tag } from '../../parts/tag.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { sayToast } from '../../stores/toast.ts';
import { WithdrawalDecision } from './withdrawal-decision.tsx';
import { DestinationPanel } from './withdrawal-destination.tsx';
import { ApprovalsPanel, FlagsPanel, PoolPanel, RequestPanel } from './withdrawal-panels.tsx';
import { type PayoutQueue, usePayouts } from './withdrawal-queue.tsx';

export type ReadWithdrawal = StaffAnswer<'withdrawal'>;

const TONES = { 1: 'state', 2: 'state', 3: 'good', 4: 'bad', 5: 'plain' } as const;

interface CardProps {
  readonly id: string;
  readonly queue: PayoutQueue;
  /** null: there is no other one. */
  readonly onGo: (id: string | null) => void;
}

export function WithdrawalPage({ id, queue, onGo }: CardProps) {
  const t = useTexts();
  const navigate = useNavigate();
  // Every look is an act on record: it is made once, and again after an act of one's own.
  const card = useRead('withdrawal', { id }, { fresh: true });
  const { previous, next } = useNeighbours(id, queue);
  const read = card.data;
  const may = useMay();
  const acts = read ? payoutActs(read, may) : [];
  const go = (to: string | undefined): (() => void) | undefined => (to === undefined ? undefined : () => onGo(to));
  const copy = async (): Promise<void> => {
    if (!read) return;
    await navigator.clipboard.writeText(read.destination.groups.join(''));
    sayToast(t('copy.done'));
  };
  useKeys({
    ...{ j: go(next), k: go(previous), q: () => onGo(null), c: () => void copy() },
    ...(read && { u: () => void navigate({ to: '/users/$id', params: { id: read.userId } }) }),
  });
  return (
    <Page
      title={t('withdrawals.of', { uid: read?.uid ?? '' })}
      aside={
        <Group gap="xs">
          {read && <Tag tone={TONES[read.status]}>{t(`withdrawals.state.${read.status}`)}</Tag>}
          {read?.overdue && <Tag tone="bad">{t('withdrawals.overdue')}</Tag>}
          <Button size="xs" variant="default" disabled={previous === undefined} onClick={go(previous)}>
            {t('withdrawals.previous')}
          </Button>
          <Button size="xs" variant="default" disabled={next === undefined} onClick={go(next)}>
            {t('withdrawals.next')}
          </Button>
        </Group>
      }
      keys={[
        ...acts.map((act): KeyHint => [[PAYOUT_KEYS[act].toUpperCase()], t(`withdrawals.${act}`)]),
        [['C'], t('withdrawals.copy')],
        [['U'], t('users.one')],
        [['J', 'K'], t('key.move')],
        [['Q'], t('verification.to_queue')],
      ]}
    >
      <Loaded of={card} rows={12}>
        {(shown) => (
          <div className="payout">
            <div className="stack">
              <RequestPanel card={shown} />
              <DestinationPanel card={shown} />
            </div>
            <div className="stack">
              <FlagsPanel card={shown} />
              <ApprovalsPanel card={shown} />
            </div>
            <div className="stack">
              <PoolPanel card={shown} />
              <WithdrawalDecision card={shown} onDone={() => onGo(next ?? null)} onStale={() => void card.refetch()} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** Those before and after it in its queue, as far as that was read. */
function useNeighbours(id: string, queue: PayoutQueue): { previous: string | undefined; next: string | undefined } {
  const ids = usePayouts(queue).data?.pages.flatMap(({ data }) => data.map((row) => row.id)) ?? [];
  const at = ids.indexOf(id);
  // One that has left the queue is followed by the queue's first.
  return at < 0 ? { previous: undefined, next: ids[0] } : { previous: ids[at - 1], next: ids[at + 1] };
}
