// The document of a table names every endpoint, under every method it is served, and is plain JSON.

import { describe, expect, test } from 'vitest';
import { methodsOf, pathFields } from './endpoint.ts';
import { usersTable } from './http/index.ts';
import { openApiDocument } from './openapi.ts';
import { endpointsOf } from './table.ts';
import { ENDPOINT_TABLES } from './tables.ts';

type Paths = Record<string, Record<string, Record<string, unknown>>>;
const pathsOf = (document: object): Paths => ('paths' in document ? (document.paths as Paths) : {});
const usersPaths = pathsOf(openApiDocument(usersTable));

const named = ENDPOINT_TABLES.map((table) => [table.audience, table] as const);

describe.each(named)('the document of the %s', (_, table) => {
  const document = openApiDocument(table);
  const paths = pathsOf(document);

  test('has every endpoint under each of its methods', () => {
    for (const [name, endpoint] of endpointsOf(table)) {
      for (const method of methodsOf(endpoint)) {
        const shown = paths[endpoint.path]?.[method.toLowerCase()];
        expect([name, method, shown?.summary]).toEqual([name, method, endpoint.summary]);
      }
    }
    const sheets = 'sheets' in table ? Object.values(table.sheets).map(({ path }) => path) : [];
    const all = new Set<string>([...endpointsOf(table).map(([, endpoint]) => endpoint.path), table.files, ...sheets]);
    expect(new Set(Object.keys(paths))).toEqual(all);
  });

  test('has pieces of the path as path parameters, which are fields of the input', () => {
    for (const [, endpoint] of endpointsOf(table)) {
      const fields = pathFields(endpoint.path);
      for (const field of fields) expect(Object.keys(endpoint.input.shape)).toContain(field);
      for (const operation of Object.values(paths[endpoint.path] ?? {})) {
        const parameters = operation.parameters as { name?: string; in?: string }[];
        expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(fields);
      }
    }
  });

  test('has references that lead somewhere', () => {
    for (const [, target = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      let found: unknown = document;
      for (const step of target.split('/')) found = (found as Record<string, unknown>)[step];
      expect([target, typeof found]).toEqual([target, 'object']);
    }
  });

  test('has unique operation ids', () => {
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('a GET that changes something is served as POST too, a reading one is not', () => {
  expect(Object.keys(usersPaths['/v2/api/forex/submit'] ?? {})).toEqual(['get', 'post']);
  expect(Object.keys(usersPaths['/v2/api/forex/trade_list'] ?? {})).toEqual(['get']);
});
