// Where the recorded market lies, if it lies on this machine: tests that need it skip when it does not.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** RECORDINGS_DIR, else ../shared/data beside the project; undefined when no recording is there. Absolute. */
export function recordingsDir(): string | undefined {
  const folder = path.resolve(process.env.RECORDINGS_DIR ?? path.join(root, '..', 'shared', 'data'));
  if (!fs.existsSync(folder)) return undefined;
  return fs.readdirSync(folder).some((name) => /\.ticks\..*\.csv\.gz$/.test(name)) ? folder : undefined;
}
