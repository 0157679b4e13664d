// How a process of ours stands back behind trading and its database, and takes no more than so many seconds of a processor.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';

const SHELL = '/bin/sh';
/** A shell has words of its own to hand on: the program gets an empty environment all the same. */
const BARE = '/usr/bin/env';
/** Linux takes the change of a session from others than root once in a tenth of a second. */
const AGAIN_MS = 120;
/** Of the process itself, which is all that counts where a system does not share by sessions. */
const NICENESS = 10;
/** Of its session: a hundredth of what others get where all want everything, for as long as a picture takes beside orders … */
const PATIENT = 19;
const PATIENT_MS = 3_000;
/** … and a third from then on: beside a machine that is busy for long, no picture would ever be done. */
const IMPATIENT = 5;

/**
 * In a session of its own: Linux shares the processors between sessions first, and the database has one. Not as a task for idle time (`chrt --idle`):
 * whoever wakes up beside one of those waits longer, see docs/benchmarks.md. The limit is the system's own, so it holds whatever the process does and
 * whoever is left to end it; where there is no shell to set it, the caller's limit by the clock is the only one. Without any environment.
 */
export function spawnBehind(
  cpuSeconds: number,
  program: readonly [string, ...string[]],
  how: Omit<SpawnOptions, 'env' | 'detached'>,
): ChildProcess {
  const [file, ...args] = program;
  const alone = { ...how, env: {}, detached: true };
  if (!existsSync(SHELL) || !existsSync(BARE)) return spawn(file, args, alone);
  return spawn(SHELL, ['-c', `ulimit -t ${cpuSeconds}; exec ${BARE} -i "$0" "$@"`, ...program], alone);
}

/** From its start on, with all that it starts later. To be cancelled when it has ended. */
export function stepBack({ pid }: ChildProcess, clock: Clock): CancelTimer {
  if (pid === undefined) return () => {};
  try {
    os.setPriority(pid, Math.max(os.getPriority(), NICENESS));
  } catch {
    // It has ended already, or the system does not let us: then it runs like any other.
  }
  let cancelAgain: CancelTimer = () => {};
  const asSession = (niceness: number): void => {
    cancelAgain();
    try {
      writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
    } catch (error) {
      // Anything else is a system that knows no such thing: there its own niceness says it all.
      if (isTooSoon(error)) cancelAgain = clock.after(AGAIN_MS, () => asSession(niceness));
    }
  };
  asSession(PATIENT);
  const cancelForward = clock.after(PATIENT_MS, () => asSession(IMPATIENT));
  return () => {
    cancelForward();
    cancelAgain();
  };
}

const isTooSoon = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';
