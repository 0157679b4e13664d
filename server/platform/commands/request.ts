// What a user's command carries of the request that asked for it.

import type { EndpointName } from '@fairtick/contract/http/index';
import { type RequestContext, userOf } from '../endpoints.ts';
import type { Actor } from '../principals.ts';
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
  const { realm, userId } = userOf(context);
  const actor: Actor = { kind: 'user', id: userId };
  const key: Key = keyOf(userId, context.key, endpoint, input);
  return { name: endpoint, realm, actor, owners: [userId], key };
}
