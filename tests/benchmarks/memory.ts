// What a process holds once everything that can go is gone.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Bytes of heap and external memory (typed arrays) after a forced collection. */
export function heldBytes(): number {
  if (typeof collect !== 'function') throw new Error('this engine has no collector to ask');
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
