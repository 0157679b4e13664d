// How a user's own limits change (rule H8): what is stricter holds at once, what is looser after a day, and a break is never shortened. Pure.

import type { Amount } from '@fairtick/kernel/decimal';
import { lossLimitNow } from '../opening.ts';
import { NEVER_ENDS_MS, type Standing, type StandingTerms } from '../standing.ts';

const HOUR_MS = 3_600_000;
/** From when a limit that was raised or taken away holds, after it was asked for. */
const RAISE_WAITS_MS = 24 * HOUR_MS;

export type BreakLength = '24' | '168' | '720' | 'forever';
type LimitTerms = Pick<StandingTerms, 'lossLimit' | 'lossLimitNext' | 'lossLimitFrom'>;

/** No limit allows more than any. */
const allowsMore = (one: Amount | undefined, than: Amount | undefined): boolean =>
  than !== undefined && (one === undefined || one > than);

/** A raise that was asked for and does not hold yet. */
export function waitingRaise(
  standing: Standing,
): { readonly limit: Amount | undefined; readonly from: number } | undefined {
  const { lossLimitNext: limit, lossLimitFrom: from, nowMs } = standing;
  return from === undefined || nowMs >= from ? undefined : { limit, from };
}

/** Whether the wish takes something away from what protects the user now. */
export const loosens = (standing: Standing, wanted: Amount | undefined): boolean =>
  allowsMore(wanted, lossLimitNow(standing));

/** USD; undefined takes the limit away. A raise within one that waits already holds from when that one does; a greater one waits a day of its own. */
export function limitChange(standing: Standing, wanted: Amount | undefined): LimitTerms {
  const now = lossLimitNow(standing);
  if (!allowsMore(wanted, now)) return { lossLimit: wanted, lossLimitNext: undefined, lossLimitFrom: undefined };
  const waiting = waitingRaise(standing);
  const within = waiting && !allowsMore(wanted, waiting.limit);
  return {
    lossLimit: now,
    lossLimitNext: wanted,
    lossLimitFrom: within ? waiting.from : standing.nowMs + RAISE_WAITS_MS,
  };
}

/** Of a month or without an end, and longer than the break that there is. */
export const locksOut = (standing: Standing, length: BreakLength): boolean =>
  (length === '720' || length === 'forever') &&
  breakChange(standing, length).coolOffUntil > (standing.coolOffUntil ?? 0);

/** The later of the end it asks for and the end that there is. */
export function breakChange({ coolOffUntil = 0, nowMs }: Standing, length: BreakLength): { coolOffUntil: number } {
  const asked = length === 'forever' ? NEVER_ENDS_MS : nowMs + Number(length) * HOUR_MS;
  return { coolOffUntil: Math.max(coolOffUntil, asked) };
}
