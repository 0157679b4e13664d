// The public log of the staff's acts: one entry an act, in the order in which acts that are committed are found. An act's row gets its place in the
// transaction that writes its entry, so neither is ever there without the other.

import type { Id } from '@fairtick/kernel/ids';
import { actContentsHash, encodeActEntry } from '@fairtick/kernel/log/act-entry';
import {
  type EntryStore,
  type LogOptions,
  type PlacedEntries,
  plainStore,
  sha256,
  TransparencyError,
  TransparencyLog,
} from '../transparency/index.ts';
import { type ActRow, readActs, setPlaces } from './table.ts';

/** Its number among the logs, and its name; migration 0016 gave them. */
export const ACTS_LOG = 2;
const ACTS_LOG_NAME = 'acts';
/** As TICK_LOG_ORIGIN: first line of each checkpoint and name of the key. */
const ACTS_LOG_ORIGIN = 'fairtick.log/acts';

/** Takes ids of committed acts; answers with their places, which acts that were placed before keep. */
export type ActsLog = TransparencyLog<Id, number>;

type Placed = PlacedEntries<number, undefined>;

/** See TransparencyLog.open. */
export const openActsLog = (
  options: Pick<LogOptions<Id, number, undefined>, 'pool' | 'clock' | 'keys' | 'onError'>,
): Promise<ActsLog> => TransparencyLog.open({ ...options, origin: ACTS_LOG_ORIGIN, store: actStore() });

function actStore(): EntryStore<Id, number, undefined> {
  const plain = plainStore(ACTS_LOG, ACTS_LOG_NAME);
  return {
    ...plain,
    refusal: () => undefined,
    lockHead: async (tx) => {
      const head = await plain.lockHead(tx);
      const place = async (ids: readonly Id[]): Promise<Placed> => {
        // Read under the lock: what another server has placed meanwhile has its place.
        const rows = await readActs(tx, ids);
        const waiting = rows.filter((row) => row.index === null);
        const entries = waiting.map((row, i) => entryOf(row, head.size + i));
        const placed = await head.place(entries, undefined);
        let next = head.size;
        const places = new Map(rows.map((row) => [row.id, row.index ?? next++]));
        return {
          ...placed,
          logged: ids.map((id) => placeIn(places, id)),
          write: async (tiles) => {
            if (waiting.length === 0) return;
            await placed.write(tiles);
            await setPlaces(
              tx,
              waiting.map(({ id }) => id),
              head.size,
            );
          },
        };
      };
      return { size: head.size, place };
    },
  };
}

function entryOf({ id, time, kind, contents, salt }: ActRow, index: number): Uint8Array {
  if (contents === null || salt === null)
    throw new TransparencyError('bad_entry', `act ${id} was erased before it was logged`);
  return encodeActEntry({ index, time, kind, contentsHash: actContentsHash(sha256, salt, contents) });
}

function placeIn(places: ReadonlyMap<Id, number>, id: Id): number {
  const place = places.get(id);
  if (place === undefined) throw new TransparencyError('bad_entry', `there is no act ${id}`);
  return place;
}
