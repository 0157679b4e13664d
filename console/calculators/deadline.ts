// How long there is still to do something by a deadline, as queues show it.

/** From so little on the row asks to be looked at. */
const SOON_MS = 4 * 3_600_000;

export interface TimeLeft {
  /** Hours and minutes as 3:20, with a minus once it is past. */
  readonly text: string;
  readonly state: 'late' | 'soon' | 'calm';
}

/** Rounded so that nobody is promised a minute more than there is: 0:00 is less than a minute, −0:01 has begun to be late. */
export function timeLeft(deadlineMs: number, nowMs: number): TimeLeft {
  const left = deadlineMs - nowMs;
  const late = left <= 0;
  const minutes = late ? Math.max(1, Math.ceil(-left / 60_000)) : Math.floor(left / 60_000);
  const text = `${late ? '−' : ''}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return { text, state: late ? 'late' : left < SOON_MS ? 'soon' : 'calm' };
}
