// What a thrown error means for the client: the database is away, or we have a defect. The cause goes to the log, never to the client.

import { randomBytes } from 'node:crypto';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { faultOf } from '../../platform/commands/faults.ts';
import { Unavailable } from '../../platform/endpoints.ts';
import type { Logger } from '../../platform/logger.ts';

const PASSING_LOG_FAILURES = ['unavailable', 'stopped', 'overloaded'];

/** The public log's own errors name their failure; only 'corrupt' and 'bad_entry' are defects. */
const isPassingLogFailure = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'TransparencyError' &&
  'failure' in error &&
  typeof error.failure === 'string' &&
  PASSING_LOG_FAILURES.includes(error.failure);

/** What was asked, for the log; `id` is also told to the client of a defect. */
export interface FailedCall {
  readonly call?: string;
  readonly id?: string;
}

/** `changes`: the call may have taken effect before it failed, so that its outcome is not known unless the error says so. */
export function failureOf(error: unknown, changes: boolean, fields: FailedCall, logger: Logger): Refusal {
  if (error instanceof Unavailable) {
    logger.warn({ ...fields, err: error }, 'a call could not be served');
    return refuse(error.unknown ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE');
  }
  if (faultOf(error).kind === 'database' || isPassingLogFailure(error)) {
    logger.warn({ ...fields, err: error }, 'the database did not serve a call');
    return refuse(changes ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE');
  }
  const id = fields.id ?? randomBytes(6).toString('hex');
  logger.error({ ...fields, id, err: error }, 'a call failed');
  return refuse('INTERNAL', { id });
}
