// A failed call in words: the server's own in the person's language, or the console's where no server answered.

import { ApiError } from '@fairtick/contract/client/failures';
import { useTexts } from '../i18n/use-texts.ts';

/** undefined where the person themself gave up: nothing to be said. Throws what is no failure of a call. */
export function failureOfAct(error: unknown): ApiError | undefined {
  if (!(error instanceof ApiError)) throw error;
  return error.failure === 'cancelled' ? undefined : error;
}

export function useFailureText(): (failure: unknown) => string {
  const t = useTexts();
  return (failure) => {
    if (!(failure instanceof ApiError)) return t('failure.defect');
    if (failure.failure === 'unknown') return t('failure.unknown');
    return failure.message === '' ? t('failure.offline') : failure.message;
  };
}
