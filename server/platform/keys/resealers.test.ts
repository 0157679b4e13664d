// Whatever is sealed somewhere is sealed again when a master key is changed: otherwise the old key would be taken away with values under it.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { RESEALERS } from '../../domains/parts.ts';

const server = fileURLToPath(new URL('../../', import.meta.url));

/** Codes and links of letters, sealed while they wait to be sent: gone within minutes, and good for nothing soon after. */
const PASSING = ['sent_codes'];

test('every use that something is sealed for has somebody who seals it again', () => {
  const files = fs.globSync('**/*.ts', { cwd: server }).filter((file) => !/\.test\.ts$|node_modules/.test(file));
  const sealed = files.flatMap((file) =>
    [...fs.readFileSync(path.join(server, file), 'utf8').matchAll(/\.seal\(\s*'(\w+)'/g)].map(([, use = '']) => use),
  );
  expect(sealed.length).toBeGreaterThan(2);
  expect(new Set([...RESEALERS.map(({ use }) => use), ...PASSING])).toEqual(new Set(sealed));
});
