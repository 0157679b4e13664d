// What holds of all tables together: an endpoint has one name and one path, in the table whose audience may call it.

import { describe, expect, test } from 'vitest';
import { methodsOf, ROLES } from './endpoint.ts';
import { endpointsOf } from './table.ts';
import { ENDPOINT_TABLES } from './tables.ts';

const all = ENDPOINT_TABLES.flatMap((table) => endpointsOf(table));
const only = (list: readonly string[]): number => new Set(list).size;

// An idempotency key and the sentence of success are bound to the name alone.
test('a name means one endpoint', () => expect(only(all.map(([name]) => name))).toBe(all.length));
test('a path and a method mean one endpoint', () => {
  const ways = all.flatMap(([, endpoint]) => methodsOf(endpoint).map((method) => `${method} ${endpoint.path}`));
  expect(only(ways)).toBe(ways.length);
});
test('an audience has one table', () =>
  expect(ENDPOINT_TABLES.map((table) => table.audience)).toEqual(Object.keys(ROLES)));

const named = ENDPOINT_TABLES.map((table) => [table.audience, table] as const);

describe.each(named)('the table of the %s', (_, table) => {
  const strange = ENDPOINT_TABLES.filter((other) => other !== table).flatMap((other) => other.prefixes);

  test('keeps to its prefixes, which are nobody else’s', () => {
    for (const [, { path }] of endpointsOf(table)) {
      expect([path, table.prefixes.some((prefix) => path.startsWith(prefix))]).toEqual([path, true]);
      expect([path, strange.some((prefix) => path.startsWith(prefix))]).toEqual([path, false]);
    }
  });

  test('names roles of its own audience, at least one an endpoint', () => {
    for (const [name, { roles }] of endpointsOf(table)) {
      expect([name, roles.length > 0]).toEqual([name, true]);
      for (const role of roles) expect([name, ROLES[table.audience]]).toEqual([name, expect.arrayContaining([role])]);
    }
  });
});
