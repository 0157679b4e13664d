// What a command of a user or of the staff carries of the request that asked for it.

import type { EndpointName } from '@fairtick/contract/http/index';
import type { StaffTable } from '@fairtick/contract/staff/index';
import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { type RequestContext, userOf } from '../endpoints.ts';
import { actorOfPrincipal, type StaffPrincipal } from '../principals.ts';
import type { Key } from './command.ts';
import { keyOf } from './key.ts';

/** The endpoint a command came by and its parsed input: both are bound to the idempotency key. */
export interface UserRequest {
  readonly endpoint: EndpointName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: RequestContext;
}

/** Name, realm, owner, actor and key of a signed-in user's command about their own records. Throws where nobody is signed in. */
export function ownCommand({ endpoint, input, context }: UserRequest) {
  const user = userOf(context);
  const { realm, userId } = user;
  const key: Key = keyOf(userId, context.key, endpoint, input);
  return { name: endpoint, realm, actor: actorOfPrincipal(user), owners: [userId], key };
}

export interface StaffRequest {
  readonly endpoint: EndpointName<StaffTable>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: RequestContext<StaffPrincipal>;
}

/**
 * Name, realm, owners, actor and key of a command that a member of staff gives about users. The key is the member's: ids of staff come from the
 * generator of users' ids, so the two never meet. Throws where nobody is signed in.
 */
export function staffCommand(
  { endpoint, input, context }: StaffRequest,
  about: { realm: Realm; owners: readonly Id[] },
) {
  const { principal } = context;
  if (!principal) throw new Error("a staff's call reached its handler without a session");
  return {
    name: endpoint,
    ...about,
    actor: actorOfPrincipal(principal),
    key: keyOf(principal.staffId, context.key, endpoint, input),
  };
}
