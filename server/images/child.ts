// Starts the decoder's process with as little as it can live on, and ends it when it takes too long or says too much.

import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import { reachable, type SystemUser, systemUser } from '../platform/database/system-user.ts';
import type { ImageFormat } from './formats.ts';
import { READY } from './protocol.ts';

/** From the moment it reads the image. */
const DECODING_LIMIT_MS = 5_000;
/** Until then: a busy machine is no fault of the image. */
const START_LIMIT_MS = 10_000;
/** What is kept has at most 2,400 x 2,400 px: no JPEG of it is larger. */
const MAX_SAID_BYTES = 16 * 1024 * 1024;
const MEMORY_MB = 256;
/** Orders go before images. */
const NICENESS = 5;

const script = fileURLToPath(new URL('./decoding-process.ts', import.meta.url));
const library = createRequire(import.meta.url).resolve('sharp');
/** The folder of packages that the decoder's own is in, through any links. */
const packages = library.slice(0, library.lastIndexOf(`${path.sep}node_modules${path.sep}`) + '/node_modules/'.length);

/** It may load its own code and start nothing, write nothing, read nothing else. Native code could break out of this: it is one wall of several. */
const wallsAround = (folder: string): string[] => [
  `--max-old-space-size=${MEMORY_MB}`,
  '--permission',
  '--allow-addons',
  `--allow-fs-read=${folder}${path.sep}`,
  `--allow-fs-read=${packages}`,
  '--disable-warning=SecurityWarning',
];

/** Root lends it the user who owns nothing, where that one can reach the code: what breaks out is then not root. */
const nobody: SystemUser | undefined = ((): SystemUser | undefined => {
  const user = process.getuid?.() === 0 ? systemUser('nobody') : undefined;
  return user && [process.execPath, script, library].every((file) => reachable(file, user)) ? user : undefined;
})();

/** Resolves with what the process wrote, once it ended by itself and well; with undefined otherwise. */
export function runAlone(
  clock: Clock,
  bytes: Uint8Array,
  format: ImageFormat,
  file = script,
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...wallsAround(path.dirname(file)), file, format], {
      ...nobody,
      env: {},
      cwd: path.parse(file).root,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const said: Buffer[] = [];
    let length = 0;
    const killAfter = (ms: number): CancelTimer => clock.after(ms, () => child.kill('SIGKILL'));
    let cancel = killAfter(START_LIMIT_MS);
    const end = (good: boolean): void => {
      cancel();
      const whole = good && length <= MAX_SAID_BYTES ? Buffer.concat(said) : Buffer.alloc(0);
      resolve(whole.indexOf(READY) === 0 ? whole.subarray(READY.length) : undefined);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      if (length === 0) {
        cancel();
        cancel = killAfter(DECODING_LIMIT_MS);
      }
      length += chunk.length;
      if (length > MAX_SAID_BYTES) child.kill('SIGKILL');
      else said.push(chunk);
    });
    child.on('error', () => end(false));
    child.on('close', (code) => end(code === 0));
    // One that died does not read what it is told.
    child.stdin.on('error', () => {});
    child.stdin.end(bytes);
    stepBack(child);
  });
}

function stepBack({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, NICENESS);
  } catch {
    // It has ended already, or the system does not let us: then it runs like any other.
  }
}
