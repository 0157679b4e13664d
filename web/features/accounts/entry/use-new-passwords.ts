// A new password, typed twice.

import { type RefObject, useRef, useState } from 'react';

export interface NewPasswordPair {
  readonly first: string;
  readonly second: string;
  readonly setFirst: (text: string) => void;
  readonly setSecond: (text: string) => void;
  readonly inputs: readonly [RefObject<HTMLInputElement | null>, RefObject<HTMLInputElement | null>];
  /** Both are there, and the same: everything else about them the server judges. */
  readonly good: boolean;
  /** To the one that is not. */
  readonly focus: () => void;
}

export function useNewPasswords(): NewPasswordPair {
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const inputs = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)] as const;
  return {
    first,
    second,
    setFirst,
    setSecond,
    inputs,
    good: first !== '' && first === second,
    focus: () => inputs[first === '' ? 0 : 1].current?.focus(),
  };
}
