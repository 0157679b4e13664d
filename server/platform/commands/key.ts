// The idempotency key of a user's command: scoped to the user, bound to the call and its parsed input.

import { hash } from 'node:crypto';
import type { Id } from '@fairtick/kernel/ids';
import type { Key } from './command.ts';

/** `input` is what the contract parsed, so that two spellings of one request count as one. */
export function keyOf(ownerId: Id, key: string, call: string, input: Readonly<Record<string, unknown>>): Key {
  const sorted = Object.keys(input)
    .sort()
    .map((name) => [name, input[name]]);
  return {
    ownerId,
    key,
    call,
    bodyHash: hash('sha256', JSON.stringify([call, sorted]), 'buffer'),
  };
}
