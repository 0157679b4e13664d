// Failed sign-ins, counted by name and by address (accounts.md §5, H5). A browser that its owner has signed in from never waits: else anybody could
// keep anybody out. Nothing here depends on whether there is such an account.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { toHex } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { type Counter, Failures } from '../../../platform/sign-in/failure-table.ts';
import type { SignInOptions } from './options.ts';
import {
  CAPTCHA_FROM_ADDRESS,
  CAPTCHA_FROM_NAME,
  NO_WAITS,
  SECOND_STEP_KEPT_MS,
  WAITS_BY_NAME,
  WAITS_BY_SECOND_STEP,
} from './rules.ts';

const failures = new Failures('user_failures');

/** What a try is counted by: MACs of the name, as it is kept or as it was typed where it can be none, and of the address. */
export interface Tried {
  readonly name: Uint8Array;
  readonly address: Uint8Array;
}

export interface TriedBy extends Tried {
  /** The owner of the name has signed in from this browser before. */
  readonly known: boolean;
}

interface Captcha {
  readonly key: string;
  readonly captcha: string;
}

export class Tries {
  readonly #options: Pick<SignInOptions, 'db' | 'clock' | 'keys' | 'captchas'>;

  constructor(options: Pick<SignInOptions, 'db' | 'clock' | 'keys' | 'captchas'>) {
    this.#options = options;
  }

  by(name: string, address: string): Tried {
    return { name: this.#macOfName(name), address: this.#mac(`address/${address}`) };
  }

  /**
   * Counts a failure before the password is looked at, so that many tries at once count as many, where neither a captcha nor a wait stands before a try
   * from a browser that nobody knows. Whether it was counted; else `begin` says what stands there.
   */
  beginUnhindered(db: Queries, tried: Tried): Promise<boolean> {
    const counters = ofPassword({ ...tried, known: false });
    return failures.countBelow(db, counters, [CAPTCHA_FROM_NAME, CAPTCHA_FROM_ADDRESS], this.#options.clock.now());
  }

  /** The same for a try that was not counted yet: a refusal where the password is not looked at. */
  async begin(by: TriedBy, { key, captcha }: Captcha): Promise<Refusal | undefined> {
    const { db, clock, captchas } = this.#options;
    const counters = ofPassword(by);
    const asked = !by.known && (await this.#isCaptchaAsked(counters));
    if (asked && (key === '' || captcha === '')) return refuse('CAPTCHA_NEEDED');
    // Before the captcha is judged: one that was solved is not spent on a try that has to wait.
    const early = asked ? await failures.waits(db, counters, clock.now()) : undefined;
    if (early) return early;
    if (asked && !(await captchas.judge(key, captcha))) return refuse('CAPTCHA_WRONG');
    return failures.count(db, counters, clock.now());
  }

  /** The password was right. A browser that is known forgives the name everything; another one takes back its own try alone. */
  right(db: Queries, by: TriedBy): Promise<void> {
    return failures.right(db, ofPassword(by));
  }

  /** The owner of these names has shown that they are: strangers' failures keep them from nothing any more. */
  forget(tx: Queries, names: readonly string[]): Promise<void> {
    const counters = names.map((name) => ofName(this.#macOfName(name), true));
    return failures.right(tx, counters);
  }

  /** The password was not looked at after all. */
  forgive(by: TriedBy): Promise<void> {
    const counters = ofPassword(by).map((counter) => ({ ...counter, shared: true }));
    return failures.right(this.#options.db, counters);
  }

  /**
   * Counts a wrong code of a second step before it is judged, by user and not by ticket: whoever knows the password has as many tickets as they like.
   * How many it are now, or a refusal where it is not looked at.
   */
  async beginSecond(userId: Id, device: Uint8Array | undefined): Promise<number | Refusal> {
    const { db, clock } = this.#options;
    const counter = this.#ofSecond(userId, device);
    return (await failures.count(db, [counter], clock.now())) ?? (await failures.counted(db, counter, clock.now()));
  }

  rightSecond(userId: Id, device: Uint8Array | undefined): Promise<void> {
    return failures.right(this.#options.db, [this.#ofSecond(userId, device)]);
  }

  /** `device`: a browser that the user has signed in from. Its codes are counted by themselves: strangers' keep it from nothing. */
  #ofSecond(userId: Id, device: Uint8Array | undefined): Counter {
    const key = this.#mac(`second/${userId}/${device ? toHex(device) : ''}`);
    const waits = device ? WAITS_BY_NAME : WAITS_BY_SECOND_STEP;
    return { key, waits, shared: false, keptMs: SECOND_STEP_KEPT_MS };
  }

  async #isCaptchaAsked(counters: readonly Counter[]): Promise<boolean> {
    const [name, address] = await failures.look(this.#options.db, counters, this.#options.clock.now());
    return (name?.count ?? 0) >= CAPTCHA_FROM_NAME || (address?.count ?? 0) >= CAPTCHA_FROM_ADDRESS;
  }

  #macOfName(name: string): Uint8Array {
    return this.#mac(`name/${name}`);
  }

  #mac(text: string): Uint8Array {
    return this.#options.keys.mac('user_factors', `failures/${text}`);
  }
}

const ofName = (key: Uint8Array, known: boolean): Counter => ({
  key,
  waits: known ? NO_WAITS : WAITS_BY_NAME,
  shared: !known,
});

const ofPassword = ({ name, address, known }: TriedBy): readonly [Counter, Counter] => [
  ofName(name, known),
  { key: address, waits: NO_WAITS, shared: true },
];
