// Codes of a member's authenticator app.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { openSecret, stepOf } from '../../../platform/sign-in/totp.ts';
import type { StaffOptions } from '../context.ts';
import { findSecret } from './factor-table.ts';

const NOBODYS = new Uint8Array(20);

/** The 30 s step whose code the member typed; undefined where it is wrong, or nobody has that id, by the same work. */
export async function codeStep(
  { db, keys, clock }: Pick<StaffOptions, 'keys' | 'clock'> & { readonly db: Queries },
  staffId: Id,
  code: string,
): Promise<number | undefined> {
  const sealed = await findSecret(db, staffId);
  const secret = sealed && openSecret(keys, 'staff_factors', sealed, staffId);
  const step = stepOf(secret ?? NOBODYS, code, clock.now());
  return secret ? step : undefined;
}
