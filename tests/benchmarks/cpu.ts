// Processor time by process, from Linux's /proc: where the microseconds of an order go, however busy the machine is with other things.

import * as fs from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_US = 10_000;

interface Stat {
  readonly parent: number;
  readonly us: number;
}

function stat(pid: string): Stat | undefined {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold blanks and brackets: what counts begins after the last one.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), us: (Number(fields[11]) + Number(fields[12])) * TICK_US };
  } catch {
    return undefined;
  }
}

/** CPU microseconds so far; 0 where the system does not tell. */
export const cpuOf = (pid: number): number => stat(String(pid))?.us ?? 0;

/** Of all processors since they started, in hundredths of a second: what a host took from this machine for others, and everything. */
export function stolenTicks(): { readonly stolen: number; readonly all: number } {
  if (!fs.existsSync('/proc/stat')) return { stolen: 0, all: 0 };
  const [line = ''] = fs.readFileSync('/proc/stat', 'utf8').split('\n');
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { stolen: ticks[7] ?? 0, all: ticks.reduce((sum, one) => sum + one, 0) };
}

/** The same of a process's living children together. */
export function cpuOfChildren(pid: number): number {
  if (!fs.existsSync('/proc/self/stat')) return 0;
  let sum = 0;
  for (const name of fs.readdirSync('/proc')) {
    const child = /^\d+$/.test(name) ? stat(name) : undefined;
    if (child?.parent === pid) sum += child.us;
  }
  return sum;
}
