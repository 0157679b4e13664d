// Why somebody may take no loan now: what others or they themselves have put between them and it. Asked when they sign, and again when the money goes out.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { freezeOf, type Jurisdictions, minuteText, offerTo, type Standing } from '../accounts/index.ts';

/** A loan waits so long after a stop-out: nobody borrows to win back what they have just lost. */
export const AFTER_STOP_OUT_MS = 86_400_000;

export interface BarredBy {
  readonly standing: Standing | undefined;
  readonly jurisdictions: Jurisdictions;
  /** UTC ms, where it was within that time. */
  readonly stopOut: number | undefined;
}

export function loanRefusal({ standing, jurisdictions, stopOut }: BarredBy): Refusal | undefined {
  if (!standing?.real) return refuse('REAL_ONLY');
  const { country, coolOffUntil, nowMs, verifiedTime } = standing;
  if (country === undefined || offerTo(jurisdictions, country).off.has('loans')) return refuse('PRODUCT_NOT_OFFERED');
  if (verifiedTime === undefined) return refuse('NOT_VERIFIED');
  const freeze = freezeOf(standing, 'orders');
  if (freeze) return refuse('FROZEN', { reason: freeze.reason });
  if (coolOffUntil !== undefined && nowMs < coolOffUntil)
    return refuse('COOLING', coolOffUntil < LAST_MS ? { until: minuteText(coolOffUntil) } : {});
  return stopOut === undefined
    ? undefined
    : refuse('LOAN_AFTER_STOP_OUT', { until: minuteText(stopOut + AFTER_STOP_OUT_MS) });
}

/** The last moment that a date can say: of a break that does not end. */
const LAST_MS = 8_640_000_000_000_000;
