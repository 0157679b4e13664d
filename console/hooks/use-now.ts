// The time of this machine in a component, drawn again every so many ms.

import { systemClock } from '@fairtick/kernel/clock';
import { useEffect, useState } from 'react';

/** UTC ms. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => systemClock.now());
  useEffect(() => systemClock.every(everyMs, () => setNow(systemClock.now())), [everyMs]);
  return now;
}
