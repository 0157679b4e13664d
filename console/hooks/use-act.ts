// An act of the person: sent once, its failure kept for the place that asked, and everything shown asked for again afterwards.

import type { ApiError } from '@fairtick/contract/client/failures';
import { useState } from 'react';
import { call, type StaffAnswer, type StaffEndpoint, type StaffInput } from '../stores/api.ts';
import { queryClient } from '../transport/query.ts';
import { failureOfAct } from './use-failure.ts';

export interface Act<N extends StaffEndpoint> {
  readonly busy: boolean;
  readonly failure: ApiError | undefined;
  /** undefined where it failed; the failure is shown by whoever asked. */
  send(input: StaffInput<N>): Promise<StaffAnswer<N> | undefined>;
  clear(): void;
}

export function useAct<N extends StaffEndpoint>(name: N): Act<N> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | undefined>();
  return {
    busy,
    failure,
    clear: () => setFailure(undefined),
    async send(input) {
      setBusy(true);
      setFailure(undefined);
      try {
        const answer = await call(name, input);
        // What may be asked only once is left as it was read.
        void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.once !== true });
        return answer;
      } catch (error) {
        setFailure(failureOfAct(error));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
