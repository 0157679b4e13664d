// The code that is sent to what a visitor typed: who asks for it hears of the name and the country what was wrong about them.

import type { ApiError } from '@fairtick/contract/client/failures';
import { type RefObject, useState } from 'react';
import { ABOUT, REFUSED } from '../../../calculators/refused.ts';
import { useAct } from '../../../hooks/use-act.ts';
import { useCodeWait } from './use-code-wait.ts';
import type { Typed } from './use-typed-name.ts';

const ABOUT_NAME = [...ABOUT.account, ...ABOUT.area];
const SHOWN = [...ABOUT_NAME, REFUSED.CODE_TOO_SOON];

export interface SentCode {
  readonly value: string;
  readonly setValue: (code: string) => void;
  readonly busy: boolean;
  /** Asks for a code. */
  readonly send: () => Promise<void>;
  /** From when the next may be asked for, UTC ms. */
  readonly nextMs: number;
  /** A code was asked for, or the form sent, while it did not know whose. */
  readonly nameless: boolean;
  /** The form was sent without a code, and none was asked for since. */
  readonly missing: boolean;
  /** To be told when the form is sent; whether there is a code. */
  readonly check: () => boolean;
  /** The last one that is about the name or the country. */
  readonly refusal: ApiError | undefined;
  readonly said: (codes: readonly number[]) => string | undefined;
}

interface Asking {
  /** 1 to register, 2 to reset. */
  readonly type: '1' | '2';
  readonly typed: Typed;
  readonly area: string;
  /** Where the focus goes while a name is missing. */
  readonly nameInput: RefObject<HTMLInputElement | null>;
}

export function useSentCode({ type, typed: { account: to }, area, nameInput }: Asking): SentCode {
  const [value, setValue] = useState('');
  const [asked, setAsked] = useState(false);
  const [tried, setTried] = useState(false);
  const wait = useCodeWait();
  const act = useAct('send_code', SHOWN, wait.refused);
  const empty = value.trim() === '';
  return {
    value,
    setValue,
    busy: act.busy,
    async send() {
      setAsked(true);
      setTried(false);
      if (to === '') return nameInput.current?.focus();
      const sent = await act.send({ to, area_id: area, type });
      if (sent) wait.sent(sent.wait);
    },
    nextMs: wait.nextMs,
    nameless: (asked || tried) && to === '',
    missing: tried && empty,
    check() {
      setTried(true);
      return !empty;
    },
    refusal: act.refusal,
    said: act.said,
  };
}
