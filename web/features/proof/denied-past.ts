// Whether a log still has what this browser saw of it, by its newest checkpoint, which is remembered where it does.

import { noteCrypto } from './crypto.ts';
import { signed } from './in-log.ts';
import { type Consistency, growthOf, newestOf } from './log-growth.ts';
import { type GrowingLog, rememberedLog, rememberLog } from './log-memory.ts';

export interface LogAsShown {
  /** The newest checkpoint, a signed note; undefined where it can't be had. */
  readonly checkpoint: () => Promise<string | undefined>;
  /** For a browser that has not met the log yet. */
  readonly key: () => Promise<string>;
  readonly consistency: Consistency;
}

/**
 * True where the log has lost or changed entries that were seen before. It is looked at twice, since servers of one log may be a moment apart. What is not
 * signed by the log's key is no checkpoint, and proves nothing against it.
 */
export async function deniesItsPast(log: GrowingLog, shown: LogAsShown, again = true): Promise<boolean> {
  const note = await shown.checkpoint();
  if (note === undefined) return false;
  const key = rememberedLog(log)?.key ?? (await shown.key());
  const checkpoint = signed(note, key, noteCrypto);
  if (!checkpoint || checkpoint.size === 0) return false;
  const growth = await growthOf(rememberedLog(log), checkpoint, shown.consistency, noteCrypto);
  if (growth === 'rewritten') return !again || deniesItsPast(log, shown, false);
  if (growth === 'unknown') return false;
  const newest = newestOf(rememberedLog(log), key, checkpoint, note);
  if (newest) rememberLog(log, newest);
  return false;
}
