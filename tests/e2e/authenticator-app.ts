// An authenticator app on somebody's phone: it was given a secret, and shows the code of each half minute.

import { setTimeout as delay } from 'node:timers/promises';
import { TOTP } from 'otpauth';

const STEP_MS = 30_000;
const LOOK_MS = 100;
/** A busy machine types slowly: a code that lapses before so long is not begun with. */
const TYPED_WITHIN_MS = 15_000;
const stepNow = (): number => Math.floor(Date.now() / STEP_MS);

export class AuthenticatorApp {
  readonly #totp: TOTP;
  /** The step whose code was given last: each is taken once. */
  #step = 0;

  /** As a page shows it: in groups of four. */
  constructor(secret: string) {
    this.#totp = new TOTP({ secret: secret.replaceAll(' ', '') });
  }

  /**
   * Each step's code is taken once, and those of one step to either side: with the one before first, two more are left without waiting, and from
   * then on one comes with each step.
   */
  async code(): Promise<string> {
    const before = Math.floor((Date.now() + TYPED_WITHIN_MS) / STEP_MS) - 1;
    this.#step = Math.max(before, this.#step + 1);
    while (this.#step > stepNow() + 1) await delay(LOOK_MS);
    return this.#codeOf(this.#step);
  }

  /** One that it does not show and did not show just now. */
  wrongCode(): string {
    const near = [-1, 0, 1, 2].map((steps) => this.#codeOf(stepNow() + steps));
    return ['000000', '111111', '222222', '333333', '444444'].find((code) => !near.includes(code)) ?? '';
  }

  #codeOf(step: number): string {
    return this.#totp.generate({ timestamp: step * STEP_MS });
  }
}
