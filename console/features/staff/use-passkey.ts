// A passkey's three steps as one act: the server's question, the browser's dialog, the server's answer.

import type { ApiError } from '@fairtick/contract/client/failures';
import { useState } from 'react';
import { passkeyObstacle } from '../../calculators/passkeys.ts';
import { failureOfAct } from '../../hooks/use-failure.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { PasskeyCancelled } from '../../transport/passkey.ts';

/** Why passkeys can't work here; undefined where they can. */
export const PASSKEY_OBSTACLE = passkeyObstacle(location.hostname, 'PublicKeyCredential' in window);

interface Question {
  readonly ticket: string;
  readonly options: string;
}

interface Steps {
  begin(): Promise<Question>;
  ask(options: string): Promise<string>;
  finish(ticket: string, response: string): Promise<void>;
}

export interface PasskeyAct {
  readonly busy: boolean;
  readonly failure: ApiError | undefined;
  /** A sentence where the browser's dialog ended without an answer. */
  readonly cancelled: string | undefined;
  run(): Promise<void>;
}

export function usePasskey(steps: Steps): PasskeyAct {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | undefined>();
  const [cancelled, setCancelled] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    setCancelled(false);
    try {
      const { ticket, options } = await steps.begin();
      await steps.finish(ticket, await steps.ask(options));
    } catch (error) {
      if (error instanceof PasskeyCancelled) setCancelled(true);
      else setFailure(failureOfAct(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, cancelled: cancelled ? t('passkey.cancelled') : undefined, run };
}
