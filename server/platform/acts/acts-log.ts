// The public log of the staff's acts: one entry an act, in the order in which acts that are committed are found.

import { encodeActEntry } from '@fairtick/kernel/log/act-entry';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import {
  type LoggedRows,
  openRowsLog,
  type RowsLog,
  type RowsLogOptions,
  sha256,
  TransparencyError,
} from '../transparency/index.ts';
import { type ActRow, readActs, readWaitingActs, setPlaces } from './table.ts';

/** Its number among the logs, and its name; migration 0016 gave them. */
export const ACTS_LOG = 2;
const ACTS_LOG_NAME = 'acts';
/** As TICK_LOG_ORIGIN: first line of each checkpoint and name of the key. */
const ACTS_LOG_ORIGIN = 'fairtick.log/acts';

export const ACTS: LoggedRows<ActRow> = {
  noun: 'act',
  read: readActs,
  waiting: readWaitingActs,
  setPlaces,
  entryOf({ id, time, kind, contents, salt }, index) {
    if (contents === null || salt === null)
      throw new TransparencyError('bad_entry', `act ${id} was erased before it was logged`);
    return encodeActEntry({ index, time, kind, contentsHash: saltedHash(sha256, salt, contents) });
  },
};

export const openActsLog = (
  options: Pick<RowsLogOptions<ActRow>, 'pool' | 'clock' | 'keys' | 'onError'>,
): Promise<RowsLog> =>
  openRowsLog({ ...options, log: ACTS_LOG, name: ACTS_LOG_NAME, origin: ACTS_LOG_ORIGIN, rows: ACTS });
