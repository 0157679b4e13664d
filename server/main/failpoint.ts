// A planned death for failure tests: the process kills itself when a command's batch reaches a moment. It can do nothing else.

import type { Clock } from '@fairtick/kernel/clock';
import { FLUSH_MS } from '../edge/socket/flush.ts';
import type { Moment } from '../platform/commands/pipeline.ts';
import type { Failpoint } from '../platform/config/config.ts';

export type PipelineMoment = (moment: Moment, names: readonly string[]) => void;

/**
 * Before and after a commit at once. The pipeline has handed the answer on at after_reply, and this lets it go onto the wire first; at
 * after_publish it lets the socket's next flush go as well.
 */
export function dieAt(failpoint: Failpoint, clock: Clock): PipelineMoment {
  const die = (): void => void process.kill(process.pid, 'SIGKILL');
  return (moment, names) => {
    if (moment !== failpoint.moment || !names.includes(failpoint.command)) return;
    if (moment === 'after_reply') setImmediate(() => setImmediate(die));
    else if (moment === 'after_publish') clock.after(2 * FLUSH_MS, die);
    else die();
  };
}
