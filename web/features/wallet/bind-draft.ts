// What is typed of a destination, and which of it still lacks.

import type { Kind } from './kinds.ts';

export interface Typed {
  readonly label: string;
  readonly dc_address: string;
  readonly bank_name: string;
  readonly bank_address: string;
  readonly bank_swift: string;
  readonly payee_name: string;
  readonly payee_account: string;
  readonly owner: 'me' | 'other';
  readonly beneficiary_name: string;
  readonly wallet_kind: 'own' | 'exchange';
  readonly exchange_name: string;
}

export const EMPTY_BIND: Typed = {
  ...{ label: '', dc_address: '', bank_name: '', bank_address: '', bank_swift: '', payee_name: '' },
  ...{ payee_account: '', owner: 'me', beneficiary_name: '', wallet_kind: 'own', exchange_name: '' },
};

const NEEDED = { '1': ['dc_address'], '2': ['bank_name', 'bank_swift', 'payee_name', 'payee_account'] } as const;

/** As the server asks for them. */
export function missingOf(kind: Kind, typed: Typed): ReadonlySet<keyof Typed> {
  const needed: readonly (keyof Typed)[] = [
    ...NEEDED[kind],
    ...(kind === '1' && typed.wallet_kind === 'exchange' ? (['exchange_name'] as const) : []),
    ...(typed.owner === 'other' ? (['beneficiary_name'] as const) : []),
  ];
  return new Set(needed.filter((field) => typed[field].trim() === ''));
}

/** What a form's lines need of the whole. */
export interface LinesProps {
  readonly terms: { readonly protocol: string; readonly network: string };
  /** The field was left: what is wrong with it is said from now on. */
  readonly onLeave: (field: keyof Typed) => void;
  readonly typed: Typed;
  readonly onType: (change: Partial<Typed>) => void;
  readonly errorOf: (field: keyof Typed) => string | undefined;
  readonly said: (codes: readonly number[]) => string | undefined;
}
