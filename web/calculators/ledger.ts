// Lines of a ledger as a page shows them: by day, with what was free after each, and sums that prove the balance. Pure.

import type { LedgerEntryView } from '@fairtick/contract/http/ledger';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';

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

/** Whole days by this device's time zone, today among the last so many. A day that is no date bounds nothing. */
export function rangeOf(period: Period, { first, last }: ChosenDays, nowMs: number): Range {
  if (period === 'all') return { from: '', to: '' };
  if (period === 'days') return { from: dayStart(first, 0), to: dayStart(last, 1) };
  const day = new Date(nowMs);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - DAYS[period] + 1);
  return { from: String(day.getTime()), to: '' };
}

/** The first moment of the day, or of the one behind it: a day has 23 to 25 hours. */
function dayStart(date: string, later: 0 | 1): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (year === undefined) return '';
  const start = new Date(Number(year), Number(month) - 1, Number(day) + later).getTime();
  return Number.isFinite(start) && start >= 0 ? String(start) : '';
}
