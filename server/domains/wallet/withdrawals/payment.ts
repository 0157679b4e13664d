// The mark of a payment outside as it is kept, so that one payment is one whatever way it is typed: pure.

import { addressRule } from '@fairtick/contract/addresses/chain';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import type { Withdrawal } from '../types.ts';

/** A transaction's hash in small letters, with the 0x where its network writes one; a bank's number in capitals, without blanks. */
export function readPayment(
  { kind, network }: Pick<Withdrawal, 'kind' | 'network'>,
  typed: string,
): Result<string, Refusal> {
  const line = typedLine(typed, 'NFKC').replaceAll(' ', '');
  if (line === '') return err(refuse('VALUE_MISSING', { field: 'reference' }));
  if (kind === 'bank') return ok(line.toUpperCase());
  const hash = /^(?:0x)?([0-9a-f]{64})$/.exec(line.toLowerCase())?.[1];
  if (hash === undefined) return err(refuse('INPUT_INVALID', { field: 'reference' }));
  return ok(addressRule(network) === 'evm' ? `0x${hash}` : hash);
}
