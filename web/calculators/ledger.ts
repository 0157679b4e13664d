// Lines of a ledger as a page shows them: by day, with what was free after each, and sums that prove the balance. Pure.

import type { LedgerEntryView } from '@fairtick/contract/http/ledger';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { type Calendar, calendarOf, dayOf, dayStart } from './zone-calendar.ts';

export interface LedgerLine {
  readonly entry: LedgerEntryView;
  /** What was free after it; undefined where lines between it and now are not shown. */
  readonly freeAfter: string | undefined;
}

export interface LedgerDay {
  readonly day: string;
  readonly lines: readonly LedgerLine[];
}

/** `free`: what is free now, where the lines are all there are since; the newest comes first. */
export function linesOf(entries: readonly LedgerEntryView[], free: string | undefined): readonly LedgerLine[] {
  let after = free === undefined ? undefined : readUnits(free);
  return entries.map((entry) => {
    const line = { entry, freeAfter: after === undefined ? undefined : formatUnits(after, 2) };
    if (after !== undefined) after -= readUnits(entry.Value);
    return line;
  });
}

export function daysOf(lines: readonly LedgerLine[], dayOf: (ms: number) => string): readonly LedgerDay[] {
  const days: { day: string; lines: LedgerLine[] }[] = [];
  for (const line of lines) {
    const day = dayOf(line.entry.CreatedAt);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

export interface LedgerSums {
  readonly value: string;
  readonly lock: string;
}

export function sumsOf(entries: readonly LedgerEntryView[]): LedgerSums {
  let [value, lock] = [0n, 0n];
  for (const { Value, LockValue } of entries) {
    value += readUnits(Value);
    lock += readUnits(LockValue);
  }
  return { value: formatUnits(value, 2), lock: formatUnits(lock, 2) };
}

/** What there was before: `now` less what moved since. */
export const beforeOf = (now: string, moved: string): string => formatUnits(readUnits(now) - readUnits(moved), 2);

export const PERIODS = ['all', 'today', 'week', 'month', 'days'] as const;
/** `days`: those that were chosen. */
export type Period = (typeof PERIODS)[number];
const DAYS = { today: 1, week: 7, month: 30 } as const;

/** As a date field says it: YYYY-MM-DD; '' where none was chosen. */
export interface ChosenDays {
  readonly first: string;
  readonly last: string;
}
export const NO_DAYS: ChosenDays = { first: '', last: '' };

/** UTC ms, or '' for no bound; `from` is in it, `to` is not. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** Whole days by the calendar of a time zone, today among the last so many. A day that is no date bounds nothing. */
export function rangeOf(period: Period, { first, last }: ChosenDays, nowMs: number, zone: string): Range {
  if (period === 'all') return { from: '', to: '' };
  const calendar = calendarOf(zone);
  if (period === 'days') return { from: startOf(calendar, first, 0), to: startOf(calendar, last, 1) };
  const today = dayOf(calendar, Math.floor(nowMs / 1000));
  return { from: String(dayStart(calendar, today - (DAYS[period] - 1) * DAY_SECONDS) * 1000), to: '' };
}

const DAY_SECONDS = 86_400;

/** The first moment of the day, or of the one behind it: a day has 23 to 25 hours. */
function startOf(calendar: Calendar, date: string, later: 0 | 1): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return '';
  const day = Date.parse(`${date}T00:00:00Z`) / 1000;
  if (!Number.isFinite(day) || day < 0) return '';
  const start = dayStart(calendar, day + later * DAY_SECONDS);
  return start >= 0 ? String(start * 1000) : '';
}
