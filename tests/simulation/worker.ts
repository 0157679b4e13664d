// Runs seeds on a thread of its own: takes one at a time, tells how far it is and how it ended.

import { parentPort } from 'node:worker_threads';
import { caseOf, type Ended, run } from './run.ts';

export interface Order {
  readonly seed: number;
  readonly events: number;
}

export type Told =
  | { readonly kind: 'progress'; readonly seed: number; readonly done: number }
  | { readonly kind: 'ended'; readonly seed: number; readonly ended: Ended };

const TELL_EVERY = 500;

const isOrder = (value: unknown): value is Order =>
  typeof value === 'object' && value !== null && 'seed' in value && 'events' in value;

const port = parentPort;
port?.on('message', (order: unknown) => {
  if (!isOrder(order)) return;
  const tell = (told: Told): void => port.postMessage(told);
  void run(caseOf(order.seed, order.events), (done) => {
    if (done % TELL_EVERY === 0) tell({ kind: 'progress', seed: order.seed, done: TELL_EVERY });
  }).then((ended) => tell({ kind: 'ended', seed: order.seed, ended }));
});
