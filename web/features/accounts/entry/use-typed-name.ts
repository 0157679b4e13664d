// The two ways to say who one is, side by side: what was typed in one stays while the other is looked at.

import { useState } from 'react';
import { useAreas } from '../../../hooks/use-areas.ts';

export type Kind = 'email' | 'mobile';

export interface Typed {
  readonly kind: Kind;
  readonly setKind: (kind: Kind) => void;
  readonly email: string;
  readonly setEmail: (email: string) => void;
  readonly number: string;
  readonly setNumber: (number: string) => void;
  /** ISO 3166 alpha-2 of the mobile; '' until one is chosen. */
  readonly country: string;
  readonly setCountry: (country: string) => void;
  /** The e-mail, or the mobile with + and its country's code; '' while a part is missing. */
  readonly account: string;
  /** Of a mobile, as the documents have it: code, a dash, the number. */
  readonly dashed: string;
}

/** `residence`: the code of a mobile is this country's until another is chosen. */
export function useTypedName(residence = '', first: Kind = 'email'): Typed {
  const [kind, setKind] = useState<Kind>(first);
  const [email, setEmail] = useState('');
  const [number, setNumber] = useState('');
  const [chosen, setCountry] = useState('');
  const areas = useAreas();
  const country = chosen === '' ? residence : chosen;
  const code = areas.find(({ id }) => id === country)?.global_code;
  const digits = number.trim();
  const whole = code !== undefined && digits !== '';
  return {
    kind,
    setKind,
    email,
    setEmail,
    number,
    setNumber,
    country,
    setCountry,
    account: kind === 'email' ? email.trim() : whole ? `+${code}${digits}` : '',
    dashed: kind === 'mobile' && whole ? `${code}-${digits}` : '',
  };
}
