// How long things of the staff last, how they are written, and what is asked of a password: pure.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import type { Waits } from '../../platform/sign-in/failure-table.ts';
import { passwordLength, passwordLike } from '../accounts/index.ts';

export const STEP_UP_MS = 5 * 60_000;
export const JOIN_LINK_MS = 3_600_000;
export const TICKET_MS = 5 * 60_000;
export const TICKET_TRIES = 5;
const DAY_MS = 24 * 3_600_000;
/** Wrong codes of one member that are allowed at once. */
export const WRONG_CODES = 20;
/** One of them is forgotten each 72 minutes. */
export const WRONG_CODE_MS = DAY_MS / WRONG_CODES;
/** Wrong codes of which the member is told, where one of them is forgotten a day: also whoever guesses slowly enough never to be locked. */
export const TOLD_CODES = 10;
/** The wrong codes of a member. Times, UTC ms. */
export interface WrongCodes {
  /** When the last of them is forgotten: 72 minutes later for each. */
  readonly forgotten: number;
  /** Until when no code is taken. */
  readonly lockedUntil: number;
  /** When the last of those that the member was not told of is forgotten: a day later for each. */
  readonly untoldUntil: number;
  /** When the member was told last. */
  readonly toldTime: number;
}

/**
 * After one more wrong code, and what the member is told. A bucket of twenty that leaks one each 72 minutes: within any span of T at most 20 + T / 72 min
 * are judged, so twenty at once, fewer than 40 in less than 24 hours and twenty a day in the long run. The one that leaves no room for another locks for a
 * day, by whose end all are forgotten. Of ten the member is told without a lock, once a day at most.
 */
export function afterWrongCode(
  { forgotten, untoldUntil, toldTime, lockedUntil }: WrongCodes,
  nowMs: number,
): { readonly after: WrongCodes; readonly tells: 'staff_codes_locked' | 'staff_codes_tried' | undefined } {
  const next = Math.max(forgotten, nowMs) + WRONG_CODE_MS;
  const untold = Math.max(untoldUntil, nowMs) + DAY_MS;
  const told = { forgotten: next, untoldUntil: nowMs, toldTime: nowMs };
  if (next - nowMs > (WRONG_CODES - 1) * WRONG_CODE_MS)
    return { after: { ...told, lockedUntil: nowMs + DAY_MS }, tells: 'staff_codes_locked' };
  if (untold - nowMs > (TOLD_CODES - 1) * DAY_MS && nowMs - toldTime >= DAY_MS)
    return { after: { ...told, lockedUntil }, tells: 'staff_codes_tried' };
  return { after: { forgotten: next, untoldUntil: untold, toldTime, lockedUntil }, tells: undefined };
}

/** Wrong words beside a link, the last of which ends it. */
export const WORD_TRIES = 5;

const PASSWORD_LEAST = 12;

const LONGEST_WAIT_MS = 60_000;

/** For one e-mail from one network, and for a member's step-ups: five are free, then twice as long each time. */
export const WAITS_BY_NAME: Waits = [0, 0, 0, 0, 0, 2_000, 4_000, 8_000, 16_000, 32_000, LONGEST_WAIT_MS];
/** For one e-mail from wherever: seconds, or anybody could keep a member out by a wrong try a minute. */
export const WAITS_ANYWHERE: Waits = [0, 0, 0, 0, 0, 2_000, 4_000, 5_000];
/** Several people may sit behind one address. */
export const WAITS_BY_ADDRESS: Waits = [...Array.from({ length: 20 }, () => 0), LONGEST_WAIT_MS];

/** The e-mail of the owner that the server makes at its first start: only a name to sign in by. */
export const FIRST_OWNER = { name: 'Owner', email: 'owner@localhost' } as const;

/** 12 to 128 signs, as they are compared, and not the e-mail or its first part. */
export function passwordRefusal(password: string, email: string): Refusal | undefined {
  return passwordLength(password, PASSWORD_LEAST) ?? passwordLike(password, [email]);
}

const NAME_MOST = 80;

/** A person's name as it is kept; undefined where nothing is seen of it or it is longer than 80 UTF-16 units, as browsers count. */
export function personName(typed: string): string | undefined {
  const name = typedLine(typed);
  return name === '' || name.length > NAME_MOST ? undefined : name;
}

/** Why somebody acts, as it is kept and as others read it. Refuses REASON_REQUIRED where nothing is seen of it. */
export function readReason(typed: string): Result<string, Refusal<'REASON_REQUIRED'>> {
  const reason = typedLine(typed);
  return reason === '' ? err(refuse('REASON_REQUIRED')) : ok(reason);
}
