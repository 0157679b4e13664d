// The calendar of a time zone: where its days begin, so that the axis marks them there and not at midnight in UTC.

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

/** How much a time matters as a mark of the axis, by the library's own scale. */
export const WEIGHT = { year: 70, month: 60, day: 50 } as const;
const WITHIN_A_DAY: readonly (readonly [seconds: number, weight: number])[] = [
  [43_200, 33],
  [21_600, 32],
  [10_800, 31],
  [3_600, 30],
  [1_800, 22],
  [300, 21],
  [60, 20],
  [1, 10],
];

/** Of the step from one bar to the next: the largest border of the calendar that lies between. */
export function weightOf(calendar: Calendar, before: number, now: number): number {
  const [a, b] = [calendar(before), calendar(now)];
  if (a.year !== b.year) return WEIGHT.year;
  if (a.month !== b.month) return WEIGHT.month;
  if (a.day !== b.day) return WEIGHT.day;
  const crossed = WITHIN_A_DAY.find(
    ([span]) => Math.floor((before + a.offset) / span) !== Math.floor((now + b.offset) / span),
  );
  return crossed?.[1] ?? 0;
}
