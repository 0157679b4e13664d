// Beside each test file of a run over marked code: which functions it reached, in a file of its own.

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, expect } from 'vitest';

const folder = process.env.FAIRTICK_REACHED;
const reached = new Set<string>();
Object.assign(globalThis, { reached__: (place: string) => reached.add(place) });

if (folder !== undefined)
  afterAll(() => {
    const test = expect.getState().testPath ?? '';
    const name = `${createHash('sha256').update(test).digest('hex').slice(0, 16)}.json`;
    fs.writeFileSync(path.join(folder, name), JSON.stringify({ test, reached: [...reached] }));
  });
