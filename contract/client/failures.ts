// How a call can fail, and what each failure says about the change that was asked for.

import { type Attempt, INTERNAL, OUTCOME_UNKNOWN } from './envelope.ts';

/**
 * refused: the server said no, nothing changed. offline: no answer to a question. unknown: no answer to a change, which may or
 * may not have happened. unavailable: the server can't serve now and did nothing. cancelled: by us.
 */
export type ApiFailure = 'refused' | 'offline' | 'unknown' | 'unavailable' | 'cancelled';

export class ApiError extends Error {
  /** The contract's error code; 0 where no server answered. */
  readonly code: number;
  readonly failure: ApiFailure;
  /** What a refusal gives to go on with, such as a ticket; unchecked. */
  readonly data: unknown;
  constructor(failure: ApiFailure, code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.failure = failure;
    this.code = code;
    this.data = data;
  }
}

/** `lostAny`: at least one try may have reached the server without its answer reaching us. */
export function failureOf(last: Attempt, changesState: boolean, lostAny: boolean): ApiError {
  if (last.kind === 'answer') {
    const { code, msg, data } = last.envelope;
    // A defect on the server says nothing about whether the change was made before it.
    const unsure = changesState && (code === OUTCOME_UNKNOWN || code === INTERNAL);
    return unsure ? new ApiError('unknown', code, '') : new ApiError('refused', code, msg, data);
  }
  const code = last.kind === 'unavailable' ? (last.envelope?.code ?? 503) : 0;
  if (changesState && lostAny) return new ApiError('unknown', code, '');
  const text = last.kind === 'unavailable' ? (last.envelope?.msg ?? '') : '';
  return new ApiError(last.kind === 'unavailable' ? 'unavailable' : 'offline', code, text);
}
