// What is asked of whoever chooses a new password, before any code is looked at: pure.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { NameKind } from '@fairtick/contract/http/names';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { mobileCountry } from '../names/mobile.ts';
import { passwordRefusal } from '../password-rules.ts';
import { type Name, residence, typedEmail, typedMobile } from '../registering/rules.ts';

export interface NewPassword {
  readonly new_password: string;
  readonly secondary_password: string;
  readonly auth_code: string;
}

/** In the order in which the form has them. */
export function newPasswordRefusal(typed: NewPassword, names: readonly string[]): Refusal | undefined {
  for (const field of ['new_password', 'secondary_password', 'auth_code'] as const)
    if (typed[field].trim() === '') return refuse('VALUE_MISSING', { field });
  if (typed.new_password !== typed.secondary_password) return refuse('PASSWORDS_DIFFER');
  return passwordRefusal(typed.new_password, names);
}

/** An account's name as it is kept. */
export function typedName(kind: NameKind, typed: string, areaId: string): Result<string, Refusal> {
  if (typed.trim() === '') return err(refuse('VALUE_MISSING', { field: 'account' }));
  const name = kind === 'email' ? typedEmail(typed) : ownMobile(typed, areaId);
  return name.ok ? ok(name.value.name) : name;
}

/** Without an area, as the documents have it, a number is typed with its calling code and says itself where it is of. */
function ownMobile(typed: string, areaId: string): Result<Name, Refusal> {
  const whole = `+${typed.trim().replace(/^\+/, '')}`;
  const country = areaId.trim() === '' ? mobileCountry(whole) : undefined;
  const name = country === undefined ? undefined : typedMobile(whole, country);
  if (name?.ok) return name;
  const area = residence(areaId);
  return area.ok ? typedMobile(typed, area.value) : area;
}
