// "This was not me": by the link of a letter about a new sign-in. Scanners of mail follow links, so the page asks first and only its button calls this.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOfOne } from '../../../platform/commands/key.ts';
import { hashToken } from '../../../platform/sign-in/token.ts';
import type { SignInOptions } from '../signing-in/options.ts';
import { endSessions } from '../signing-in/session-table.ts';
import { holdWithdrawals } from '../standing-change.ts';
import { tellEveryName } from '../telling/owner.ts';
import { userTickets } from '../tickets.ts';
import { forgetDevices } from './table.ts';

type NotMeOptions = Pick<SignInOptions, 'db' | 'clock' | 'entropy' | 'records' | 'sessions'>;

/** Every session ends, sockets too, no browser is known any more, and withdrawals rest for a day. The password stays: nobody who has read a letter alone may choose one. */
export async function notMe(
  { db, clock, entropy, records, sessions }: NotMeOptions,
  token: string,
): Promise<Result<Record<string, never>, Refusal>> {
  const hash = hashToken(token);
  const userId = (await userTickets.find(db, hash, 'not_me', clock.now()))?.owner_id;
  if (!userId) return err(refuse('LINK_SPENT'));
  const key = keyOfOne(entropy, userId, 'not_me');
  const outcome = await sessions.endWithin(records, key, async (tx, end) => {
    // The user first, as a batch locks them before it takes the tickets of one who leaves.
    await holdWithdrawals(tx, userId, { kind: 'user', id: userId });
    if (!(await userTickets.use(tx, hash, clock.now()))) return err(refuse('LINK_SPENT'));
    // Other letters have links too: each would end what its owner begins from here on.
    await userTickets.useAll(tx, userId, 'not_me', clock.now());
    end(await endSessions(tx, userId));
    // The browser that it was is among them: its next sign-in is told again.
    await forgetDevices(tx, userId);
    await tellEveryName(tx, userId, 'signed_out');
    return ok({});
  });
  return outcome.ok ? ok({}) : outcome;
}
