// What a member's failed tries are counted by: e-mail and network, e-mail alone, and address. From the sixth on each waits longer.

import type { Refusal } from '@fairtick/contract/errors';
import { toHex } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import { type Counter, Failures } from '../../../platform/sign-in/failure-table.ts';
import { networkOf } from '../../../platform/sign-in/network.ts';
import type { StaffOptions } from '../context.ts';
import { WAITS_ANYWHERE, WAITS_BY_ADDRESS, WAITS_BY_NAME } from '../rules.ts';

const failures = new Failures('staff_failures');

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
  waits(counters: readonly Counter[]): Promise<Refusal | undefined> {
    return failures.waits(this.#options.db, counters, this.#options.clock.now());
  }

  /** Counts a failure before the try is judged; a refusal where it has to wait, and then nothing is counted. */
  count(counters: readonly Counter[]): Promise<Refusal | undefined> {
    return failures.count(this.#options.db, counters, this.#options.clock.now());
  }

  /** It was no failure. */
  right(counters: readonly Counter[]): Promise<void> {
    return failures.right(this.#options.db, counters);
  }

  #mac(text: string): Uint8Array {
    return this.#options.keys.mac('person_search', `staff failures/${text}`);
  }
}
