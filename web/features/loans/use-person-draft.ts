// What is typed of a borrower, what of it is missing, and what is sent for it.

import type { LoanPersonView } from '@fairtick/contract/http/loans';
import { useState } from 'react';
import { namesForCall, namesFromCall } from '../../calculators/loans.ts';
import { useTexts } from '../../i18n/use-texts.ts';

interface Typed {
  readonly last: string;
  readonly first: string;
  readonly sex: '' | '1' | '2';
  readonly birthday: string;
  readonly country: string;
  /** Digits of the calling code. */
  readonly code: string;
  readonly number: string;
  readonly card: '1' | '2';
}
const REQUIRED = ['last', 'first', 'sex', 'birthday', 'country', 'code', 'number'] as const;
type Required = (typeof REQUIRED)[number];

export interface PersonDraft {
  readonly typed: Typed;
  readonly set: <K extends keyof Typed>(name: K, value: Typed[K]) => void;
  readonly missing: readonly Required[];
  readonly tried: boolean;
  readonly setTried: (tried: boolean) => void;
  /** What is missing of it, once it was tried to be sent without. */
  readonly say: (name: keyof Typed | 'hand_pic') => string | undefined;
  readonly sent: {
    readonly name: string;
    readonly last_name: string;
    readonly sex: string;
    readonly birthday: string;
    readonly country: string;
    readonly mobile: string;
    readonly id_card_type: string;
  };
}

const textOf = (one: 0 | 1 | 2): '' | '1' | '2' => (one === 0 ? '' : one === 1 ? '1' : '2');

function typedBefore(before: LoanPersonView): Typed {
  const [code = '', number = ''] = before.mobile.replace('+', '').split('-');
  return {
    ...namesFromCall(before),
    ...{ sex: textOf(before.sex), birthday: before.birthday, country: before.country, code, number },
    card: before.id_card_type === 2 ? '2' : '1',
  };
}

export function usePersonDraft(before: LoanPersonView): PersonDraft {
  const t = useTexts('loans');
  const [typed, setTyped] = useState(() => typedBefore(before));
  const [tried, setTried] = useState(false);
  const missing = REQUIRED.filter((name) => typed[name].trim() === '');
  const isMissing = (name: string): boolean => missing.some((one) => one === name);
  return {
    ...{ typed, missing, tried, setTried },
    set: (name, value) => setTyped((now) => ({ ...now, [name]: value })),
    say: (name) => (tried && (name === 'hand_pic' || isMissing(name)) ? t('missing') : undefined),
    sent: {
      ...namesForCall(typed),
      ...{ sex: typed.sex, birthday: typed.birthday, country: typed.country, id_card_type: typed.card },
      mobile: `${typed.code}-${typed.number.replace(/[\s()-]/g, '')}`,
    },
  };
}
