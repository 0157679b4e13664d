// Captchas: an image of five letters to be read, or a computation for whoever cannot read it. Each takes one try, right or wrong.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { equalBytes, toHex } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import { type Entropy, seededRandom } from '@fairtick/kernel/random';
import { inTransaction } from '../../../platform/commands/transaction.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { newToken } from '../../../platform/sign-in/token.ts';
import { drawn } from './drawing.ts';
import { LETTERS } from './glyphs.ts';
import { pngOf } from './png.ts';
import { holdSpent, insertCaptcha, spendCaptcha } from './table.ts';
import { isDone, newWork, readWork } from './work.ts';

export interface CaptchasOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly keys: Keys;
}

export interface Captcha {
  readonly key: string;
  /** A data: URI of a PNG. */
  readonly image: string;
  /** JSON in one text. */
  readonly work: string;
}

const GOOD_MS = 5 * 60_000;
const SHOWN = 5;
/** From one address, an hour. */
const FROM_ADDRESS = 5;
export const HOUR_MS = 3_600_000;

export class Captchas {
  readonly #options: CaptchasOptions;

  constructor(options: CaptchasOptions) {
    this.#options = options;
  }

  async make(): Promise<Captcha> {
    const { db, clock, entropy, keys } = this.#options;
    const key = newToken(entropy);
    const letters = this.#letters();
    const random = seededRandom(Buffer.from(entropy.bytes(4)).readUInt32BE());
    const png = await pngOf(drawn(letters, random));
    const work = await newWork(key, secretsOf(keys.mac('sent_codes', WORK)));
    const [id, answer] = [keys.mac('sent_codes', idOf(key)), keys.mac('sent_codes', answerOf(key, letters))];
    await insertCaptcha(db, { id, answer, expires: clock.now() + GOOD_MS });
    return { key, image: `data:image/png;base64,${png.toString('base64')}`, work };
  }

  /** Whether the letters, in whichever case, or the finished computation are those of the captcha. It is good for nothing any more then. */
  async judge(key: string, typed: string): Promise<boolean> {
    const { db, clock, keys } = this.#options;
    const answer = await spendCaptcha(db, keys.macs('sent_codes', idOf(key)), clock.now());
    return answer !== undefined && this.#isRight(key, typed, answer);
  }

  /**
   * As `judge`, where a right answer tells something of somebody else: five an hour are judged from an address. CAPTCHA_WRONG, or RATE_LIMITED, and
   * then the captcha stays good.
   */
  async judgeFrom(address: string, key: string, typed: string): Promise<Refusal | undefined> {
    const { db, clock, keys } = this.#options;
    const nowMs = clock.now();
    const from = keys.macs('sent_codes', `captcha from/${address}`);
    const spent = await inTransaction(db, async (tx) => {
      const times = await holdSpent(tx, from, nowMs - HOUR_MS);
      const oldest = times.at(-FROM_ADDRESS);
      if (oldest !== undefined) return refuse('RATE_LIMITED', { seconds: waitText(oldest + HOUR_MS - nowMs) });
      return spendCaptcha(tx, keys.macs('sent_codes', idOf(key)), nowMs, from[0]);
    });
    if (spent !== undefined && 'error' in spent) return spent;
    return spent !== undefined && (await this.#isRight(key, typed, spent)) ? undefined : refuse('CAPTCHA_WRONG');
  }

  async #isRight(key: string, typed: string, answer: Uint8Array): Promise<boolean> {
    const work = readWork(typed);
    if (work) return this.#isDone(key, work);
    const letters = typed.replaceAll(/\s/g, '').toUpperCase();
    return this.#options.keys.macs('sent_codes', answerOf(key, letters)).some((mac) => equalBytes(mac, answer));
  }

  async #isDone(key: string, work: NonNullable<ReturnType<typeof readWork>>): Promise<boolean> {
    for (const mac of this.#options.keys.macs('sent_codes', WORK))
      if (await isDone(key, work, secretsOf(mac))) return true;
    return false;
  }

  /** Each as likely as any other. */
  #letters(): string {
    const fair = 256 - (256 % LETTERS.length);
    let letters = '';
    while (letters.length < SHOWN) {
      const [byte = 255] = this.#options.entropy.bytes(1);
      if (byte < fair) letters += LETTERS[byte % LETTERS.length];
    }
    return letters;
  }
}

const waitText = (waitMs: number): string => String(Math.max(1, Math.ceil(waitMs / 1_000)));
const WORK = 'captcha work';
const idOf = (key: string): string => `captcha/${key}`;
const answerOf = (key: string, letters: string): string => `captcha answer/${key}/${letters}`;
const secretsOf = (mac: Uint8Array) => ({ task: `task/${toHex(mac)}`, result: `result/${toHex(mac)}` });
