// Starts the decoder's process with as little as it can live on, and ends it when it takes too much or says too much.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@fairtick/kernel/clock';
import { reachable, type SystemUser, systemUser } from '../platform/database/system-user.ts';
import type { ImageFormat } from './formats.ts';
import { spawnBehind, stepBack } from './standing-back.ts';

/** Of a processor, its own start included: an image that finds the machine busy is late, and no worse for it. */
const CPU_LIMIT_S = 6;
/** By the clock, for one that does not end and does nothing. */
const LAST_LIMIT_MS = 60_000;
/** What is kept has at most 2,400 x 2,400 px: no JPEG of it is larger. */
const MAX_SAID_BYTES = 16 * 1024 * 1024;
const MEMORY_MB = 256;

const script = fileURLToPath(new URL('./decoding-process.ts', import.meta.url));
const require = createRequire(import.meta.url);
const library = require.resolve('sharp');
/** The folders of packages that the decoder's own is found in: as they are named, and where a link leads. */
const packages = [
  library.slice(0, library.lastIndexOf(`${path.sep}node_modules${path.sep}`) + '/node_modules/'.length),
  ...(require.resolve.paths('sharp') ?? []).filter((folder) => existsSync(path.join(folder, 'sharp'))),
];

/** It may load its own code and start nothing, write nothing, read nothing else. Native code could break out of this: it is one wall of several. */
const wallsAround = (folder: string): string[] => [
  `--max-old-space-size=${MEMORY_MB}`,
  '--permission',
  '--allow-addons',
  `--allow-fs-read=${folder}${path.sep}`,
  ...packages.map((one) => `--allow-fs-read=${one}`),
  '--disable-warning=SecurityWarning',
];

/** Root lends it the user who owns nothing, where that one can reach the code: what breaks out is then not root. */
const nobody: SystemUser | undefined = ((): SystemUser | undefined => {
  const user = process.getuid?.() === 0 ? systemUser('nobody') : undefined;
  return user && [process.execPath, script, library].every((file) => reachable(file, user)) ? user : undefined;
})();

interface Limits {
  /** Of a processor. */
  readonly cpuSeconds: number;
}

/** Resolves with what the process wrote, once it ended by itself and well; with undefined otherwise. Orders go before images. */
export function runAlone(
  clock: Clock,
  bytes: Uint8Array,
  format: ImageFormat,
  file = script,
  { cpuSeconds }: Limits = { cpuSeconds: CPU_LIMIT_S },
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const program = [...wallsAround(path.dirname(file)), file, format, String(bytes.length)];
    const child = spawnBehind(cpuSeconds, [process.execPath, ...program], {
      ...nobody,
      cwd: path.parse(file).root,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const said: Buffer[] = [];
    let length = 0;
    const forward = stepBack(child, clock);
    const cancel = clock.after(LAST_LIMIT_MS, () => child.kill('SIGKILL'));
    const end = (good: boolean): void => {
      forward();
      cancel();
      resolve(good && length <= MAX_SAID_BYTES ? Buffer.concat(said) : undefined);
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_SAID_BYTES) child.kill('SIGKILL');
      else said.push(chunk);
    });
    child.on('error', () => end(false));
    child.on('close', (code) => end(code === 0));
    // One that died does not read what it is told.
    child.stdin?.on('error', () => {});
    // Left open: its end is ours, and by it the process knows that nobody waits any more.
    child.stdin?.write(bytes);
  });
}
