// The stop of a relation as numbers: which sum holds when.

import type { Fill, Tick } from '@fairtick/engine/types';
import type { Amount } from '@fairtick/kernel/decimal';
import { assert } from '@fairtick/kernel/result';
import type { FollowSettings } from '../columns.ts';

/** What the stop is at this moment by these settings, UTC ms. */
export const stopAt = (
  { stopAmount, stopNext, stopNextFrom }: Pick<FollowSettings, 'stopAmount' | 'stopNext' | 'stopNextFrom'>,
  nowMs: number,
): Amount => (stopNext !== undefined && stopNextFrom !== undefined && nowMs >= stopNextFrom ? stopNext : stopAmount);

/** What it was at a moment by all that was ever set: what was set later says nothing of it. */
export function stopInForce(settings: readonly FollowSettings[], nowMs: number): Amount {
  const byNumber = settings.toSorted((a, b) => a.number - b.number);
  const holds = byNumber.findLast(({ setTime }) => setTime <= nowMs) ?? byNumber[0];
  assert(holds !== undefined, 'a relation begins with settings');
  return stopAt(holds, nowMs);
}

/** Whether a position was there before a tick: none is held against the price that it opened at, nor against what came before its opening (E125). */
export const isThereAt = (
  open: Pick<Fill, 'tickIndex' | 'time'> | undefined,
  { logIndex, receivedTime }: Pick<Tick, 'logIndex' | 'receivedTime'>,
): boolean => open !== undefined && open.tickIndex < logIndex && open.time <= receivedTime;
