// The calendar of a time zone: which day it is there, and when its days begin. Pure.

interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Seconds to add to UTC. */
  readonly offset: number;
}
export type Calendar = (utcSeconds: number) => LocalTime;

/** No zone changes its clocks, or begins a day, within a quarter of an hour. */
const STEP_SECONDS = 900;

export function calendarOf(zone: string): Calendar {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  const known = new Map<number, LocalTime>();
  return (utcSeconds) => {
    const step = Math.floor(utcSeconds / STEP_SECONDS);
    const found = known.get(step) ?? localTime(format, step * STEP_SECONDS);
    known.set(step, found);
    return found;
  };
}

function localTime(format: Intl.DateTimeFormat, utcSeconds: number): LocalTime {
  const parts = format.formatToParts(utcSeconds * 1000);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  const [year, month, day] = [of('year'), of('month'), of('day')];
  const local = Date.UTC(year, month - 1, day, of('hour'), of('minute')) / 1000;
  return { year, month, day, offset: local - utcSeconds };
}

const HOUR_SECONDS = 3_600;
/** No zone is further ahead of UTC. */
const MOST_AHEAD_SECONDS = 15 * HOUR_SECONDS;

/** The first moment of a day there, in UTC seconds; `day`: its midnight as UTC would have it. A day may begin later than 0:00, and one may not exist. */
export function dayStart(calendar: Calendar, day: number): number {
  let at = day - MOST_AHEAD_SECONDS;
  while (at + calendar(at).offset < day) at += STEP_SECONDS;
  return at;
}

/** The day that it is there, as its midnight in UTC seconds. */
export function dayOf(calendar: Calendar, utcSeconds: number): number {
  const { year, month, day } = calendar(utcSeconds);
  return Date.UTC(year, month - 1, day) / 1000;
}
