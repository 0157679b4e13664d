// How a call travels: one answer or one failure for each, however often it was tried. Everything it touches is handed in by the app.

import type { AnswerOf, EndpointName, InputOf, UsersTable } from '../http/index.ts';
import type { EndpointTable } from '../table.ts';
import { type AttemptParts, tryUntilAnswered } from './attempts.ts';
import { DONE, SESSION_EXPIRED } from './envelope.ts';
import { ApiError, failureOf } from './failures.ts';
import { isRecord } from './is-record.ts';
import { buildRequest, type RequestParts } from './request.ts';

export interface EndpointOptions {
  /** Idempotency key of the user's intent; a fresh one when absent. Reuse it to repeat the same intent by hand. */
  readonly key?: string;
  /** On failure, or on failures with these codes, the app says nothing: whoever called shows it. */
  readonly quiet?: boolean | readonly number[];
  readonly signal?: AbortSignal;
  /** A newer call with the same race key cancels this one. */
  readonly raceKey?: string;
  /** The app says the server's word of success. */
  readonly sayDone?: boolean;
  /** A call at the app's start: an expired session then does not send the user to /login. */
  readonly initial?: boolean;
}

export interface CallerParts extends RequestParts, AttemptParts {
  readonly token: () => string | undefined;
  /** The server no longer knows this token. */
  readonly expired: () => void;
  /** The server's own word of success, where the call asked to hear it. */
  readonly done: (word: string) => void;
  /** A failure that the call did not ask to be left to it. */
  readonly failed: (error: ApiError) => void;
}

/** Of one table; the users' where no other is named. */
export type CallFn<T extends EndpointTable = UsersTable> = <N extends EndpointName<T>>(
  name: N,
  input: InputOf<N, T>,
  options?: EndpointOptions,
) => Promise<AnswerOf<N, T>>;

const isQuiet = ({ quiet = false }: EndpointOptions, code: number): boolean =>
  typeof quiet === 'boolean' ? quiet : quiet.includes(code);

export function createCaller<T extends EndpointTable = UsersTable>(parts: CallerParts): CallFn<T> {
  const races = new Map<string, AbortController>();

  async function send(name: string, input: unknown, options: EndpointOptions, signal: AbortSignal): Promise<unknown> {
    const token = parts.token();
    const request = buildRequest(parts, name, isRecord(input) ? input : {}, token, options.key);
    const { last, lostAny } = await tryUntilAnswered(parts, request, signal);
    if (signal.aborted) throw new ApiError('cancelled', 0, '');
    if (last.kind === 'answer' && last.envelope.code === DONE) {
      if (options.sayDone && last.envelope.msg !== '') parts.done(last.envelope.msg);
      return last.envelope.data;
    }
    const failed = failureOf(last, request.changesState, lostAny);
    if (failed.code === SESSION_EXPIRED) {
      // A late answer to an older token must not sign out the newer session.
      if (!options.initial && token !== undefined && parts.token() === token) parts.expired();
      else if (!options.initial && token === undefined) parts.expired();
    } else if (!isQuiet(options, failed.code)) {
      parts.failed(failed);
    }
    throw failed;
  }

  return async <N extends EndpointName<T>>(name: N, input: InputOf<N, T>, options: EndpointOptions = {}) => {
    const race = new AbortController();
    if (options.raceKey !== undefined) {
      races.get(options.raceKey)?.abort();
      races.set(options.raceKey, race);
    }
    const signal = options.signal ? AbortSignal.any([options.signal, race.signal]) : race.signal;
    try {
      const answer = await send(name, input, options, signal);
      // The server validates its answers against the same contract; checking twice would ship the validator to every phone.
      return answer as AnswerOf<N, T>;
    } finally {
      if (options.raceKey !== undefined && races.get(options.raceKey) === race) races.delete(options.raceKey);
    }
  };
}
