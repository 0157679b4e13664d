// Ids that sort by creation: 42 bits of milliseconds, 10 bits of server, 11 bits of counter. Carried as decimal text in JSON.

import type { Clock } from './clock.ts';

/** 2020-01-01T00:00:00Z; 42 bits from here last until 2159. */
const ID_EPOCH_MS = 1_577_836_800_000;
const SERVER_BITS = 10n;
const COUNTER_BITS = 11n;
const COUNTER_LIMIT = 1 << Number(COUNTER_BITS);

export type Id = bigint;

/** `server` 0..1023, unique among servers that run at once. Ids of one generator strictly rise even if the clock goes back. */
export function idGenerator(clock: Clock, server: number): () => Id {
  let lastMs = 0;
  let counter = 0;
  return () => {
    const nowMs = Math.max(clock.now() - ID_EPOCH_MS, lastMs);
    counter = nowMs === lastMs ? counter + 1 : 0;
    lastMs = nowMs;
    if (counter >= COUNTER_LIMIT) {
      lastMs += 1;
      counter = 0;
    }
    return (((BigInt(lastMs) << SERVER_BITS) | BigInt(server & 1023)) << COUNTER_BITS) | BigInt(counter);
  };
}

/** The id in a text of 1 to 19 digits, or undefined: ids come from outside. */
export function parseId(text: string): Id | undefined {
  if (!/^[1-9]\d{0,18}$/.test(text)) return undefined;
  const id = BigInt(text);
  return id <= 9_223_372_036_854_775_807n ? id : undefined;
}
