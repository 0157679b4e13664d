// A log whose entries are rows of a table: each row is written in the transaction of what it tells of, and gets its place in the transaction that
// writes its entry, so neither is ever there without the other.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../database/pools.ts';
import type { EntryStore, PlacedEntries } from './entry-store.ts';
import { type LogOptions, TransparencyLog } from './log.ts';
import { plainStore } from './plain-table.ts';
import { TransparencyError } from './types.ts';

interface LoggedRow {
  readonly id: Id;
  /** Its place; null until it is given. */
  readonly index: number | null;
}

export interface LoggedRows<Row extends LoggedRow> {
  /** What one row is, for the sentence of a failure. */
  readonly noun: string;
  /** Of those ids, in the order in which they are to be placed. */
  read(db: Queries, ids: readonly Id[]): Promise<readonly Row[]>;
  /** Ids of the oldest rows without a place. */
  waiting(db: Queries, limit: number): Promise<readonly Id[]>;
  /** In the transaction that writes the entries, under the lock of the log's head. Throws where one of them has its place. */
  setPlaces(tx: Queries, ids: readonly Id[], first: number): Promise<void>;
  entryOf(row: Row, index: number): Uint8Array;
}

/** Takes ids of committed rows; answers with their places, which rows that were placed before keep. */
export type RowsLog = TransparencyLog<Id, number>;

export interface RowsLogOptions<Row extends LoggedRow>
  extends Pick<LogOptions<Id, number, undefined>, 'pool' | 'clock' | 'keys' | 'onError' | 'origin'> {
  /** Its number among the logs and its name, as a migration gave them. */
  readonly log: number;
  readonly name: string;
  readonly rows: LoggedRows<Row>;
}

/** See TransparencyLog.open. */
export const openRowsLog = <Row extends LoggedRow>({
  log,
  name,
  rows,
  ...options
}: RowsLogOptions<Row>): Promise<RowsLog> => TransparencyLog.open({ ...options, store: rowsStore(log, name, rows) });

type Placed = PlacedEntries<number, undefined>;

function rowsStore<Row extends LoggedRow>(
  log: number,
  name: string,
  { noun, read, setPlaces, entryOf }: LoggedRows<Row>,
): EntryStore<Id, number, undefined> {
  const plain = plainStore(log, name);
  return {
    ...plain,
    refusal: () => undefined,
    lockHead: async (tx) => {
      const head = await plain.lockHead(tx);
      const place = async (ids: readonly Id[]): Promise<Placed> => {
        // Read under the lock: what another server has placed meanwhile has its place.
        const rows = await read(tx, ids);
        const waiting = rows.filter((row) => row.index === null);
        const entries = waiting.map((row, i) => entryOf(row, head.size + i));
        const placed = await head.place(entries, undefined);
        let next = head.size;
        const places = new Map(rows.map((row) => [row.id, row.index ?? next++]));
        return {
          ...placed,
          logged: ids.map((id) => placeIn(places, id, noun)),
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

function placeIn(places: ReadonlyMap<Id, number>, id: Id, noun: string): number {
  const place = places.get(id);
  if (place === undefined) throw new TransparencyError('bad_entry', `there is no ${noun} ${id}`);
  return place;
}
