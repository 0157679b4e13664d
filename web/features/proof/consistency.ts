// Asks the server for the proof that a log has only grown.

import { ApiError } from '@fairtick/contract/client/failures';
import { REFUSED } from '../../calculators/refused.ts';
import { call } from '../../stores/api.ts';
import type { Consistency } from './log-growth.ts';
import type { GrowingLog } from './log-memory.ts';

/** A size that the log has not reached is refused: then a log that was seen longer has shrunk. */
export function consistencyOf(log: GrowingLog, signal: AbortSignal): Consistency {
  return async (from, to) => {
    try {
      return (await call('consistency', { from, to, log }, { quiet: true, signal })).proof;
    } catch (error) {
      return error instanceof ApiError && error.code === REFUSED.INPUT_INVALID ? [] : undefined;
    }
  };
}
