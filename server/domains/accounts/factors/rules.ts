// How long a step-up holds, by what it can be made, and how a guarded account's names and word are shown. Pure.

import type { STEP_UP_METHODS } from '@fairtick/contract/http/security';
import { typedLine } from '@fairtick/kernel/typed-line';
import type { SetFactor } from './factor-table.ts';

export const STEP_UP_MS = 5 * 60_000;

export type StepUpMethod = (typeof STEP_UP_METHODS)[number];

/** A code to the account only where no factor is set: whoever reads a user's mail must not get past their factor. */
export const stepUpMethods = (factors: readonly SetFactor[], recoveryCodes: number): readonly StepUpMethod[] =>
  factors.length === 0 ? ['code'] : [...factors, ...(recoveryCodes > 0 ? (['recovery'] as const) : [])];

/** More passkeys than anybody has: the browser is told of all of them at each step-up. */
export const MOST_PASSKEYS = 20;

const WORD_MOST = 20;

/** The word as it is kept; empty where nothing is seen of it, undefined where it is too long. */
export function mailWord(typed: string): string | undefined {
  const word = typedLine(typed);
  return [...word].length > WORD_MOST ? undefined : word;
}

/** As it is shown to its owner: a•••@example.com. */
export const maskedEmail = (name: string): string => `${name.slice(0, 1)}•••${name.slice(name.lastIndexOf('@'))}`;
