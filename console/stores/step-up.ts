// A call that needs a fresh proof of who is there waits here until the dialog has it, or until the person gives up.

import { createStore } from './store.ts';

export interface StepUp {
  readonly asked: boolean;
}

export const stepUpStore = createStore<StepUp>({ asked: false });
let waiting: ((confirmed: boolean) => void)[] = [];

/** Whether the person confirmed. Several calls at once share one dialog. */
export function askStepUp(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    stepUpStore.set({ asked: true });
  });
}

export function endStepUp(confirmed: boolean): void {
  const ended = waiting;
  waiting = [];
  stepUpStore.set({ asked: false });
  for (const resolve of ended) resolve(confirmed);
}
