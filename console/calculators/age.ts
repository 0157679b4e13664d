// How long something waits, in the largest unit that says enough: queues are worked by it.

export interface Age {
  readonly value: number;
  readonly unit: 'minute' | 'hour' | 'day';
}

/** Rounded down; what lies ahead is 0 minutes old. */
export function ageOf(sinceMs: number, nowMs: number): Age {
  const minutes = Math.max(0, Math.floor((nowMs - sinceMs) / 60_000));
  if (minutes < 60) return { value: minutes, unit: 'minute' };
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? { value: hours, unit: 'hour' } : { value: Math.floor(hours / 24), unit: 'day' };
}

/** Minutes and seconds to go as 14:59; never below 0:00. Rounded up, so that 0:00 means over. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
