// Admits a request or refuses it: finds the session of its token and checks the roles of its endpoint.

import type { Endpoint, Role } from '@fairtick/contract/endpoint';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { mayDo } from '@fairtick/contract/staff/matrix';
import type { Clock } from '@fairtick/kernel/clock';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Elevation, Principal } from '../../platform/principals.ts';
import { RateLimiter } from './limits.ts';

/** Unknown tokens an address may try: each costs a look into the database. */
const UNKNOWN_TOKENS = { max: 300, perSeconds: 60 };
/** Looks under way at once for an address that has spent those, and ms until one is free again: a look takes few. */
const LOOKS = { max: 4, waitMs: 1_000 };

export interface FindsSessions<P extends Principal> {
  /** As `find`, for tokens that are in memory: does not ask the database. Left out where none ever is. */
  known?(token: string): P | undefined;
  /** The principal of a raw token; undefined where it is unknown, revoked or too old. */
  find(token: string): Promise<P | undefined>;
  /** How the principal has confirmed lately that it is still them, as of now. Where it is left out nobody can. */
  elevation?(principal: P): Elevation | Promise<Elevation>;
}

const NOBODY_CAN: Elevation = { untilMs: 0, methods: [] };

/** undefined is a visitor; an error the milliseconds until an address may try tokens again. */
export type Caller = Result<Principal | undefined, number>;

/** Finds out who calls the endpoints of one table. */
export class Callers {
  readonly #sessions: FindsSessions<Principal>;
  readonly #unknownTokens: RateLimiter;
  /** By address, of those that have spent their unknown tokens. */
  readonly #looks = new Map<string, number>();

  constructor(sessions: FindsSessions<Principal>, clock: Clock, rateFactor: number) {
    this.#sessions = sessions;
    this.#unknownTokens = new RateLimiter(clock, UNKNOWN_TOKENS.max * rateFactor, UNKNOWN_TOKENS.perSeconds);
  }

  /** Asked for the few endpoints that need it: the database is, for a user's. */
  elevationOf(principal: Principal): Elevation | Promise<Elevation> {
    return this.#sessions.elevation?.(principal) ?? NOBODY_CAN;
  }

  /** Without a promise where the session is in memory. */
  callerOf(token: string | undefined, address: string): Caller | Promise<Caller> {
    if (token === undefined || token === '') return VISITOR;
    const known = this.#sessions.known?.(token);
    if (known) return ok(known);
    // Somebody who guesses tokens is stopped before the database is asked; good ones are not counted.
    if (this.#unknownTokens.spent(address)) return this.#sessions.known ? GUESSED : this.#lookBehind(token, address);
    return this.#sessions.find(token).then((principal) => {
      if (!principal) this.#unknownTokens.take(address);
      return ok(principal);
    });
  }

  /** Only the database knows a good token from a guess: whoever guesses must not shut out those who share the address, nor keep it busy. */
  async #lookBehind(token: string, address: string): Promise<Caller> {
    const looks = this.#looks.get(address) ?? 0;
    if (looks >= LOOKS.max) return err(LOOKS.waitMs);
    this.#looks.set(address, looks + 1);
    try {
      const principal = await this.#sessions.find(token);
      return principal ? ok(principal) : GUESSED;
    } finally {
      const left = (this.#looks.get(address) ?? 1) - 1;
      if (left === 0) this.#looks.delete(address);
      else this.#looks.set(address, left);
    }
  }
}

const VISITOR: Caller = ok(undefined);
const GUESSED: Caller = err(UNKNOWN_TOKENS.perSeconds * 1_000);

const roleOf = (principal: Principal): Role => {
  if (principal.kind === 'staff') return 'staff';
  return principal.realm === 'demo' ? 'demo' : 'real';
};

/**
 * Rule §4: a guarded endpoint without a good token is 999; a demo user at a real user's endpoint is told so. A member of staff needs what the
 * endpoint asks of the matrix.
 */
export function admit(
  { roles, right }: Pick<Endpoint, 'roles' | 'right'>,
  principal: Principal | undefined,
): Refusal | undefined {
  if (!principal) return roles.includes('visitor') ? undefined : refuse('SESSION_EXPIRED');
  const role = roleOf(principal);
  if (!roles.includes(role)) return refuse(role === 'demo' && roles.includes('real') ? 'REAL_ONLY' : 'SESSION_EXPIRED');
  return right && (principal.kind !== 'staff' || !mayDo(principal.roles, right)) ? refuse('NOT_ALLOWED') : undefined;
}

/** Whose calls count together at a limit by user. */
export const countedAs = (principal: Principal | undefined, address: string): bigint | string => {
  if (!principal) return address;
  return principal.kind === 'user' ? principal.userId : principal.staffId;
};
