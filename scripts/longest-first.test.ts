// A file that was moved or renamed would lose its place at the front without a word.

import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { LONG } from './longest-first.ts';
import { root } from './run-node.ts';

test('every name in the list of long files is one test file', () => {
  const files = fs.globSync('{kernel,engine,server,tests}/**/*.test.ts', { cwd: root });
  expect(LONG.filter((end) => files.filter((file) => `/${file}`.endsWith(`/${end}`)).length !== 1)).toEqual([]);
});
