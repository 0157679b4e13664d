// How a call travels: address, headers, envelope, retries, races. Everything it touches is handed in; api.ts wires it to the app.

import type { AnswerOf, EndpointName, InputOf } from '@fairtick/contract/http/index';
import { toHex } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import type { Entropy } from '@fairtick/kernel/random';
import { isRecord } from './storage.ts';
import type { LiveToast } from './toast.ts';

export interface EndpointOptions {
  /** Idempotency key of the user's intent; a fresh one when absent. Reuse it to repeat the same intent by hand. */
  readonly key?: string;
  /** No toast on failure: the caller shows it. */
  readonly quiet?: boolean;
  readonly signal?: AbortSignal;
  /** A newer call with the same race key cancels this one. */
  readonly raceKey?: string;
  /** Shows the server's word of success. */
  readonly sayDone?: boolean;
  /** A call at the app's start: an expired session then does not send the user to /login. */
  readonly initial?: boolean;
}

/**
 * refused: the server said no, nothing changed. offline: no answer to a question. unknown: no answer to a change, which may or
 * may not have happened. unavailable: the server can't serve now and did nothing. cancelled: by us.
 */
export type ApiFailure = 'refused' | 'offline' | 'unknown' | 'unavailable' | 'cancelled';

export class ApiError extends Error {
  /** The contract's error code; 0 where no server answered. */
  readonly code: number;
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure, code: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.failure = failure;
    this.code = code;
  }
}

export interface CallerParts {
  readonly table: Readonly<Record<string, readonly ['GET' | 'POST', string, boolean]>>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly lang: () => string;
  readonly token: () => string | undefined;
  /** The server no longer knows this token. */
  readonly expired: () => void;
  readonly toast: (toast: LiveToast) => void;
}

export type CallFn = <N extends EndpointName>(
  name: N,
  input: InputOf<N>,
  options?: EndpointOptions,
) => Promise<AnswerOf<N>>;

export const MAX_TRIES = 3;
export const DEADLINE_MS = 10_000;
const FIRST_BACKOFF_MS = 300;
const SESSION_EXPIRED = 999;
const INTERNAL = 1000;
const OUTCOME_UNKNOWN = 1009;

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}
type Attempt =
  | { readonly kind: 'answer'; readonly envelope: Envelope }
  | { readonly kind: 'unavailable'; readonly envelope: Envelope | undefined }
  | { readonly kind: 'lost' };

export function newKey(entropy: Entropy): string {
  return toHex(entropy.bytes(16));
}

export function createCaller(parts: CallerParts): CallFn {
  const races = new Map<string, AbortController>();

  async function send(name: string, input: unknown, options: EndpointOptions, signal: AbortSignal): Promise<unknown> {
    const token = parts.token();
    const request = buildRequest(parts, name, isRecord(input) ? input : {}, token, options.key);
    const { last, lostAny } = await tryUntilAnswered(parts, request, signal);
    if (signal.aborted) throw new ApiError('cancelled', 0, '');
    if (last.kind === 'answer' && last.envelope.code === 1) {
      if (options.sayDone && last.envelope.msg !== '') parts.toast({ tone: 'success', text: last.envelope.msg });
      return last.envelope.data;
    }
    const failed = failureOf(last, request.changesState, lostAny);
    if (failed.code === SESSION_EXPIRED) {
      // A late answer to an older token must not sign out the newer session.
      if (!options.initial && token !== undefined && parts.token() === token) parts.expired();
      else if (!options.initial && token === undefined) parts.expired();
    } else if (!options.quiet) {
      parts.toast(toastOf(failed));
    }
    throw failed;
  }

  return async <N extends EndpointName>(name: N, input: InputOf<N>, options: EndpointOptions = {}) => {
    const race = new AbortController();
    if (options.raceKey !== undefined) {
      races.get(options.raceKey)?.abort();
      races.set(options.raceKey, race);
    }
    const signal = options.signal ? AbortSignal.any([options.signal, race.signal]) : race.signal;
    try {
      const answer = await send(name, input, options, signal);
      // The server validates its answers against the same contract; checking twice would ship the validator to every phone.
      return answer as AnswerOf<N>;
    } finally {
      if (options.raceKey !== undefined && races.get(options.raceKey) === race) races.delete(options.raceKey);
    }
  };
}

interface PreparedRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly changesState: boolean;
}

function buildRequest(
  parts: CallerParts,
  name: string,
  input: Readonly<Record<string, unknown>>,
  token: string | undefined,
  key: string | undefined,
): PreparedRequest {
  const entry = parts.table[name];
  if (!entry) throw new Error(`no call named ${name}`);
  const [shownMethod, pathTemplate, changesState] = entry;
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = pathTemplate.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest.get(field);
    rest.delete(field);
    return encodeURIComponent(String(value));
  });
  const headers: Record<string, string> = { lang: parts.lang() };
  if (token !== undefined) headers.authorization = token;
  if (changesState) headers['Idempotency-Key'] = key ?? newKey(parts.entropy);
  if (!changesState && shownMethod === 'GET') {
    const query = new URLSearchParams([...rest].map(([field, value]) => [field, String(value)]));
    query.set('t', String(parts.clock.now()));
    return { url: `${path}?${query}`, init: { method: 'GET', headers }, changesState };
  }
  headers['content-type'] = 'application/json';
  return { url: path, init: { method: 'POST', headers, body: JSON.stringify(Object.fromEntries(rest)) }, changesState };
}

/** At most 3 tries within 10 s. The key stays the same, so that a change whose answer was lost is not made twice. */
async function tryUntilAnswered(
  parts: CallerParts,
  request: PreparedRequest,
  signal: AbortSignal,
): Promise<{ last: Attempt; lostAny: boolean }> {
  const start = parts.clock.monotonic();
  let lostAny = false;
  for (let tries = 1; ; tries += 1) {
    const leftMs = DEADLINE_MS - (parts.clock.monotonic() - start);
    const last = await tryOnce(parts, request, signal, leftMs);
    const unsure = last.kind === 'unavailable' && last.envelope?.code === OUTCOME_UNKNOWN;
    lostAny = lostAny || last.kind === 'lost' || unsure;
    const waitMs = FIRST_BACKOFF_MS * 3 ** (tries - 1);
    const spentMs = parts.clock.monotonic() - start;
    if (last.kind === 'answer' || signal.aborted || tries >= MAX_TRIES || spentMs + waitMs >= DEADLINE_MS) {
      return { last, lostAny };
    }
    await wait(parts.clock, waitMs, signal);
  }
}

async function tryOnce(
  parts: CallerParts,
  request: PreparedRequest,
  signal: AbortSignal,
  limitMs: number,
): Promise<Attempt> {
  const timeout = new AbortController();
  const cancelTimer = parts.clock.after(limitMs, () => timeout.abort());
  try {
    const response = await parts.fetch(request.url, {
      ...request.init,
      signal: AbortSignal.any([signal, timeout.signal]),
      cache: 'no-store',
    });
    const envelope = readEnvelope(await response.text());
    if (response.status === 503) return { kind: 'unavailable', envelope };
    return envelope ? { kind: 'answer', envelope } : { kind: 'lost' };
  } catch {
    return { kind: 'lost' };
  } finally {
    cancelTimer();
  }
}

function readEnvelope(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value.code !== 'number') return undefined;
    return { code: value.code, msg: typeof value.msg === 'string' ? value.msg : '', data: value.data };
  } catch {
    return undefined;
  }
}

function failureOf(last: Attempt, changesState: boolean, lostAny: boolean): ApiError {
  if (last.kind === 'answer') {
    const { code, msg } = last.envelope;
    // A defect on the server says nothing about whether the change was made before it.
    const unsure = changesState && (code === OUTCOME_UNKNOWN || code === INTERNAL);
    return new ApiError(unsure ? 'unknown' : 'refused', code, unsure ? '' : msg);
  }
  const code = last.kind === 'unavailable' ? (last.envelope?.code ?? 503) : 0;
  if (changesState && lostAny) return new ApiError('unknown', code, '');
  const text = last.kind === 'unavailable' ? (last.envelope?.msg ?? '') : '';
  return new ApiError(last.kind === 'unavailable' ? 'unavailable' : 'offline', code, text);
}

function toastOf(failed: ApiError): LiveToast {
  const base = { tone: 'error', code: failed.code } as const;
  if (failed.failure === 'unknown') return { ...base, text: '', local: 'outcome_unknown' };
  if (failed.message === '') return { ...base, text: '', local: 'offline' };
  return { ...base, text: failed.message };
}

function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(delayMs, done);
    signal.addEventListener('abort', done);
  });
}
