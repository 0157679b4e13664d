// Asks the browser for a passkey between two calls: the one that says what it is asked, and the one that takes its answer.

import { ApiError } from '@fairtick/contract/client/failures';
import { useState } from 'react';
import { askPasskey, createPasskey, PasskeyCancelled } from '../stores/passkey.ts';

interface Steps<A> {
  readonly begin: () => Promise<{ readonly ticket: string; readonly options: string }>;
  readonly finish: (ticket: string, response: string) => Promise<A>;
  readonly done: (answer: A) => void;
  /** A new one is made, instead of one being used. */
  readonly create?: true;
}

export interface PasskeyAct {
  readonly busy: boolean;
  /** The browser gave none. What the server refuses is said by the app. */
  readonly failed: boolean;
  readonly ask: () => void;
}

export function usePasskey<A>({ begin, finish, done, create }: Steps<A>): PasskeyAct {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  async function run(): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      const { ticket, options } = await begin();
      done(await finish(ticket, await (create ? createPasskey(options) : askPasskey(options))));
    } catch (error) {
      if (error instanceof PasskeyCancelled) setFailed(true);
      else if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }
  return { busy, failed, ask: () => void run() };
}
