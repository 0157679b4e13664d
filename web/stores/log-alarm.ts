// That a public log was seen to deny its own past: kept in this browser, and told on every screen from then on.

import { isRecord } from '@fairtick/contract/client/is-record';
import { onStoredElsewhere, readStored, writeStored } from '@fairtick/contract/client/storage';
import { createStore } from 'zustand/vanilla';

/** Entries that each log was seen to have and does not have any more, or has otherwise. */
export interface LogAlarm {
  readonly ticks?: number;
  readonly acceptances?: number;
  readonly candles?: number;
}

const KEY = 'log.alarm';

function stored(): LogAlarm {
  const value = readStored('local', KEY);
  const { ticks, acceptances, candles } = isRecord(value) ? value : {};
  return {
    ...(typeof ticks === 'number' && { ticks }),
    ...(typeof acceptances === 'number' && { acceptances }),
    ...(typeof candles === 'number' && { candles }),
  };
}

export const logAlarmStore = createStore<LogAlarm>(stored);
onStoredElsewhere(KEY, () => logAlarmStore.setState(stored(), true));

export function raiseLogAlarm(log: keyof LogAlarm, seen: number): void {
  const alarm = { ...logAlarmStore.getState(), [log]: seen };
  writeStored('local', KEY, alarm);
  logAlarmStore.setState(alarm, true);
}
