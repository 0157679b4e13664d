// Failed tries are counted in the database, whoever exists: by e-mail and network, by e-mail alone, and by address. From the sixth on each waits longer.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { toHex } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import type { StaffOptions } from '../context.ts';
import { networkOf, WAITS_ANYWHERE, WAITS_BY_ADDRESS, WAITS_BY_NAME, type Waits } from '../rules.ts';
import { countFailure, forgetFailures, forgiveFailure, waitOf } from './ticket-table.ts';

/** What failures are counted under: not the e-mail and the address themselves. */
interface Counter {
  readonly key: Uint8Array;
  readonly waits: Waits;
  /** Other people's failures count here too: a right try takes back its own alone. */
  readonly shared: boolean;
}

export class Tries {
  readonly #options: Pick<StaffOptions, 'db' | 'clock' | 'keys'>;

  constructor(options: Pick<StaffOptions, 'db' | 'clock' | 'keys'>) {
    this.#options = options;
  }

  /** What stands for an e-mail, or for whatever was typed as one. */
  nameOf(typed: string): Uint8Array {
    return this.#mac(`name/${typed}`);
  }

  /**
   * Of a sign-in as `name`, undefined where that is not known any more. The long waits hold for the network they come from: a stranger elsewhere
   * hinders a member for seconds only. In this order, so that who has to wait here never makes the name wait.
   */
  ofSignIn(name: Uint8Array | undefined, address: string): readonly Counter[] {
    const byAddress = { key: this.#mac(`address/${address}`), waits: WAITS_BY_ADDRESS, shared: true };
    if (!name) return [byAddress];
    const there = this.#mac(`name there/${toHex(name)}/${networkOf(address)}`);
    return [
      byAddress,
      { key: there, waits: WAITS_BY_NAME, shared: false },
      { key: name, waits: WAITS_ANYWHERE, shared: false },
    ];
  }

  /** By member, so that a stolen session cannot try codes; not by the e-mail, so that neither hinders the other. */
  ofStepUp(staffId: Id): readonly Counter[] {
    return [{ key: this.#mac(`step-up/${staffId}`), waits: WAITS_BY_NAME, shared: false }];
  }

  /** A refusal where the next try has to wait; nothing is counted. */
  async waits(counters: readonly Counter[]): Promise<Refusal | undefined> {
    const { db, clock } = this.#options;
    for (const { key, waits } of counters) {
      const waitMs = await waitOf(db, key, waits, clock.now());
      if (waitMs > 0) return tooSoon(waitMs);
    }
    return undefined;
  }

  /** Counts a failure before the try is judged; a refusal where it has to wait, and then nothing is counted. */
  async count(counters: readonly Counter[]): Promise<Refusal | undefined> {
    const { db, clock } = this.#options;
    for (const [at, counter] of counters.entries()) {
      if (await countFailure(db, counter.key, counter.waits, clock.now())) continue;
      for (const { key } of counters.slice(0, at)) await forgiveFailure(db, key);
      return (await this.waits([counter])) ?? tooSoon(1_000);
    }
    return undefined;
  }

  /** It was no failure. */
  async right(counters: readonly Counter[]): Promise<void> {
    const { db } = this.#options;
    for (const { key, shared } of counters) await (shared ? forgiveFailure(db, key) : forgetFailures(db, key));
  }

  #mac(text: string): Uint8Array {
    return this.#options.keys.mac('person_search', `staff failures/${text}`);
  }
}

const tooSoon = (waitMs: number): Refusal =>
  refuse('RATE_LIMITED', { seconds: String(Math.max(1, Math.ceil(waitMs / 1_000))) });
