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

/** Whether it ended well. A `quiet` program speaks only when it fails. */
export function runNode(args: readonly string[], how: How, quiet = false): Promise<boolean> {
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
    child.on('error', () => resolve(false));
    child.on('close', (code) => {
      if (code !== 0 || !quiet) process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
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
