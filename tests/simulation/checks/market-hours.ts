// When a market trades, read off a clock in New York: its weekday, its date and its hour, looked up in the rules one sentence at a time. Shares nothing with
// the engine's calendar, which reckons trading days and the offsets of a zone.

import type { Pair } from '@fairtick/engine/types';

const HOUR_MS = 3_600_000;
/** Every bound lies on a whole hour: what was read of one is kept. */
const REMEMBERED = 2_000;

const face = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: 'America/New_York', hourCycle: 'h23' },
  ...{ weekday: 'short', day: '2-digit', month: 'short', hour: '2-digit' },
});
const faces = new Map<number, readonly string[]>();

/** As "Fri, 24 May, 16" is shown there. */
function read(timeMs: number): readonly string[] {
  const hour = Math.floor(timeMs / HOUR_MS);
  const known = faces.get(hour);
  if (known) return known;
  const shown = face.format(hour * HOUR_MS).split(/[^0-9A-Za-z]+/);
  if (faces.size >= REMEMBERED) faces.clear();
  faces.set(hour, shown);
  return shown;
}

/** Closed from 17:00 of the eve until 17:00 of the day. */
const HOLIDAYS = ['25 Dec', '01 Jan'];
const EVES = ['24 Dec', '31 Dec'];

export function tradesAt(hours: Pair['hours'], timeMs: number): boolean {
  if (hours === 'always') return true;
  const [weekday = '', day = '', month = '', hourText = ''] = read(timeMs);
  const hour = Number(hourText);
  const date = `${day} ${month}`;
  if (weekday === 'Sat') return false;
  if (weekday === 'Fri' && hour >= 17) return false;
  if (weekday === 'Sun' && hour < 17) return false;
  if (HOLIDAYS.includes(date) && hour < 17) return false;
  if (EVES.includes(date) && hour >= 17) return false;
  // Metals and indices rest for an hour each day.
  return hours === 'fx' || hour !== 17;
}
