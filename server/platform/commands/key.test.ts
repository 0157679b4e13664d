// What is kept of a request for ever says nothing of a secret in it.

import { endpointsOf } from '@fairtick/contract/table';
import { ENDPOINT_TABLES } from '@fairtick/contract/tables';
import { describe, expect, test } from 'vitest';
import { keyOf, openInput } from './key.ts';

const all = ENDPOINT_TABLES.flatMap((table) => endpointsOf(table).map(([name, endpoint]) => ({ name, endpoint })));
const withSecrets = all.filter(({ endpoint }) => endpoint.secret);

describe.each(withSecrets)('$name', ({ name, endpoint }) => {
  const input = Object.fromEntries(Object.keys(endpoint.input.shape).map((field) => [field, `canary ${field}`]));
  const hashOf = (changed: object): string =>
    Buffer.from(keyOf(7n, 'k', name, { ...input, ...changed }).bodyHash).toString('hex');

  test('names only fields that it has', () => {
    expect(Object.keys(input)).toEqual(expect.arrayContaining([...(endpoint.secret ?? [])]));
  });

  test('has a key that no secret changes, and every other field does', () => {
    for (const field of Object.keys(input)) {
      const same = hashOf({ [field]: 'other' }) === hashOf({});
      expect(`${field} ${same}`).toBe(`${field} ${endpoint.secret?.includes(field) ?? false}`);
    }
    expect(JSON.stringify(openInput(name, input))).not.toMatch(
      new RegExp((endpoint.secret ?? []).map((field) => `canary ${field}\\b`).join('|')),
    );
  });
});

/** Words that make a field a secret whatever its endpoint says. */
const SECRET_WORDS = /password|token|^code$|^link$|ticket|^response$|card_id/;

test('a field whose name says that it is a secret is called one', () => {
  const open = all.flatMap(({ name, endpoint }) =>
    Object.keys(endpoint.input.shape)
      .filter((field) => SECRET_WORDS.test(field) && !(endpoint.secret ?? []).includes(field))
      .map((field) => `${name}.${field}`),
  );
  expect(open).toEqual([]);
});
