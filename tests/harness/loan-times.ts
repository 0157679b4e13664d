// When an agreement was shown, read to its end and agreed to, as an app says it that does so at once.

import { systemClock } from '@fairtick/kernel/clock';

export const timesOfReading = (nowMs: number) => ({ shown_at: nowMs - 2, read_at: nowMs - 1, consent_at: nowMs });

const { shown_at, read_at, consent_at } = timesOfReading(systemClock.now());
/** The same in one file of tests: a request that is sent again is the same. */
export const READ_NOW = { shown_at: String(shown_at), read_at: String(read_at), consent_at: String(consent_at) };
