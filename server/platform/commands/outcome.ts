// What a key has answered, as it is stored.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { err, ok } from '@fairtick/kernel/result';
import type { Answer, Outcome } from './command.ts';

export const storedOutcome = (outcome: Outcome): string =>
  JSON.stringify(outcome.ok ? { ok: outcome.value } : { refused: outcome.error });

export function readOutcome(text: string): Outcome {
  const stored: { ok?: Answer; refused?: Refusal } = JSON.parse(text);
  if (stored.ok) return ok(stored.ok);
  return err(stored.refused ?? refuse('INTERNAL'));
}
