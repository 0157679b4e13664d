// How often somebody who has a member's password may guess their code: twenty wrong ones within a day, from wherever, and none is taken for a day. The
// member is told. Whoever has a password has no passkey beside it: a session goes on, and a link lets them in meanwhile, the machine's or that of
// two who let them in anew.

import type { Id } from '@fairtick/kernel/ids';
import { rolledBack } from '../../../platform/commands/transaction.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { send } from '../../../platform/database/statement.ts';
import { letterTo } from '../../../platform/mail/letter.ts';
import { insertOutbox } from '../../../platform/outbox/table.ts';
import { SYSTEM } from '../../../platform/principals.ts';
import { type StaffOptions, writeActs } from '../context.ts';
import { FIRST_OWNER, WRONG_CODES } from '../rules.ts';
import { findMember } from '../table.ts';
import { codeStep } from './factors.ts';
import { countWrongCode, holdWrongCodes } from './ticket-table.ts';

type CodeOptions = Pick<StaffOptions, 'db' | 'keys' | 'clock'>;

/**
 * The 30 s step whose code it is; undefined where it is wrong; 'locked' where it was not looked at. One try of a member after the other: many at once count
 * as many. The same work where there is nobody (0).
 */
export async function judgeCode(
  options: CodeOptions,
  staffId: Id,
  code: string,
): Promise<number | 'locked' | undefined> {
  const client = await options.db.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const judged = await judgeWithin(client, options, staffId, code);
    await client.query('COMMIT');
    return judged;
  } catch (error) {
    broken = await rolledBack(client, error);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function judgeWithin(
  tx: PoolClient,
  { keys, clock }: CodeOptions,
  staffId: Id,
  code: string,
): Promise<number | 'locked' | undefined> {
  const nowMs = clock.now();
  const wrong = await holdWrongCodes(tx, staffId, nowMs);
  const step = await codeStep({ db: tx, keys, clock }, staffId, code);
  if (wrong >= WRONG_CODES) return 'locked';
  if (step === undefined && (await countWrongCode(tx, staffId, nowMs)) === WRONG_CODES) await tellLocked(tx, staffId);
  return step;
}

/** In the transaction of the last wrong one. */
async function tellLocked(tx: PoolClient, staffId: Id): Promise<void> {
  const member = await findMember(tx, staffId);
  if (!member) return;
  await writeActs(tx, SYSTEM, staffId, [{ kind: 'staff_codes_locked', contents: {} }]);
  // Its e-mail is a name and no mailbox.
  if (member.email === FIRST_OWNER.email) return;
  const letter = letterTo({ address: member.email, template: 'staff_codes_locked', params: {}, lang: 'en' });
  for (const write of insertOutbox([letter])) await send(tx, write);
}
