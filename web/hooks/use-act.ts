// A call that a form sends: whether it is under way, and what it was refused for where the form itself shows that.

import type { ApiError } from '@fairtick/contract/client/failures';
import type { AnswerOf, EndpointName, InputOf } from '@fairtick/contract/http/index';
import { useState } from 'react';
import { call } from '../stores/api.ts';
import { useIntent } from './use-intent.ts';

export interface Act<N extends EndpointName> {
  readonly busy: boolean;
  /** The answer, or undefined when it was refused or failed: shown by the form for the codes that it named, said by the app for all others. */
  readonly send: (input: InputOf<N>) => Promise<AnswerOf<N> | undefined>;
  /** The last refusal with a code that the form shows; gone with the next sending. */
  readonly refusal: ApiError | undefined;
  /** Its sentence where its code is one of these. */
  readonly said: (codes: readonly number[]) => string | undefined;
}

/** `refused` hears of each refusal with a code that the form shows. */
export function useAct<N extends EndpointName>(
  name: N,
  shown: readonly number[] = [],
  refused: (refusal: ApiError) => void = () => undefined,
): Act<N> {
  const [refusal, setRefusal] = useState<ApiError>();
  const { sending, send } = useIntent(
    (input: InputOf<N>, key) => {
      setRefusal(undefined);
      return call(name, input, { key, quiet: shown });
    },
    (error) => {
      if (!shown.includes(error.code)) return;
      setRefusal(error);
      refused(error);
    },
  );
  return {
    busy: sending !== undefined,
    send,
    refusal,
    said: (codes) => (refusal && codes.includes(refusal.code) ? refusal.message : undefined),
  };
}
