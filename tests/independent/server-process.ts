// The real server as a process of its own: started with settings, found by what it says, stopped by a signal. Nothing of it is imported.

import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 60_000;
const KEPT_TEXT = 20_000;

/** The Node that the project pins. */
export function pinnedNode(): string {
  const folder = path.dirname(createRequire(import.meta.url).resolve('node/package.json'));
  return path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

export interface ServerProcess {
  readonly url: string;
  /** The end of what it wrote, for a failed test. */
  said(): string;
  /** Resolves once it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export async function startServer(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(pinnedNode(), [path.join(root, 'server', 'main', 'main.ts')], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', CONSOLE_PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const keep = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-KEPT_TEXT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  const url = await addressIn(child, () => text).catch(async (error: unknown) => {
    await stop('SIGKILL');
    throw error;
  });
  return { url, said: () => text, stop };
}

function addressIn(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`the server ${why}:\n${said()}`));
    const timer = setTimeout(() => fail('does not start'), START_LIMIT_MS);
    const look = (): void => {
      const url = /Fairtick +(http:\S+)/.exec(said())?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', look);
    child.once('exit', () => {
      clearTimeout(timer);
      fail('ended');
    });
  });
}
