// Runs programs of this project with the pinned Node, for the steps of `npm run check` and `npm test`.

import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import * as os from 'node:os';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface How {
  /** What the program says is printed in one piece at its end, so that programs at once do not talk into each other. */
  readonly atEnd: boolean;
  /** It takes only what others leave of the processors. */
  readonly patient?: boolean;
}

/** Longer than any program of ours takes on a slow machine: what still runs then hangs, and the others shall be run and told all the same. */
const LIMIT_MS = 40 * 60_000;

/** Whether it ended well, within `limitMs`. A `quiet` program speaks only when it fails. */
export function runNode(args: readonly string[], how: How, quiet = false, limitMs = LIMIT_MS): Promise<boolean> {
  const keeps = quiet || how.atEnd;
  const detached = how.patient ?? false;
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached,
    stdio: keeps ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  if (detached) yieldToOthers(child);
  const said: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
  return new Promise((resolve) => {
    const ended = (good: boolean): void => {
      clearTimeout(limit);
      if (!good || !quiet) process.stdout.write(Buffer.concat(said));
      resolve(good);
    };
    const limit = setTimeout(() => {
      console.log(`Ended, for it still ran after ${limitMs / 1_000} s: ${args.join(' ')}`);
      child.kill('SIGKILL');
      // What it has started may hold its output open: nobody waits for that.
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
      ended(false);
    }, limitMs);
    child.once('error', () => ended(false));
    child.once('close', (code) => ended(code === 0));
  });
}

/**
 * What it starts later inherits it. A machine that does not let it is only busier. Linux shares the processors between sessions first, and a browser
 * and a database have sessions of their own: so the program is in one too, and that is what steps back.
 */
function yieldToOthers(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  const low = os.constants.priority.PRIORITY_LOW;
  for (const stepBack of [() => os.setPriority(pid, low), () => writeFileSync(`/proc/${pid}/autogroup`, String(low))])
    try {
      stepBack();
    } catch {
      // It has ended already, or the system knows no such thing.
    }
  endsWithUs(child, pid);
}

/** In a session of its own it would not hear what ends us. */
function endsWithUs(child: ChildProcess, pid: number): void {
  const end = (): void => {
    try {
      // Those that it has started too.
      process.kill(-pid, 'SIGKILL');
    } catch {
      // They have ended already.
    }
  };
  const signalled = (): never => process.exit(1);
  process.on('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, signalled);
  child.once('close', () => {
    process.off('exit', end);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, signalled);
  });
}
