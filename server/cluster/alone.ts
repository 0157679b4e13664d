// A server without NATS is the only one on its database: it takes the lease of the intake at its start and holds it, so that two never mix two
// markets in one log. Its session may end, as when the database is away; it goes on where no other has taken the lease meanwhile.

import { setTimeout as delay } from 'node:timers/promises';
import { Lease, type LeaseOptions } from './lease.ts';

/** Longer than a holder that has died may be silent before its session ends. Where the database can't be asked so long, nothing else works either. */
const WAIT_MS = 12_000;
const LOOK_MS = 50;

export interface Alone {
  /** Whether no other server can be taking prices in. */
  readonly holds: () => boolean;
  readonly stop: () => Promise<void>;
}

/** undefined where another server goes on holding it. `lost`: another has it now. */
export async function takeAlone(options: Omit<LeaseOptions, 'gained' | 'alone'>): Promise<Alone | undefined> {
  const lease = new Lease({ ...options, gained: () => {}, alone: true });
  await lease.start();
  // By the machine's own time: what is waited for is another process.
  for (const until = performance.now() + WAIT_MS; !lease.held && performance.now() < until; ) await delay(LOOK_MS);
  if (lease.held) return { holds: () => lease.sure, stop: () => lease.stop() };
  await lease.stop();
  return undefined;
}
