// Argon2id, a few at a time: a hash costs a core some ten milliseconds and 19 MB, and logins must not crowd out trading.

import { toBase64 } from '@fairtick/kernel/bytes';
import type { Entropy } from '@fairtick/kernel/random';
import { hash, verify } from '@node-rs/argon2';
import { normalPassword } from './rules.ts';
import { Turns } from './turns.ts';

/** OWASP's first choice for Argon2id; the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const COST_TEXT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;
/** Two at once: libuv has four threads, and files and compression need some of them. Of one address so few that it does not fill the queue. */
const TURNS = { atOnce: 2, waiting: 400, waitingOfOne: 20 };

/** Makes hashes, which cost what they must, and checks them. */
export interface Hashing {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

const ARGON2: Hashing = { hash: (password) => hash(password, COST), verify };

export class Passwords {
  /** What is compared where there is no account: the same work, so the same time. */
  readonly #dummy: Promise<string>;
  readonly #turns = new Turns(TURNS);
  readonly #hashing: Hashing;

  constructor(entropy: Entropy, hashing = ARGON2) {
    this.#hashing = hashing;
    this.#dummy = hashing.hash(toBase64(entropy.bytes(32)));
  }

  /** `address`: of whoever asks, where strangers may. Rejects with Unavailable where too many wait. */
  hash(password: string, address?: string): Promise<string> {
    return this.#turns.take(address, () => this.#hashing.hash(normalPassword(password)));
  }

  /** Takes as long without a stored hash as with one, and is false then. Waits as `hash` does. */
  async verify(stored: string | null | undefined, password: string, address?: string): Promise<boolean> {
    const dummy = await this.#dummy;
    const matches = await this.#turns.take(address, () =>
      this.#hashing.verify(stored ?? dummy, normalPassword(password)),
    );
    return matches && typeof stored === 'string';
  }
}

/** Whether it was made at another cost than hashes are made at now. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(COST_TEXT);
