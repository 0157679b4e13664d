// Why somebody may take no loan now: what others or they themselves have put between them and it. Asked when they sign, and again when the money goes out.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import { freezeOf, type Jurisdictions, limitRefusal, minuteText, offerTo, type Standing } from '../accounts/index.ts';
import { accountsOf } from '../ledger/index.ts';
import { breakOf, excludedUntil, stopOutWithin } from './table.ts';

/** A loan waits so long after a stop-out: nobody borrows to win back what they have just lost. */
const AFTER_STOP_OUT_MS = 86_400_000;

export interface BarredBy {
  readonly standing: Standing | undefined;
  readonly jurisdictions: Jurisdictions;
  readonly person: AllAccounts;
  /** Why the user's own limit of the day lets nothing be opened any more; undefined where it does. */
  readonly limit: Refusal | undefined;
}

/** Of all accounts of the person: nobody walks past a break or a stop-out with another one. UTC ms; undefined where there is none. */
export interface AllAccounts {
  /** Within that time. */
  readonly stopOut: number | undefined;
  /** Until when it runs. */
  readonly coolOff: number | undefined;
  /** Until when they keep themselves from loans. */
  readonly excluded: number | undefined;
}

export async function accountsTogether(db: Queries, userIds: readonly Id[]): Promise<AllAccounts> {
  return {
    stopOut: await stopOutWithin(db, userIds, AFTER_STOP_OUT_MS),
    coolOff: await breakOf(db, userIds),
    excluded: await excludedUntil(db, userIds),
  };
}

/** The limit of the day of whoever is no owner of a batch. */
export async function limitNow(tx: Queries, userId: Id, standing: Standing | undefined): Promise<Refusal | undefined> {
  if (!standing) return undefined;
  const options = (await accountsOf(tx, userId)).find(({ kind }) => kind === 'micro');
  return limitRefusal(standing, options?.locked ?? amount(0n));
}

export function loanRefusal({ standing, jurisdictions, person, limit }: BarredBy): Refusal | undefined {
  if (!standing?.real) return refuse('REAL_ONLY');
  const { country, nowMs, verifiedTime } = standing;
  const { stopOut, excluded } = person;
  const coolOffUntil = Math.max(standing.coolOffUntil ?? 0, person.coolOff ?? 0);
  if (country === undefined || offerTo(jurisdictions, country).off.has('loans')) return refuse('PRODUCT_NOT_OFFERED');
  if (verifiedTime === undefined) return refuse('NOT_VERIFIED');
  const freeze = freezeOf(standing, 'orders');
  if (freeze) return refuse('FROZEN', { reason: freeze.reason });
  if (excluded !== undefined && nowMs < excluded)
    return refuse('LOAN_EXCLUDED', excluded < LAST_MS ? { until: minuteText(excluded) } : {});
  if (nowMs < coolOffUntil) return refuse('COOLING', coolOffUntil < LAST_MS ? { until: minuteText(coolOffUntil) } : {});
  return stopOut === undefined
    ? limit
    : refuse('LOAN_AFTER_STOP_OUT', { until: minuteText(stopOut + AFTER_STOP_OUT_MS) });
}

/** The last moment that a date can say: of a break that does not end. */
const LAST_MS = 8_640_000_000_000_000;
