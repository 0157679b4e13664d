// The public log of acceptances: one entry for each command about an order that a user gave and the pipeline took in. Nobody can drop one, nor say later
// that it was another.

import { encodeAcceptanceEntry } from '@fairtick/kernel/log/acceptance-entry';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import { type LoggedRows, openRowsLog, type RowsLog, type RowsLogOptions, sha256 } from '../transparency/index.ts';
import { type LoggedAcceptance, readAcceptances, readWaitingAcceptances, setAcceptancePlaces } from './table.ts';

/** Its number among the logs, and its name; migration 0049 gave them. */
export const ACCEPTANCES_LOG = 3;
const ACCEPTANCES_LOG_NAME = 'acceptances';
/** As TICK_LOG_ORIGIN: first line of each checkpoint and name of the key. */
const ACCEPTANCES_LOG_ORIGIN = 'fairtick.log/acceptances';

const ROWS: LoggedRows<LoggedAcceptance> = {
  noun: 'acceptance',
  read: readAcceptances,
  waiting: readWaitingAcceptances,
  setPlaces: setAcceptancePlaces,
  entryOf: ({ time, contents, salt }, index) =>
    encodeAcceptanceEntry({ index, time, contentsHash: saltedHash(sha256, salt, contents) }),
};

export const openAcceptancesLog = (
  options: Pick<RowsLogOptions<LoggedAcceptance>, 'pool' | 'clock' | 'keys' | 'onError'>,
): Promise<RowsLog> =>
  openRowsLog({
    ...options,
    log: ACCEPTANCES_LOG,
    name: ACCEPTANCES_LOG_NAME,
    origin: ACCEPTANCES_LOG_ORIGIN,
    rows: ROWS,
  });
