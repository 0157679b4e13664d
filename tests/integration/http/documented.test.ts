// What the product's documents name, held against what is there: each call that they show, and each route.

import { readFileSync } from 'node:fs';
import { usersTable } from '@fairtick/contract/http/index';
import { endpointsOf } from '@fairtick/contract/table';
import { expect, test } from 'vitest';
import { DOCUMENTED_CALLS, DOCUMENTED_ROUTES } from '../../harness/documented.ts';

test('every call of the documents is served', () => {
  const served = new Set(endpointsOf(usersTable).map(([, { method, path }]) => `${method} ${path}`));
  expect(DOCUMENTED_CALLS.filter((call) => !served.has(call))).toEqual([]);
});

test('every route of the documents is in the app', () => {
  const shell = (name: string): string => readFileSync(new URL(`../../../web/shell/${name}`, import.meta.url), 'utf8');
  const there = new Set([...shell('router.tsx').matchAll(/path: '([^']+)'/g)].map(([, path]) => path));
  // Those of loans are one route, whose screens read the rest of the address; those of copying another, which leaves them to a table.
  if (there.has('/loan/$'))
    for (const [, step] of shell('screens/loan-screens.tsx').matchAll(/case '(\w*)':/g))
      there.add(step === '' ? '/loan' : `/loan/${step}`);
  const [, table = ''] =
    /SCREENS[^{]*\{ id: string \}[^{]*\{([^}]*)\}/.exec(shell('screens/copying-screens.tsx')) ?? [];
  if (there.has('/follow/$'))
    for (const [, step] of table.matchAll(/^ {2}'?([a-z-]*)'?:/gm))
      there.add(step === '' ? '/follow' : `/follow/${step}`);
  expect(DOCUMENTED_ROUTES.filter((route) => !there.has(route))).toEqual([]);
});
