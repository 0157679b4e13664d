// A visitor asks for a code, to register or to choose a new password: the same statements for a name that somebody has and for one that nobody has.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { err, type Result } from '@fairtick/kernel/result';
import type { Queries } from '../../../platform/database/pools.ts';
import type { RequestContext } from '../../../platform/endpoints.ts';
import type { Codes } from '../codes/codes.ts';
import { isKnownDevice } from '../devices/table.ts';
import { mobileCountry } from '../names/mobile.ts';
import { findName } from '../names/table.ts';
import type { RegistrationSettings } from '../settings.ts';
import { type Name, typedEmail, typedMobile } from './rules.ts';

export interface AskingOptions {
  readonly db: Queries;
  readonly codes: Codes;
  readonly settings: () => RegistrationSettings;
}

type Asked = ParsedOf<'send_code'>;

export async function askCode(
  { db, codes, settings }: AskingOptions,
  input: Asked,
  context: RequestContext,
): Promise<Result<AnswerOf<'send_code'>, Refusal>> {
  const to = destination(input, settings());
  if (!to.ok) return to;
  const held = await findName(db, to.value.name);
  // Who has registered a name by a captcha alone may be a stranger to it: no codes are kept for them.
  const ownerId = held && held.verified_time !== null ? held.user_id : 0n;
  const { lang, deviceHash } = context;
  const knownDevice = await isKnownDevice(db, ownerId, deviceHash);
  const purpose = input.type === '1' ? 'register' : 'reset';
  return codes.send({ purpose, to: to.value, userId: null, knownDevice, lang, by: context });
}

/** An e-mail has an @, and no number has. */
function destination(
  { to, area_id: areaId, type }: Asked,
  { is_show_mobile: mobiles }: RegistrationSettings,
): Result<Name, Refusal> {
  if (to.trim() === '') return err(refuse('VALUE_MISSING', { field: 'account' }));
  if (to.includes('@')) return typedEmail(to);
  if (type === '1' && mobiles === 0) return err(refuse('ACCOUNT_MALFORMED'));
  // The form's area is where one lives: a number that names its own country may be of another.
  const country = mobileCountry(to) ?? areaId.trim().toUpperCase();
  return country === '' ? err(refuse('VALUE_MISSING', { field: 'area_id' })) : typedMobile(to, country);
}
