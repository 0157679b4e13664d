// Tries a request until the server answers, within a bound of tries and time.

import type { Clock } from '@fairtick/kernel/clock';
import { type Attempt, CLOSING_ONLY, OUTCOME_UNKNOWN, readEnvelope } from './envelope.ts';
import type { PreparedRequest } from './request.ts';

const MAX_TRIES = 3;
const DEADLINE_MS = 10_000;
const FIRST_BACKOFF_MS = 300;

export interface AttemptParts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
}

/** At most 3 tries within 10 s. The key stays the same, so that a change whose answer was lost is not made twice. */
export async function tryUntilAnswered(
  parts: AttemptParts,
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
    // It lasts for minutes.
    const final = last.kind === 'answer' || (last.kind === 'unavailable' && last.envelope?.code === CLOSING_ONLY);
    const waitMs = FIRST_BACKOFF_MS * 3 ** (tries - 1);
    const spentMs = parts.clock.monotonic() - start;
    if (final || signal.aborted || tries >= MAX_TRIES || spentMs + waitMs >= DEADLINE_MS) {
      return { last, lostAny };
    }
    await wait(parts.clock, waitMs, signal);
  }
}

async function tryOnce(
  parts: AttemptParts,
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
