// Which clients are logged in, as whom and with which token, so that a revoked token reaches its connections.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { toHex } from '@fairtick/kernel/bytes';
import type { UserPrincipal } from '../../platform/principals.ts';
import { CLOSE, type Client } from './client.ts';
import { answerFrame } from './frames.ts';
import type { Users } from './users.ts';

const SIGNED_OUT = answerFrame({ type: 'login_result', code: ERROR_CODES.SESSION_EXPIRED });

export class Members {
  readonly #users: Users;
  readonly #byToken = new Map<string, Set<Client>>();

  constructor(users: Users) {
    this.#users = users;
  }

  enter(client: Client, principal: UserPrincipal): void {
    client.principal = principal;
    client.tokenHex = toHex(principal.tokenHash);
    const clients = this.#byToken.get(client.tokenHex);
    if (clients) clients.add(client);
    else this.#byToken.set(client.tokenHex, new Set([client]));
    this.#users.enter(client, principal.userId);
  }

  /** Private topics end with the login. Harmless for one who is not logged in. */
  leave(client: Client): void {
    const { principal } = client;
    if (!principal) return;
    const clients = this.#byToken.get(client.tokenHex);
    clients?.delete(client);
    if (clients?.size === 0) this.#byToken.delete(client.tokenHex);
    this.#users.leave(client, principal.userId);
    client.principal = undefined;
    client.tokenHex = '';
    client.mine = undefined;
    client.waiting = undefined;
    client.figuresDue = false;
  }

  /** Cuts every connection of a revoked token. */
  revoke(tokenHash: Uint8Array): number {
    const clients = [...(this.#byToken.get(toHex(tokenHash)) ?? [])];
    for (const client of clients) {
      client.write(SIGNED_OUT);
      this.leave(client);
      client.close(CLOSE.signedOut, 'signed out');
    }
    return clients.length;
  }
}
