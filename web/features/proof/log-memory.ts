// What this browser remembers of the public logs: the key it first met, and the newest checkpoint it saw.

import { isRecord } from '@fairtick/contract/client/is-record';
import { readStored, writeStored } from '@fairtick/contract/client/storage';

export interface LogMemory {
  /** The verifier key met first; the log must keep to it. */
  readonly key: string;
  /** Leaves of the newest checkpoint seen; 0 = none yet. */
  readonly size: number;
  /** base64; '' with size 0. */
  readonly root: string;
  /** The signed note itself: the evidence, should the log ever deny it. */
  readonly note: string;
}

/** The logs, and where each is kept. */
const KEYS = { ticks: 'log', acceptances: 'log.acceptances.seen', candles: 'log.candles.seen' } as const;
export type GrowingLog = keyof typeof KEYS;

export function rememberedLog(log: GrowingLog): LogMemory | undefined {
  const value = readStored('local', KEYS[log]);
  // Of candles the key alone was remembered once.
  const met = log === 'candles' && value === undefined ? readStored('local', 'log.candles') : undefined;
  if (typeof met === 'string') return { key: met, size: 0, root: '', note: '' };
  if (!isRecord(value)) return undefined;
  const { key, size, root, note } = value;
  if (typeof key !== 'string' || typeof size !== 'number' || typeof root !== 'string' || typeof note !== 'string') {
    return undefined;
  }
  return { key, size, root, note };
}

export const rememberLog = (log: GrowingLog, memory: LogMemory): void => writeStored('local', KEYS[log], memory);

/** The verifier key of the acceptances as it was met first. */
export function rememberedKey(): string | undefined {
  const key = readStored('local', 'log.acceptances');
  return typeof key === 'string' ? key : undefined;
}

export const rememberKey = (key: string): void => writeStored('local', 'log.acceptances', key);
