// What a key has answered, as it is stored.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { err, ok } from '@fairtick/kernel/result';
import type { Answer, Outcome } from './command.ts';

/**
 * Whether a key keeps what it was answered. What failed by our own fault it may try again, and what only waited for a step-up it may ask for once there
 * is one: the app sends the very same call after the dialog.
 */
export const isRemembered = (outcome: Outcome): boolean =>
  outcome.ok || (outcome.error.error !== 'INTERNAL' && outcome.error.error !== 'STEP_UP_NEEDED');

export const storedOutcome = (outcome: Outcome): string =>
  JSON.stringify(outcome.ok ? { ok: outcome.value } : { refused: outcome.error });

export function readOutcome(text: string): Outcome {
  const stored: { ok?: Answer; refused?: Refusal } = JSON.parse(text);
  if (stored.ok) return ok(stored.ok);
  return err(stored.refused ?? refuse('INTERNAL'));
}
