// Hostile images are decoded outside of the process that trades: a decoder that crashes must not be a halt of trading (accounts.md §0.5).

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import * as os from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ManualClock } from '@fairtick/kernel/clock';
import { runAlone } from '@fairtick/server/images/child';
import { spawnBehind, stepBack } from '@fairtick/server/images/standing-back';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pngOf } from '../../harness/picture.ts';

const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const ENDLESS = at('./probe/endless-process.ts');

test('the process that had an image decoded has never loaded the library for it', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [at('./probe/decoding-server.ts')]);
  expect(JSON.parse(stdout)).toEqual({ decoded: true, library: false });
});

test('the decoder’s limit is time of a processor: by the clock none passes, and one that never ends is ended', async () => {
  expect(await runAlone(new ManualClock(0), pngOf(8, 8), 'png', ENDLESS, { cpuSeconds: 1 })).toBeUndefined();
});

/** What Linux says of a process behind its name: its state, its parent, its group, its session. undefined once it is gone. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const said = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return said[0] === 'Z' ? undefined : said;
  } catch {
    return undefined;
  }
}

/** A server with a decoder of its own, whose number is answered. */
async function decodingServer(file: string) {
  const server = spawn(process.execPath, [at('./probe/dying-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(server.stdout, 'data');
  const decoder = Number(said);
  onTestFinished(() => {
    for (const pid of [server.pid ?? 0, decoder]) if (statOf(pid)) process.kill(pid, 'SIGKILL');
  });
  return { server, decoder };
}

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('the decoder stands back as a whole, in a session of its own', async () => {
  const { decoder } = await decodingServer(ENDLESS);
  expect(statOf(decoder)?.[3]).toBe(String(decoder));
  expect(os.getPriority(decoder)).toBeGreaterThanOrEqual(10);
  const session = `/proc/${decoder}/autogroup`;
  if (existsSync(session)) expect(readFileSync(session, 'utf8')).toMatch(/ nice 19\n$/);
});

onLinux('whoever has waited for long gets a little more', async () => {
  const clock = new ManualClock(0);
  const child = spawnBehind(60, ['/bin/sleep', '60'], { stdio: 'ignore' });
  const forward = stepBack(child, clock);
  onTestFinished(() => {
    forward();
    child.kill('SIGKILL');
  });
  const session = `/proc/${child.pid}/autogroup`;
  if (!existsSync(session)) return;
  /** Who is not root may have to ask more than once. */
  const becomes = (niceness: number): Promise<void> =>
    vi.waitFor(() => {
      clock.advance(120);
      expect(readFileSync(session, 'utf8')).toMatch(new RegExp(` nice ${niceness}\n$`));
    });
  await becomes(19);
  clock.advance(3_000);
  await becomes(5);
});

onLinux.each([
  ['the decoder', ''],
  ['a decoder that never ends', ENDLESS],
])('a server that is killed leaves none behind: %s', async (_, file) => {
  const { server, decoder } = await decodingServer(file);
  expect(statOf(decoder)).toBeDefined();
  server.kill('SIGKILL');
  await vi.waitFor(() => expect(statOf(decoder)).toBeUndefined(), { timeout: 60_000, interval: 20 });
});
