// How a session opens, by whichever way somebody comes in: in the transaction that spends what they came in by.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { User } from '@fairtick/contract/http/accounts';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOfOne } from '../../../platform/commands/key.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import type { RequestContext } from '../../../platform/endpoints.ts';
import { networkOf } from '../../../platform/sign-in/network.ts';
import { newToken } from '../../../platform/sign-in/token.ts';
import type { SessionFactor } from '../columns.ts';
import { tellNewSignIn } from '../devices/new-sign-in.ts';
import { noteDevice } from '../devices/table.ts';
import { freezeOf } from '../opening.ts';
import type { Standing } from '../standing.ts';
import { holdStanding } from '../standing-table.ts';
import { type Entrant, findEntrant, type NamedUser } from '../table.ts';
import { userView } from '../views.ts';
import type { SignInOptions } from './options.ts';

export interface SignedIn {
  readonly token: string;
  readonly user: User;
}

export interface Entering {
  readonly userId: Id;
  readonly factor: SessionFactor;
  readonly context: RequestContext;
}

type EnteringOptions = Pick<SignInOptions, 'sessions' | 'records' | 'entropy' | 'keys' | 'clock'>;

/**
 * A session with this token, unless the user was removed or may not sign in. In the transaction of what lets them in. Whether the browser is one that
 * they had never signed in from; one that keeps no name is new each time.
 */
export async function openSession(
  { sessions }: Pick<EnteringOptions, 'sessions'>,
  tx: PoolClient,
  token: string,
  { userId, factor, context }: Entering,
): Promise<Result<Entrant & { readonly fromNewBrowser: boolean }, Refusal>> {
  const { agent, address, deviceHash } = context;
  // In one trip: what a refusal finds written is undone with it. The standing is held first: whoever makes every browser a stranger's again comes
  // before this sign-in, and is heeded, or after it, and ends its session too.
  const [standing, entrant, , fromNewBrowser] = await Promise.all([
    holdStanding(tx, userId),
    findEntrant(tx, userId),
    sessions.open(token, userId, { factor, agent, addressShown: networkOf(address), deviceHash }, tx),
    deviceHash === null || noteDevice(tx, userId, deviceHash),
  ]);
  if (!entrant) return err(refuse('LOGIN_FAILED'));
  const locked = signInRefusal(standing);
  return locked ? err(locked) : ok({ ...entrant, fromNewBrowser });
}

/** The same of somebody who comes back, and who they are: a browser that they never used is told by letter. */
export async function letIn(
  options: EnteringOptions,
  tx: PoolClient,
  token: string,
  entering: Entering,
): Promise<Result<Entrant, Refusal>> {
  const opened = await openSession(options, tx, token, entering);
  if (!opened.ok) return opened;
  if (opened.value.fromNewBrowser) await tellNewSignIn(options, tx, entering.userId, entering.context);
  return opened;
}

/**
 * Steps of a sign-in are good once: whoever lost the answer begins again, and no token is kept with a key. `admit` spends what they came in by; where
 * it refuses, nothing is written.
 */
export async function enter(
  options: EnteringOptions,
  entering: Entering,
  admit: (tx: PoolClient) => Promise<Refusal | undefined>,
): Promise<Result<SignedIn, Refusal>> {
  const { records, entropy } = options;
  const { userId } = entering;
  const token = newToken(entropy);
  let user: NamedUser | undefined;
  const outcome = await records.write({
    key: keyOfOne(entropy, userId, 'login_second'),
    act: async (tx) => {
      const refused = await admit(tx);
      if (refused) return err(refused);
      const entered = await letIn(options, tx, token, entering);
      if (!entered.ok) return entered;
      user = entered.value.user;
      return ok({});
    },
  });
  if (!outcome.ok) return outcome;
  return user ? ok({ token, user: userView(user) }) : err(refuse('SESSION_EXPIRED'));
}

/** Only whoever has shown that they are the user learns of a lock. */
export function signInRefusal(standing: Standing | undefined): Refusal<'FROZEN'> | undefined {
  const freeze = standing && freezeOf(standing, 'sign_in');
  return freeze && refuse('FROZEN', { reason: freeze.reason });
}
