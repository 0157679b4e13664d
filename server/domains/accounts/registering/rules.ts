// What is asked of whoever registers, before any code is looked at: pure.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ParsedOf } from '@fairtick/contract/http/index';
import type { NameKind } from '@fairtick/contract/http/names';
import type { Entropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { areaOf, isRefused } from '../names/areas.ts';
import { emailName } from '../names/email.ts';
import { isRefusedMobile, mobileName } from '../names/mobile.ts';
import { passwordRefusal } from '../password-rules.ts';
import type { RegistrationSettings } from '../settings.ts';

export interface Name {
  readonly kind: NameKind;
  readonly name: string;
}

export interface Registrant extends Name {
  /** Of residence, ISO 3166 alpha-2. */
  readonly country: string;
  readonly password: string;
  /** By whose code; undefined where none was typed. */
  readonly inviteCode: string | undefined;
  /** The code that was sent, or a captcha's answer. */
  readonly answer: string;
}

/** A country of residence; refused where it is none, or one of the five. */
export function residence(areaId: string): Result<string, Refusal> {
  if (areaId.trim() === '') return err(refuse('VALUE_MISSING', { field: 'area_id' }));
  if (isRefused(areaId)) return err(refuse('COUNTRY_REFUSED'));
  const area = areaOf(areaId);
  return area ? ok(area.code) : err(refuse('AREA_UNKNOWN'));
}

/** A mobile of that country, as +E.164. `typed`: with the calling code, also as the form shows it (852-91234567), or without. */
export function typedMobile(typed: string, country: string): Result<Name, Refusal> {
  if (isRefused(country)) return err(refuse('COUNTRY_REFUSED'));
  const name = mobileName(typed.replace(/^(\d{1,7})-/, '+$1'), country) ?? mobileName(typed, country);
  if (name !== undefined) return ok({ kind: 'mobile', name });
  // Only then: the American 850-555-0123 begins like a North Korean number.
  return err(refuse(isRefusedMobile(typed) ? 'COUNTRY_REFUSED' : 'ACCOUNT_MALFORMED'));
}

/** An e-mail as it is stored. */
export function typedEmail(typed: string): Result<Name, Refusal> {
  const name = emailName(typed);
  return name === undefined ? err(refuse('ACCOUNT_MALFORMED')) : ok({ kind: 'email', name });
}

type Input = ParsedOf<'register'>;

/** In the order in which the form has them: what is empty first, then what each field says. */
export function readRegistration(input: Input, settings: RegistrationSettings): Result<Registrant, Refusal> {
  const empty = emptyField(input, settings);
  if (empty !== undefined) return err(refuse('VALUE_MISSING', { field: empty }));
  const country = residence(input.area_id);
  if (!country.ok) return country;
  if (input.type === 'mobile' && settings.is_show_mobile === 0) return err(refuse('ACCOUNT_MALFORMED'));
  const name =
    input.type === 'mobile'
      ? typedMobile(input.mobile.trim() || input.account, input.country.trim().toUpperCase() || country.value)
      : typedEmail(input.account);
  if (!name.ok) return name;
  const password = newPassword(input, [name.value.name]);
  if (!password.ok) return password;
  const invite = typedInvite(input.invite_code, settings);
  if (!invite.ok) return invite;
  return ok({
    ...name.value,
    country: country.value,
    password: password.value,
    inviteCode: invite.value,
    answer: input.sms_code,
  });
}

function emptyField(input: Input, settings: RegistrationSettings): string | undefined {
  if (input.account.trim() === '' && (input.type === 'email' || input.mobile.trim() === '')) return 'account';
  if (input.password === '') return 'password';
  if (input.re_password === '') return 're_password';
  if (input.sms_code.trim() === '') return 'sms_code';
  return settings.verify_reg_type === 2 && input.key.trim() === '' ? 'sms_code' : undefined;
}

function newPassword({ password, re_password: again }: Input, names: readonly string[]): Result<string, Refusal> {
  if (password !== again) return err(refuse('PASSWORDS_DIFFER'));
  const unfit = passwordRefusal(password, names);
  return unfit ? err(unfit) : ok(password);
}

/** Without the signs that are taken for others: I, L, O, 0, 1. */
const INVITE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const INVITE_LENGTH = 6;
const INVITE = new RegExp(`^[${INVITE_ALPHABET}]{${INVITE_LENGTH}}$`);

/** Upper-cased; a sign that is in no code makes it unknown, and never another's. */
function typedInvite(typed: string, settings: RegistrationSettings): Result<string | undefined, Refusal> {
  const code = typed.trim().toUpperCase();
  if (code === '') return settings.invite_required ? err(refuse('INVITE_REQUIRED')) : ok(undefined);
  return INVITE.test(code) ? ok(code) : err(refuse('INVITE_UNKNOWN'));
}

/** Each as likely as any other. */
export function newInvite(entropy: Entropy): string {
  const fair = 256 - (256 % INVITE_ALPHABET.length);
  let code = '';
  while (code.length < INVITE_LENGTH)
    for (const byte of entropy.bytes(INVITE_LENGTH - code.length))
      if (byte < fair) code += INVITE_ALPHABET[byte % INVITE_ALPHABET.length];
  return code;
}
