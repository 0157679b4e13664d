// A call that needs a fresh proof of who is there waits here until the dialog has it, or until the person gives up.

import { isRecord } from '@fairtick/contract/client/is-record';
import { createStore } from 'zustand/vanilla';
import { onSession } from './session.ts';

/** The ways in which the account can confirm, as the refusal named them; undefined while nothing is asked. */
export const stepUpStore = createStore<{ methods: readonly string[] | undefined }>(() => ({ methods: undefined }));
let waiting: ((confirmed: boolean) => void)[] = [];

/** Whether the person confirmed; `data` came with the refusal. Several calls at once share one dialog. */
export function askStepUp(data: unknown): Promise<boolean> {
  const methods = isRecord(data) && Array.isArray(data.methods) ? data.methods.map(String) : [];
  return new Promise((resolve) => {
    waiting.push(resolve);
    stepUpStore.setState({ methods });
  });
}

export function endStepUp(confirmed: boolean): void {
  const ended = waiting;
  waiting = [];
  stepUpStore.setState({ methods: undefined });
  for (const resolve of ended) resolve(confirmed);
}

// What one person asked for must not be sent in the name of who signs in after them, in another tab too, and confirms.
onSession(() => endStepUp(false));
