// An act that comes with a file: whether it is under way, and why it did not work, for the place that asked.

import { isRecord } from '@fairtick/contract/client/is-record';
import { useState } from 'react';
import { sendFile } from '../stores/send-file.ts';
import { failureOfAct } from './use-failure.ts';

export function useFileAct() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  /** undefined where it failed, which is kept to be shown. */
  const run = async (send: () => Promise<unknown>): Promise<unknown> => {
    setBusy(true);
    setFailure(undefined);
    try {
      return await send();
    } catch (error) {
      setFailure(failureOfAct(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    failure,
    run,
    /** The id of a picture for texts. */
    async addPicture(file: File): Promise<string | undefined> {
      const made = await run(() => sendFile('content_picture', {}, file));
      return isRecord(made) && typeof made.id === 'string' ? made.id : undefined;
    },
  };
}
