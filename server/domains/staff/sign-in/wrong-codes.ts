// How often somebody who has a member's password may guess their code: twenty wrong ones at once and one more each 72 minutes, from wherever; the
// last one locks for a day. The member is told of that, and of ten. Whoever has a password has no passkey beside it: a session goes on, and a link
// lets them in meanwhile, the machine's or that of two who let them in anew.

import { toHex } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import { inTransaction } from '../../../platform/commands/transaction.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { send } from '../../../platform/database/statement.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { letterTo } from '../../../platform/mail/letter.ts';
import { insertOutbox } from '../../../platform/outbox/table.ts';
import { SYSTEM } from '../../../platform/principals.ts';
import { type StaffOptions, writeActs } from '../context.ts';
import { afterWrongCode, FIRST_OWNER } from '../rules.ts';
import { findMember } from '../table.ts';
import { codeStep } from './factors.ts';
import { holdWrongCodes, writeWrongCodes } from './wrong-codes-table.ts';

type CodeOptions = Pick<StaffOptions, 'db' | 'keys' | 'clock'>;

const NOBODIES = 1_024;

/**
 * Whose codes are tried where a sign-in's ticket is nobody's: one of many that no member is. Were it one for all, whoever waits behind it would learn that
 * their password was wrong, and all that wait hold a connection each. Only a MAC: nobody can choose tickets that meet.
 */
export const nobodyOf = (keys: Keys, ticketHash: Uint8Array): Id =>
  -1n - BigInt(Buffer.from(keys.mac('person_search', `nobody's codes/${toHex(ticketHash)}`)).readUInt32BE() % NOBODIES);

/**
 * The 30 s step whose code it is; undefined where it is wrong; 'locked' where it was not looked at. One try of a member after the other: many at once count
 * as many (see `afterWrongCode`). The same work for nobody.
 */
export const judgeCode = (options: CodeOptions, staffId: Id, code: string): Promise<number | 'locked' | undefined> =>
  inTransaction(options.db, (tx) => judgeWithin(tx, options, staffId, code));

/** The same statements whether the code is right, wrong or not looked at. Only what a member is told of, once a day at most, takes more. */
async function judgeWithin(
  tx: PoolClient,
  { keys, clock }: CodeOptions,
  staffId: Id,
  code: string,
): Promise<number | 'locked' | undefined> {
  const nowMs = clock.now();
  const before = await holdWrongCodes(tx, staffId);
  const step = await codeStep({ db: tx, keys, clock }, staffId, code);
  const isLocked = before.lockedUntil > nowMs;
  const counted = isLocked || step !== undefined ? undefined : afterWrongCode(before, nowMs);
  await writeWrongCodes(tx, staffId, counted?.after ?? before);
  if (counted?.tells) await tell(tx, staffId, counted.tells);
  return isLocked ? 'locked' : step;
}

/** In the transaction of the wrong one. */
async function tell(tx: PoolClient, staffId: Id, what: 'staff_codes_locked' | 'staff_codes_tried'): Promise<void> {
  const member = await findMember(tx, staffId);
  if (!member) return;
  await writeActs(tx, SYSTEM, staffId, [{ kind: what, contents: {} }]);
  // Its e-mail is a name and no mailbox.
  if (member.email === FIRST_OWNER.email) return;
  const letter = letterTo({ address: member.email, template: what, params: {}, lang: 'en' });
  for (const write of insertOutbox([letter])) await send(tx, write);
}
