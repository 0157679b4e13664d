// Makes a failing run small: leaves out events as long as the same promise still breaks.

import type { Clock } from '@fairtick/kernel/clock';
import type { Event } from './events.ts';
import type { Case, Ended, Failure } from './run.ts';

export interface Shrunk {
  readonly case: Case;
  readonly failure: Failure;
  readonly runs: number;
}

export interface ShrinkOptions {
  readonly play: (one: Case) => Promise<Ended>;
  readonly clock: Clock;
  readonly limitMs: number;
}

/** Halves, quarters … single events are left out by turns. Stops when nothing more can go, or the time is over. */
export async function shrink(first: Case, failure: Failure, { play, clock, limitMs }: ShrinkOptions): Promise<Shrunk> {
  const until = clock.monotonic() + limitMs;
  let best = first.events.slice(0, failure.after);
  let why = failure;
  let runs = 0;
  const fails = async (events: readonly Event[]): Promise<boolean> => {
    runs += 1;
    const ended = await play({ ...first, events });
    if (ended.failure?.rule !== failure.rule) return false;
    why = ended.failure;
    best = events.slice(0, ended.failure.after);
    return true;
  };
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    let at = Math.max(0, best.length - size);
    for (;;) {
      if (clock.monotonic() > until) return { case: { ...first, events: best }, failure: why, runs };
      await fails([...best.slice(0, at), ...best.slice(at + size)]);
      if (at === 0) break;
      at = Math.max(0, Math.min(at, best.length) - size);
    }
  }
  return { case: { ...first, events: best }, failure: why, runs };
}
