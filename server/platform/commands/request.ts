// What a user's command carries of the request that asked for it.

import type { EndpointName } from '@fairtick/contract/http/index';
import { type RequestContext, userOf } from '../endpoints.ts';
import { actorOfPrincipal } from '../principals.ts';
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
