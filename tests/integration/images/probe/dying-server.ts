// A server that has a picture decoded and may be killed meanwhile: says the decoder's number as soon as there is one.

import { readdirSync, readFileSync } from 'node:fs';
import { systemClock } from '@fairtick/kernel/clock';
import { runAlone } from '@fairtick/server/images/child';
import { pngOf } from '../../../harness/picture.ts';

const [, , file] = process.argv;
void runAlone(systemClock, pngOf(8_000, 5_000), 'png', file || undefined, { cpuSeconds: 1 });
const childOf = (pid: number): number | undefined =>
  readdirSync('/proc')
    .map(Number)
    .find((one) => one > 0 && parentOf(one) === pid);
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
process.stdout.write(String(childOf(process.pid)));
