// One simulated life from its seed and events, told as data: how it ended, and what happened in it.

import { type Event, eventsOf } from './events.ts';
import { Broken, type Figures, World } from './world.ts';

export interface Case {
  readonly seed: number;
  readonly events: readonly Event[];
  /** Whether users also ask for what no screen would send: cases that were kept before that was there go without. */
  readonly strange?: boolean | undefined;
}

export interface Failure {
  readonly rule: string;
  readonly message: string;
  /** How many events had happened, the failing one included. */
  readonly after: number;
}

export interface Ended {
  readonly failure: Failure | undefined;
  readonly figures: Figures | undefined;
}

export const caseOf = (seed: number, count: number): Case => ({ seed, events: eventsOf(seed, count), strange: true });

/** Anything thrown is a failure: a defect of the simulation itself must not pass for a good run. */
export async function run({ seed, events, strange = false }: Case, onEvent?: (done: number) => void): Promise<Ended> {
  let after = 0;
  try {
    const world = new World(seed, strange);
    await world.begin();
    for (const event of events) {
      after += 1;
      await world.happen(event);
      onEvent?.(after);
    }
    await world.checkAll();
    return { failure: undefined, figures: world.figures() };
  } catch (error) {
    const rule = error instanceof Broken ? error.rule : 'nothing is thrown';
    const message =
      error instanceof Error ? (error instanceof Broken ? error.message : (error.stack ?? '')) : String(error);
    return { failure: { rule, message, after }, figures: undefined };
  }
}
