// What signing in and confirming do alike with a member's factors.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { StaffOptions } from '../context.ts';
import { findSecret, type PasskeyRow, type PasskeyUse } from './factor-table.ts';
import { openSecret, stepOf } from './totp.ts';

const NOBODYS = new Uint8Array(20);

/** The 30 s step whose code the member typed; undefined where it is wrong, or nobody has that id, by the same work. */
export async function codeStep(
  { db, keys, clock }: Pick<StaffOptions, 'keys' | 'clock'> & { readonly db: Queries },
  staffId: Id,
  code: string,
): Promise<number | undefined> {
  const sealed = await findSecret(db, staffId);
  const secret = sealed && openSecret(keys, sealed, staffId);
  const step = stepOf(secret ?? NOBODYS, code, clock.now());
  return secret ? step : undefined;
}

/** A counter that goes back may be a copied passkey, or one that its owner keeps in several places: it is told and does not refuse. */
export function noteCounter(logger: Logger, passkey: PasskeyRow, use: PasskeyUse): void {
  const before = Number(passkey.counter);
  if (use.counter > before || (use.counter === 0 && before === 0)) return;
  const staff = passkey.staff_id.toString();
  logger.warn({ staff, before, counter: use.counter }, "a passkey's counter went back");
}
