// Runs programs of this project with the pinned Node, for the steps of `npm run check` and `npm test`.

import { type ChildProcess, spawn } from 'node:child_process';
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
  const child = spawn(process.execPath, args, { cwd: root, stdio: keeps ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  if (how.patient) yieldToOthers(child);
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

/** What it starts later inherits it. A machine that does not let it is only busier. */
function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system knows no such thing.
  }
}
