// The idempotency key of a command or a record write: scoped to who sent it, bound to the call and its parsed input.

import { hash } from 'node:crypto';
import { endpointsOf } from '@fairtick/contract/table';
import { ENDPOINT_TABLES } from '@fairtick/contract/tables';
import { toHex } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import type { Key } from './command.ts';

/** Of every endpoint that has some, whichever table it is in: what an endpoint keeps secret, one of its name elsewhere does too. */
const SECRETS = new Map<string, readonly string[]>();
for (const table of ENDPOINT_TABLES)
  for (const [name, { secret }] of endpointsOf(table))
    if (secret) SECRETS.set(name, [...(SECRETS.get(name) ?? []), ...secret]);

/** `input` without the fields that its endpoint's contract calls secret. */
export function openInput(
  endpoint: string,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const secret = SECRETS.get(endpoint);
  return secret ? Object.fromEntries(Object.entries(input).filter(([name]) => !secret.includes(name))) : input;
}

/**
 * `input` is what the contract parsed, so that two spellings of one request count as one. Its secret fields have no part in the key: the hash is
 * kept for ever, and a fast hash of a password or a short code would tell it. So one key with another password counts as the same request.
 */
export function keyOf(ownerId: Id, key: string, call: string, input: Readonly<Record<string, unknown>>): Key {
  const open = openInput(call, input);
  const sorted = Object.keys(open)
    .sort()
    .map((name) => [name, open[name]]);
  return {
    ownerId,
    key,
    call,
    bodyHash: hash('sha256', JSON.stringify([call, sorted]), 'buffer'),
  };
}

const ONCE_BYTES = 16;

/** Of what is good once, or whose answer holds what must not be stored: whoever lost the answer begins again. */
export const keyOfOne = (entropy: Entropy, ownerId: Id, call: string): Key =>
  keyOf(ownerId, `once/${toHex(entropy.bytes(ONCE_BYTES))}`, call, {});
