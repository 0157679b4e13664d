// Failed sign-ins are counted in the database by e-mail and by address, whoever exists: from the sixth on each try waits longer.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { StaffOptions } from './context.ts';
import { WAITS_BY_ADDRESS, WAITS_BY_NAME, type Waits } from './rules.ts';
import { countFailure, forgetFailures, forgiveFailure, waitOf } from './ticket-table.ts';

export class Tries {
  readonly #options: Pick<StaffOptions, 'db' | 'clock' | 'keys'>;

  constructor(options: Pick<StaffOptions, 'db' | 'clock' | 'keys'>) {
    this.#options = options;
  }

  /** What failures are counted under: not the e-mail and the address themselves. */
  keysOf(name: string, address: string): { readonly name: Uint8Array; readonly address: Uint8Array } {
    const { keys } = this.#options;
    return {
      name: keys.mac('person_search', `staff failures/name/${name}`),
      address: keys.mac('person_search', `staff failures/address/${address}`),
    };
  }

  /** A refusal where the next try has to wait; nothing is counted. */
  async waits(key: Uint8Array, waits: Waits): Promise<Refusal | undefined> {
    const { db, clock } = this.#options;
    const waitMs = await waitOf(db, key, waits, clock.now());
    return waitMs > 0 ? tooSoon(waitMs) : undefined;
  }

  /** Counts a failure before the try is judged; a refusal where it has to wait, and then nothing is counted. */
  async count(name: Uint8Array | undefined, address: Uint8Array | undefined): Promise<Refusal | undefined> {
    const { db, clock } = this.#options;
    if (address && !(await countFailure(db, address, WAITS_BY_ADDRESS, clock.now())))
      return (await this.waits(address, WAITS_BY_ADDRESS)) ?? tooSoon(1_000);
    if (!name || (await countFailure(db, name, WAITS_BY_NAME, clock.now()))) return undefined;
    if (address) await forgiveFailure(db, address);
    return (await this.waits(name, WAITS_BY_NAME)) ?? tooSoon(1_000);
  }

  /** It was no failure. */
  async right(name: Uint8Array | undefined, address: Uint8Array | undefined): Promise<void> {
    const { db } = this.#options;
    if (name) await forgetFailures(db, name);
    if (address) await forgiveFailure(db, address);
  }
}

const tooSoon = (waitMs: number): Refusal =>
  refuse('RATE_LIMITED', { seconds: String(Math.max(1, Math.ceil(waitMs / 1_000))) });
