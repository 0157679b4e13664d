// Whether the clients' pool holds what is the clients' (money-staff.md H1), and what follows where it does not: pure.

import type { BookCheck } from '@fairtick/contract/client-money';

/** The treasurer has so long to settle what results have moved between the pools. */
const SETTLE_MS = 86_400_000;

/** Of the live realm at one moment, in 1e-8 USD. */
export interface ClientMoney {
  /** UTC ms by the database's clock. */
  readonly time: number;
  /** All that real users have, held or free. */
  readonly users: bigint;
  /** Approved and not paid. */
  readonly withdrawals: bigint;
  /** Came, and is nobody's yet. */
  readonly receipts: bigint;
  /** In the clients' pool. */
  readonly held: bigint;
  /** In the house's own. */
  readonly house: bigint;
  /** What the books should fulfil and do not. */
  readonly broken: readonly BookCheck[];
}

export interface Proof extends ClientMoney {
  /** Since when the pool has held too little, without a break; undefined where it holds enough. */
  readonly shortSince: number | undefined;
  /** Nothing is approved and nothing taken to be paid. */
  readonly paused: boolean;
}

export const requiredOf = ({ users, withdrawals, receipts }: ClientMoney): bigint => users + withdrawals + receipts;

/** What is missing; nothing where the pool holds enough. */
export function shortOf(money: ClientMoney): bigint {
  const short = requiredOf(money) - money.held;
  return short > 0n ? short : 0n;
}

/**
 * Users' gains leave the pool short until the treasurer settles them, which takes a day at most: longer, or by more than the house could settle, pauses
 * withdrawals. Books that disagree with themselves do so at once.
 */
export function proofOf(money: ClientMoney, before: Pick<Proof, 'shortSince'> | undefined): Proof {
  const short = shortOf(money);
  const shortSince = short > 0n ? (before?.shortSince ?? money.time) : undefined;
  const lasts = shortSince !== undefined && money.time - shortSince >= SETTLE_MS;
  return { ...money, shortSince, paused: money.broken.length > 0 || lasts || short > money.house };
}

/** As a letter to the staff is called. */
export type Turn = 'staff_withdrawals_paused' | 'staff_withdrawals_resumed' | 'staff_client_money_short';

/** What the staff are told: what a proof has turned, and nothing where it is as the one before. */
export function turnOf({ paused, shortSince }: Proof, before: Proof | undefined): Turn | undefined {
  if (paused !== (before?.paused ?? false)) return paused ? 'staff_withdrawals_paused' : 'staff_withdrawals_resumed';
  return !paused && shortSince !== undefined && before?.shortSince === undefined
    ? 'staff_client_money_short'
    : undefined;
}

const HOUR_MS = 3_600_000;

/** Each hour of the clock; at every look where the one before found something, so that what was settled counts soon. */
export function isDue(newest: Proof | undefined, nowMs: number): boolean {
  if (!newest || newest.paused || newest.shortSince !== undefined) return true;
  return Math.floor(newest.time / HOUR_MS) !== Math.floor(nowMs / HOUR_MS);
}
