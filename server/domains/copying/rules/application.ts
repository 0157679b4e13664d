// Who may apply, what the staff may do with whom, and by when: pure.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { leadsNowhere } from '@fairtick/contract/told-words';
import { APPLY_ORDERS, TRADER_REASON_MOST, TRADER_STATUS, type TraderState } from '@fairtick/contract/trader-words';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';

export type Status = (typeof TRADER_STATUS)[keyof typeof TRADER_STATUS];

/** Within how long an application is answered, ms. */
export const ANSWER_MS = 5 * 86_400_000;

export interface Applicant {
  readonly verified: boolean;
  /** Whether copying is offered where they live. */
  readonly offered: boolean;
  readonly status: Status;
  /** Whether another account of the same person waits, leads or is suspended. */
  readonly elsewhere: boolean;
  readonly closedOrders: number;
}

/** Why somebody may not apply now; undefined where they may. What no waiting changes comes first. */
export function applyRefusal({ verified, offered, status, elsewhere, closedOrders }: Applicant): Refusal | undefined {
  if (!verified) return refuse('NOT_VERIFIED');
  if (!offered) return refuse('PRODUCT_NOT_OFFERED');
  if (status === TRADER_STATUS.waiting) return refuse('TRADER_WAITING');
  if (status === TRADER_STATUS.approved) return refuse('TRADER_ALREADY');
  if (status === TRADER_STATUS.suspended) return refuse('TRADER_SUSPENDED');
  if (elsewhere) return refuse('TRADER_ELSEWHERE');
  if (closedOrders < APPLY_ORDERS)
    return refuse('TRADER_ORDERS_FEW', { min: String(APPLY_ORDERS), have: String(closedOrders) });
  return undefined;
}

export const DECISIONS = ['approve', 'reject', 'suspend'] as const;
export type TraderDecision = (typeof DECISIONS)[number];

/** From which states a decision leads where. */
const STEPS: Readonly<Record<TraderDecision, { readonly from: readonly Status[]; readonly to: 2 | 3 | 4 }>> = {
  // A suspension ends by approving again.
  approve: { from: [TRADER_STATUS.waiting, TRADER_STATUS.suspended], to: TRADER_STATUS.approved },
  reject: { from: [TRADER_STATUS.waiting], to: TRADER_STATUS.rejected },
  suspend: { from: [TRADER_STATUS.approved], to: TRADER_STATUS.suspended },
};

/** What becomes of it. */
export function decided(status: Status, decision: TraderDecision): Result<2 | 3 | 4, Refusal> {
  const { from, to } = STEPS[decision];
  return from.includes(status) ? ok(to) : err(refuse('ALREADY_DECIDED'));
}

/** Whoever is turned down or stopped is told why; whoever is approved is told nothing beside it. */
export function readReason(decision: TraderDecision, typed: string): Result<string, Refusal> {
  if (decision === 'approve') return ok('');
  const reason = typedLine(typed);
  if (reason === '') return err(refuse('REASON_REQUIRED'));
  if ([...reason].length > TRADER_REASON_MOST) return err(refuse('TEXT_TOO_LONG', { max: String(TRADER_REASON_MOST) }));
  return leadsNowhere(reason) ? ok(reason) : err(refuse('REASON_LEADS_AWAY'));
}

const STATES: Readonly<Record<Exclude<Status, 0>, TraderState>> = {
  1: 'waiting',
  2: 'approved',
  3: 'rejected',
  4: 'suspended',
  5: 'left',
};
export const stateOf = (status: Exclude<Status, 0>): TraderState => STATES[status];

export const statusOf = (state: TraderState): Exclude<Status, 0> => {
  const { waiting, approved, rejected, suspended, left } = TRADER_STATUS;
  return { waiting, approved, rejected, suspended, left }[state];
};
