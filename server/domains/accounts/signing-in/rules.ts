// How a sign-in is named and how long failures make the next one wait. Pure.

import type { Waits } from '../../../platform/sign-in/failure-table.ts';
import { emailName } from '../names/email.ts';
import { wholeMobile } from '../names/mobile.ts';

/** Of one name, from wherever: five are free, then each waits twice as long as the one before, up to a minute. */
export const WAITS_BY_NAME: Waits = [0, 0, 0, 0, 0, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000];
/** From so many on a captcha is asked for. */
export const CAPTCHA_FROM_NAME = 5;
export const CAPTCHA_FROM_ADDRESS = 20;
/** Counted, without any wait: of an address, and of a browser that its owner has signed in from. */
export const NO_WAITS: Waits = [0];

/**
 * Of second-step codes by somebody who knows the password, from browsers that the owner never used: ten, then one each quarter of an hour. With
 * three codes good at a time, that is one chance in 3,000 a day (docs/decisions/wrong-codes-of-users.md).
 */
export const WAITS_BY_SECOND_STEP: Waits = [...[0, 0, 0, 0, 0, 2_000, 4_000, 8_000, 16_000, 32_000], 15 * 60_000];
/** Longer than the longest wait, so that waiting frees nobody from what was counted. */
export const SECOND_STEP_KEPT_MS = 24 * 3_600_000;
/** At so many wrong codes the owner is written to. */
export const SECOND_STEP_TOLD_AT = 10;

const MOST_SIGNS = 254;

/**
 * The account's name as it is kept: an e-mail, or a mobile as +E.164, typed with its area code, with or without the plus. undefined where it can be
 * neither.
 */
export function loginName(typed: string): string | undefined {
  if (typed.length > MOST_SIGNS) return undefined;
  if (typed.includes('@')) return emailName(typed);
  const digits = typed
    .trim()
    .replace(/^\+/, '')
    .replaceAll(/[\s().-]/g, '');
  return /^[1-9]\d{5,14}$/.test(digits) ? wholeMobile(digits) : undefined;
}
