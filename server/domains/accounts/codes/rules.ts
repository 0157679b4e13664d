// Codes that are sent to an e-mail or a mobile: how long, how often, how they are made. Pure.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Entropy } from '@fairtick/kernel/random';

export const CODE_MS = 10 * 60_000;
/** Of whoever asked for the code, and of each address else. */
export const CODE_TRIES = 5;
/** Of all others together: with the asker's five they are 25 of a million codes, however many addresses somebody has. */
export const STRANGERS_TRIES = 20;
export const AGAIN_MS = 60_000;
const DAY_MS = 86_400_000;
const A_DAY = 10;
/** From one address, to whomever: else one machine writes to everybody at the operator's cost. */
const A_DAY_FROM_ADDRESS = 20;
/** Of those, kept for whoever asks from a browser that the account's owner has signed in from: else anybody uses up a victim's codes. */
const KEPT_FOR_OWNER = 3;
/** From where sends are counted. */
export const sendsCountFrom = (nowMs: number): number => nowMs - DAY_MS;

/** What a code is good for, and nothing else. */
export const CODE_PURPOSES = ['register', 'reset', 'amend', 'step_up', 'name'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export interface Sends {
  /** In the last 24 hours, to this destination, whatever for. */
  readonly byStrangers: number;
  readonly byOwner: number;
  /** UTC ms; undefined where none was sent. */
  readonly newest: number | undefined;
  /** In the same time, from the asker's address, to whichever destination. */
  readonly fromAddress: number;
}

/**
 * Why no code may be sent there now. Strangers are counted by what strangers have asked for alone: their number would else say that the name has an owner who
 * has asked for codes today. The minute is everybody's: a code that is asked for ends the one before, and nobody may end an owner's within a minute. What is
 * spent is told first: to strangers who have none left, a wait would say that the owner has asked for one just now.
 */
export function sendRefusal(sends: Sends, knownDevice: boolean, nowMs: number): Refusal | undefined {
  const { byStrangers, byOwner, newest, fromAddress } = sends;
  const spent = knownDevice ? byStrangers + byOwner >= A_DAY : byStrangers >= A_DAY - KEPT_FOR_OWNER;
  if (spent || fromAddress >= A_DAY_FROM_ADDRESS) return refuse('CODE_TOO_MANY');
  const waitMs = newest === undefined ? 0 : newest + AGAIN_MS - nowMs;
  if (waitMs <= 0) return undefined;
  const wait = Math.ceil(waitMs / 1_000);
  return refuse('CODE_TOO_SOON', { seconds: String(wait) }, { wait });
}

const CODES = 1_000_000;
/** The largest multiple of CODES that 32 bits hold: numbers from there on would make small codes likelier. */
const FAIR = Math.floor(2 ** 32 / CODES) * CODES;

/** Six digits, each code as likely as any other. */
export function newCode(entropy: Entropy): string {
  for (;;) {
    const bytes = entropy.bytes(4);
    const number = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
    if (number < FAIR) return String(number % CODES).padStart(6, '0');
  }
}

/** As typed: blanks and a dash between the digits are left out. undefined where it is no six digits. */
export function typedCode(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}
