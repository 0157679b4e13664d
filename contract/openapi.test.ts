// The document names every call, under every method it is served, and is plain JSON.

import { expect, test } from 'vitest';
import { whole } from './endpoint.ts';
import { endpointEntries } from './http/index.ts';
import { methodsOf, openApiDocument, pathFields } from './openapi.ts';

const document = openApiDocument();
const paths = document.paths as Record<string, Record<string, Record<string, unknown>>>;

test('every call is there under each of its methods', () => {
  for (const [name, call] of endpointEntries) {
    for (const method of methodsOf(call)) {
      expect([name, method, paths[call.path]?.[method.toLowerCase()]?.summary]).toEqual([name, method, call.summary]);
    }
  }
  expect(Object.keys(paths).length).toBe(new Set(endpointEntries.map(([, call]) => call.path)).size);
});

test('a GET that changes something is served as POST too, a reading one is not', () => {
  const submit = paths['/v2/api/forex/submit'];
  expect(Object.keys(submit ?? {})).toEqual(['get', 'post']);
  expect(Object.keys(paths['/v2/api/forex/trade_list'] ?? {})).toEqual(['get']);
});

test('pieces of the path are path parameters and are fields of the input', () => {
  for (const [, call] of endpointEntries) {
    for (const field of pathFields(call.path)) expect(Object.keys(call.input.shape)).toContain(field);
  }
  const parameters = paths['/v3/api/proof/{family}/{id}']?.get?.parameters as { name?: string; in?: string }[];
  expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(['family', 'id']);
});

test('every reference leads somewhere', () => {
  const text = JSON.stringify(document);
  for (const [, target = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    let found: unknown = document;
    for (const step of target.split('/')) found = (found as Record<string, unknown>)[step];
    expect([target, typeof found]).toEqual([target, 'object']);
  }
});

test('operation ids are unique', () => {
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(['', ' ', '1 ', '0x1', '1e0', '1.0', 'NaN', null, true, [1], 1.5, Number.POSITIVE_INFINITY])(
  'whole() does not take %j for a number',
  (value) => {
    expect(whole(0, 9).safeParse(value).success).toBe(false);
  },
);
test('whole() takes plain digits and JSON numbers inside its bounds', () => {
  expect(whole(0, 9).parse('7')).toBe(7);
  expect(whole(0, 9).parse(9)).toBe(9);
  expect(whole(0, 9).safeParse('10').success).toBe(false);
});
