// Sends what the user means to do, once: the same again after an unknown outcome goes under the same key and can't be done twice.

import { ApiError } from '@fairtick/contract/client/failures';
import { useRef, useState } from 'react';
import { intentKey } from '../stores/api.ts';

export interface Intent<I, A> {
  /** What is under way. */
  readonly sending: I | undefined;
  /** The answer, or undefined when it was refused or failed, which the call has told the user. */
  readonly send: (input: I) => Promise<A | undefined>;
}

/** `failed` hears of each failure, also of those of which the user was told already. */
export function useIntent<I extends object, A>(
  run: (input: I, key: string) => Promise<A>,
  failed: (error: ApiError) => void = () => undefined,
): Intent<I, A> {
  const [sending, setSending] = useState<I>();
  const last = useRef<{ readonly body: string; readonly key: string }>(undefined);

  async function send(input: I): Promise<A | undefined> {
    const body = JSON.stringify(input);
    const key = last.current?.body === body ? last.current.key : intentKey();
    last.current = { body, key };
    setSending(input);
    try {
      const answer = await run(input, key);
      last.current = undefined;
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.failure !== 'unknown') last.current = undefined;
      failed(error);
      return undefined;
    } finally {
      setSending(undefined);
    }
  }

  return { sending, send };
}
