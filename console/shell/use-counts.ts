// How much waits where, for the navigation and the first screen. Asked for once for both.

import { useMay } from '../hooks/use-me.ts';
import { useRead } from '../hooks/use-read.ts';

const EVERY_MS = 20_000;

export interface Counts {
  readonly verifications: number | undefined;
  readonly proposals: number | undefined;
  /** Letters that could not be sent. */
  readonly messages: number | undefined;
}

export function useQueues() {
  const may = useMay();
  const everyMs = EVERY_MS;
  return {
    verifications: useRead('verifications', { status: '1' }, { everyMs, enabled: may('verification') }),
    proposals: useRead('proposals', { page: 1 }, { everyMs }),
    messages: useRead('messages', { state: 'dead' }, { everyMs, enabled: may('messages') }),
  };
}

export function useCounts(): Counts {
  const { verifications, proposals, messages } = useQueues();
  return {
    verifications: verifications.data?.waiting,
    proposals: proposals.data?.waiting,
    messages: messages.data?.counts.dead,
  };
}
