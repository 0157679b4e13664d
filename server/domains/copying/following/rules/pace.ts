// How often a trader's openings are copied: so many a day, and none on the heels of another. What is beyond opens for the trader alone. And how often their
// changes of stops go out.

import type { CopyingSettings } from '../../settings.ts';
import type { CopyEvent, Leading } from '../columns.ts';

const DAY_MS = 86_400_000;

export type Paced = Pick<Leading, 'copiedDay' | 'copiedNum' | 'copiedTime'>;

/**
 * Whether an opening at this time (UTC ms) is copied, and what has been copied with it. What is not copied counts for nothing. An opening that is decided
 * late, at an earlier time than the newest, counts for the newest's day.
 */
export function pacedOpening(
  before: Paced,
  time: number,
  { openingsADay, betweenMs }: Pick<CopyingSettings, 'openingsADay' | 'betweenMs'>,
): { readonly barred: CopyEvent['barred']; readonly after: Paced } {
  const day = Math.max(before.copiedDay, Math.floor(time / DAY_MS));
  const num = day === before.copiedDay ? before.copiedNum : 0;
  if (num >= openingsADay) return { barred: 'trader_day', after: before };
  if (Math.abs(time - before.copiedTime) < betweenMs) return { barred: 'trader_pace', after: before };
  const copiedTime = Math.max(before.copiedTime, time);
  return { barred: undefined, after: { copiedDay: day, copiedNum: num + 1, copiedTime } };
}

/** Copies of one trader that take other stops within a second: a fifth of what a server decides, or less. */
const STOPS_A_SECOND = 500;
const STOPS_PAUSE_MS = 1_000;

/** How long after a change of stops that went to so many copies the trader's next one waits, ms. */
export const stopsPauseMs = (copies: number): number =>
  Math.max(STOPS_PAUSE_MS, Math.ceil((copies * 1_000) / STOPS_A_SECOND));
