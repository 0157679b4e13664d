// Argon2id, a few at a time: a hash costs a core some ten milliseconds and 19 MB, and logins must not crowd out trading.

import { toBase64 } from '@fairtick/kernel/bytes';
import type { Entropy } from '@fairtick/kernel/random';
import { hash, verify } from '@node-rs/argon2';
import { Unavailable } from '../../platform/endpoints.ts';
import { normalPassword } from './rules.ts';

/** OWASP's first choice for Argon2id; the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
const MAX_WAITING = 100;

export class Passwords {
  /** What is compared where there is no account: the same work, so the same time. */
  readonly #dummy: Promise<string>;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(entropy: Entropy) {
    this.#dummy = hash(toBase64(entropy.bytes(32)), COST);
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(normalPassword(password), COST));
  }

  /** Takes as long without a stored hash as with one, and is false then. */
  async verify(stored: string | null | undefined, password: string): Promise<boolean> {
    const dummy = await this.#dummy;
    const matches = await this.#inTurn(() => verify(stored ?? dummy, normalPassword(password)));
    return matches && typeof stored === 'string';
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < AT_ONCE) this.#running += 1;
    else if (this.#waiting.length >= MAX_WAITING) throw new Unavailable('too many logins are waiting');
    // The one that ends hands its place over, so the count stays as it is.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
