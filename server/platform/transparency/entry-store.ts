// What a log's owner brings: where its entries and its head lie, and how an entry becomes a leaf. Tiles, checkpoints and the key are the log's.

import type { FullTile } from '@fairtick/kernel/log/frontier';
import type { Queries } from '../database/pools.ts';

/** A log's rows as they are read: enough to grow its tree and to serve it. */
export interface LogRows {
  /** The number of the log's tiles, checkpoints and key in the tables that all logs share. Never changed, never given again. */
  readonly log: number;
  /** Entries committed. */
  readSize(db: Queries): Promise<number>;
  /** Leaf hashes of the entries from..to-1, in order; fewer where some are no longer kept. */
  readLeaves(db: Queries, from: number, to: number): Promise<readonly Uint8Array[]>;
  /** The entries from..to-1 as they were logged, in order; fewer where some are no longer kept. Throws `corrupt` for one that its hash denies. */
  readEntries(db: Queries, from: number, to: number): Promise<readonly Uint8Array[]>;
}

/**
 * `New` is an entry as the caller has it, `Logged` the same with its place. `Memory` is what placing the next entries needs to know of those
 * before; the appender keeps it from one committed batch to the next.
 */
export interface EntryStore<New, Logged, Memory> extends LogRows {
  /** Why the log can't carry the entry, as a sentence; undefined where it can. */
  refusal(entry: New): string | undefined;
  /** Makes every other appender of this log wait until the transaction ends. */
  lockHead(tx: Queries): Promise<LockedHead<New, Logged, Memory>>;
}

export interface LockedHead<New, Logged, Memory> {
  /** Entries committed. */
  readonly size: number;
  /** Gives the entries the places from `size` on. `memory` is that of the log at this very size; undefined where others wrote last. */
  place(entries: readonly New[], memory: Memory | undefined): Promise<PlacedEntries<Logged, Memory>>;
}

export interface PlacedEntries<Logged, Memory> {
  readonly logged: readonly Logged[];
  /** One a placed entry. */
  readonly leaves: readonly Uint8Array[];
  readonly memory: Memory;
  /** Entries, tiles and the new head in one statement. Throws where the head moved under its lock. */
  write(tiles: readonly FullTile[]): Promise<void>;
}
