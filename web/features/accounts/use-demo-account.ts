// One tap to a demo account: created, entered. A repeated tap after a lost answer is the same intent and makes no second account.

import { useRef, useState } from 'react';
import { call, intentKey } from '../../stores/api.ts';
import { currentSession, signIn } from '../../stores/session.ts';

export interface DemoAccount {
  readonly busy: boolean;
  /** True when the user is signed in to it; failures were already told. */
  create(): Promise<boolean>;
}

export function useDemoAccount(): DemoAccount {
  const [busy, setBusy] = useState(false);
  const key = useRef<string | undefined>(undefined);
  async function create(): Promise<boolean> {
    setBusy(true);
    key.current ??= intentKey();
    try {
      const session = await call('createAccountDemoForU', {}, { key: key.current });
      // Nobody holds the token of their own account from here on; if the server can't be told now, it dies by itself when idle.
      if (currentSession()) await call('logout', {}, { quiet: true, initial: true }).catch(() => undefined);
      signIn(session);
      key.current = undefined;
      return true;
    } catch {
      // The call has told the user why.
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, create };
}
