// Numbers as a user typed them, read exactly, each fault with a code of its own.

import { COIN_PLACES, parseDecimal, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { type Refusal, refuse } from './errors.ts';

export type NumberFault =
  | 'VALUE_MISSING'
  | 'VALUE_NOT_A_NUMBER'
  | 'VALUE_NEGATIVE'
  | 'VALUE_TOO_PRECISE'
  | 'VALUE_TOO_LARGE';
export type PositiveFault = NumberFault | 'VALUE_ZERO';

/** 1e-8 units of a number >= 0 with at most `places` decimals. '' counts as missing. */
export function readNotNegative(field: string, text: string, places: number): Result<bigint, Refusal<NumberFault>> {
  const read = readTyped(field, text, places);
  return read.ok ? ok(read.value * 10n ** BigInt(UNIT_PLACES - places)) : read;
}

/** Units of the last of so many decimals. */
function readTyped(field: string, text: string, places: number): Result<bigint, Refusal<NumberFault>> {
  const parsed = parseDecimal(text, places);
  if (!parsed.ok) {
    switch (parsed.error) {
      case 'missing':
        return err(refuse('VALUE_MISSING', { field }));
      case 'not_a_number':
        return err(refuse('VALUE_NOT_A_NUMBER', { field }));
      case 'too_precise':
        return err(refuse('VALUE_TOO_PRECISE', { field, places: String(places) }));
      case 'too_large':
        return err(refuse('VALUE_TOO_LARGE', { field }));
    }
  }
  if (parsed.value < 0n) return err(refuse('VALUE_NEGATIVE', { field }));
  return ok(parsed.value);
}

const notZero = (field: string, read: Result<bigint, Refusal<NumberFault>>): Result<bigint, Refusal<PositiveFault>> =>
  read.ok && read.value === 0n ? err(refuse('VALUE_ZERO', { field })) : read;

/** As readNotNegative, and zero is refused too. */
export const readPositive = (field: string, text: string, places: number): Result<bigint, Refusal<PositiveFault>> =>
  notZero(field, readNotNegative(field, text, places));

/** 1e-18 units of a number > 0, with all the decimals that chains count. */
export const readCoins = (field: string, text: string): Result<bigint, Refusal<PositiveFault>> =>
  notZero(field, readTyped(field, text, COIN_PLACES));
