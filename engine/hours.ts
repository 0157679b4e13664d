// When a market trades: sessions by the wall clock of New York, and the days it rests. Pure: a time comes in, nothing is asked of a clock.

import type { FinancingNights, Pair } from './types.ts';

export type Hours = Pair['hours'];
/** The calendar of financing that goes with a pair's hours: which nights it has follows from when it trades. */
export const NIGHTS_OF: Readonly<Record<Hours, FinancingNights>> = {
  fx: 'fx',
  metal: 'weekdays',
  index: 'weekdays',
  always: 'daily',
};

/** Days without trading in every market but 'always', as MM-DD (each year) or YYYY-MM-DD: the trading day that ends on that date. */
export const HOLIDAYS: readonly string[] = ['01-01', '12-25'];

/** A stretch [from, until) of UTC ms during which a market does not change its state. */
export interface Session {
  readonly open: boolean;
  readonly from: number;
  readonly until: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The trading day of a date runs from 17:00 New York on the eve to 17:00 of that date. */
const DAY_ENDS_AT_MS = 17 * HOUR_MS;
/** Metals and indices rest in the first hour of each trading day. */
const DAILY_PAUSE_MS = HOUR_MS;
/** More than a year without trading cannot be a calendar: looking ahead ends there. */
const LOOK_AHEAD_MS = 400 * DAY_MS;
/** Offsets remembered, one an hour asked for; emptied when full. */
const OFFSET_CACHE_LIMIT = 4_096;

/** Whose wall clock every session follows. */
export const MARKET_ZONE = 'America/New_York';

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: MARKET_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});
const offsets = new Map<number, number>();

/** What New York's wall clock is ahead of UTC (negative), by the time-zone database. It changes on whole UTC hours only. */
function newYorkOffsetMs(timeMs: number): number {
  const hour = Math.floor(timeMs / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const at = hour * HOUR_MS;
  const part: Record<string, number> = {};
  for (const { type, value } of newYork.formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour: wallHour = 0, minute = 0, second = 0 } = part;
  const offset = Date.UTC(year, month - 1, day, wallHour, minute, second) - at;
  if (offsets.size >= OFFSET_CACHE_LIMIT) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

/** UTC ms of 17:00 New York on the `day`th day since 1970-01-01. No clock change falls within five hours of it. */
export function endOfTradingDay(day: number): number {
  const wallMs = day * DAY_MS + DAY_ENDS_AT_MS;
  return wallMs - newYorkOffsetMs(wallMs + 5 * HOUR_MS);
}

/** The number (days since 1970-01-01) of the trading day that `timeMs` lies in. */
export function tradingDay(timeMs: number): number {
  const wallMs = timeMs + newYorkOffsetMs(timeMs);
  const day = Math.floor(wallMs / DAY_MS);
  return wallMs - day * DAY_MS >= DAY_ENDS_AT_MS ? day + 1 : day;
}

function isRestDay(day: number, holidays: readonly string[]): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7;
  if (weekday === 0 || weekday === 6) return true;
  const date = dateOf(day);
  return holidays.includes(date) || holidays.includes(date.slice(5));
}

/** The day asked for last: all ticks of a day ask for the same. */
let lastDay = { day: 0, date: '1970-01-01' };

function dateOf(day: number): string {
  if (lastDay.day !== day) lastDay = { day, date: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  return lastDay.date;
}

/** The session around `timeMs` (UTC ms). Neighbouring sessions may have the same state. Rules E10 to E13. */
export function sessionAt(hours: Hours, timeMs: number, holidays: readonly string[] = HOLIDAYS): Session {
  if (hours === 'always') return { open: true, from: -Infinity, until: Infinity };
  const day = tradingDay(timeMs);
  const from = endOfTradingDay(day - 1);
  const until = endOfTradingDay(day);
  if (isRestDay(day, holidays)) return { open: false, from, until };
  if (hours === 'fx') return { open: true, from, until };
  const opens = from + DAILY_PAUSE_MS;
  return timeMs < opens ? { open: false, from, until: opens } : { open: true, from: opens, until };
}

/** Whether a market with these hours trades at `marketTimeMs` (UTC ms). Rules E10 to E13. */
export function isOpen(hours: Hours, marketTimeMs: number, holidays: readonly string[] = HOLIDAYS): boolean {
  return sessionAt(hours, marketTimeMs, holidays).open;
}

/** The first moment (UTC ms) not before `marketTimeMs` at which the market trades; undefined if none within 400 days. */
export function nextOpen(
  hours: Hours,
  marketTimeMs: number,
  holidays: readonly string[] = HOLIDAYS,
): number | undefined {
  let at = marketTimeMs;
  while (at < marketTimeMs + LOOK_AHEAD_MS) {
    const session = sessionAt(hours, at, holidays);
    if (session.open) return at;
    at = session.until;
  }
  return undefined;
}

/** The first moment (UTC ms) after `marketTimeMs` at which the market no longer trades; undefined if none within 400 days. */
export function nextClose(
  hours: Hours,
  marketTimeMs: number,
  holidays: readonly string[] = HOLIDAYS,
): number | undefined {
  if (hours === 'always') return undefined;
  let at = nextOpen(hours, marketTimeMs, holidays);
  while (at !== undefined && at < marketTimeMs + LOOK_AHEAD_MS) {
    const session = sessionAt(hours, at, holidays);
    if (!session.open) return at;
    at = session.until;
  }
  return undefined;
}
