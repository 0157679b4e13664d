// A second factor that somebody shows, in the second step of a sign-in and in a step-up alike: judged first, and spent in the transaction of what it
// lets them do.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { equalBytes } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { noteCounter } from '../../../platform/sign-in/passkeys.ts';
import { openSecret, stepOf } from '../../../platform/sign-in/totp.ts';
import { findSecret, notePasskeyUse, passkeysOf, takeStep } from './factor-table.ts';
import type { GuardOptions } from './options.ts';
import { recoveryMac } from './recovery.ts';
import { useRecoveryCode } from './recovery-table.ts';

type ShowingOptions = Pick<GuardOptions, 'db' | 'clock' | 'keys' | 'passkeys' | 'logger'>;

/** A refusal where it was spent, or taken away, since it was judged. */
export type Spend = (tx: PoolClient) => Promise<Refusal | undefined>;
type Judged = Promise<Result<Spend, Refusal>>;

/** A code of the authenticator app: FACTOR_WRONG where it is none of now, FACTOR_USED where it or a later one was used. */
export async function showAppCode({ db, keys, clock }: ShowingOptions, userId: Id, code: string): Judged {
  const sealed = await findSecret(db, userId);
  const secret = sealed && openSecret(keys, 'user_factors', sealed, userId);
  const step = secret && stepOf(secret, code, clock.now());
  if (step === undefined) return err(refuse('FACTOR_WRONG'));
  return ok(async (tx) => ((await takeStep(tx, userId, step)) ? undefined : refuse('FACTOR_USED')));
}

export async function showRecoveryCode(options: ShowingOptions, userId: Id, code: string): Judged {
  const mac = await recoveryMac(options, userId, code);
  if (!mac) return err(refuse('FACTOR_WRONG'));
  return ok(async (tx) => ((await useRecoveryCode(tx, userId, mac)) ? undefined : refuse('FACTOR_USED')));
}

/** `challenge`: what the browser was asked; '' where it was asked nothing, which no answer fits. */
export async function showPasskey(
  { db, passkeys, logger }: ShowingOptions,
  userId: Id,
  challenge: string,
  response: string,
): Judged {
  const read = passkeys.read(response);
  const own = await passkeysOf(db, userId);
  const passkey = read && own.find((one) => equalBytes(one.credential_id, read.credentialId));
  const use = passkey && (await passkeys.used(read.answer, challenge, passkey, userId));
  if (!use) return err(refuse('PASSKEY_FAILED'));
  noteCounter(logger, `user ${userId}`, passkey, use);
  return ok(async (tx) => ((await notePasskeyUse(tx, use)) ? undefined : refuse('PASSKEY_FAILED')));
}
