// A client that sends one request again, under its key, until somebody answers: whatever dies meanwhile.

import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const RETRY_MS = 100;
const GIVE_UP_MS = 5_000;

const answer = z.object({ code: z.number(), data: z.unknown() });
export type Answer = z.infer<typeof answer>;

export interface Insisting {
  /** Where the newest server is. */
  readonly url: () => string;
  readonly init: RequestInit;
  /** From the first sending on; asked anew each time. */
  readonly limitMs: () => number;
  /** Called once, when it is sent a second time. */
  readonly again?: () => void;
}

/** Throws where nobody answers within the limit. */
export async function insist({ url, init, limitMs, again }: Insisting): Promise<Answer> {
  const begun = performance.now();
  for (let sent = 0; performance.now() < begun + limitMs(); sent += 1) {
    if (sent === 1) again?.();
    if (sent > 0) await delay(RETRY_MS);
    const heard = await send(url(), init);
    if (heard) return heard;
  }
  throw new Error(`${url()} did not answer`);
}

/** undefined where nobody knows what became of it: no answer, or one of a server whose database is away. */
async function send(url: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(GIVE_UP_MS) });
    return response.status >= 500 ? undefined : answer.parse(await response.json());
  } catch {
    return undefined;
  }
}
