// From when another code may be asked for: a minute after the one that was sent, or as long as the refusal says.

import type { ApiError } from '@fairtick/contract/client/failures';
import { isRecord } from '@fairtick/contract/client/is-record';
import { systemClock } from '@fairtick/kernel/clock';
import { useState } from 'react';
import { REFUSED } from '../../../calculators/refused.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { sayToast } from '../../../stores/toast.ts';

export interface CodeWait {
  /** UTC ms. */
  readonly nextMs: number;
  /** One was sent; seconds until the next. */
  readonly sent: (seconds: number) => void;
  /** Of a call that shows CODE_TOO_SOON itself. */
  readonly refused: (refusal: ApiError) => void;
}

export function useCodeWait(): CodeWait {
  const t = useTexts('login');
  const [nextMs, setNextMs] = useState(0);
  const waitFor = (seconds: number): void => setNextMs(systemClock.now() + seconds * 1_000);
  return {
    nextMs,
    sent(seconds) {
      waitFor(seconds);
      sayToast({ tone: 'info', text: t('code.sent') });
    },
    refused({ code, message, data }) {
      if (code !== REFUSED.CODE_TOO_SOON) return;
      sayToast({ tone: 'error', text: message, code });
      if (isRecord(data) && typeof data.wait === 'number') waitFor(data.wait);
    },
  };
}
