// An item of a queue that is taken once when it is opened, so that nobody works twice; what was decided already needs nobody and is only read.

import type { ApiError } from '@fairtick/contract/client/failures';
import type { ErrorCode } from '@fairtick/contract/errors';
import { useEffect, useState } from 'react';
import { useAct } from './use-act.ts';

const ALREADY_DECIDED: ErrorCode<'ALREADY_DECIDED'> = 8004;

export interface Claim {
  /** UTC ms by the server's clock; undefined for an item that needs none. */
  readonly until: number | undefined;
  readonly failure: ApiError | undefined;
  readonly ready: boolean;
  readonly busy: boolean;
  take(): void;
}

/** `wanted` false: somebody who only looks takes nothing. */
export function useClaim(name: 'verification_claim' | 'deposit_claim', id: string, wanted = true): Claim {
  const claim = useAct(name);
  const [until, setUntil] = useState<number | undefined>();
  const decided = claim.failure?.code === ALREADY_DECIDED;
  const take = async (): Promise<void> => {
    const answer = await claim.send({ id });
    if (answer) setUntil(answer.until);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item, whatever is drawn again
  useEffect(() => {
    setUntil(undefined);
    if (wanted) void take();
  }, [id, wanted]);
  return {
    until,
    failure: decided ? undefined : claim.failure,
    ready: !wanted || decided || until !== undefined,
    busy: claim.busy,
    take: () => void take(),
  };
}
