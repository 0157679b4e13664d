// The endpoints of what guards an account.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf } from '@fairtick/contract/http/index';
import type { securityEndpoints } from '@fairtick/contract/http/security';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { type Handlers, type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { maskedMobile } from '../names/mobile.ts';
import { type HeldName, namesOf } from '../names/table.ts';
import { readStanding } from '../standing-table.ts';
import { AuthenticatorApp } from './authenticator-app.ts';
import { readElevation } from './elevation-table.ts';
import { type PasskeyRow, passkeysOf } from './factor-table.ts';
import { Naming } from './naming.ts';
import type { GuardOptions } from './options.ts';
import { OwnPasskeys } from './own-passkeys.ts';
import { newRecoveryCodes } from './recovery-issue.ts';
import { maskedEmail } from './rules.ts';
import { StepUp } from './step-up.ts';
import { readWord, setWord } from './word.ts';

export function securityHandlers(options: GuardOptions): Handlers<keyof typeof securityEndpoints> {
  const stepUp = new StepUp(options);
  const app = new AuthenticatorApp(options);
  const passkeys = new OwnPasskeys(options);
  const naming = new Naming(options);
  return {
    security: (_, context) => guardOf(options, context),
    step_up_begin: (input, context) => stepUp.begin(input, context),
    step_up_finish: (input, context) => stepUp.finish(input, context),
    totp_begin: (_, context) => app.begin(context),
    totp_confirm: (input, context) => app.confirm(input, context),
    totp_remove: (_, context) => app.remove(context),
    passkey_begin: (_, context) => passkeys.begin(context),
    passkey_finish: (input, context) => passkeys.finish(input, context),
    passkey_remove: (input, context) => passkeys.remove(input, context),
    recovery_codes: (_, context) => newRecoveryCodes(options, context),
    name_bind_begin: (input, context) => naming.begin(input, context),
    name_bind_finish: (input, context) => naming.finish(input, context),
    mail_word_set: ({ word }, context) => setWord(options, word, context),
  };
}

async function guardOf(
  { db, keys, clock }: GuardOptions,
  context: RequestContext,
): Promise<Result<AnswerOf<'security'>, Refusal>> {
  const { userId, tokenHash } = userOf(context);
  const elevation = await readElevation(db, tokenHash);
  if (!elevation) return err(refuse('SESSION_EXPIRED'));
  const { factors, recoveryCodes, methods, untilMs } = elevation;
  const standing = await readStanding(db, userId);
  const word = await readWord(keys, db, userId);
  const { holdUntil = 0, nowMs = 0 } = standing ?? {};
  return ok({
    names: (await namesOf(db, userId)).map(nameView),
    totp: factors.includes('totp'),
    passkeys: (await passkeysOf(db, userId)).map(passkeyView),
    recoveryCodes,
    methods: [...methods],
    elevatedUntil: untilMs,
    holdUntil: holdUntil > nowMs ? holdUntil : 0,
    mailWordSet: word !== '',
    mailWord: untilMs > clock.now() ? word : '',
  });
}

const nameView = ({ kind, name, added_time: added, verified_time: verified }: HeldName) => ({
  kind,
  name: kind === 'email' ? maskedEmail(name) : maskedMobile(name),
  added: Number(added),
  verified: verified !== null,
});

const passkeyView = ({ credential_id: id, label, created_time: added, last_used_time: used }: PasskeyRow) => ({
  id: Buffer.from(id).toString('base64url'),
  label,
  added: Number(added),
  lastUsed: used === null ? null : Number(used),
});
