// What somebody may do with a withdrawal now, the one that moves it on first. The server decides under its lock; this only hides what it would refuse.

import type { Grant, StaffAct } from '@fairtick/contract/staff/matrix';

export type PayoutAct = 'approve' | 'reject' | 'claim' | 'paid' | 'release' | 'unsent' | 'back';

/** The key of each on the card. */
export const PAYOUT_KEYS = {
  ...{ approve: 'a', reject: 'r', claim: 't', paid: 'p', release: 'g', unsent: 'n', back: 'b' },
} as const satisfies Readonly<Record<PayoutAct, string>>;

/** As the card says it: 1 waits, 2 is approved, 3 was paid, the others have ended. */
export interface Payout {
  readonly status: 1 | 2 | 3 | 4 | 5;
  readonly approvals: number;
  readonly approvalsNeeded: number;
  readonly takenBy: string;
  readonly mine: boolean;
  /** Who said it; empty where nobody has. */
  readonly nothingSentBy: string;
  /** What came back of what was paid; null where nothing did. */
  readonly back: unknown;
}

type May = (act: StaffAct, ...grants: readonly Grant[]) => boolean;

export function payoutActs(payout: Payout, may: May): readonly PayoutAct[] {
  if (payout.status === 1) return [...approving(payout, may), ...(may('withdrawal_reject', 'do') ? REJECT : [])];
  if (payout.status === 2) return [...paying(payout, may), ...denying(payout, may)];
  return payout.status === 3 && payout.back === null && may('deposits', 'do') ? BACK : [];
}

const BACK: readonly PayoutAct[] = ['back'];

const REJECT: readonly PayoutAct[] = ['reject'];

/** Where one is enough they do it alone; else the first proposes and another one checks. */
function approving({ approvals, approvalsNeeded }: Payout, may: May): readonly PayoutAct[] {
  const grant = approvalsNeeded === 1 ? 'do' : approvals === 0 ? 'propose' : 'check';
  return may('withdrawal_approve', grant) ? ['approve'] : [];
}

function paying({ takenBy, mine }: Payout, may: May): readonly PayoutAct[] {
  if (!may('withdrawal_pay', 'do')) return [];
  if (mine) return ['paid', 'release'];
  return takenBy === '' ? ['claim'] : [];
}

/** Of what somebody else has taken only they know whether it was sent: nobody speaks before them. */
function denying({ takenBy, mine, nothingSentBy }: Payout, may: May): readonly PayoutAct[] {
  if (nothingSentBy !== '') return may('withdrawal_reject', 'do', 'check') ? ['unsent'] : [];
  return (takenBy === '' || mine) && may('withdrawal_reject', 'do') ? ['unsent'] : [];
}
